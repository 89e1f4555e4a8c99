"""A target: a queue of posts, a thread that sends them in order, and a cursor that survives restarts."""

import collections
import http.client
import sys
import threading

from hooks import Delivered, Retry, Rejected, SERVICES
from state import POSTED

# Posts in the queue at most; later ones are fetched from the server again when the queue is empty.
WAITING = 1000
LONGEST_BACKOFF = 300


def log(who, text):
    # One write per line, so that threads do not mix lines. A closed pipe must not end a thread.
    try:
        sys.stderr.write("%s: %s\n" % (who, text))
        sys.stderr.flush()
    except OSError:
        pass


class Target(threading.Thread):
    """While the event `enabled` is not set, nothing is posted."""

    can_delete = False

    def __init__(self, name, state, enabled):
        super().__init__(name=name, daemon=True)
        self.state, self.enabled = state, enabled
        self.stopping, self.changed = threading.Event(), threading.Condition(state.lock)
        self.queue = collections.deque()
        self.newest, self.missing = 0, False
        """The last share that was queued, and whether later ones did not fit."""

    # Called by the relay

    def enqueue(self, post):
        """Returns whether the post was queued."""
        with self.changed:
            if post.share_id <= max(self.newest, self.cursor):
                return False
            if len(self.queue) >= WAITING or self.missing:
                self.missing = True
                return False
            self.newest = post.share_id
            self.queue.append(post)
        self.wake()
        return True

    def advance(self, share_id):
        """Moves the cursor: every share up to this one is queued or must not be posted."""
        with self.changed:
            if not self.queue and not self.missing and share_id > self.cursor:
                self.remembered["cursor"] = share_id

    def withdraw(self, is_meant):
        """Removes queued posts for which `is_meant(share_id)` is true."""
        with self.changed:
            self.queue = collections.deque(post for post in self.queue if not is_meant(post.share_id))
        self.wake()

    def wake(self):
        with self.changed:
            self.changed.notify_all()

    def stop(self):
        self.stopping.set()
        self.wake()

    @property
    def remembered(self):
        return self.state.target(self.name)

    @property
    def cursor(self):
        return self.remembered["cursor"] or 0

    # Called by the thread

    def head(self):
        """The next post, or None. Skips posts whose player has opted out."""
        with self.changed:
            while self.queue and self.enabled.is_set():
                post = self.queue[0]
                if self.state.may_post(post.consent, post.share_id):
                    return post
                self.queue.popleft()
            return None

    def is_head(self, post):
        """Whether the post is still queued, which it is not once it was withdrawn."""
        with self.changed:
            return bool(self.queue) and self.queue[0] is post

    def posted(self, post, message=None):
        """Records that a post was sent or rejected. Returns once that is on disk: the next post waits for it."""
        with self.changed:
            known = self.remembered
            known["cursor"] = max(self.cursor, post.share_id)
            is_wanted = self.is_head(post)
            if is_wanted:
                self.queue.popleft()
            if message is not None and self.can_delete:
                if is_wanted:
                    known["posted"] = known["posted"][1 - POSTED :] + [[post.share_id, message]]
                else:
                    # It was withdrawn while the request ran.
                    known["deletions"].append(message)
        self.save()

    def save(self):
        has_told = False
        while True:
            try:
                return self.state.save()
            except OSError as error:
                if not has_told:
                    log(self.name, "waits: %s cannot be written: %s" % (self.state.path, error.strerror))
                    has_told = True
            if self.stopping.wait(2):
                return None


class WebhookTarget(Target):
    """A target that takes requests over HTTPS."""

    def __init__(self, name, settings, state, enabled):
        super().__init__(name, state, enabled)
        self.hook = SERVICES[settings["kind"]](settings)
        self.can_delete = self.hook.can_delete
        self.failures = 0
        self.told = None

    def run(self):
        while not self.stopping.is_set():
            with self.changed:
                message = next(iter(self.remembered["deletions"]), None)
                post = None if message else self.head()
                if not message and not post:
                    self.changed.wait(60)
                    continue
            self.stopping.wait(self.attempt(post, message))

    def attempt(self, post, message):
        """Sends one request; returns the seconds to wait before the next."""
        try:
            outcome = self.hook.delete(message) if message else self.hook.post(post)
        except (OSError, http.client.HTTPException) as error:
            outcome = Retry("cannot be reached: %s" % reason(error), backs_off=True)
        except Exception as error:
            # An unexpected error must not end the thread.
            outcome = Retry("cannot be sent to: %s" % type(error).__name__, backs_off=True)
        if isinstance(outcome, Retry):
            return self.put_off(outcome)
        self.failures, self.told = 0, None
        what = "the deletion of %s" % message if message else "share %d of %s" % (post.share_id, post.player)
        if isinstance(outcome, Rejected):
            log(self.name, "%s was refused and is left out: %s" % (what, outcome.why))
        if message:
            with self.changed:
                self.remembered["deletions"].remove(message)
            self.save()
            log(self.name, "deleted %s" % message)
        else:
            self.posted(post, getattr(outcome, "message", None))
            if isinstance(outcome, Delivered):
                is_lost = self.can_delete and outcome.message is None
                log(self.name, "posted %s%s" % (what, ", without an id by which to delete it" if is_lost else ""))
        return getattr(outcome, "pause", 1)

    def put_off(self, retry):
        pause = retry.pause
        if retry.backs_off:
            pause = min(LONGEST_BACKOFF, 2 ** min(self.failures, 10))
            self.failures += 1
        if retry.why != self.told:
            log(self.name, "%s; tried again in %g s" % (retry.why, pause))
            self.told = retry.why
        return pause


def reason(error):
    """The error without the address, which is a secret."""
    return getattr(error, "strerror", None) or type(error).__name__
