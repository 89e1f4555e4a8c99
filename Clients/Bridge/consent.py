"""Who has agreed that results leave the server, and whether a name is still the same person's.

Names can be given up and taken by others, and the wire has no number for a player. So a consent holds on to a few
shares of the player's (`anchors`): the server lists each under the present name of whoever made it. While one of them
stands under the name, the name is still theirs; when none does, the consent has ended.
"""

import parlor
from outlet import log

ANCHORS, PAGE, PAGES = 5, 100, 20
SHARE_FIRST = "Share a result first, so that I can tell you from whoever takes your name later. Then say publish."


class Consents:
    """`request` asks the server."""

    def __init__(self, memory, request):
        self.memory, self.request = memory, request

    @property
    def all(self):
        return self.memory.data["consents"]

    def newest(self):
        """The newest share of all; 0 where there is none."""
        return next((entry["share_id"] for entry in self.request("shares", limit=1)["shares"]), 0)

    def agree(self, player):
        """Returns a sentence for the player. The caller saves."""
        if player in self.all and self._shares(player, self.all[player]["anchors"], 0):
            return "I post what you share already. Say stop to end that."
        try:
            own = [entry["share_id"] for entry in self.request("shares", player=player, limit=ANCHORS)["shares"]]
        except parlor.ParlorError:
            own = []
        if not own:
            return SHARE_FIRST
        newest = self.newest()
        with self.memory.lock:
            self.all[player] = {"since": newest, "anchors": own}
        return "From now on I post what you share. Say stop to end that."

    def end(self, player):
        """Whether there was a consent. The caller saves."""
        with self.memory.lock:
            return self.all.pop(player, None) is not None

    def rename(self, old, new):
        """The caller saves."""
        with self.memory.lock:
            if old in self.all:
                self.all[new] = self.all.pop(old)

    def covers(self, player, share_id):
        """Whether this result of the player's may leave the server; what does not hold any more is ended."""
        if not self.memory.may_post(player, share_id):
            return False
        consent = self.all[player]
        found = self._shares(player, consent["anchors"] + [share_id], min(consent["anchors"] + [share_id]))
        if not found & set(consent["anchors"]):
            log("consent", "of %s has ended: the name may be somebody else's now" % player)
            self.end(player)
            return False
        if share_id not in found:
            return False
        with self.memory.lock:
            consent["anchors"] = ([share_id] + [anchor for anchor in consent["anchors"] if anchor in found])[:ANCHORS]
        return True

    def _shares(self, player, wanted, least):
        """Which of the wanted shares stand under the player's name."""
        found, after = set(), None
        for _ in range(PAGES):
            try:
                page = self.request("shares", player=player, limit=PAGE, after=after)
            except parlor.ParlorError:
                return set()
            found |= {entry["share_id"] for entry in page["shares"]} & set(wanted)
            after = page.get("next")
            if after is None or page["shares"][-1]["share_id"] <= least:
                break
        return found

    def restart(self, newest):
        """The server was put back to an older state: what came after that is void. The caller saves."""
        for player, consent in list(self.all.items()):
            consent["anchors"] = [anchor for anchor in consent["anchors"] if anchor <= newest]
            consent["since"] = min(consent["since"], newest)
            if not consent["anchors"]:
                self.end(player)
