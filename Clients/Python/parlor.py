"""A client for Parlor in one file: Python 3.9 or later and nothing else.

    import parlor

    server = parlor.connect()
    trial = server.trial("wordle", puzzles=10, seed=7)
    while trial.playing:
        trial.move({"guess": "crane"})
    print(trial.report)

`connect` speaks to a server over TCP, or over standard input and output when `parlor-bots run` has started the program
(it sets PARLOR_STDIO).

A client with a token reconnects when the link is lost: it logs in with the token, resumes its rooms with `since`, so that
each event comes once, and repeats the request that had no answer, if that is safe: questions, and moves, whose `move_id`
makes the server play them once. A request that would count twice (`say`, `start`) raises AnswerLost instead.
"""

import collections
import json
import os
import random
import select
import socket
import ssl
import sys
import time


class ParlorError(Exception):
    """A request was refused and changed nothing. `code` and `what` are stable, the text is for people."""

    def __init__(self, message):
        super().__init__(message.get("message", ""))
        self.code = message.get("code", "")
        self.what = message.get("what", "")
        self.retry_after = message.get("retry_after_ms", 0) / 1000


class LinkLost(Exception):
    """The link is gone and could not be made good again."""


class AnswerLost(Exception):
    """The link was lost before the answer came: the request may have been carried out. The client is connected again."""


class _AnswerGone(LinkLost):
    """Of a server that is several machines another one has taken over: the link stays, the answer is not going to come."""


# Requests that change nothing, or nothing more when they come twice. A move is safe because of its `move_id`.
# Generated from Protocol/Table. Change it there.
_REPEATABLE = frozenset(
    [
        "about", "account", "analysis", "arena", "arena_csv", "arenas", "block", "board",
        "calendar", "cards", "challenges", "change_language", "compare", "decks", "edit_word",
        "export", "export_me", "goal", "goal_calendar", "help", "history", "house",
        "import_preview", "join", "join_arena", "languages", "leaderboard", "limits", "move",
        "open_puzzle", "opened", "pause_arena", "ping", "puzzle_results", "puzzles", "ratings",
        "rename", "replay", "results", "reveal", "rooms", "schema", "score", "scores", "search",
        "section", "seeks", "shares", "stats", "study", "theme", "timeline", "trial_report",
        "trials", "turn", "vote", "who", "words", "words_left",
    ]
)
# End of what is generated.


class _Link:
    """Lines of JSON over a socket, or over standard input and output."""

    def __init__(self, host, port, timeout, tls=False):
        self.socket, self.tls, self.timeout = None, tls, timeout
        self.buffer = bytearray()
        if host is not None:
            self.socket = socket.create_connection((host, port), timeout)
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if tls:
                # The certificate and its name are checked, against what the system trusts.
                self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=host)

    def send(self, message):
        line = json.dumps(message, ensure_ascii=False).encode() + b"\n"
        if self.socket is not None:
            self.socket.sendall(line)
        else:
            sys.stdout.buffer.write(line)
            sys.stdout.buffer.flush()

    def receive(self, seconds=None):
        """The next message; None when none came within so many seconds."""
        until = None if seconds is None else time.monotonic() + seconds
        while True:
            end = self.buffer.find(b"\n")
            if end >= 0:
                line = bytes(self.buffer[:end])
                del self.buffer[: end + 1]
                return json.loads(line)
            source = sys.stdin.fileno() if self.socket is None else self.socket
            # A record of TLS that has been read already is not seen by select.
            if until is not None and not (self.tls and self.socket.pending()):
                ready, _, _ = select.select([source], [], [], max(0, until - time.monotonic()))
                if not ready:
                    return None
            # What select has found readable does not block, unless it is a record of TLS that is of no use to us.
            try:
                if self.tls and until is not None:
                    self.socket.settimeout(0)
                piece = os.read(source, 65536) if self.socket is None else self.socket.recv(65536)
            except ssl.SSLWantReadError:
                continue
            finally:
                if self.tls:
                    self.socket.settimeout(self.timeout)
            if not piece:
                raise LinkLost("the server has closed the connection")
            self.buffer += piece

    def close(self):
        if self.socket is not None:
            self.socket.close()


