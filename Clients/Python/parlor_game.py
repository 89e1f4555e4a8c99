"""Write a game for a Parlor server as one small class: see Protocol/GAMES.md and hangman.py beside this file.

    class Mine(Game):
        ...

    serve(Mine)

The state of a match is whatever the object's attributes hold, as JSON: numbers, texts, lists and dicts with texts as
keys. It comes from what the game is told alone: no clock, no `random`, no order of a `set`. Print for yourself as you
like: `print` goes to the server's log.
"""

import hashlib
import json
import os
import sys


class Refused(Exception):
    """A move that is refused: it costs nothing. A code for programs, a sentence for people."""

    def __init__(self, code, text):
        super().__init__(text)
        self.code, self.text = code, text


class Turns(dict):
    """Who moves when, who has dropped out, and how it ended. Seats count from 0."""

    def __init__(self, held=None):
        super().__init__(held or {"players": [], "out": [], "seat": 0, "offer": None, "end": None})

    @property
    def players(self):
        return self["players"]

    @property
    def is_over(self):
        return self["end"] is not None

    @property
    def player(self):
        """Whose turn it is; None before the match and after it."""
        return None if self.is_over or not self.players else self.players[self["seat"]]

    def seat_of(self, player):
        return self.players.index(player) if player in self.players else None

    def seat_moving(self, player):
        if self.is_over:
            raise Refused("game_over", "This game is over")
        if self.player is None or self.player != player:
            raise Refused("not_your_turn", "It is not your turn")
        return self["seat"]

    def next(self):
        """The move was made."""
        self["offer"] = None
        for _ in self.players:
            self["seat"] = (self["seat"] + 1) % len(self.players)
            if not self["out"][self["seat"]]:
                return

    def win(self, seat):
        self["end"] = seat

    def draw(self):
        self["end"] = "drawn"

    def handle(self, event, player, players):
        if self.is_over:
            raise Refused("game_over", "This game is over")
        if event == "begin":
            self["players"], self["out"] = players, [None] * len(players)
            return {}
        seat = self.seat_of(player)
        words = {"resign": ("resigned", "resigns"), "leave": ("left", "has left the match"),
                 "flag": ("out of time", "has lost on time")}
        if seat is None or self["out"][seat] or event not in [*words, "draw"]:
            raise Refused("not_here", "That is not possible in this game at the moment")
        if event == "draw":
            return self.offer_draw(player)
        self["out"][seat], said = words[event]
        left = [s for s in range(len(self.players)) if not self["out"][s]]
        if len(left) == 1:
            self.win(left[0])
        elif not left:
            self.draw()
        elif seat == self["seat"]:
            self.next()
        return {"spent_try": False, "remark": said, "open_remark": said}

    def offer_draw(self, player):
        if len(self.players) != 2:
            raise Refused("not_here", "That is not possible in this game at the moment")
        if self["offer"] == player:
            raise Refused("already_offered", "You have offered a draw already")
        agreed = self["offer"] is not None
        said = "agrees to a draw" if agreed else "offers a draw"
        if agreed:
            self.draw()
        self["offer"] = player
        return {"open": {"agreed": agreed}, "spent_try": False, "remark": said, "open_remark": said}

    def outcome(self, player, rows):
        seat = self.seat_of(player)
        if seat is None:
            return None
        why, end = self["out"][seat], self["end"]
        if why and end != "drawn":
            return {"result": "lost", "headline": f"lost ({why})", "rows": rows()}
        if end is None:
            return None
        if end == "drawn":
            return {"result": "drawn", "headline": "drawn", "rows": rows()}
        if end != seat:
            return {"result": "lost", "headline": "lost", "rows": rows()}
        other = self["out"][1 - seat] if len(self.players) == 2 else None
        return {"result": "won", "headline": f"won (the other: {other})" if other else "won", "rows": rows()}


class Chance(dict):
    """Numbers that nobody can foresee, the same in every replay: keep it as `self.chance`."""

    def __init__(self, held):
        super().__init__(held)

    def next(self):
        drawn = self.get("drawn", 0)
        self["drawn"] = drawn + 1
        altered = "/altered" if self.get("altered") == drawn else ""
        digest = hashlib.sha256(f"{self['key']}/{drawn}{altered}".encode()).digest()
        return int.from_bytes(digest[:8], "big")

    def number(self, below):
        """From 0 up to but not including `below`."""
        product = self.next() * below
        while (product & (2**64 - 1)) < 2**64 % below:
            product = self.next() * below
        return product >> 64

    def shuffle(self, items):
        for last in range(len(items) - 1, 0, -1):
            other = self.number(last + 1)
            items[last], items[other] = items[other], items[last]


