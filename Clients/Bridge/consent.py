"""Which players have opted in.

The wire identifies players by name only, and a name can pass to another player. A consent therefore keeps a few of the
player's shares (`anchors`). The server lists shares under their player's current name: while an anchor is listed under
the name, the name still belongs to the same player. Without one the consent ends.
"""

import parlor
from target import log

ANCHORS, PAGE, PAGES = 5, 100, 20
SHARE_FIRST = "Share a result first, so that I can tell you from whoever takes your name later. Then say publish."


class Consents:
    """`request` is a client's."""

    def __init__(self, state, request):
        self.state, self.request = state, request

    @property
    def all(self):
        return self.state.data["consents"]

    def newest(self):
        """The newest share of all players, or 0."""
        return next((entry["share_id"] for entry in self.request("shares", limit=1)["shares"]), 0)

    def agree(self, player):
        """Opts a player in; returns the answer. The caller saves."""
        if player in self.all and self._shares(player, self.all[player]["anchors"], 0):
            return "I post what you share already. Say stop to end that."
        try:
            own = [entry["share_id"] for entry in self.request("shares", player=player, limit=ANCHORS)["shares"]]
        except parlor.ParlorError:
            own = []
        if not own:
            return SHARE_FIRST
        newest = self.newest()
        with self.state.lock:
            self.all[player] = {"since": newest, "anchors": own}
        return "From now on I post what you share. Say stop to end that."

    def end(self, player):
        """Opts a player out; returns whether they had opted in. The caller saves."""
        with self.state.lock:
            return self.all.pop(player, None) is not None

    def rename(self, old, new):
        """The caller saves."""
        with self.state.lock:
            if old in self.all:
                self.all[new] = self.all.pop(old)

    def covers(self, player, share_id):
        """Whether this result may be posted. Ends a consent whose name has passed to another player."""
        if not self.state.may_post(player, share_id):
            return False
        consent = self.all[player]
        found = self._shares(player, consent["anchors"] + [share_id], min(consent["anchors"] + [share_id]))
        if not found & set(consent["anchors"]):
            log("consent", "of %s has ended: the name may belong to another player now" % player)
            self.end(player)
            return False
        if share_id not in found:
            return False
        with self.state.lock:
            consent["anchors"] = ([share_id] + [anchor for anchor in consent["anchors"] if anchor in found])[:ANCHORS]
        return True

    def _shares(self, player, wanted, least):
        """Which of the wanted shares are listed under the player's name."""
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
        """The server was restored from a backup: shares after `newest` do not exist there. The caller saves."""
        for player, consent in list(self.all.items()):
            consent["anchors"] = [anchor for anchor in consent["anchors"] if anchor <= newest]
            consent["since"] = min(consent["since"], newest)
            if not consent["anchors"]:
                self.end(player)
