"""The bridge's state: one small file that is replaced atomically."""

import fcntl
import json
import os
import threading

# `rooms`: the `seq` of the last handled event, by room. `consents`: by player, the share after which the consent holds
# and a few shares of that player (see consent.py). `targets`: `cursor` is the last share that needs no more work;
# `posted` and `deletions` name messages that can be, and have to be, deleted.
EMPTY = {"version": 1, "token": None, "epoch": None, "rooms": {}, "consents": {}, "targets": {}, "links": {}}
POSTED = 500


class StateFault(Exception):
    """The file cannot be used; the message is a sentence."""


class State:
    """`data` is changed with `lock` held and is durable once `save` returns."""

    def __init__(self, path):
        self.path, self.lock = path, threading.RLock()
        try:
            # Held until the process ends: two bridges with one state would post everything twice.
            self._guard = os.open(path + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._guard)
            raise StateFault("another bridge is running with %s" % path) from None
        except OSError as error:
            raise StateFault("%s.lock cannot be enabled: %s" % (path, error.strerror)) from None
        try:
            self.data = self._read()
        except StateFault:
            self.close()
            raise

    def _read(self):
        try:
            with open(self.path, encoding="utf-8") as file:
                data = json.load(file)
        except FileNotFoundError:
            return json.loads(json.dumps(EMPTY))
        except OSError as error:
            raise StateFault("%s cannot be read: %s" % (self.path, error.strerror)) from None
        except ValueError:
            data = None
        kinds = {key: type(value) for key, value in EMPTY.items() if value is not None}
        if not isinstance(data, dict) or any(type(data.get(key)) is not kind for key, kind in kinds.items()):
            raise StateFault("%s is damaged: restore it, or move it away to begin anew from now on" % self.path)
        if data["version"] != 1:
            raise StateFault("%s was written by a newer bridge" % self.path)
        return data

    def save(self):
        """Raises OSError if the file cannot be written; the old file then remains."""
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
        """Empties the state in memory; the file changes with the next `save`."""
        self.data = json.loads(json.dumps(EMPTY))

    def target(self, name):
        return self.data["targets"].setdefault(name, {"cursor": None, "posted": [], "deletions": []})

    def may_post(self, player, share_id):
        """Whether the player had opted in before this result was shared."""
        with self.lock:
            consent = self.data["consents"].get(player)
            return consent is not None and share_id > consent["since"]
