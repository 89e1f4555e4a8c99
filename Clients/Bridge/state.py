"""The bridge's state: one small file that is replaced atomically."""

import fcntl
import json
import os
import threading

# `rooms`: the `seq` of the last handled event, by room. `consents`: see consent.py. `links` and `forgetting`: see
# links.py. `targets`: `cursor` is the last share that needs no more work; `posted` and `deletions` name messages that
# can be, and have to be, deleted.
EMPTY = {
    "version": 1,
    "token": None,
    "epoch": None,
    "rooms": {},
    "consents": {},
    "targets": {},
    "links": {},
    "forgetting": [],
}
# A list has any number of what it holds, a tuple one of each; under `str` a dictionary has any number by name.
TEXT_OR_NONE, PERSON = (str, type(None)), {"player": str, "anchors": [int]}
SHAPE = {
    "version": lambda value: type(value) is int and value == 1,
    "token": lambda value: isinstance(value, TEXT_OR_NONE),
    "epoch": lambda value: isinstance(value, TEXT_OR_NONE),
    "rooms": {str: int},
    "consents": {str: dict(PERSON, since=int)},
    "targets": {
        str: {
            "cursor": lambda value: value is None or type(value) is int,
            "posted": [(int, str)],
            "deletions": [str],
        }
    },
    "links": {str: dict(PERSON, account=str, token=str)},
    "forgetting": [{"account": str, "token": str}],
}
POSTED = 500


def fits(value, shape):
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return False
        return all(fits(value.get(key), shape[key]) for key in shape if key is not str) and (
            str not in shape or all(fits(part, shape[str]) for part in value.values())
        )
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(part, shape[0]) for part in value)
    if isinstance(shape, tuple):
        return isinstance(value, list) and len(value) == len(shape) and all(map(fits, value, shape))
    return type(value) is shape if isinstance(shape, type) else shape(value)


class StateFault(Exception):
    """The file cannot be used; the message is a sentence."""


class State:
    """`data` is changed with `lock` held and is durable once `save` returns."""

    def __init__(self, path):
        # The lock is beside the file itself, so that a symbolic link to it does not evade the lock.
        path = os.path.realpath(path)
        self.path, self.lock = path, threading.RLock()
        try:
            # Held until the process ends: two bridges with one state would post everything twice.
            self._guard = os.open(path + ".lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            fcntl.flock(self._guard, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(self._guard)
            raise StateFault("another bridge is running with %s" % path) from None
        except OSError as error:
            raise StateFault("%s.lock cannot be opened: %s" % (path, error.strerror)) from None
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
        except (ValueError, RecursionError):
            data = None
        if isinstance(data, dict) and type(data.get("version")) is int and data["version"] > 1:
            raise StateFault("%s was written by a newer bridge" % self.path)
        if not fits(data, SHAPE):
            raise StateFault("%s is damaged: restore it, or move it away to begin anew from now on" % self.path)
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
                    # A file of this name may have been there, for others to read.
                    os.fchmod(file.fileno(), 0o600)
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

    def target(self, name):
        return self.data["targets"].setdefault(name, {"cursor": None, "posted": [], "deletions": []})

    def withdraw(self, is_meant):
        """Marks posts for which `is_meant(share_id)` is true for deletion, of targets without a section too."""
        with self.lock:
            for target in self.data["targets"].values():
                target["deletions"] += [message for share_id, message in target["posted"] if is_meant(share_id)]
                target["posted"] = [entry for entry in target["posted"] if not is_meant(entry[0])]

    def posted(self):
        """The shares of all posts that can be deleted."""
        with self.lock:
            return {entry[0] for target in self.data["targets"].values() for entry in target["posted"]}

    def may_post(self, key, share_id):
        """Whether there is such a consent, and from before this result was shared."""
        with self.lock:
            consent = self.data["consents"].get(key)
            return consent is not None and share_id > consent["since"]
