"""Hangman for a Parlor server: `parlor-server check-game -- python3 hangman.py`."""
from parlor_game import Game, Refused, serve

WORDS = """anchor animal basket beacon bottle branch bridge candle carpet castle copper corner cotton desert dragon
engine falcon farmer flower forest garden ginger guitar hammer harbor island jacket jungle kettle ladder lantern magnet
marble meadow mirror monkey needle orange orchid pepper pillow planet pocket puzzle rabbit ribbon river rocket saddle
sailor shadow silver spider spring stable summer teapot temple ticket tunnel turtle valley velvet violin walnut window
winter yellow zipper""".split()


class Hangman(Game):
    info = {
        "id": "hangman", "title": "Hangman", "summary": "Guess a word letter by letter",
        "rules": ["Type a letter, such as e, or the whole word. A letter that is not in the word costs a try."],
        "modes": ["daily", "race", "together", "practice"], "puzzle_noun": "word",
        "move": {"type": "object", "required": ["guess"],
                 "properties": {"guess": {"type": "string", "minLength": 1, "maxLength": 20}}},
        "settings": {"properties": {"tries": {"type": "integer", "minimum": 3, "maximum": 12, "default": 7}}},
    }
    puzzles = len(WORDS)
    twins = [(0, 1), (6, 13)]

    def __init__(self, puzzle, settings):
        self.word, self.tries, self.guesses, self.wrong = puzzle["word"], settings["tries"], [], 0

    @classmethod
    def puzzle(cls, choice, settings):
        return {"word": WORDS[choice]}

    @classmethod
    def key(cls, puzzle):
        return str(puzzle["word"])

    @classmethod
    def solution(cls, puzzle):
        return [{"guess": puzzle["word"]}]

    @classmethod
    def parse(cls, line):
        return {"guess": line.lower()[:20]}

    def shown(self):
        known = self.word if self.word in self.guesses else self.guesses
        return [c if c in known else "·" for c in self.word]

    def is_over(self):
        return "·" not in self.shown() or self.wrong >= self.tries

    def play(self, move, player, elapsed):
        guess, before = move["guess"], self.shown()
        if self.is_over():
            raise Refused("game_over", "This game is over")
        if not (guess.isascii() and guess.isalpha() and guess.islower() and len(guess) in (1, len(self.word))):
            raise Refused("bad_guess", f"Type a letter, or a word of {len(self.word)} letters")
        if guess in self.guesses:
            raise Refused("guessed_already", "That was guessed already")
        self.guesses.append(guess)
        places = [i for i, (a, b) in enumerate(zip(before, self.shown())) if a != b]
        self.wrong += not places
        return {"secret": {"guess": guess}, "open": {"places": places}, "spent_try": not places,
                "remark": f"{guess.upper()}: {len(places)} found", "open_remark": f"{len(places)} found"}

    def tiles(self):
        return "".join("⬜" if c == "·" else "🟩" for c in self.shown())

    def keys(self):
        letters = sorted(guess for guess in self.guesses if len(guess) == 1)
        found = "".join(c.upper() for c in letters if c in self.word)
        missed = "".join(c.upper() for c in letters if c not in self.word)
        return {tile: keys for tile, keys in (("🟩", found), ("⬛", missed)) if keys}

    def board(self, viewer):
        seen = viewer != "outsider"
        left = self.tries - self.wrong
        letters = "".join(self.shown()).upper() if seen else " " * len(self.word)
        over = self.is_over()
        return {"title": "Hangman", "rows": [{"letters": letters, "tiles": self.tiles()}],
                "keys": self.keys() if seen else {},
                "prompt": "" if over else "Type a letter, or the word",
                "notes": [f"{left} tr{'y' if left == 1 else 'ies'} left"],
                "gestures": [] if over else [{"on": "key", "text": "{letters}"}]}

    def outcome(self, player):
        if not self.is_over():
            return None
        won = "·" not in self.shown()
        return {"won": won, "tries": self.wrong, "score": 1 + self.tries - self.wrong if won else 0,
                "secret": {"word": self.word}, "headline": f"{self.wrong if won else 'X'}/{self.tries}",
                "rows": [self.tiles()], "praise": "" if won else f"The word was {self.word.upper()}"}

    def progress(self, player):
        return len(self.word) - self.shown().count("·")

    def moves(self, player):
        return [] if self.is_over() else [{"guess": c} for c in "etaoinshrdlucmfwypvbgkjqxz" if c not in self.guesses]


serve(Hangman)
