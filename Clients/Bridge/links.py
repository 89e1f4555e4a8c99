"""Links between people on IRC and players.

The bridge gives a code to somebody on IRC; the player says it in the bridge's room. Only a player's own session can
claim in that player's name, so each link has a separate account such as `ana.irc`, whose token only the bridge has.
"""

import secrets
import time

import parlor
from target import log

ALPHABET, CODE_S, CODES = "abcdefghjkmnpqrstuvwxyz23456789", 600, 100
WRONG_TRIES, PLAYER_CHARACTERS, CLAIM_S = 5, 16, 10
LINKS_PER_DAY, DAY_S = 3, 86400
UNLINKED, NOT_LINKED = "You are no longer linked, and what was claimed is gone.", "You are not linked."
UNREACHABLE = "The game server cannot be reached at the moment. Try again later."


class Refusal(Exception):
    """A request is refused; the message is the answer."""


class Links:
    """`connect(**login)` opens a session. `data["links"]` has player, account and token by IRC identity."""

    def __init__(self, state, connect):
        self.state, self.connect = state, connect
        self._codes, self._wrong, self._claimed, self._linked = {}, {}, {}, {}

    @property
    def all(self):
        return self.state.data["links"]

    def code(self, key, notify):
        """A new code for an IRC identity; it replaces an older one. `notify` is called once the code was used."""
        with self.state.lock:
            if key in self.all:
                raise Refusal("You are linked with %s. Say unlink first." % self.all[key]["player"])
            now = time.monotonic()
            self._codes = {code: held for code, held in self._codes.items() if held[0] != key and held[2] > now}
            if len(self._codes) >= CODES:
                raise Refusal("Too many codes are waiting. Try again in ten minutes.")
            code = "".join(secrets.choice(ALPHABET) for _ in range(8))
            self._codes[code] = (key, notify, now + CODE_S)
            return code

    def redeem(self, code, player):
        """Links the player who said the code; returns the IRC identity and the new account."""
        with self.state.lock:
            now = time.monotonic()
            self._wrong = {who: held for who, held in self._wrong.items() if held[1] > now}
            tries, ends = self._wrong.get(player, (0, now + CODE_S))
            if tries >= WRONG_TRIES:
                raise Refusal("Too many wrong codes. Try again in ten minutes.")
            if any(link["player"] == player for link in self.all.values()):
                raise Refusal("You are linked already. Say unlink first.")
            day = [at for at in self._linked.get(player, []) if at > now - DAY_S]
            if len(day) >= LINKS_PER_DAY:
                # Each link takes a new name, and the server limits these per address and day.
                raise Refusal("You have linked often enough today. Try again tomorrow.")
            key, notify, until = self._codes.pop(code.lower(), (None, None, 0))
            if until <= now:
                self._wrong[player] = (tries + 1, ends)
                raise Refusal("That is no code, or it was used, or it is older than ten minutes.")
            self._linked[player] = day + [now]
        account, token = self._open_account(player)
        with self.state.lock:
            self.all[key] = {"player": player, "account": account, "token": token}
            self.state.save()
        notify(
            "You are linked with the player %s. What you paste is claimed for %s. Say unlink to end that."
            % (player, account)
        )
        return key.split(" ", 1)[1], account

    def _open_account(self, player):
        for ending in (".irc", ".irc2", ".irc3", ".irc4", ".irc5"):
            account = player[: PLAYER_CHARACTERS - len(ending) + 4] + ending
            try:
                client = self.connect(name=account)
                client.close()
                return account, client.token
            except parlor.ParlorError as error:
                if error.code != "name_taken":
                    raise Refusal("No account could be made for what you paste: %s." % error) from None
            except (OSError, parlor.LinkLost, parlor.AnswerLost):
                raise Refusal(UNREACHABLE) from None
        raise Refusal("No name such as %s.irc is free." % player)

    def unlink(self, is_meant):
        """Ends links for which `is_meant(key, player)` is true, and deletes their accounts with all claims."""
        with self.state.lock:
            ended = [key for key, link in self.all.items() if is_meant(key, link["player"])]
            links = [self.all.pop(key) for key in ended]
            if links:
                self.state.save()
        for link in links:
            try:
                client = self.connect(token=link["token"])
                client.request("forget_me", name=link["account"])
                client.close()
            except (OSError, parlor.ParlorError, parlor.LinkLost, parlor.AnswerLost) as error:
                log("links", "%s is unlinked, but could not be forgotten: %s" % (link["account"], type(error).__name__))
        return bool(links)

    def rename(self, old, new):
        """Renames a player. The caller saves."""
        for link in self.all.values():
            if link["player"] == old:
                link["player"] = new

    def claim(self, key, text):
        """Claims a pasted result; returns the answer, or None for no answer."""
        with self.state.lock:
            link = self.all.get(key)
            now = time.monotonic()
            self._claimed = {who: until for who, until in self._claimed.items() if until > now}
            if link is None or key in self._claimed:
                return None
            self._claimed[key] = now + CLAIM_S
        try:
            client = self.connect(token=link["token"])
            try:
                shared = client.request("share", text=text)
            finally:
                client.close()
        except parlor.ParlorError as error:
            if error.code == "bad_token":
                self.unlink(lambda other, _: other == key)
                return "The link is no longer good. Say link for another."
            # A single line that looks like a header is usually talk about a result.
            return None if error.code == "not_a_result" and "\n" not in text else str(error)
        except (OSError, parlor.LinkLost, parlor.AnswerLost):
            return UNREACHABLE
        log("links", "claimed share %d for %s" % (shared["share_id"], shared["player"]))
        return "Claimed for %s: %s" % (shared["player"], shared["text"].split("\n")[0])