class Game:
    """A match before its first move is `Mine(puzzle, settings)`. Leave out what your game does without."""

    info = {}  # for the lobby: id, title, summary, rules, modes, seats and schemas
    puzzles = "none"  # how many there are; or "none", "chance", "seeded"
    twins = []  # pairs of puzzles, by number, that look alike at the start
    players_see_all = False

    def __init__(self, puzzle, settings):
        pass

    @classmethod
    def puzzle(cls, choice, settings):
        """The puzzle of a number, or made from a seed: any JSON that is not null."""

    @classmethod
    def key(cls, puzzle):
        """Equal for two puzzles that give each other away."""
        return json.dumps(puzzle, sort_keys=True)

    @classmethod
    def solution(cls, puzzle):
        """Moves that win."""
        return []

    @classmethod
    def parse(cls, line):
        """Reads what a person types."""
        raise Refused("bad_move", "That is no move")

    # def admit(cls, move, puzzle): refuses what is in no word list; not asked when a match is replayed.
    admit = None

    def play(self, move, player, elapsed):
        """Changes the match and returns the turn: open, secret, hands, spent_try, remark, open_remark."""
        raise Refused("bad_move", "That is no move")

    def tick(self, event, player, players, elapsed):
        raise Refused("not_here", "That is not possible in this game at the moment")

    def board(self, viewer):
        """The viewer is a player's number, "informed" or "outsider"."""
        return {"title": self.info["title"], "rows": []}

    def outcome(self, player):
        return None

    def moves(self, player):
        """What the player may do now, for bots; empty where that is too much to list."""
        return []

    def progress(self, player):
        return 0

    def missed(self, player):
        return []

    def time_is_up(self, player):
        return None

    def to_move(self):
        return []

    def deadline(self):
        return None


class TurnGame(Game):
    """Players move one after the other: `self.turns` knows whose turn it is. Call its next, win or draw."""

    def __init__(self, puzzle, settings):
        self.turns = Turns()

    def tick(self, event, player, players, elapsed):
        return self.turns.handle(event, player, players)

    def to_move(self):
        return [] if self.turns.player is None else [self.turns.player]

    def outcome(self, player):
        def rows():
            board = self.board("outsider")
            grids = [part.get("rows", []) for part in board.get("parts", [])]
            return [row["tiles"] for row in sum(grids, board.get("rows", []))]

        return self.turns.outcome(player, rows)


def cell(text):
    """`b3` or `1,2` as [column, row] from 0; None for anything else."""
    text = text.strip().lower()
    if text[:1].isalpha() and text[0].isascii() and text[1:].isdecimal() and text[1:].isascii() and len(text) < 5:
        return [ord(text[0]) - ord("a"), int(text[1:]) - 1]
    parts = text.split(",")
    good = len(parts) == 2 and all(part.isdecimal() and part.isascii() and len(part) < 4 for part in parts)
    return [int(part) for part in parts] if good else None


def cell_name(place):
    return f"{chr(ord('A') + place[0])}{place[1] + 1}"


def cells(width, height):
    """All places of a field, row by row."""
    return [[x, y] for y in range(height) for x in range(width)]


def rows(width, height, letter, looks):
    """Rows of a board: `letter` of each place, under the tile that `looks` has for it."""
    lines = ["".join(letter([x, y]) for x in range(width)) for y in range(height)]
    return [{"letters": line, "tiles": "".join(looks[c] for c in line)} for line in lines]


