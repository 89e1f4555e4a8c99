"""What leaves the server, and what it is turned into for each service."""

import unittest

import support  # noqa: F401
from grids import Post, clean, irc_lines, lines, markdown, mrkdwn
from ircwire import Line, Lines, Pace, line


def post(text, player="ana", **fields):
    return Post(dict({"share_id": 7, "player": player, "text": text}, **fields))


class Grids(unittest.TestCase):
    def test_a_header_and_rows_of_tiles_are_posted(self):
        self.assertEqual(
            lines(post("Parlor Wordle 324 2/6\n\n🟩🟩⬛\n🟩🟩🟩")), "ana · Parlor Wordle 324 2/6\n🟩🟩⬛\n🟩🟩🟩"
        )
        self.assertEqual(lines(post("Quordle 9\n\n4️⃣🟥", claimed=True)), "ana · Quordle 9 (claimed)\n4️⃣🟥")

    def test_a_row_with_a_letter_is_left_out(self):
        self.assertEqual(post("X 1 1/6\n\n🟩 crane\nмир\n⬛⬛").rows, ["⬛⬛"])

    def test_nothing_can_end_a_line_or_command_a_terminal(self):
        self.assertEqual(clean("a\x1b[31m\r\nQUIT\u202e\u2028\x00\x85b\u200d"), "a[31m  QUIT  b")
        said = post("Game\rPRIVMSG x\n\n🟩\x02\x03\x1b🟩", "an\r\na")
        self.assertTrue(all(not set("\r\n\x00\x1b\x02\x03") & set(text) for text in irc_lines(said, 350)))

    def test_a_result_has_bounds(self):
        said = post("x" * 1000 + "\n" + "\n".join(["⬛" * 50] * 500 + ["⬛" * 500]))
        self.assertEqual((len(said.header), len(said.rows), max(map(len, said.rows))), (120, 60, 50))

    def test_markdown_and_mentions_mean_nothing(self):
        self.assertEqual(
            markdown("_a_ *b* `c` ~~d~~ ||e|| # f"), "\\_a\\_ \\*b\\* \\`c\\` \\~\\~d\\~\\~ \\|\\|e\\|\\| \\# f"
        )
        for text in ("@everyone", "<@123>", "<!channel>", "<https://a.example|b>", "[a](https://a.example)"):
            for escape in (markdown, mrkdwn):
                escaped = escape(text)
                for part in ("@e", "@1", "<!", "<h", "<@", "://"):
                    self.assertNotIn(part, escaped)
        self.assertNotIn("](", markdown("[a](b)"))
        # A name can be that of a machine.
        self.assertEqual(
            lines(post("Wordle 1.492 3/6", "www.evil.com")), "www.\u200bevil.\u200bcom · Wordle 1.492 3/6"
        )
        self.assertEqual(mrkdwn("a & b < c"), "a &amp; b &lt; c")


class IrcLines(unittest.TestCase):
    def test_a_grid_is_one_line_where_it_fits_and_calls_nobody(self):
        self.assertEqual(irc_lines(post("Wordle 1 2/6\n\n🟩🟩\n🟩⬛"), 350), ["a\u200bna · Wordle 1 2/6 🟩🟩 🟩⬛"])

    def test_a_large_grid_is_several_lines_within_the_bound(self):
        said = irc_lines(post("Game\n\n" + "\n".join(["⬛" * 30] * 10)), 350)
        self.assertGreater(len(said), 2)
        self.assertEqual("".join(said).count("⬛"), 300)
        for text in said:
            self.assertLessEqual(len(text.encode()), 350)

    def test_what_is_sent_is_one_line_of_at_most_512_bytes(self):
        sent = line("PRIVMSG", "#a", last="x\r\nQUIT\n\x00\u2028" + "🟩" * 400)
        self.assertEqual((sent.count(b"\r"), sent.count(b"\n"), sent.count(b"\x00")), (1, 1, 0))
        self.assertLessEqual(len(sent), 512)
        sent.decode()

    def test_lines_are_read_with_tags_and_whatever_is_broken_in_them(self):
        heard = Line(b"@account=bea;x :bea!u@h PRIVMSG #a :b c :d\r")
        self.assertEqual(
            (heard.tags["account"], heard.nick, heard.command, heard.params),
            ("bea", "bea", "PRIVMSG", ["#a", "b c :d"]),
        )
        for raw in (b"", b"@", b":", b"@a", b":a", b" ", b"\xff\xfe", b"PRIVMSG", b"@;;= : :"):
            Line(raw)

    def test_an_endless_line_is_left_out(self):
        lines = Lines()
        for _ in range(100):
            self.assertEqual(lines.feed(b"x" * 4096), [])
        self.assertLess(len(lines._buffer), 32768)
        self.assertEqual(lines.feed(b"\nPING a\n"), [b"PING a"])

    def test_lines_come_at_the_pace_that_is_set(self):
        pace, now, sent = Pace(4, 2, 0), 0, []
        while len(sent) < 8:
            now += pace.wait(now)
            pace.spend()
            sent.append(now)
        self.assertEqual(sent, [0, 0, 0, 0, 2, 4, 6, 8])


if __name__ == "__main__":
    unittest.main()