class Client:
    """A session. Requests wait for their answers; what else the server says meanwhile waits in `events`.

    `timeout` is in seconds: a server that says nothing for so long is asked whether it is there (`ping`), and after twice
    that the link counts as lost. `patience`, in seconds, is how long reconnecting is tried. Without `bot` it is a person
    who plays, with a person's limits and leaderboards. With `tls` the connection goes over TLS, on port 7779 unless told
    otherwise, and only to a server whose certificate the system trusts.
    """

    def __init__(
        self, host="127.0.0.1", port=None, name=None, token=None, timeout=30, patience=300, bot=True, tls=False
    ):
        self.address, self.timeout, self.patience = (host, port or (7779 if tls else 7770)), timeout, patience
        self.tls = tls
        self.token, self.bot = None, bot
        self.events, self.current_trial = collections.deque(), None
        # By name: the `seq` of the last event, and what it takes to come back.
        self.rooms = {}
        self._resuming = set()
        self._taken_over = False
        self._next_id = 1
        self._move_prefix = "%x" % random.getrandbits(48)
        self._open()
        if token is not None:
            self.request("login", token=token, bot=bot or None)
            self.token = token
        elif name is not None:
            self.login(name, bot)

    # Requests

    def request(self, type, **fields):
        """Asks, and returns the answer; fields that are None are left out.

        Raises ParlorError when the request is refused, AnswerLost when the link was lost and the request is not one to
        repeat, LinkLost when the link could not be made good again.
        """
        # A token opens the same name again, and `puzzle` says which one is given up.
        needed = {"login": "token", "give_up": "puzzle"}.get(type)
        repeats = type in _REPEATABLE or (needed is not None and fields.get(needed) is not None)
        return self._request(type, fields, repeats)

    def _request(self, type, fields, repeats):
        message = {"type": type, "id": self._next_id}
        message.update((key, value) for key, value in fields.items() if value is not None)
        self._next_id += 1
        if type == "move":
            message.setdefault("move_id", "%s-%d" % (self._move_prefix, message["id"]))
        puzzles = self._daily_puzzles()
        while True:
            try:
                self.link.send(message)
                answer = self._answer_to(message["id"])
            except (LinkLost, OSError) as loss:
                if not isinstance(loss, _AnswerGone):
                    self._reconnect()
                # On another day a move would be played on another puzzle.
                is_other_day = type == "move" and self._daily_puzzles() != puzzles
                if not repeats or is_other_day:
                    raise AnswerLost("the link was lost before the answer to \"%s\" came" % type) from None
                continue
            if answer["type"] != "error":
                self._note_answer(message, answer)
                return answer
            if answer["code"] != "too_fast":
                raise ParlorError(answer)
            time.sleep(answer.get("retry_after_ms", 100) / 1000)

    def login(self, name=None, bot=True):
        """Claims a name; without one the guest gets a token. Either way the client can reconnect."""
        return self.request("login", name=name, bot=bot or None)

    def join(self, room, **fields):
        """Takes a seat in a room; with `since` (`{"epoch": client.hello["epoch"], "seq": …}`, as an earlier run kept them)
        what was missed comes from `event()`.
        """
        return self.request("join", room=room, **fields)

    def move(self, move, room=None, **fields):
        """Plays: typed as the game's schema says (a dict), or as a person types it (a str)."""
        key = "text" if isinstance(move, str) else "move"
        return self.request("move", room=room, **{key: move}, **fields)

    def words(self, game, list="guesses"):
        """All words of a public list."""
        words, after = [], None
        while True:
            page = self.request("words", game=game, list=list, after=after)
            words, after = words + page["words"], page.get("next")
            if after is None:
                return words

    def trial(self, game, **fields):
        """Opens a trial: puzzles=, all=, seed=, settings=, name=, send_boards=."""
        if self.token is None:
            try:
                self.login()
            except ParlorError as error:
                # It works without a token; only a lost link is then the end of it.
                if error.code not in ("too_many", "already_named"):
                    raise
        self.current_trial = trial = Trial(self)
        try:
            # A player has one trial at a time, so that opening it again is safe.
            trial._handle(self._request("trial", dict(fields, game=game), True))
        except ParlorError as error:
            if error.code != "already_playing" or trial.number == 0:
                raise
        return trial

    def event(self, timeout=None):
        """The next message that answers nothing, in order; None when none came within `timeout` seconds.

        Among them is `joined` with `"recovered": false` where the client could not catch up after a lost link and the
        room is described afresh, and `error` with `room` where it could not come back to a room.
        """
        until = None if timeout is None else time.monotonic() + timeout
        while not self.events:
            try:
                message = self._receive(until)
            except (LinkLost, OSError):
                self._reconnect()
                continue
            if message is None:
                return None
            self._note_event(message)
        return self.events.popleft()

    def close(self):
        """Says goodbye."""
        try:
            self.link.send({"type": "bye"})
        except OSError:
            pass
        self.link.close()

    # Messages

    def _receive(self, until=None):
        """The next message; None at the time `until`. A silent server is asked whether it is there."""
        while True:
            now = time.monotonic()
            silent = now - self._received_at
            if self.address[0] is None:
                wait = None if until is None else until - now
            elif silent >= 2 * self.timeout:
                raise LinkLost("the server has said nothing for %g seconds" % silent)
            else:
                if silent >= self.timeout and not self._has_pinged:
                    self.link.send({"type": "ping", "id": "alive"})
                    self._has_pinged = True
                wait = self.timeout * (2 if self._has_pinged else 1) - silent
                wait = wait if until is None else min(wait, until - now)
            message = self.link.receive(None if wait is None else max(0, wait))
            if message is not None:
                self._received_at, self._has_pinged = time.monotonic(), False
                if message.get("re") != "alive":
                    return message
            elif until is not None and time.monotonic() >= until:
                return None

    def _answer_to(self, id):
        while True:
            message = self._receive()
            if message.get("re") == id:
                return message
            self._note_event(message)
            if message["type"] == "takeover" and message["state"] == "resumed":
                raise _AnswerGone("another machine has taken over")

    def _note_answer(self, request, answer):
        type = answer["type"]
        if type in ("login", "rename", "forget_me"):
            self.you = answer["you"]
            self.token = answer.get("token", request.get("token", self.token if type != "forget_me" else None))
        elif type == "joined":
            self._note_room(answer, request.get("code"))
            if answer.get("recovered"):
                # What was missed follows.
                self.rooms[answer["room"]]["seq"] = request["since"]["seq"]
        elif type == "left":
            self.rooms.pop(answer["room"], None)
        elif answer.get("room") in self.rooms and "seq" in answer:
            # An answer that was repeated has the number that it had.
            room = self.rooms[answer["room"]]
            room["seq"] = max(room["seq"], answer["seq"])
        elif type == "replay":
            answer["replay"] = [self._receive() for _ in range(answer["count"])]

    def _note_event(self, message):
        if self.current_trial is not None and self.current_trial._handle(message):
            return
        type, name = message["type"], message.get("room")
        # Told again by the answer to `join`.
        if name in self._resuming:
            return
        if type == "announcement":
            print("*** " + message["text"], file=sys.stderr)
        if type == "error" and message.get("code") == "banned":
            raise ParlorError(message)
        if type == "closing" and message.get("reason") == "taken_over":
            self._taken_over = True
        if type == "joined":
            self._note_room(message)
        elif name in self.rooms and "seq" in message:
            if message["seq"] <= self.rooms[name]["seq"]:
                return
            self.rooms[name]["seq"] = message["seq"]
        if message.get("player") == self.you:
            if type == "left":
                self.rooms.pop(name, None)
            elif type == "renamed":
                self.you = message["name"]
        self.events.append(message)

    def _note_room(self, joined, code=None):
        known = self.rooms.get(joined["room"], {})
        self.rooms[joined["room"]] = {
            "seq": joined["seq"],
            "puzzle": joined.get("puzzle"),
            "code": code or joined.get("code") or known.get("code"),
            "watching": joined["state"] == "watching",
        }

    def _daily_puzzles(self):
        return {name: room["puzzle"] for name, room in self.rooms.items()}

    # The link

    def _open(self):
        self.link = _Link(*self.address, self.timeout, self.tls)
        self._received_at, self._has_pinged = time.monotonic(), False
        self.hello = self._receive()
        if self.hello["type"] != "hello":
            self.link.close()
            if self.hello.get("code") == "banned":
                raise ParlorError(self.hello)
            raise LinkLost(self.hello.get("message", "this is no Parlor server"))
        self.you = self.hello["you"]

    def _reconnect(self):
        """Connects again, logs in with the token, and resumes the rooms."""
        self.link.close()
        if self.address[0] is None or self.token is None:
            raise LinkLost("the link is lost, and there is no token to come back with")
        if self._taken_over:
            raise LinkLost("somebody else has logged in with the same token")
        epoch, wait, until = self.hello["epoch"], 0.05, time.monotonic() + self.patience
        while time.monotonic() < until:
            try:
                self._open()
                self._resuming = set(self.rooms)
                self._resume(dict({"type": "login", "token": self.token}, **({"bot": True} if self.bot else {})))
                for name in list(self.rooms):
                    self._resume_room(name, epoch)
                return
            except (LinkLost, OSError):
                self.link.close()
                # Not all at the same moment after a restart of the server.
                time.sleep(wait * random.uniform(0.5, 1))
                wait = min(5, wait * 1.5)
            finally:
                self._resuming = set()
        raise LinkLost("the server could not be reached for %g seconds" % self.patience)

    def _resume(self, message):
        """A request of the client's own while it comes back. Raises ParlorError when it is refused for good."""
        message = dict(message, id=self._next_id)
        self._next_id += 1
        while True:
            self.link.send(message)
            answer = self._answer_to(message["id"])
            if answer["type"] != "error":
                self._note_answer(message, answer)
                return answer
            if answer["code"] not in ("too_fast", "storage_unavailable"):
                raise ParlorError(answer)
            time.sleep(answer.get("retry_after_ms", 1000) / 1000)

    def _resume_room(self, name, epoch):
        room = self.rooms[name]
        request = {"type": "join", "room": name, "since": {"epoch": epoch, "seq": room["seq"]}}
        if room["watching"]:
            request["watching"] = True
        if room["code"] is not None:
            request["code"] = room["code"]
        try:
            joined = self._resume(request)
        except ParlorError as error:
            del self.rooms[name]
            self.events.append({"type": "error", "room": name, "code": error.code, "message": str(error)})
        else:
            if not joined.get("recovered"):
                self.events.append(joined)
        self._resuming.discard(name)


