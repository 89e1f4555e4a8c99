"""Links between people on IRC and players.

The bridge gives a code to somebody on IRC; the player says it in the bridge's room. Only a player's own session can
claim in that player's name, so each link has a separate account such as `ana.irc`, whose token only the bridge has. An
account that has to be deleted, or has no link yet, is in `forgetting` until it is gone: no kill leaves an account of
which nobody has the token.
"""

import secrets
import time

import parlor
import people
from limiter import Limiter
from target import log

ALPHABET, CODE_S, CODES, CODES_PER_HOST = "abcdefghjkmnpqrstuvwxyz23456789", 600, 100, 5
WRONG_TRIES, PLAYER_CHARACTERS, CLAIMS, CLAIMS_S, FORGET_S = 5, 16, 6, 60, 10
# The server allows 60 new names per address and day; a link takes two, one of them for the token that comes first.
LINKS, LINKS_EACH, LINKS_PER_DAY, DAY_S = 500, 3, 15, 86400
UNLINKED, NOT_LINKED = "You are no longer linked, and what was claimed is gone.", "You are not linked."
UNLINKED_LATER = "You are no longer linked. What was claimed is deleted once the game server can be reached."
CANNOT_KEEP = "I cannot keep that at the moment. Say it again later."
UNREACHABLE = "The game server cannot be reached at the moment. Try again later."
LOST = (OSError, parlor.LinkLost, parlor.AnswerLost)


class Refusal(Exception):
    """A request is refused; the message is the answer."""


