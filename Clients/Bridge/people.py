"""Tells players apart by their shares.

The wire identifies players by name only, and a name can pass to another player. The server lists a share under its
player's present name and uses its number once. Each row of the state about a player therefore has the numbers of some
of the player's shares, `anchors`: whoever they are listed for is that player. `player` is the last known name.

`request` is a client's; of a player who is forgotten nothing is listed.
"""

import parlor

ANCHORS, PAGE = 20, 100
SHARE_FIRST = "Share a result first, so that I can tell you from whoever takes your name later. Then say it again."
AWAY = "I was away when you said that. Say it again; link takes a new code."


def newest(request):
    """The newest share of all players, or 0."""
    return next((entry["share_id"] for entry in request("shares", limit=1)["shares"]), 0)


def shares_of(request, player):
    """The newest shares of a player, at most a page, the newest first."""
    try:
        return [entry["share_id"] for entry in request("shares", player=player, limit=PAGE)["shares"]]
    except parlor.ParlorError as error:
        # Any other refusal must not be taken for a player without shares.
        if error.code != "not_found":
            raise
        return []


def owners(request, share_ids):
    """The present names of those whose shares these are, by share; shares that are gone are missing."""
    found, left = {}, sorted(set(share_ids), reverse=True)
    while left:
        page = request("shares", after=left[0] + 1, limit=PAGE)["shares"]
        listed = {entry["share_id"]: entry["player"] for entry in page}
        found.update((share_id, listed[share_id]) for share_id in left if share_id in listed)
        left = [share_id for share_id in left if listed and share_id < min(listed)]
    return found


def owner(request, share_ids):
    """The present name of the player whose shares these are, or None if all are gone."""
    for share_id in share_ids:
        for name in owners(request, [share_id]).values():
            return name
    return None


def find(request, lock, rows, player, share_id=None):
    """The key of the player's row, or None; renews the row. With `share_id` of whoever has shared it."""
    own = shares_of(request, player)
    if share_id not in (None, *own):
        # It is gone, or the player has another name by now, or more than a page of newer shares.
        player = owner(request, [share_id])
        if player is None:
            return None
        own = shares_of(request, player)
    with lock:
        known = [(key, row["player"], row["anchors"]) for key, row in rows.items()]
    key = next((key for key, _, anchors in known if not set(own).isdisjoint(anchors)), None)
    if key is None and len(own) == PAGE:
        # The anchors may be older than the page. The page is read again, as the name may pass on between two requests.
        older = [other for other, name, anchors in known if name == player and owner(request, anchors) == player]
        key = older[0] if older and not set(own).isdisjoint(shares_of(request, player)) else None
    if share_id not in (None, *own) and owner(request, [share_id]) != player:
        return None
    with lock:
        if key in rows:
            rows[key].update(player=player, anchors=own[:ANCHORS])
    return key


def rename(rows, old, new):
    """A new name that was told; others are noticed by `find`."""
    for row in rows:
        row["player"] = new if row["player"] == old else row["player"]


def replace(rows, old, new):
    """A claim has replaced an earlier one of the same player."""
    for row in rows.values():
        row["anchors"] = [new if anchor == old else anchor for anchor in row["anchors"]]


def lose(rows, is_gone):
    """Removes anchors that are gone; returns the keys of the rows that have none left."""
    for row in rows.values():
        row["anchors"] = [anchor for anchor in row["anchors"] if not is_gone(anchor)]
    return [key for key, row in rows.items() if not row["anchors"]]
