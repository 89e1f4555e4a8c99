"""An IRC channel as a target: posts results, gives out codes, claims results that linked people paste."""

import base64
import collections
import secrets
import select
import socket
import ssl
import time

from grids import clean, irc_lines
from ircwire import Line, Lines, Pace, folded, line
from limiter import Limiter
from links import Refusal
from target import Target, log
from pastes import Pastes

SECONDS, SILENCE_S, HOLD_S, CONFIRM_S, WELL_S, LONGEST_BACKOFF = 30, 180, 60, 45, 60, 300
# The server relays `:nick!user@host PRIVMSG #channel :text` in 512 bytes. This is what a nick of 30, a user of 11 and a
# host of 63 bytes leave for channel and text.
CHANNEL_AND_TEXT_BYTES = 390
# Queued replies; replies to one account or host within REPLY_S seconds; accounts and hosts that are tracked.
REPLIES, REPLIES_EACH, REPLY_S, REPLIED = 20, 8, 15, 500
# Log lines that a server can cause in a minute; nicks that are tried for one connection.
WARNINGS, WARNINGS_S, NICKS = 6, 60, 8
WORDS = "Say link for a code that links you with a player of the game server, unlink to end that."
NOT_SENT = ("401", "403", "404", "405", "407", "411", "412", "442", "477", "482", "531")
HANDLED = (
    "PING",
    "PONG",
    "ERROR",
    "CAP",
    "AUTHENTICATE",
    "NICK",
    "JOIN",
    "KICK",
    "PART",
    "QUIT",
    "PRIVMSG",
    "001",
    "432",
    "433",
    "437",
    "902",
    "903",
    "904",
    "905",
)
NOT_JOINED = ("403", "405", "437", "470", "471", "473", "474", "475", "476", "477", "480", "489", "520")


class Dropped(Exception):
    """The connection has to be closed; the message says why."""


