"""New game, for a Parlor server: `parlor-server check-game -- python3 new_game.py` says what is wrong with it."""
from parlor_game import Game, Refused, serve


class NewGame(Game):
    info = {
        "id": "newgame", "title": "New game", "summary": "Find a number from 1 to 100", "puzzle_noun": "number",
        "rules": ["Type a number, such as 50. You are told whether the one to find is higher or lower."],
        "modes": ["daily", "race", "together", "practice"],
        # What programs send as a move, and what whoever opens a room may choose.
        "move": {"type": "object", "required": ["guess"],
                 "properties": {"guess": {"type": "integer", "minimum": 1, "maximum": 100}}},
        "settings": {"type": "object", "properties": {
            "tries": {"type": "integer", "minimum": 5, "maximum": 10, "default": 7}}},
    }
    puzzles = 100
    twins = [(0, 99), (41, 42)]

    @classmethod
    def puzzle(cls, choice, settings):
        return {"number": choice + 1}

    @classmethod
    def key(cls, puzzle):
        return str(puzzle["number"])

    @classmethod
    def solution(cls, puzzle):
        return [{"guess": puzzle["number"]}]

    # A match before its first move. What the attributes hold is the state.
    def __init__(self, puzzle, settings):
        self.number, self.tries, self.guesses = puzzle["number"], settings["tries"], []

    @classmethod
    def parse(cls, line):
        if not (line.isascii() and line.isdecimal() and 1 <= int(line[:4]) <= 100):
            raise Refused("bad_move", "Type a number from 1 to 100")
        return {"guess": int(line)}

    def is_over(self):
        return self.number in self.guesses or len(self.guesses) >= self.tries

    def hint(self, guess):
        return "right" if guess == self.number else "higher" if guess < self.number else "lower"

    # `open` is for everybody who looks on, `secret` only for those who play this very match.
    def play(self, move, player, elapsed):
        if self.is_over():
            raise Refused("game_over", "This game is over")
        self.guesses.append(move["guess"])
        hint = self.hint(move["guess"])
        return {"secret": {"guess": move["guess"]}, "open": {"hint": hint}, "remark": f"{move['guess']}: {hint}"}

    def tiles(self):
        return [{"right": "🟩", "higher": "🟦", "lower": "🟥"}[self.hint(guess)] * 3 for guess in self.guesses]

    def board(self, viewer):
        letters = ["   " if viewer == "outsider" else f"{guess:3}" for guess in self.guesses]
        rows = [{"letters": text, "tiles": tiles} for text, tiles in zip(letters, self.tiles())]
        prompt = "" if self.is_over() else "Type a number; blue: it is higher, red: it is lower"
        return {"title": self.info["title"], "rows": rows, "prompt": prompt,
                "notes": [f"{len(self.guesses)}/{self.tries}"]}

    def outcome(self, player):
        if not self.is_over():
            return None
        won, count = self.number in self.guesses, len(self.guesses)
        return {"won": won, "tries": count, "score": self.tries + 1 - count if won else 0,
                "secret": {"number": self.number}, "headline": f"{count if won else 'X'}/{self.tries}",
                "rows": self.tiles()}

    # For bots and checks.
    def moves(self, player):
        return [] if self.is_over() else [{"guess": guess} for guess in range(1, 101)]


serve(NewGame)