class Trial:
    """A trial that is being played: `number` is the puzzle, from 1 on, `board` its board as far as the server shows it."""

    def __init__(self, client):
        self.client, self.playing, self.report = client, True, None
        self.number, self.board, self.turns, self.outcome = 0, None, [], None

    def _handle(self, message):
        """Whether the message is one of the trial's."""
        if message["type"] in ("trial", "round") and message.get("room") == "trial":
            if message["n"] != self.number:
                self.number, self.turns = message["n"], []
            self.board = message.get("board", self.board)
        elif message["type"] == "finished" and message.get("room") == "trial":
            self.outcome = message["outcome"]
        elif message["type"] == "trial_report" and "re" not in message:
            self.report, self.playing = message, False
        else:
            return False
        return True

    def move(self, move):
        """Plays a move and returns its turn. When the puzzle is over, the next one has begun on return."""
        before, self.outcome = self.number, None
        answer = self.client.move(move, room="trial")
        self.board = answer.get("board", self.board)
        if answer.get("over"):
            self._await_next(before)
        elif self.number == before:
            self.turns.append(answer["turn"])
        return answer["turn"]

    def give_up(self):
        """Gives this puzzle up; it counts as not solved."""
        before = self.number
        try:
            self.outcome = self.client.request("give_up", room="trial", puzzle=before)["outcome"]
        except ParlorError as error:
            # The answer was lost with the link, and the puzzle has been given up before.
            if error.code not in ("other_puzzle", "not_playing"):
                raise
        self._await_next(before)

    def _await_next(self, before):
        while self.playing and self.number == before:
            try:
                self.client._note_event(self.client._receive())
            except (LinkLost, OSError):
                self.client._reconnect()


def connect(name=None, token=None, token_file=None, **options):
    """A client for the server that the environment names: PARLOR_STDIO, or PARLOR_HOST and PARLOR_PORT.

    `name` is claimed, `token` logs in to a name that was claimed before. With a `token_file` the token is read from that
    file, or written to it when the name is claimed, so that the same name can be used in every run.
    """
    if token_file is not None and os.path.exists(token_file):
        with open(token_file) as file:
            token = file.read().strip()
    if os.environ.get("PARLOR_STDIO"):
        client = Client(None, None, name, token, **options)
    else:
        host, port = os.environ.get("PARLOR_HOST", "127.0.0.1"), os.environ.get("PARLOR_PORT")
        client = Client(host, port and int(port), name, token, **options)
    if token_file is not None and token is None and client.token is not None:
        with open(os.open(token_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(client.token + "\n")
    return client