class IrcTarget(Target):
    def __init__(self, name, settings, state, enabled, links):
        super().__init__(name, state, enabled)
        self.settings, self.links = settings, links
        self.replied, self.warnings = Limiter(REPLIES_EACH, REPLY_S, REPLIED), Limiter(WARNINGS, WARNINGS_S)
        self._waker, self._woken = socket.socketpair()
        for end in (self._waker, self._woken):
            end.setblocking(False)

    def wake(self):
        super().wake()
        try:
            self._waker.send(b"x")
        except BlockingIOError:
            # The pipe is full: the thread wakes up anyway.
            pass

    def run(self):
        pause = 2
        while not self.stopping.is_set():
            self.has_joined, self.is_well, began_at = False, False, time.monotonic()
            try:
                self.connect()
                self.converse()
            # No input from a server must end the thread.
            except Exception as error:
                log(self.name, "the connection is lost: %s" % (getattr(error, "strerror", None) or clean(str(error))))
            finally:
                self.hang_up()
            # A server may end the connection for what is posted, after it has passed that on.
            is_well = self.is_well or self.has_joined and time.monotonic() - began_at > WELL_S
            pause = 2 if is_well else min(LONGEST_BACKOFF, pause * 2)
            self.stopping.wait(pause)

    # The connection

    def connect(self):
        host, port = self.settings["server"], self.settings["port"]
        self.socket = None
        wire = socket.create_connection((host, port), SECONDS)
        try:
            if self.settings["tls"]:
                wire = ssl.create_default_context().wrap_socket(wire, server_hostname=host)
        except (OSError, ValueError):
            wire.close()
            raise
        self.socket, self.lines, self.received_at = wire, Lines(), time.monotonic()
        self.has_pinged, self.nick, self.caps = False, self.settings["nick"], set()
        self.is_registered, self.nicks, self.confirm_at = False, 1, None
        self.join_at = self.hold_until = None
        self.is_join_open, self.began_at = False, time.monotonic()
        self.pace = Pace(self.settings["line_burst"], self.settings["line_interval"], time.monotonic())
        self.replies, self.pastes = collections.deque(), Pastes()
        self.post, self.said, self.token, self.is_refused, self.number = None, collections.deque(), None, False, 0
        self.is_reply_next = False
        self.send("CAP", "LS", "302")
        self.send("NICK", self.nick)
        self.send("USER", self.nick, "0", "*", last="Parlor's results")

    def hang_up(self):
        if getattr(self, "socket", None) is not None:
            try:
                self.send("QUIT", last="Goodbye")
            except OSError:
                pass
            self.socket.close()
            self.socket = None

    def send(self, *words, last=None):
        self.socket.settimeout(SECONDS)
        self.socket.sendall(line(*words, last=last))

    def read(self):
        """Reads up to 64 KiB without waiting."""
        self.socket.settimeout(0)
        found = []
        for _ in range(16):
            try:
                piece = self.socket.recv(4096)
            except (BlockingIOError, ssl.SSLWantReadError):
                break
            if not piece:
                raise Dropped("the server has closed it")
            self.received_at, self.has_pinged = time.monotonic(), False
            found += self.lines.feed(piece)
        return found

    def converse(self):
        while not self.stopping.is_set():
            now = time.monotonic()
            self.keep_alive(now)
            for who, text in self.pastes.due(now):
                self.claim(who, text)
            wait = self.speak(time.monotonic())
            ends = [ends for ends in (self.pastes.next_s, self.join_at, self.hold_until) if ends is not None]
            wait = min([wait] + [ends - time.monotonic() for ends in ends if ends > now])
            if not (self.settings["tls"] and self.socket.pending()):
                select.select([self.socket, self._woken], [], [], max(0, wait))
            try:
                self._woken.recv(4096)
            except BlockingIOError:
                pass
            for raw in self.read():
                self.handle(Line(raw))

    def warn(self, text):
        """Logs what a server has caused, a few times a minute."""
        if self.warnings.allows(""):
            log(self.name, text)

    def keep_alive(self, now):
        silent = now - self.received_at
        if not self.is_registered and now - self.began_at > HOLD_S:
            raise Dropped("the server has not taken the nick for %d seconds" % HOLD_S)
        if silent > SILENCE_S + SECONDS:
            raise Dropped("the server has said nothing for %d seconds" % silent)
        if silent > SILENCE_S and not self.has_pinged:
            self.has_pinged = True
            self.send("PING", "alive")
        if self.token is not None and self.confirm_at is not None and now >= self.confirm_at:
            self.confirm_at = None
            self.warn("waits: the server has not answered PING, which confirms share %d" % self.post.share_id)
        if self.join_at is not None and now >= self.join_at:
            if self.is_join_open:
                self.warn("the server has not answered JOIN; tried again")
            # Until it is answered.
            self.is_join_open, self.join_at = True, now + HOLD_S
            self.send("JOIN", self.settings["channel"], *filter(None, [self.settings["key"]]))

    # Output

    def speak(self, now):
        """Sends what the rate allows; returns the seconds until there is more to send."""
        while True:
            has_reply, has_line = bool(self.replies), self.has_line(now)
            if not has_reply and not has_line:
                return SECONDS
            wait = self.pace.wait(now)
            if wait > 0:
                return wait
            self.pace.spend()
            self.is_reply_next = has_reply and (not has_line or not self.is_reply_next)
            if self.is_reply_next:
                nick, text = self.replies.popleft()
                # Programs do not answer a NOTICE (RFC 1459), so that bots cannot loop.
                self.send("NOTICE", nick, last=text)
            else:
                self.send(*self.said.popleft())
                self.confirm_at = None if self.said else now + CONFIRM_S

    def has_line(self, now):
        """Whether a line of a result can be sent; starts the next result when the last one is confirmed."""
        if self.hold_until is not None and now >= self.hold_until:
            self.hold_until = None
        if self.post is not None and not self.is_head(self.post):
            # Withdrawn: its remaining lines are not sent.
            self.abandon()
        if self.said or self.post is not None or not self.has_joined or self.hold_until is not None:
            return bool(self.said)
        self.post = self.head()
        if self.post is None:
            return False
        # The PONG for this token confirms all lines before the PING.
        self.number += 1
        self.token, self.is_refused = "parlor-%d" % self.number, False
        channel = self.settings["channel"]
        room = CHANNEL_AND_TEXT_BYTES - len(channel.encode())
        self.said.extend(("PRIVMSG", channel, ":" + text) for text in irc_lines(self.post, room))
        self.said.append(("PING", self.token))
        return True

    def arrived(self):
        post, self.post, self.token = self.post, None, None
        if self.is_refused:
            self.hold_until = time.monotonic() + HOLD_S
            return
        self.is_well = True
        self.posted(post)
        log(self.name, "posted share %d of %s" % (post.share_id, post.player))

    def reply(self, prefix, who, text):
        """Queues a reply, within a limit per account or host."""
        # Nicks are free to change, so without an account the host counts.
        one = who if who is not None and who.startswith("account:") else prefix.split("@")[-1]
        if len(self.replies) < REPLIES and self.replied.allows(one):
            self.replies.append((prefix.split("!")[0], clean(text)))

    # Input

    def handle(self, message):
        if message.command in HANDLED:
            getattr(self, "on_" + message.command.lower())(message)
        is_about_channel = self.settings["channel"].lower() in map(str.lower, message.params)
        if message.command in NOT_SENT and is_about_channel and self.post:
            self.is_refused = True
            self.warn("the channel rejects messages: %s" % clean(message.last))
        if message.command in NOT_JOINED and not self.has_joined:
            self.warn("the channel cannot be joined: %s" % clean(message.last))
            self.is_join_open = False
            self.join_at = time.monotonic() + HOLD_S

    def on_ping(self, message):
        self.send("PONG", last=message[0])

    def on_pong(self, message):
        if self.token is not None and self.token in message.params and not self.said:
            self.arrived()

    def on_error(self, message):
        raise Dropped(message[0])

    def on_cap(self, message):
        offered = {cap.split("=")[0] for cap in message.last.split()}
        if message[1] == "LS":
            wanted = {"account-tag"} | ({"sasl"} if self.settings["account"] else set())
            self.caps |= offered & wanted
            if message[2] == "*":
                return
            if self.settings["identity"] == "account" and "account-tag" not in self.caps:
                self.warn("the server has no account-tag: nobody can link with identity = account")
            if self.settings["account"] and "sasl" not in self.caps:
                raise Dropped("the server has no SASL, with which the account would be shown")
            self.send("CAP", "REQ", last=" ".join(sorted(self.caps))) if self.caps else self.send("CAP", "END")
        elif message[1] == "ACK" and "sasl" in self.caps:
            self.send("AUTHENTICATE", "PLAIN")
        elif message[1] in ("ACK", "NAK"):
            self.caps = self.caps if message[1] == "ACK" else set()
            self.send("CAP", "END")

    def on_authenticate(self, message):
        account, password = self.settings["account"], self.settings["password"]
        shown = base64.b64encode(("%s\0%s\0%s" % (account, account, password)).encode()).decode()
        for start in range(0, len(shown) + 1, 400):
            self.send("AUTHENTICATE", shown[start : start + 400] or "+")

    def on_903(self, message):
        self.send("CAP", "END")

    def on_904(self, message):
        raise Dropped("the server does not take the account's password")

    on_902 = on_905 = on_904

    def on_433(self, message):
        """The nick is taken, not possible or held back. One of nine characters is possible everywhere."""
        # 437 is about channels as well.
        if self.is_registered or message.command == "437" and message[1][:1] in "#&+!":
            return
        if self.nicks == NICKS:
            raise Dropped("no nick such as %s is free: %s" % (self.nick, message.last))
        self.warn("the nick %s cannot be used: %s" % (self.nick, clean(message.last)))
        self.nick = self.settings["nick"][:8] + "_"
        if self.nicks > 1:
            self.nick = self.settings["nick"][:5] + "%04d" % secrets.randbelow(10000)
        self.nicks += 1
        self.send("NICK", self.nick)

    on_432 = on_437 = on_433

    def on_001(self, message):
        self.nick = message[0] or self.nick
        self.is_registered = True
        self.join_at = time.monotonic()

    def on_nick(self, message):
        if message.nick == self.nick:
            self.nick = message[0]
        # A reply, such as one with a code, is for the person: somebody else may take the nick.
        with self.changed:
            known = list(self.replies)
            self.replies.clear()
            self.replies.extend((message[0] if nick == message.nick else nick, text) for nick, text in known)

    def on_quit(self, message):
        with self.changed:
            known = list(self.replies)
            self.replies.clear()
            self.replies.extend((nick, text) for nick, text in known if nick != message.nick)

    def is_here(self, message):
        return message[0].lower() == self.settings["channel"].lower()

    def on_join(self, message):
        if message.nick == self.nick and self.is_here(message):
            self.has_joined, self.is_join_open, self.join_at = True, False, None
            self.warn("is in %s" % self.settings["channel"])

    def on_kick(self, message):
        if message[1] == self.nick and self.is_here(message):
            self.leave("sent away")

    def on_part(self, message):
        if message.nick == self.nick and self.is_here(message):
            self.leave("taken away")

    def leave(self, how):
        self.warn("was %s from %s" % (how, self.settings["channel"]))
        self.has_joined = False
        # Sent lines may be lost; the result is posted again.
        self.abandon()
        self.join_at = time.monotonic() + HOLD_S

    def abandon(self):
        self.post, self.token = None, None
        self.said.clear()

    # Users

    def identity(self, message):
        """The sender's services account, or nick!user@host if the settings trust it; None if unknown."""
        if self.settings["identity"] == "mask":
            return "mask:" + folded(message.prefix) if "!" in message.prefix and "@" in message.prefix else None
        account = message.tags.get("account")
        return "account:" + folded(account) if account and "account-tag" in self.caps else None

    def on_privmsg(self, message):
        text = clean(message[1])
        who = self.identity(message)
        if message[0].lower() == self.nick.lower():
            # CTCP requests such as VERSION and DCC are ignored.
            if not message[1].startswith("\x01") and "!" in message.prefix:
                self.handle_word(message, who, text.lower())
        elif self.is_here(message) and who is not None and self.key(who) in self.links.all:
            held = (who, message.prefix)
            ended = self.pastes.feed(held, text, time.monotonic())
            if ended is not None:
                self.claim(held, ended)

    def key(self, who):
        return "%s %s" % (self.name.replace(" ", ""), who.replace(" ", ""))

    def handle_word(self, message, who, word):
        if word not in ("link", "unlink"):
            said = WORDS
        elif who is None:
            said = "Log in to your account on this network first, so that nobody else can be taken for you."
        elif word == "unlink":
            said = self.links.unlink(self.key(who))
        else:
            said = self.code(message, self.key(who))
        self.reply(message.prefix, who, said)

    def code(self, message, key):
        nick = message.nick

        def notify(text):
            with self.changed:
                if len(self.replies) < REPLIES:
                    self.replies.append((nick, clean(text)))
            self.wake()

        try:
            code = self.links.code(key, message.prefix.split("@")[-1], notify)
        except Refusal as refusal:
            return str(refusal)
        return "Join the room of the bridge on the game server and say: link %s (good for ten minutes)" % code

    def claim(self, held, text):
        who, prefix = held
        said = self.links.claim(self.key(who), text)
        if said is not None:
            self.reply(prefix, who, said)
