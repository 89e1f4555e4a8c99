"""Which players have opted in: rows of the state as people.py describes them, with `since`, the last share before."""

import people

DENIED = "The operator of this bridge does not post your results."


class Consents:
    """`request` is a client's; `denied` are names in lower case whose results are not posted."""

    def __init__(self, state, request, denied=()):
        self.state, self.request, self.denied = state, request, denied

    @property
    def all(self):
        return self.state.data["consents"]

    def find(self, player, share_id=None):
        """The key of the player's consent, or None."""
        # Guests cannot come into the bridge's room, and no name looks like a guest's.
        if not self.all or player.startswith("guest-"):
            return None
        return people.find(self.request, self.state.lock, self.all, player, share_id)

    def posts(self, player):
        """Whether what the player shares is posted."""
        return player.lower() not in self.denied and self.find(player) is not None

    def agree(self, player, has_gone=lambda: False):
        """Opts a player in; returns the answer. `has_gone` is asked whether the name may be another's by now.

        The caller saves.
        """
        if player.lower() in self.denied:
            return DENIED
        if self.find(player) is not None:
            return "I post what you share already. Say stop to end that."
        since = people.newest(self.request)
        own = people.shares_of(self.request, player)
        if not own:
            return people.SHARE_FIRST
        if has_gone():
            return people.AWAY
        with self.state.lock:
            self.all[str(own[0])] = {"player": player, "since": since, "anchors": own[: people.ANCHORS]}
        return "From now on I post what you share. Say stop to end that."

    def end(self, key):
        """Returns the player whose consent it was, or None. The caller saves."""
        with self.state.lock:
            return self.all.pop(key, {}).get("player")

    def covers(self, player, share_id):
        """The key of the consent by which this result may be posted, or None."""
        key = self.find(player, share_id)
        if key is None or self.all[key]["player"].lower() in self.denied:
            return None
        return key if self.state.may_post(key, share_id) else None
