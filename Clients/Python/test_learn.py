"""Tests of learn.py against a server that follows a script: python3 -m unittest"""

import contextlib
import io
import os
import tempfile
import unittest
from unittest import mock

import learn
from test_parlor import CUT, HELLO, Server, answer

LOGIN = ["login", answer(you="ana", token="p1_x")]
RETURN = [HELLO, "login", answer(you="ana")]
CASA = {"word": 1, "original": "casa", "translation": "house, home", "marked": False}


def board(prompt="", **fields):
    return dict({"title": "Spanish", "rows": [], "prompt": prompt}, **fields)


def joined(board):
    return answer(type="joined", room="study", seq=1, you="ana", state="playing", players=["ana"], solo=True, board=board)


def moved(seq, board, remark=None, **turn):
    return answer(
        type="moved", room="study", seq=seq, player="ana", turn=turn, board=board, **({"remark": remark} if remark else {}))


HIDDEN = board("What does casa mean?", notes=["0 due, 2 new"], gestures=[{"on": "enter", "text": "?"}],
               actions=[{"text": "show it", "move": "?"}])
SHOWN = board("casa = house, home", gestures=[{"on": "enter", "text": "3"}],
              choices=[{"text": "again, today", "move": "1"}, {"text": "easy, 16 days", "move": "4"}])
SECOND = board("What does sol mean?")


class Learning(unittest.TestCase):
    def learn(self, arguments, *links, typed=()):
        """Runs the program with lines that are typed; returns what it prints."""
        self.server, said = Server(*links), io.StringIO()
        with tempfile.TemporaryDirectory() as folder:
            settings = {"PARLOR_PORT": str(self.server.port), "PARLOR_TOKEN_FILE": os.path.join(folder, "token")}
            with mock.patch.dict(os.environ, settings), contextlib.redirect_stdout(said):
                with mock.patch("builtins.input", side_effect=[*typed, EOFError]):
                    learn.main(["ana", *arguments])
        self.server.join(20)
        self.assertIsNone(self.server.fault)
        self.assertFalse(self.server.is_alive(), "the script was not followed to its end")
        return said.getvalue()

    def heard(self, type):
        return [line for line in self.server.heard if line["type"] == type]

    def test_a_word_is_added_and_its_language_begun(self):
        said = self.learn(
            ["add", "Spanish", "casa", "=", "house,", "home"],
            [HELLO, *LOGIN, "languages", answer(languages=[]), "add_language", answer(type="languages", languages=[]),
             "add_word", answer(type="word", language="Spanish", word=CASA, duplicate_of=7), "bye"])
        self.assertIn("casa = house, home\nYou have it already, as word 7.", said)
        self.assertEqual(self.heard("add_word")[0]["translation"], "house, home")
        self.assertNotIn("bot", self.heard("login")[0])

    def test_what_is_typed_is_judged_and_the_next_word_comes(self):
        said = self.learn(
            ["study"],
            [HELLO, *LOGIN, "study", joined(HIDDEN),
             "move", moved(2, SECOND, "Right but for a slip: casa = house, home", rating="hard", answer="typo"),
             "move", moved(3, board(), "Right: sol = sun", rating="good", answer="right"), "bye"],
            typed=["hose", "sun"])
        self.assertIn("What does casa mean? (0 due, 2 new)\n  ?  show it\n", said)
        self.assertIn("Right but for a slip: casa = house, home\n\nWhat does sol mean?", said)
        self.assertIn("2 done: that is all for today", said)
        self.assertEqual([line["text"] for line in self.heard("move")], ["hose", "sun"])
        self.assertEqual({line["room"] for line in self.heard("move")}, {"study"})

    def test_enter_alone_shows_the_other_side_with_what_each_rating_means(self):
        said = self.learn(
            ["study", "Spanish"],
            [HELLO, *LOGIN, "study", joined(HIDDEN), "move", moved(2, SHOWN, action="show"),
             "move", answer(type="error", code="bad_text", message="Say how well you knew it"),
             "move", moved(3, SECOND, rating="easy"), "bye"],
            typed=["", "what?", "4", "."])
        self.assertIn("casa = house, home\n  1  again, today\n  4  easy, 16 days\n", said)
        self.assertIn("Say how well you knew it", said)
        self.assertEqual([line["text"] for line in self.heard("move")], ["?", "what?", "4"])
        self.assertIn("\n1 done\n", said)

    def test_a_move_that_the_link_has_swallowed_is_sent_again_under_its_number(self):
        self.learn(
            ["study"],
            [HELLO, *LOGIN, "study", joined(HIDDEN), "move", CUT],
            [*RETURN, "join", joined(HIDDEN), "move", moved(2, board(), rating="good"), "bye"], typed=["house"])
        first, second = self.heard("move")
        self.assertEqual(first["move_id"], second["move_id"])

    def test_a_file_goes_in_parts_and_is_added_after_a_look(self):
        text = "".join("palabra%d,word%d\n" % (number, number) for number in range(300))
        preview = {"language": "Spanish", "new_language": True, "notes": 300, "new": 299, "first": [CASA],
                   "faults": [{"line": 4, "message": "the translation is missing"}]}
        parts = ["import", answer(bytes=2500), "import", answer(bytes=5000), "import", answer(bytes=len(text))]
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "words.csv")
            with open(path, "w", encoding="utf-8-sig", newline="") as file:
                file.write(text)
            for typed, last in (["y"], ["import_add", answer(added=299)]), ([], ["import", answer(bytes=0)]):
                said = self.learn(
                    ["import", path, "Spanish"],
                    [HELLO, *LOGIN, *parts, "import_preview", answer(**preview), *last, "bye"], typed=typed)
                self.assertIn("Spanish (a new language): 300 notes, 299 of them new", said)
                self.assertIn("  line 4: the translation is missing", said)
                self.assertIn("299 added" if typed else "Nothing was added.", said)
                sent = self.heard("import")
                self.assertEqual("".join(line["text"] for line in sent), text)
                self.assertEqual([line["at"] for line in sent], [0, 2500, 5000] + ([] if typed else [0]))

    def test_a_refusal_and_a_wrong_command_are_sentences(self):
        with self.assertRaisesRegex(SystemExit, "learn.py: You learn no Latin"):
            self.learn(
                ["study", "Latin"],
                [HELLO, *LOGIN, "study", answer(type="error", code="not_found", what="language", message="You learn no Latin"), "bye"])
        for arguments in ["add", "Spanish"], ["fly"], ["study", "a", "b"]:
            with self.assertRaisesRegex(SystemExit, "what there is to learn"):
                learn.main(["ana", *arguments])


if __name__ == "__main__":
    unittest.main()
