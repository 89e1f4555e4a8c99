"""Counts events by key within a period."""

import time


class Limiter:
    """At most `count` events per key within `seconds`; at most `keys` keys at a time."""

    def __init__(self, count, seconds, keys=float("inf")):
        self.count, self.seconds, self.keys = count, seconds, keys
        self._times = {}

    def is_full(self, key):
        since = time.monotonic() - self.seconds
        recent = {other: [at for at in times if at > since] for other, times in self._times.items()}
        self._times = {other: times for other, times in recent.items() if times}
        return len(self._times.get(key, [])) >= self.count or key not in self._times and len(self._times) >= self.keys

    def add(self, key):
        self._times.setdefault(key, []).append(time.monotonic())

    def allows(self, key):
        """Whether one more is allowed, which then counts."""
        if self.is_full(key):
            return False
        self.add(key)
        return True
