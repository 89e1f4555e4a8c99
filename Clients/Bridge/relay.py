"""Follows the channel and the bridge's room, and queues results of players who have opted in."""

import time

import parlor
import people
from grids import Post
from limiter import Limiter
from links import CANNOT_KEEP, NOT_LINKED, Refusal
from target import log

PAGE, POLL_S, SAVE_S, ROOM_S, GREET_S, RECONCILE_S = 100, 5, 5, 30, 10, 5
WORDS, WORDS_S, HOUR_S = 8, 60, 3600
ENDED = "I post nothing of yours any more, because what you had shared is gone. Share a result and say publish again."
# What can pass a name on, or come before that.
GONE = ("left", "renamed", "away")
GREETING = (
    "This bridge posts results to other places (%s), for those alone who ask for it. "
    "Say: publish, stop, status, or link CODE with a code from IRC, unlink."
)


class Relay:
    def __init__(self, client, state, consents, links, targets, enabled, room, posts_per_hour=float("inf")):
        self.client, self.state, self.consents, self.links = client, state, consents, links
        self.targets, self.enabled, self.room = targets, enabled, room
        self.greet_at = self.room_at = self.saved_at = self.reconciled_at = 0
        self.is_changed = self.has_to_reconcile = False
        self.told = None
        self.words, self.posts, self.left_out = (
            Limiter(WORDS, WORDS_S),
            Limiter(posts_per_hour, HOUR_S),
            Limiter(1, HOUR_S),
        )

    # Start and resume

    def begin(self):
        """Joins both rooms, handles missed words, then missed shares."""
        hello = self.client.hello
        is_other = self.state.data["epoch"] not in (None, hello["epoch"])
        newest = people.newest(self.client.request)
        if is_other:
            log("parlor", "the server was restored from a backup, or is another one")
            self.restart(newest)
            self.state.data["rooms"] = {}
        for target in self.targets:
            known = target.remembered
            # A new target starts with the next share.
            known["cursor"] = newest if known["cursor"] is None else min(known["cursor"], newest)
        for name in sorted(self.state.data["targets"].keys() - {target.name for target in self.targets}):
            if any(self.state.target(name)[kind] for kind in ("posted", "deletions")):
                log(name, "has no section any more: its posts are deleted only once it has one again")
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
        self.reconcile()
        self.scan()
        for event in missed:
            if event.get("room") != self.room:
                self.handle(event)
        self.save()

    def restart(self, newest):
        """The server was restored from a backup, or is another one to which the operator has given the token.

        The numbers of shares after `newest` are used again. Earlier ones are a player's only under the last known name:
        at another server they are somebody else's, who has not opted in.
        """
        with self.state.lock:
            rows = [*self.consents.all.values(), *self.links.all.values()]
        found = people.owners(self.client.request, {anchor for row in rows for anchor in row["anchors"]})
        with self.state.lock:
            for row in self.consents.all.values():
                row["since"] = min(row["since"], newest)
            for row in rows:
                if any(found.get(anchor, row["player"]) != row["player"] for anchor in row["anchors"]):
                    row["anchors"] = []
        self.end_without_anchors(lambda anchor: anchor > newest)

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
        self.note_joined(joined)
        self.note_owner(joined.get("owner"))

    def note_owner(self, owner):
        """Posting is disabled in a room of somebody else, who could send away those who want to say `stop`."""
        if owner != self.client.you:
            self.enabled.clear()
            why = "the room %s belongs to %s, so nothing is posted: see README.md" % (self.room, owner)
            if why != self.told:
                log("parlor", why)
            self.told = why
            return
        self.told = None
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
        found, newest, keys = [], low, {}
        for page in self.pages():
            newest = max(newest, page[0]["share_id"])
            for entry in page:
                player = entry["player"]
                if entry["share_id"] > low and player not in keys:
                    keys[player] = self.consents.find(player)
                if entry["share_id"] > low and keys[player] is not None:
                    found.append(entry)
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
        """Deletes posts whose shares no longer exist, and ends what is kept of players who are forgotten.

        It takes a request for some of the posts, so that many players who are forgotten at once share one run.
        """
        self.has_to_reconcile, self.reconciled_at = False, time.monotonic()
        with self.state.lock:
            rows = [*self.consents.all.values(), *self.links.all.values()]
        asked = self.state.posted() | {anchor for row in rows for anchor in row["anchors"]}
        asked |= {post.share_id for target in self.targets for post in list(target.queue)}
        found = people.owners(self.client.request, asked)
        self.withdraw(lambda share_id: share_id in asked and share_id not in found)
        self.end_without_anchors(lambda anchor: anchor in asked and anchor not in found)

    def withdraw(self, is_meant):
        """Takes posts back, queued ones and sent ones. The caller saves."""
        for target in self.targets:
            target.withdraw(is_meant)
        self.state.withdraw(is_meant)
        for target in self.targets:
            target.wake()
        self.is_changed = True

    def end_without_anchors(self, is_gone):
        """Ends consents and links of which no anchor is left. The caller saves."""
        with self.state.lock:
            consents, links = people.lose(self.consents.all, is_gone), people.lose(self.links.all, is_gone)
        for key in consents:
            player = self.consents.end(key)
            log("consent", "of %s has ended: no result is left by which to know the player" % player)
            if self.enabled.is_set():
                self.say("%s: %s" % (player, ENDED))
        for key in links:
            self.links.unlink(key)

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
            if self.has_to_reconcile and now >= self.reconciled_at + RECONCILE_S:
                self.reconcile()
                self.save()
            self.links.forget_due()
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
                self.replace(replaced, event["share_id"])
            self.enqueue(event)
        elif type == "unshared":
            share_id = event.get("share_id")
            if share_id is None:
                self.has_to_reconcile = True
                return
            self.withdraw(lambda other: other == share_id)
            self.end_without_anchors(lambda anchor: anchor == share_id)
            self.save()
        elif type == "joined":
            self.reconcile()
            self.scan()

    def replace(self, old, new):
        """A claim replaces an earlier one of the same player."""
        with self.state.lock:
            people.replace(self.consents.all, old, new)
            people.replace(self.links.all, old, new)
        self.withdraw(lambda share_id: share_id == old)

    def enqueue(self, result):
        share_id, player = result["share_id"], result["player"]
        consent = self.consents.covers(player, share_id)
        if consent is not None and any(map(self.posts.is_full, (player, consent))):
            if self.left_out.allows(player):
                log("parlor", "share %d of %s is left out, with others: too many in an hour" % (share_id, player))
            consent = None
        if consent is not None:
            if any([target.enqueue(Post(result, consent)) for target in self.targets]):
                self.posts.add(player)
                self.posts.add(consent)
        for target in self.targets:
            target.advance(share_id)
        self.is_changed = True

    # The room

    def handle_room(self, type, event):
        player = event.get("player")
        if type == "left" and player == self.client.you:
            self.enabled.clear()
            self.room_at = 0
        elif type == "renamed":
            with self.state.lock:
                people.rename([*self.consents.all.values(), *self.links.all.values()], player, event["name"])
        elif type == "owner":
            self.note_owner(player)
        elif type == "joined":
            self.note_owner(event.get("owner"))
        elif player == self.client.you:
            return
        elif type == "entered" and self.enabled.is_set() and time.monotonic() >= self.greet_at:
            self.greet_at = time.monotonic() + GREET_S
            self.say(GREETING % ", ".join(target.name for target in self.targets))
        elif type == "said" and "text" in event:
            self.handle_line(player, event["text"].lower().split(), event["seq"])

    def handle_line(self, player, words, seq):
        codes = {word: self.links.burn(word) for word in set(words)}
        if words[:1] not in (["publish"], ["stop"], ["status"], ["link"], ["unlink"]):
            return
        # `stop` is always handled if it changes something.
        is_needed = words == ["stop"] and any(row["player"] == player for row in self.consents.all.values())
        if not self.words.allows(player) and not is_needed:
            return
        answer = None
        try:
            answer = self.answer(player, words, codes, seq)
        except Refusal as refusal:
            answer = str(refusal)
        except OSError:
            answer = CANNOT_KEEP
        if answer is not None:
            # Saved with the seq of the event before the answer, so that a restart does not handle it again.
            self.state.data["rooms"][self.room] = seq
            if not self.save():
                answer = CANNOT_KEEP
            self.say("%s: %s" % (player, answer))

    def answer(self, player, words, codes, seq):
        def has_gone():
            here = [event for event in self.client.events if event.get("room") == self.room and event["type"] in GONE]
            return any(event.get("player") == player for event in here)

        # The name may have passed to somebody else since.
        is_missed = seq <= self.client.replayed.get(self.room, 0)
        if words[0] in ("publish", "link", "unlink") and is_missed:
            return people.AWAY
        if words == ["publish"]:
            return self.consents.agree(player, has_gone)
        if words == ["stop"]:
            return self.stop(player, is_missed or has_gone())
        if words == ["status"]:
            return self.status(player)
        if words == ["unlink"]:
            key = self.link_of(player)
            if has_gone():
                return people.AWAY
            return NOT_LINKED if key is None else self.links.unlink(key)
        if len(words) == 2 and words[0] == "link":
            return "You are linked with %s on IRC. What is pasted there is claimed for %s." % self.links.redeem(
                codes[words[1]], player, self.client.request, has_gone
            )
        return None

    def stop(self, player, is_missed):
        """Ends a player's consent and takes back what is posted of the player.

        After a missed `stop` the player may have another name: what was known by the name then ends as well.
        """
        keys, names = {self.consents.find(player)} - {None}, {player}
        if is_missed:
            keys |= {key for key, row in self.consents.all.items() if row["player"] == player}
        for key in keys:
            names.add(people.owner(self.client.request, self.consents.all[key]["anchors"]))
            self.consents.end(key)
        posted = self.state.posted() | {post.share_id for target in self.targets for post in list(target.queue)}
        own = set()
        for name in names - {None}:
            page = people.shares_of(self.client.request, name)
            older = [share_id for share_id in posted if len(page) == people.PAGE and share_id < page[-1]]
            found = people.owners(self.client.request, older)
            own |= set(page) | {share_id for share_id in older if found.get(share_id) == name}
        self.withdraw(lambda share_id: share_id in own)
        return "I post nothing of yours any more." if keys else "I post nothing of yours."

    def link_of(self, player):
        return people.find(self.client.request, self.state.lock, self.links.all, player)

    def status(self, player):
        link = self.links.all.get(self.link_of(player))
        return "%s; %s." % (
            "I post what you share" if self.consents.posts(player) else "I post nothing of yours",
            "what you paste on IRC is claimed for %s" % link["account"] if link else "you are not linked with IRC",
        )

    def say(self, text):
        try:
            self.client.request("say", room=self.room, text=text)
        except (parlor.ParlorError, parlor.AnswerLost) as error:
            log("parlor", "an answer in the room %s is lost: %s" % (self.room, error))