class Links:
    """`connect(**login)` opens a session. `data["links"]` has rows of people.py with account and token by identity."""

    def __init__(self, state, connect):
        self.state, self.connect = state, connect
        self._codes = {}
        self._wrong, self._claims = Limiter(WRONG_TRIES, CODE_S), Limiter(CLAIMS, CLAIMS_S)
        self._each, self._in_all = Limiter(LINKS_EACH, DAY_S), Limiter(LINKS_PER_DAY, DAY_S)
        self._forget_at, self._told = 0, set()

    @property
    def all(self):
        return self.state.data["links"]

    @property
    def forgetting(self):
        return self.state.data["forgetting"]

    # Codes

    def code(self, key, host, notify):
        """A new code for an IRC identity; it replaces an older one. `notify` is called once the code was used."""
        with self.state.lock:
            if key in self.all:
                raise Refusal("You are linked with %s. Say unlink first." % self.all[key]["player"])
            now = time.monotonic()
            self._codes = {code: held for code, held in self._codes.items() if held[0] != key and held[3] > now}
            of_host = sum(held[1] == host for held in self._codes.values())
            if len(self._codes) >= CODES or of_host >= CODES_PER_HOST:
                raise Refusal("Too many codes are waiting. Try again in ten minutes.")
            code = "".join(secrets.choice(ALPHABET) for _ in range(8))
            self._codes[code] = (key, host, notify, now + CODE_S)
            return code

    def burn(self, word):
        """Ends a code that was said, whatever becomes of it: others have read it. Returns what it was for, or None."""
        with self.state.lock:
            held = self._codes.pop(word.lower(), None)
        return held if held is not None and held[3] > time.monotonic() else None

    def redeem(self, held, player, request, has_gone=lambda: False):
        """Links the player who said a code, which `burn` has returned; returns the IRC identity and the new account."""
        if self._wrong.is_full(player):
            raise Refusal("Too many wrong codes. Try again in ten minutes.")
        if held is None:
            self._wrong.add(player)
            raise Refusal("That is no code, or it was used, or it is older than ten minutes.")
        key, _, notify, _ = held
        if people.find(request, self.state.lock, self.all, player) is not None or key in self.all:
            raise Refusal("You are linked already. Say unlink first.")
        anchors = people.shares_of(request, player)[: people.ANCHORS]
        if not anchors:
            raise Refusal(people.SHARE_FIRST)
        if has_gone():
            raise Refusal(people.AWAY)
        if len(self.all) >= LINKS or any(map(self._each.is_full, (player, key))) or self._in_all.is_full(""):
            raise Refusal("There were enough links today. Try again tomorrow.")
        for limiter, counted in ((self._each, player), (self._each, key), (self._in_all, "")):
            limiter.add(counted)
        opened = self._open_account(player)
        with self.state.lock:
            self.forgetting.remove(opened)
            self.all[key] = dict(opened, player=player, anchors=anchors)
            try:
                self.state.save()
            except OSError:
                self.forgetting.append({name: self.all.pop(key)[name] for name in opened})
                raise
        notify(
            "You are linked with the player %s. What you paste is claimed for %s. Say unlink to end that."
            % (player, opened["account"])
        )
        return key.split(" ", 1)[1], opened["account"]

    def _open_account(self, player):
        """A new account, which is in `forgetting` before it has its name."""
        try:
            client = self.connect()
            client.login(bot=False)
        except parlor.ParlorError as error:
            raise Refusal("No account could be made for what you paste: %s." % error) from None
        except LOST:
            raise Refusal(UNREACHABLE) from None
        opened = {"account": client.you, "token": client.token}
        try:
            with self.state.lock:
                self.forgetting.append(opened)
                self.state.save()
            opened["account"] = self._claim_name(client, player)
        finally:
            client.close()
        return opened

    def _claim_name(self, client, player):
        for ending in (".irc", ".irc2", ".irc3", ".irc4", ".irc5"):
            account = player[: PLAYER_CHARACTERS - len(ending) + 4] + ending
            try:
                client.login(account, bot=False)
                return account
            except parlor.ParlorError as error:
                if error.code != "name_taken":
                    raise Refusal("No account could be made for what you paste: %s." % error) from None
            except LOST:
                raise Refusal(UNREACHABLE) from None
        raise Refusal("No name such as %s.irc is free." % player)

    # The end of links

    def unlink(self, key):
        """Ends a link and deletes its account with all claims; returns the answer."""
        with self.state.lock:
            link = self.all.pop(key, None)
            if link is None:
                return NOT_LINKED
            ended = {"account": link["account"], "token": link["token"]}
            self.forgetting.append(ended)
            is_kept = self._save()
        if self._forget(ended):
            return UNLINKED
        if is_kept:
            self._forget_at = 0
            return UNLINKED_LATER
        with self.state.lock:
            self.forgetting.remove(ended)
            self.all[key] = link
        return CANNOT_KEEP

    def forget_due(self):
        """Tries again to delete accounts that could not be deleted."""
        now = time.monotonic()
        if now >= self._forget_at:
            self._forget_at = now + FORGET_S
            for ended in list(self.forgetting):
                self._forget(ended)

    def _forget(self, ended):
        """Returns whether the account is gone."""
        try:
            client = self.connect(token=ended["token"])
            try:
                client.request("forget_me", name=client.you)
            finally:
                client.close()
        except (*LOST, parlor.ParlorError) as error:
            # An account that is gone has no token.
            if getattr(error, "code", None) != "bad_token":
                if ended["account"] not in self._told:
                    log("links", "%s is deleted later: %s" % (ended["account"], error))
                self._told.add(ended["account"])
                return False
        with self.state.lock:
            if ended in self.forgetting:
                self.forgetting.remove(ended)
            self._save()
        return True

    def _save(self):
        try:
            self.state.save()
        except OSError:
            return False
        return True

    # Claims

    def claim(self, key, text):
        """Claims a pasted result; returns the answer, or None for no answer."""
        with self.state.lock:
            link = self.all.get(key)
            if link is None:
                return None
            if not self._claims.allows(key):
                return "That is too much at once. Paste it again in a minute."
        try:
            client = self.connect(token=link["token"])
            try:
                player = people.owner(client.request, link["anchors"])
                shared = client.request("share", text=text) if player is not None else None
            finally:
                client.close()
        except parlor.ParlorError as error:
            if error.code == "bad_token":
                self.unlink(key)
                return "The link is no longer good. Say link for another."
            # A single line that looks like a header is usually talk about a result.
            return None if error.code == "not_a_result" and "\n" not in text else str(error)
        except LOST:
            return UNREACHABLE
        if player is None:
            self.unlink(key)
            return "The link has ended, because nothing is left that you had shared. Say link for another."
        with self.state.lock:
            link["player"] = player
        log("links", "claimed share %d for %s" % (shared["share_id"], shared["player"]))
        return "Claimed for %s: %s" % (shared["player"], shared["text"].split("\n")[0])
