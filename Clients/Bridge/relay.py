"""Follows the channel and the bridge's room, and queues results of players who have opted in."""

import time

import parlor
from grids import Post
from links import NOT_LINKED, UNLINKED, Refusal
from target import log

PAGE, POLL_S, SAVE_S, ROOM_S, GREET_S = 100, 5, 5, 30, 10
WORDS, WORDS_S = 8, 60
GREETING = (
    "This bridge posts results to other places (%s), for those alone who ask for it. "
    "Say: publish, stop, status, or link CODE with a code from IRC, unlink."
)


class Relay:
    def __init__(self, client, state, consents, links, targets, enabled, room):
        self.client, self.state, self.consents, self.links = client, state, consents, links
        self.targets, self.enabled, self.room = targets, enabled, room
        self.greet_at = self.room_at = self.saved_at = 0
        self.is_changed = False
        self.told = None
        self.heard = {}
        """By player, the times of recent words."""

    # Start and resume

    def begin(self):
        """Joins both rooms, handles missed words, then missed shares."""
        hello = self.client.hello
        is_other = self.state.data["epoch"] not in (None, hello["epoch"])
        newest = self.consents.newest()
        if is_other:
            log("parlor", "the server was restored from a backup")
            self.consents.restart(newest)
            self.state.data["rooms"] = {}
        for target in self.targets:
            known = target.remembered
            # A new target starts with the next share.
            if known["cursor"] is None or is_other:
                known["cursor"] = newest if known["cursor"] is None else min(known["cursor"], newest)
        self.state.data["epoch"] = hello["epoch"]
        since = {room: {"epoch": hello["epoch"], "seq": seq} for room, seq in self.state.data["rooms"].items()}
        self.enter_room(since.get(self.room))
        joined = self.client.join("shares", watching=True, since=since.get("shares"))
        self.note_joined(joined)
        # Missed events precede the answer to this. A missed `stop` is handled before anything is posted.
        self.client.request("ping")
        missed = list(self.client.events)
        self.client.events.clear()
        for event in missed:
            if event.get("room") == self.room:
                self.handle(event)
        if not joined.get("recovered") and since.get("shares"):
            self.reconcile()
        self.scan()
        for event in missed:
            if event.get("room") != self.room:
                self.handle(event)
        self.save()

    def enter_room(self, since=None):
        """Joins the bridge's room, or creates it. Posting is disabled without the room: nobody could say `stop`."""
        self.room_at = time.monotonic() + ROOM_S
        try:
            try:
                joined = self.client.join(self.room, since=since)
            except parlor.ParlorError as error:
                if error.code != "not_found":
                    raise
                joined = self.client.request("create", room=self.room, named_only=True)
        except parlor.AnswerLost:
            self.room_at = 0
            return
        except parlor.ParlorError as error:
            self.enabled.clear()
            if str(error) != self.told:
                log("parlor", "the room %s cannot be entered, so nothing is posted: %s" % (self.room, error))
            self.told = str(error)
            return
        self.told = None
        self.note_joined(joined)
        if not self.enabled.is_set():
            self.enabled.set()
            log("parlor", "is in the room %s" % self.room)
        for target in self.targets:
            target.wake()

    def note_joined(self, joined):
        if not joined.get("recovered"):
            with self.state.lock:
                self.state.data["rooms"][joined["room"]] = joined["seq"]

    def scan(self):
        """Queues all shares after the lowest position of the targets."""
        low = min(max(target.newest, target.cursor) for target in self.targets)
        found, newest = [], low
        for page in self.pages():
            newest = max(newest, page[0]["share_id"])
            found += [entry for entry in page if entry["share_id"] > low and entry["player"] in self.consents.all]
            if page[-1]["share_id"] <= low:
                break
        for target in self.targets:
            target.missing = False
        for result in reversed(found):
            self.enqueue(result)
        for target in self.targets:
            target.advance(newest)

    def pages(self, **fields):
        after = None
        while True:
            page = self.client.request("shares", limit=PAGE, after=after, **fields)
            if page["shares"]:
                yield page["shares"]
            after = page.get("next")
            if after is None or not page["shares"]:
                return

    def reconcile(self):
        """After a gap in the events: deletes posts whose shares no longer exist."""
        posted = {entry[0] for target in self.targets for entry in target.remembered["posted"]}
        if not posted:
            return
        least, listed = min(posted), set()
        for page in self.pages():
            listed |= {entry["share_id"] for entry in page}
            if page[-1]["share_id"] <= least:
                break
        self.withdraw(lambda share_id, _: share_id in posted and share_id not in listed)

    def withdraw(self, is_meant):
        for target in self.targets:
            target.withdraw(is_meant)
        self.is_changed = True

    # The loop

    def follow(self):
        """Runs until an exception ends it."""
        while True:
            event = self.client.event(timeout=POLL_S)
            if event is not None:
                self.handle(event)
            now = time.monotonic()
            if not self.enabled.is_set() and now >= self.room_at or self.room_at == 0:
                self.enter_room()
            if any(target.missing and not target.queue for target in self.targets):
                self.scan()
            if self.is_changed and now >= self.saved_at + SAVE_S:
                self.save()

    def save(self):
        """Returns whether the state is on disk. What it lacks is repeated after a restart."""
        self.saved_at = time.monotonic()
        try:
            self.state.save()
        except OSError as error:
            self.is_changed = True
            log("bridge", "%s cannot be written: %s" % (self.state.path, error.strerror))
            return False
        self.is_changed = False
        return True

    def handle(self, event):
        type, room = event["type"], event.get("room")
        if type == "closing":
            log("parlor", "is closing the connection: %s" % event.get("reason"))
        elif type == "error" and room == self.room:
            self.enabled.clear()
            self.room_at = 0
        elif room == "shares":
            self.handle_share(type, event)
        elif room == self.room:
            self.handle_room(type, event)
        if type == "joined" and not event.get("recovered"):
            self.note_joined(event)
        elif "seq" in event and room in self.state.data["rooms"]:
            self.state.data["rooms"][room] = max(self.state.data["rooms"][room], event["seq"])
            self.is_changed = True

    def handle_share(self, type, event):
        if type == "shared":
            replaced = event.get("replaced")
            if replaced is not None:
                self.replace(event["player"], replaced, event["share_id"])
            self.enqueue(event)
        elif type == "unshared" and event.get("all"):
            self.consents.end(event["player"])
            self.withdraw(lambda _, player: player == event["player"])
            self.save()
        elif type == "unshared":
            self.withdraw(lambda share_id, _: share_id == event["share_id"])
            self.save()
        elif type == "joined":
            self.reconcile()
            self.scan()

    def replace(self, player, old, new):
        """A claim replaces an earlier one of the same player."""
        with self.state.lock:
            consent = self.consents.all.get(player)
            if consent is not None and old in consent["anchors"]:
                consent["anchors"] = [new] + [anchor for anchor in consent["anchors"] if anchor != old]
        self.withdraw(lambda share_id, _: share_id == old)

    def enqueue(self, result):
        share_id = result["share_id"]
        may_leave = self.consents.covers(result["player"], share_id)
        for target in self.targets:
            if may_leave:
                target.enqueue(Post(result))
            target.advance(share_id)
        self.is_changed = True

    # The room

    def handle_room(self, type, event):
        player = event.get("player")
        if type == "left" and player == self.client.you:
            self.enabled.clear()
            self.room_at = 0
        elif type == "renamed":
            self.consents.rename(player, event["name"])
            self.links.rename(player, event["name"])
            for target in self.targets:
                target.rename(player, event["name"])
            self.save()
        elif player == self.client.you:
            return
        elif type == "entered" and time.monotonic() >= self.greet_at:
            self.greet_at = time.monotonic() + GREET_S
            self.say(GREETING % ", ".join(target.name for target in self.targets))
        elif type == "said" and "text" in event:
            words = event["text"].lower().split()
            if self.is_in_time(player, words):
                self.handle_words(player, words, event["seq"])

    def is_in_time(self, player, words):
        """Limits words per player and minute; `stop` is always handled if it changes something."""
        if words[:1] not in (["publish"], ["stop"], ["status"], ["link"], ["unlink"]):
            return False
        now = time.monotonic()
        heard = {other: [at for at in times if at > now - WORDS_S] for other, times in self.heard.items()}
        self.heard = {other: times for other, times in heard.items() if times}
        times = self.heard.get(player, [])
        if len(times) >= WORDS:
            return words == ["stop"] and player in self.consents.all
        self.heard[player] = times + [now]
        return True

    def handle_words(self, player, words, seq):
        answer = None
        try:
            if words == ["publish"]:
                answer = self.consents.agree(player)
            elif words == ["stop"]:
                had = self.consents.end(player)
                self.withdraw(lambda _, other: other == player)
                answer = "I post nothing of yours any more." if had else "I post nothing of yours."
            elif words == ["status"]:
                answer = self.status(player)
            elif len(words) == 2 and words[0] == "link":
                answer = "You are linked with %s on IRC. What is pasted there is claimed for %s." % self.links.redeem(
                    words[1], player
                )
            elif words == ["unlink"]:
                has_ended = self.links.unlink(lambda _, other: other == player)
                answer = UNLINKED if has_ended else NOT_LINKED
        except Refusal as refusal:
            answer = str(refusal)
        except OSError:
            answer = "I cannot keep that at the moment. Say it again later."
        if answer is not None:
            # Saved with the seq of the event before the answer, so that a restart does not handle it again.
            self.state.data["rooms"][self.room] = seq
            if not self.save():
                answer = "I cannot keep that at the moment. Say it again later."
            self.say("%s: %s" % (player, answer))

    def status(self, player):
        accounts = [link["account"] for link in self.links.all.values() if link["player"] == player]
        return "%s; %s." % (
            "I post what you share" if player in self.consents.all else "I post nothing of yours",
            "what you paste on IRC is claimed for %s" % accounts[0] if accounts else "you are not linked with IRC",
        )

    def say(self, text):
        try:
            self.client.request("say", room=self.room, text=text)
        except (parlor.ParlorError, parlor.AnswerLost) as error:
            log("parlor", "an answer in the room %s is lost: %s" % (self.room, error))