def complaint(schema, value):
    """What a JSON Schema has against a value; None where it fits. As much of the language as moves need."""
    if "const" in schema and (value != schema["const"] or type(value) is not type(schema["const"])):
        return f"it is not {json.dumps(schema['const'])}"
    if "enum" in schema and value not in schema["enum"]:
        return "it is none of the values"
    if "oneOf" in schema and sum(complaint(part, value) is None for part in schema["oneOf"]) != 1:
        return "it is none of the forms that a move has"
    types = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}
    kind = schema.get("type")
    if kind and (not isinstance(value, types[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return f"it is not of the type {kind}"
    if isinstance(value, dict):
        for name in schema.get("required", []):
            if name not in value:
                return f'"{name}" is missing'
        known = schema.get("properties", {})
        return next((f'"{n}": {c}' for n, v in value.items() if n in known and (c := complaint(known[n], v))), None)
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", 1000):
            return "it has too few elements or too many"
        return next((c for v in value if (c := complaint(schema.get("items", {}), v))), None)
    if isinstance(value, str):
        good = schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", 1000)
        return None if good else "it is too short or too long"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        good = schema.get("minimum", value) <= value <= schema.get("maximum", value)
        return None if good else "it is too small or too large"
    return None


class Server:
    def __init__(self, game):
        self.game = game

    def hello(self, ask):
        game = self.game
        if 1 not in ask["versions"]:
            raise Refused("version", "This program speaks version 1")
        return {"version": 1, "game": game.info, "puzzles": game.puzzles, "vocabulary": game.admit is not None,
                "twins": game.twins, "players_see_all": game.players_see_all}

    def puzzle(self, ask):
        puzzle = self.game.puzzle(ask["number"] if "number" in ask else ask["seed"], ask["settings"])
        return {"puzzle": puzzle, "key": self.game.key(puzzle), "solution": self.game.solution(puzzle)}

    def start(self, ask):
        return self.position(self.game(ask["puzzle"], ask["settings"]), ask)

    def play(self, ask):
        match, move = self.restored(ask["state"]), self.move(ask)
        if self.game.admit and not ask.get("logged"):
            self.game.admit(move, ask["puzzle"])
        turn = match.play(move, ask["player"], ask["elapsed"])
        return {"move": move, "turn": turn, **self.position(match, ask)}

    def tick(self, ask):
        match = self.restored(ask["state"])
        turn = match.tick(ask["event"], ask.get("player"), ask.get("players", []), ask["elapsed"])
        return {"turn": turn, **self.position(match, ask)}

    def view(self, ask):
        return {"views": self.views(self.restored(ask["state"]), ask)}

    def read(self, ask):
        move = self.move(ask)
        if self.game.admit and "puzzle" in ask:
            self.game.admit(move, ask["puzzle"])
        return {"move": move}

    def move(self, ask):
        if "text" in ask:
            return self.game.parse(ask["text"])
        schema, move = self.game.info.get("move", {}), ask["move"]
        wrong = complaint(schema, move) if isinstance(move, dict) else "it is no object"
        if wrong:
            raise Refused("bad_move", f"That is not a move of {self.game.info['title']}: {wrong}")
        form = next((f for f in schema.get("oneOf", []) if complaint(f, move) is None), schema)
        return {name: move[name] for name in move if name in form.get("properties", move)}

    def restored(self, state):
        match = self.game.__new__(self.game)
        match.__dict__ = state
        for name, kind in (("turns", Turns), ("chance", Chance)):
            if name in state:
                state[name] = kind(state[name])
        return match

    def position(self, match, ask):
        views = {"views": self.views(match, ask)} if "views" in ask else {}
        return {"state": match.__dict__, "to_move": match.to_move(), "deadline": match.deadline(), **views}

    def views(self, match, ask):
        return [self.one_view(match, viewer) for viewer in ask["views"]]

    def one_view(self, match, viewer):
        view = {"board": match.board(viewer)}
        if not isinstance(viewer, str):
            view["outcome"] = match.outcome(viewer)
            view["progress"] = match.progress(viewer)
            if view["outcome"] is not None:
                view["missed"] = match.missed(viewer)
            else:
                view["moves"] = match.moves(viewer)
                view["time_is_up"] = match.time_is_up(viewer)
        return view


def serve(game):
    """Answers the server's questions until its input ends."""
    sys.stdout = sys.stderr
    server = Server(game)
    read = json.JSONDecoder().decode
    write = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), check_circular=False).encode
    for line in sys.stdin.buffer:
        ask = read(line.decode())
        try:
            answer = getattr(server, ask["ask"])(ask)
        except Refused as refused:
            answer = {"refused": {"code": refused.code, "text": refused.text}}
        answer["id"] = ask["id"]
        line = (write(answer) + "\n").encode()
        while line:
            line = line[os.write(1, line):]
