"""A place to post to: a queue, a thread that empties it in order, and a memory of how far it has come."""

import collections
import http.client
import sys
import threading

from hooks import Done, Later, Never, SERVICES
from memory import POSTED

# Results that wait in memory; where there are more, the server is asked for the rest later.
WAITING = 1000
LONGEST_BACKOFF = 300


def log(who, text):
    # In one piece, or lines of two threads would mix. A log that nobody takes any more stops nothing.
    try:
        sys.stderr.write("%s: %s\n" % (who, text))
        sys.stderr.flush()
    except OSError:
        pass


class Outlet(threading.Thread):
    """`open` lets it post; while it is not set, nothing leaves."""

    can_delete = False

    def __init__(self, name, memory, opened):
        super().__init__(name=name, daemon=True)
        self.memory, self.opened = memory, opened
        self.stopping, self.changed = threading.Event(), threading.Condition(memory.lock)
        self.queue = collections.deque()
        self.newest, self.missing = 0, False
        """The last share that was queued, and whether later ones had no room."""

    # What the bridge says

    def offer(self, post):
        with self.changed:
            if post.share_id <= max(self.newest, self.cursor):
                return
            if len(self.queue) >= WAITING or self.missing:
                self.missing = True
                return
            self.newest = post.share_id
            self.queue.append(post)
        self.wake()

    def settle(self, share_id):
        """Whatever was shared up to here has been offered, or is nobody's to post."""
        with self.changed:
            if not self.queue and not self.missing and share_id > self.cursor:
                self.remembered["cursor"] = share_id

    def withdraw(self, is_meant):
        """Results for which `is_meant(share_id, player)` are not posted, and are deleted where that is possible.

        The caller saves.
        """
        with self.changed:
            self.queue = collections.deque(post for post in self.queue if not is_meant(post.share_id, post.player))
            known = self.remembered
            known["deletions"] += [entry[2] for entry in known["posted"] if is_meant(entry[0], entry[1])]
            known["posted"] = [entry for entry in known["posted"] if not is_meant(entry[0], entry[1])]
        self.wake()

    def rename(self, old, new):
        """A player has another name. The caller saves."""
        with self.changed:
            for post in self.queue:
                post.player = new if post.player == old else post.player
            for entry in self.remembered["posted"]:
                entry[1] = new if entry[1] == old else entry[1]

    def wake(self):
        with self.changed:
            self.changed.notify_all()

    def stop(self):
        self.stopping.set()
        self.wake()

    @property
    def remembered(self):
        return self.memory.outlet(self.name)

    @property
    def cursor(self):
        return self.remembered["cursor"] or 0

    # The thread's own

    def first(self):
        """The post that is next; None where there is none. Somebody who has changed their mind is passed over."""
        with self.changed:
            while self.queue and self.opened.is_set():
                post = self.queue[0]
                if self.memory.may_post(post.player, post.share_id):
                    return post
                self.queue.popleft()
            return None

    def is_first(self, post):
        """Whether it has not been withdrawn."""
        with self.changed:
            return bool(self.queue) and self.queue[0] is post

    def posted(self, post, message=None):
        """The post is there, or will never be. Counts once it is on disk: nothing else is posted before that."""
        with self.changed:
            known = self.remembered
            known["cursor"] = max(self.cursor, post.share_id)
            is_wanted = self.is_first(post)
            if is_wanted:
                self.queue.popleft()
            if message is not None and self.can_delete:
                if is_wanted:
                    known["posted"] = known["posted"][1 - POSTED :] + [[post.share_id, post.player, message]]
                else:
                    # It was withdrawn while it was under way.
                    known["deletions"].append(message)
        self.save()

    def save(self):
        has_told = False
        while True:
            try:
                return self.memory.save()
            except OSError as error:
                if not has_told:
                    log(self.name, "waits, for %s cannot be written: %s" % (self.memory.path, error.strerror))
                    has_told = True
            if self.stopping.wait(2):
                return None


class HookOutlet(Outlet):
    """Over HTTPS."""

    def __init__(self, name, settings, memory, opened):
        super().__init__(name, memory, opened)
        self.hook = SERVICES[settings["kind"]](settings)
        self.can_delete = self.hook.can_delete
        self.failures = 0
        self.told = None

    def run(self):
        while not self.stopping.is_set():
            with self.changed:
                message = next(iter(self.remembered["deletions"]), None)
                post = None if message else self.first()
                if not message and not post:
                    self.changed.wait(60)
                    continue
            self.stopping.wait(self.attempt(post, message))

    def attempt(self, post, message):
        """Tries once; returns how long to wait before the next time."""
        try:
            outcome = self.hook.delete(message) if message else self.hook.post(post)
        except (OSError, http.client.HTTPException) as error:
            outcome = Later("cannot be reached: %s" % reason(error), counts=True)
        except Exception as error:
            # Whatever it is, this thread goes on.
            outcome = Later("cannot be sent to: %s" % type(error).__name__, counts=True)
        if isinstance(outcome, Later):
            return self.put_off(outcome)
        self.failures, self.told = 0, None
        what = "the deletion of %s" % message if message else "share %d of %s" % (post.share_id, post.player)
        if isinstance(outcome, Never):
            log(self.name, "%s was refused and is left out: %s" % (what, outcome.why))
        if message:
            with self.changed:
                self.remembered["deletions"].remove(message)
            self.save()
            log(self.name, "deleted %s" % message)
        else:
            self.posted(post, getattr(outcome, "message", None))
            if isinstance(outcome, Done):
                log(self.name, "posted %s" % what)
        return getattr(outcome, "pause", 1)

    def put_off(self, later):
        pause = later.pause
        if later.counts:
            pause = min(LONGEST_BACKOFF, 2 ** min(self.failures, 10))
            self.failures += 1
        if later.why != self.told:
            log(self.name, "%s; tried again in %g s" % (later.why, pause))
            self.told = later.why
        return pause


def reason(error):
    """In words that hold no address."""
    return getattr(error, "strerror", None) or type(error).__name__
