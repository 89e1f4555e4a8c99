"""A client for Parlor in one file: Python 3.9 or later and nothing else.

    import parlor

    server = parlor.connect()
    trial = server.trial("wordle", puzzles=10, seed=7)
    while trial.playing:
        trial.move({"guess": "crane"})
    print(trial.report)

`connect` speaks to a server over TCP, or over standard input and output when `parlor-bots run` has started the program
(it sets PARLOR_STDIO). A lost link is made good again: the client comes back with its token and asks again what had
no answer; moves carry a `move_id`, so that none is played twice.
"""

import json
import os
import random
import socket
import sys
import time


class ParlorError(Exception):
    """A request was refused: `code` is stable, the text is for people."""

    def __init__(self, message):
        super().__init__(message.get("message", ""))
        self.code = message.get("code", "")
        self.retry_after = message.get("retry_after_ms", 0) / 1000


class LinkLost(Exception):
    """The link is gone and could not be made good again."""


class _Link:
    """Lines of JSON over a socket, or over standard input and output."""

    def __init__(self, host, port, timeout):
        self.socket = None
        if host is None:
            self.reader, self.writer = sys.stdin.buffer, sys.stdout.buffer
            return
        self.socket = socket.create_connection((host, port), timeout)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reader = self.socket.makefile("rb")
        self.writer = self.socket.makefile("wb")

    def send(self, message):
        self.writer.write(json.dumps(message, ensure_ascii=False).encode() + b"\n")
        self.writer.flush()

    def receive(self):
        while True:
            line = self.reader.readline()
            if not line.endswith(b"\n"):
                raise LinkLost("the server has closed the connection")
            if line.startswith(b"{"):
                return json.loads(line)

    def close(self):
        if self.socket is not None:
            for part in (self.reader, self.writer, self.socket):
                try:
                    part.close()
                except OSError:
                    pass


class Client:
    """A session. Requests wait for their answers; what else comes meanwhile waits in `events`."""

    def __init__(self, host="127.0.0.1", port=7770, name=None, token=None, timeout=30):
        self.address, self.timeout = (host, port), timeout
        self.name, self.token = name, token
        self.events, self.trial_under_way = [], None
        self._next = 1
        self._stem = "%x" % random.getrandbits(48)
        self._open()
        if token is not None:
            self.request("login", token=token, bot=True)

    def _open(self):
        self.link = _Link(*self.address, self.timeout)
        self.hello = self.link.receive()
        if self.hello["type"] != "hello":
            raise LinkLost(self.hello.get("message", "this is no Parlor server"))
        self.you = self.hello["you"]

    def request(self, type, **fields):
        """Asks, and returns the answer. Raises ParlorError when it is refused.

        A login makes the client able to come back; without a token a lost link is the end.
        """
        message = {"type": type, "id": self._next, **{key: value for key, value in fields.items() if value is not None}}
        self._next += 1
        if type == "move":
            message.setdefault("move_id", "%s-%d" % (self._stem, message["id"]))
        while True:
            try:
                self.link.send(message)
                answer = self._answer(message["id"])
            except (LinkLost, OSError):
                self._come_back()
                continue
            if answer["type"] != "error":
                return answer
            if answer["code"] != "too_fast":
                raise ParlorError(answer)
            time.sleep(answer.get("retry_after_ms", 100) / 1000)

    def _answer(self, id):
        while True:
            message = self.link.receive()
            if message.get("re") == id:
                return self._noted(message)
            self._note(message)

    def _noted(self, message):
        if message["type"] in ("login", "rename"):
            self.you = message["you"]
            self.token = message.get("token", self.token)
        return message

    def _note(self, message):
        if self.trial_under_way is not None and self.trial_under_way._hear(message):
            return
        self.events.append(message)

    def _come_back(self):
        """Connects again and logs in with the token; the server then describes the places that it has kept."""
        if self.address[0] is None or self.token is None:
            raise LinkLost("the link is lost, and there is no token to come back with")
        wait = 0.05
        for _ in range(40):
            self.link.close()
            try:
                self._open()
                self.link.send({"type": "login", "token": self.token, "bot": True, "id": 0})
                answer = self._answer(0)
            except (LinkLost, OSError):
                time.sleep(wait)
                wait = min(2, wait * 1.5)
                continue
            if answer["type"] == "error":
                raise ParlorError(answer)
            return
        raise LinkLost("the server cannot be reached any more")

    def event(self):
        """The next message that answers nothing, in the order in which they came."""
        while not self.events:
            self._listen()
        return self.events.pop(0)

    def _listen(self):
        try:
            self._note(self.link.receive())
        except (LinkLost, OSError):
            self._come_back()

    def login(self, name=None, bot=True):
        """Claims a name, or without one gets a token for the guest: then the client can come back."""
        return self.request("login", name=name, bot=bot)

    def move(self, move, room=None):
        """Plays: typed as the game's schema says (a dict), or as a person types it (a str)."""
        key = "text" if isinstance(move, str) else "move"
        return self.request("move", room=room, **{key: move})

    def words(self, game, list="guesses"):
        """All words of a public list."""
        words, more = [], True
        while more:
            page = self.request("words", game=game, list=list, after=words[-1] if words else None)
            words, more = words + page["words"], page["more"]
        return words

    def trial(self, game, **fields):
        """Opens a trial: puzzles=, all=, seed=, settings=, name=, board=."""
        if self.token is None:
            self.login(self.name)
        self.trial_under_way = trial = Trial(self)
        try:
            trial._hear(self.request("trial", game=game, **fields))
        except ParlorError as error:
            # The answer was lost with the link, and the server has told of the trial since.
            if error.code != "already_playing" or trial.number == 0:
                raise
        return trial

    def close(self):
        try:
            self.link.send({"type": "bye"})
        except OSError:
            pass
        self.link.close()


class Trial:
    """A trial under way: `number` is the puzzle, from 1 on, `board` its board as far as the server has shown it."""

    def __init__(self, client):
        self.client, self.playing, self.report = client, True, None
        self.number, self.board, self.turns, self.outcome = 0, None, [], None

    def _hear(self, message):
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
            # The answer was lost with the link: it has been given up before.
            if error.code not in ("other_puzzle", "not_playing"):
                raise
        self._await_next(before)

    def _await_next(self, before):
        while self.playing and self.number == before:
            self.client._listen()


def connect(name=None, token=None):
    """A client for the server that the environment names: PARLOR_STDIO, or PARLOR_HOST and PARLOR_PORT."""
    if os.environ.get("PARLOR_STDIO"):
        return Client(None, None, name, token)
    host = os.environ.get("PARLOR_HOST", "127.0.0.1")
    return Client(host, int(os.environ.get("PARLOR_PORT", "7770")), name, token)
