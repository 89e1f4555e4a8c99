"""Pasted results that come line by line, among talk."""

import unittest

import support
from pastes import QUIET_S, Pastes

ROWS = support.GRID.split("\n")


class Paste(unittest.TestCase):
    def hear(self, *lines):
        """What comes of these lines, and of silence after them."""
        pastes = Pastes()
        ended = [pastes.feed("bea", line, 0) for line in lines]
        return [text for text in ended if text] + [text for _, text in pastes.due(QUIET_S)]

    def test_a_header_and_its_rows_are_a_result(self):
        self.assertEqual(
            self.hear("hello", "Wordle 1,492 3/6", *ROWS, "phew"), ["\n".join(["Wordle 1,492 3/6", *ROWS])]
        )
        for lines in (
            ["#Worldle #123 2/6 (100%)", "🟩🟩🟩🟨⬛➡️", "🟩🟩🟩🟩🟩🎉"],
            ["Daily Quordle 1234", "4️⃣5️⃣", "6️⃣🟥"],
            ["Connections", "Puzzle #123", "🟨🟩🟨🟨", "🟨🟨🟨🟨"],
            ["Strands #1", "“Nuts”", "🔵🟡💡"],
            ["Wordle 1.492 X/6*"],
        ):
            self.assertEqual(self.hear(*lines), ["\n".join(lines)])

    def test_lines_that_the_network_holds_back_are_of_one_paste(self):
        pastes = Pastes()
        for number, line in enumerate(["Wordle 1 3/6", *ROWS]):
            # Many servers let a line pass every two seconds, and a moment more goes by.
            self.assertEqual(pastes.due(2.5 * number), [])
            self.assertIsNone(pastes.feed("bea", line, 2.5 * number))
        self.assertEqual([text for _, text in pastes.due(100)], ["\n".join(["Wordle 1 3/6", *ROWS])])

    def test_two_results_are_two(self):
        first, second = ["Wordle 1 3/6", *ROWS], ["Wordle 2 3/6", *ROWS]
        self.assertEqual(self.hear(*first, *second), ["\n".join(first), "\n".join(second)])

    def test_talk_is_no_result(self):
        self.assertEqual(
            self.hear("Wordle 2 was fun", "wordle", "connections are slow", "strands", *ROWS, "", "🟩"), []
        )

    def test_lines_of_several_people_are_kept_apart(self):
        pastes = Pastes()
        for line in ["Wordle 1 3/6", *ROWS]:
            for who in ("bea", "cem"):
                self.assertIsNone(pastes.feed(who, line, 0))
        self.assertEqual(pastes.next_s, QUIET_S)
        self.assertEqual([who for who, _ in pastes.due(QUIET_S)], ["bea", "cem"])
        self.assertIsNone(pastes.next_s)

    def test_a_paste_has_an_end(self):
        found = self.hear("Wordle 1 3/6", *["🟩" * 100] * 1000)
        self.assertEqual(len(found), 1)
        self.assertLess(len(found[0]), 2000)


if __name__ == "__main__":
    unittest.main()
