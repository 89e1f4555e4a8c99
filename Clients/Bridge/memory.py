"""What the bridge remembers: one small file, replaced as a whole, so that a crash leaves the old one or the new."""

import fcntl
import json
import os
import threading

# The shape of the file. `rooms` has the `seq` of the last event that was handled, by room. `consents` has, by player,
# the share after which the consent holds and a few shares that are that player's (see consent.py). An outlet's `cursor`
# is the last share that is settled there; `posted` and `deletions` name messages that can be deleted.
EMPTY = {"version": 1, "token": None, "epoch": None, "rooms": {}, "consents": {}, "outlets": {}, "links": {}}
POSTED = 500


class MemoryFault(Exception):
    """The file cannot be used, in a sentence."""


class Memory:
    """`data` is changed with `lock` held, by whatever thread, and counts once `save` has returned."""

    def __init__(self, path):
        self.path, self.lock = path, threading.RLock()
        try:
            # Held until the process ends; two bridges with one memory would post everything twice.
            self._guard = os.open(path + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._guard)
            raise MemoryFault("another bridge is running with %s" % path) from None
        except OSError as error:
            raise MemoryFault("%s.lock cannot be opened: %s" % (path, error.strerror)) from None
        try:
            self.data = self._read()
        except MemoryFault:
            self.close()
            raise

    def _read(self):
        try:
            with open(self.path, encoding="utf-8") as file:
                data = json.load(file)
        except FileNotFoundError:
            return json.loads(json.dumps(EMPTY))
        except OSError as error:
            raise MemoryFault("%s cannot be read: %s" % (self.path, error.strerror)) from None
        except ValueError:
            data = None
        kinds = {key: type(value) for key, value in EMPTY.items() if value is not None}
        if not isinstance(data, dict) or any(type(data.get(key)) is not kind for key, kind in kinds.items()):
            raise MemoryFault("%s is damaged: restore it, or move it away to begin anew from now on" % self.path)
        if data["version"] != 1:
            raise MemoryFault("%s was written by a newer bridge" % self.path)
        return data

    def save(self):
        """Raises OSError where the disk is full or broken; the file on it is then the old one."""
        with self.lock:
            text = json.dumps(self.data, ensure_ascii=False)
            new = self.path + ".new"
            try:
                with open(
                    os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600), "w", encoding="utf-8"
                ) as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                os.rename(new, self.path)
            except OSError:
                try:
                    os.unlink(new)
                except OSError:
                    pass
                raise
            folder = os.open(os.path.dirname(self.path), os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

    def close(self):
        os.close(self._guard)

    def forget(self):
        """Everything but what the disk has, until it is saved."""
        self.data = json.loads(json.dumps(EMPTY))

    def outlet(self, name):
        return self.data["outlets"].setdefault(name, {"cursor": None, "posted": [], "deletions": []})

    def may_post(self, player, share_id):
        """Whether the player has agreed, before this very result was shared."""
        with self.lock:
            consent = self.data["consents"].get(player)
            return consent is not None and share_id > consent["since"]
