"""The bridge's side of IRC at a server that follows a script: what is delivered, and what strangers can make it do."""

import contextlib
import io
import json
import os
import threading
import unittest
from unittest import mock

import support
from grids import Post
from irc import IrcTarget
from ircd import ScriptedServer
from ircwire import Line
from links import Links
from state import State
from support import GRID

BEA = "@account=bea :bea!b@host "


class FakeSession:
    """Stands for a session at the game server. `down` is set while there is none; `names` has who owns ana's share."""

    down, names = False, {1: "ana"}

    def __init__(self, asked, **login):
        if self.down:
            raise ConnectionRefusedError(111, "Connection refused")
        self.asked, self.token, self.you = asked, login.get("token"), "guest-1"
        asked.add(login)

    def login(self, name=None, bot=True):
        self.asked.add({"name": name})
        self.token, self.you = "p1_guest", name or self.you

    def request(self, type, **fields):
        if self.down:
            raise ConnectionRefusedError(111, "Connection refused")
        if type == "shares":
            found = [{"share_id": id, "player": name} for id, name in self.names.items()]
            return {"shares": [entry for entry in found if fields.get("player") in (None, entry["player"])]}
        self.asked.add(dict(fields, type=type))
        return {"share_id": 1, "player": "ana.irc", "text": fields.get("text", "Wordle 1,492 3/6")}

    def close(self):
        pass


class Irc(unittest.TestCase):
    settled = 0

    def begin(self, server=None, until="JOIN #p", **fields):
        self.server = server or ScriptedServer()
        self.addCleanup(self.server.close)
        self.state = State(os.path.join(support.folder(), "state.json"))
        self.addCleanup(self.state.close)
        self.asked, enabled = support.Heard(), threading.Event()
        enabled.set()
        self.session = type("Session", (FakeSession,), {})
        self.links = Links(self.state, lambda **login: self.session(self.asked, **login))
        fields = dict(
            {
                "server": "127.0.0.1",
                "port": self.server.port,
                "tls": False,
                "nick": "parlor",
                "channel": "#p",
                "key": "",
                "account": "",
                "password": "",
                "identity": "account",
                "line_interval": 0,
                "line_burst": 4,
            },
            **fields
        )
        self.target = IrcTarget("irc", fields, self.state, enabled, self.links)
        self.target.start()
        self.addCleanup(self.end)
        self.server.until(until)

    def end(self):
        self.target.stop()
        self.target.join(support.SECONDS)
        self.assertFalse(self.target.is_alive())

    def enqueue(self, share_id, text="Parlor Wordle 324 2/6\n\n🟩🟩\n🟩⬛"):
        with self.state.lock:
            self.state.data["consents"].setdefault("1", {"player": "ana", "since": 0, "anchors": [1]})
        self.target.enqueue(Post({"share_id": share_id, "player": "ana", "text": text}, "1"))

    def redeem(self, code, player):
        return self.links.redeem(self.links.burn(code), player, self.session(support.Heard()).request)

    def link(self):
        """Links bea on IRC with ana, and waits until the bridge has said so."""
        self.server.send(BEA + "PRIVMSG parlor :link")
        code = self.server.until("link ")[-1].split("say: link ")[1].split(" ")[0]
        self.assertEqual(self.redeem(code, "ana"), ("account:bea", "ana.irc"))
        self.server.until("You are linked with the player ana")

    def settle(self):
        """Waits until the bridge has carried out what was sent to it."""
        self.settled += 1
        self.server.send("PING :done%d." % self.settled)
        self.server.until("PONG :done%d." % self.settled)

    def test_a_result_counts_once_the_server_has_carried_it_out(self):
        held = []
        self.begin(ScriptedServer(PING=lambda words: held.append(words[1]) or []))
        self.enqueue(5)
        self.server.until("PING parlor-1")
        self.assertEqual(self.target.cursor, 0)
        # The link is cut: what was said may be lost, and comes again.
        self.server.answers["PING"] = lambda words: [":s PONG s :" + words[1]]
        self.server.connection.shutdown(2)
        self.server.until("PRIVMSG #p :a\u200bna · Parlor Wordle 324 2/6 🟩🟩 🟩⬛", 2)
        self.enqueue(6)
        self.server.until("PRIVMSG #p", 3)
        with self.state.lock:
            self.assertGreaterEqual(self.target.cursor, 5)

    def test_a_result_that_the_channel_does_not_take_is_kept(self):
        self.begin(ScriptedServer(PRIVMSG=lambda words: [":s 404 parlor #p :Cannot send to channel"]))
        self.enqueue(5)
        self.server.until("PING parlor-1")
        self.settle()
        self.assertEqual(self.target.cursor, 0)
        self.assertEqual(len(self.target.queue), 1)

    def test_a_server_that_ends_the_connection_for_a_result_is_not_called_again_and_again(self):
        pauses, stopping = [], threading.Event()
        stopping.wait = lambda seconds: pauses.append(seconds)
        self.begin(ScriptedServer(PRIVMSG=lambda words: ["ERROR :Closing link: Spam filter"]))
        self.target.stopping = stopping
        self.enqueue(5)
        self.server.until("PRIVMSG #p", 6)
        stopping.set()
        self.assertEqual(pauses[:5], [4, 8, 16, 32, 64])

    def test_a_channel_that_is_not_entered_is_tried_again(self):
        for answer in ([], [":s 470 parlor #p ##p :Forwarding to another channel"]):
            with self.subTest(answer), mock.patch("irc.HOLD_S", 0.2):
                self.begin(ScriptedServer(JOIN=lambda words: answer))
                self.server.until("JOIN #p", 3)
                self.end()

    def test_a_server_that_never_welcomes_is_left(self):
        with mock.patch("irc.HOLD_S", 0.2), mock.patch("irc.SECONDS", 0.1):
            self.begin(ScriptedServer(NICK=lambda words: []), "QUIT")

    def test_a_code_follows_its_person_to_another_nick(self):
        self.begin(line_interval=60, line_burst=1)
        self.enqueue(5)
        self.server.until("PRIVMSG #p")
        self.server.send(
            BEA + "PRIVMSG parlor :link",
            ":cem!c@h PRIVMSG parlor :help",
            ":bea!b@host NICK bea2",
            ":cem!c@h QUIT :bye",
            ":eve!e@h NICK bea",
        )
        self.settle()
        self.assertEqual([nick for nick, _ in self.target.replies], ["bea2"])

    def test_a_taken_nick_and_being_sent_away_are_got_over(self):
        self.begin(
            ScriptedServer(
                NICK=lambda words: [
                    ":s 433 * parlor :In use" if words[1] == "parlor" else ":s 001 %s :Welcome" % words[1]
                ],
                JOIN=lambda words: [":parlor_!p@h JOIN :#p"],
            )
        )
        self.server.send(":op!o@h KICK #p parlor_ :out")
        self.settle()
        self.enqueue(5)
        self.settle()
        self.assertEqual([said for said in self.server.heard.items if "PRIVMSG" in said], [])

    def test_nicks_that_are_all_taken_end_the_try_with_the_reason(self):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.begin(ScriptedServer(NICK=lambda words: [":s 433 * %s :In use" % words[1]]), "QUIT")
            self.target.stop()
            self.target.join(support.SECONDS)
        nicks = [line.split(" ")[1] for line in self.server.heard.items if line.startswith("NICK")]
        self.assertEqual((len(nicks), nicks[:2]), (8, ["parlor", "parlor_"]))
        self.assertLessEqual(max(map(len, nicks)), 9)
        self.assertIn("no nick such as", said.getvalue())

    def test_a_server_cannot_fill_the_log(self):
        with contextlib.redirect_stderr(io.StringIO()) as said:
            self.begin()
            self.settle()
            self.server.send(":parlor!p@h JOIN #elsewhere", ":parlor!p@h PART #p")
            self.server.send(*[":s 403 parlor #p :no", ":parlor!p@h JOIN #p", ":parlor!p@h PART #p"] * 500)
            self.settle()
        self.assertLessEqual(said.getvalue().count("\n"), 10)
        self.assertNotIn("elsewhere", said.getvalue())

    def test_a_result_that_is_never_confirmed_is_logged(self):
        with contextlib.redirect_stderr(io.StringIO()) as said, mock.patch("irc.CONFIRM_S", 0):
            self.begin(ScriptedServer(PING=lambda words: []))
            self.enqueue(5)
            self.server.until("PING parlor-1")
            self.settle()
            self.settle()
        self.assertIn("has not answered PING, which confirms share 5", said.getvalue())

    def test_the_account_is_shown_before_anything_else(self):
        self.begin(account="parlor", password="hush")
        self.server.until("CAP END")
        said = self.server.heard.items
        self.assertIn("CAP REQ :account-tag sasl", said)
        self.assertIn("AUTHENTICATE cGFybG9yAHBhcmxvcgBodXNo", said)
        self.assertLess(said.index("AUTHENTICATE PLAIN"), said.index("CAP END"))

    def test_a_pasted_grid_is_claimed_for_whoever_was_linked_by_a_code(self):
        self.begin()
        self.link()
        rows = ["Wordle 1,492 3/6", *GRID.split("\n")]
        self.server.send(*[BEA + "PRIVMSG #p :" + row for row in rows], BEA + "PRIVMSG #p :phew")
        self.asked.until(lambda items: {"type": "share", "text": "\n".join(rows)} in items)
        self.server.until("NOTICE bea :Claimed for ana.irc: Wordle 1,492 3/6")
        self.server.send(BEA + "PRIVMSG parlor :unlink")
        self.server.until("NOTICE bea :You are no longer linked, and what was claimed is gone")
        self.assertEqual(self.links.all, {})

    def test_nobody_else_can_claim_for_them(self):
        self.begin()
        self.link()
        paste = "PRIVMSG #p :Wordle 1,492 3/6 " + GRID.replace("\n", " ")
        for who in (
            ":bea!b@host ",
            "@account=eve :bea!b@host ",
            "@account :bea!b@host ",
            "@account= :bea!b@host ",
            "@x=bea :bea!b@host ",
            "@+account=bea :bea!b@host ",
            ":irc ",
            "",
        ):
            self.server.send(who + paste, who + "PRIVMSG #p :phew", who + "PRIVMSG parlor :unlink")
        self.server.send(BEA + "PRIVMSG #other :Wordle 1,492 3/6", BEA + "NOTICE #p :Wordle 1,492 3/6")
        self.settle()
        self.assertEqual([item for item in self.asked.items if "type" in item], [])
        self.assertEqual(len(self.links.all), 1)

    def test_an_account_that_only_looks_alike_is_another(self):
        self.begin()
        self.settle()
        # The last begins with the Kelvin sign, whose lower case is k.
        heard = [Line(("@account=%s :x!x@host PRIVMSG #p :hello" % name).encode()) for name in ("Kim", "\u212aim")]
        self.assertEqual([self.target.identity(line) for line in heard], ["account:kim", "account:\u212aim"])

    def test_without_accounts_on_the_network_nobody_is_linked(self):
        self.begin(ScriptedServer(caps=""))
        self.server.send("@account=bea :eve!e@host PRIVMSG parlor :link")
        self.server.until("NOTICE eve :Log in to your account")

    def test_a_code_is_good_once_and_a_new_one_voids_the_old(self):
        self.begin()
        old = self.links.code("irc account:bea", "host", print)
        new = self.links.code("irc account:bea", "host", lambda text: None)
        self.assertNotEqual(old, new)
        for code in (old, "", "x" * 1000):
            with self.assertRaisesRegex(Exception, "That is no code"):
                self.redeem(code, "eve")
        self.redeem(new.upper(), "ana")
        with self.assertRaisesRegex(Exception, "That is no code"):
            self.redeem(new, "ana")

    def test_a_code_that_was_said_is_burnt_whoever_said_it(self):
        self.begin()
        self.link()
        code = self.links.code("irc account:bea2", "host", print)
        with self.assertRaisesRegex(Exception, "linked already"):
            self.redeem(code, "ana")
        self.assertIsNone(self.links.burn(code))

    def test_codes_have_an_end_for_each_host_and_in_all(self):
        self.begin()
        for number in range(100):
            self.links.code("irc account:%d" % number, "host%d" % (number // 5), print)
        with self.assertRaisesRegex(Exception, "Too many codes"):
            self.links.code("irc account:more", "other", print)
        self.begin()
        for number in range(5):
            self.links.code("irc mask:f%d!u@evil" % number, "evil", print)
        with self.assertRaisesRegex(Exception, "Too many codes"):
            self.links.code("irc mask:more!u@evil", "evil", print)
        self.links.code("irc mask:vic!u@good", "good", print)

    def test_links_have_an_end_for_each_identity_and_in_all(self):
        self.begin()
        for _ in range(3):
            self.redeem(self.links.code("irc account:bea", "host", lambda text: None), "ana")
            self.links.unlink("irc account:bea")
        with self.assertRaisesRegex(Exception, "enough links"):
            self.redeem(self.links.code("irc account:bea", "host", print), "ana")
        for number in range(12):
            self.session.names = {1: "ben%d" % number}
            self.redeem(self.links.code("irc account:%d" % number, "h%d" % number, lambda text: None), "ben%d" % number)
            self.links.unlink("irc account:%d" % number)
        self.session.names = {1: "cem"}
        with self.assertRaisesRegex(Exception, "enough links"):
            self.redeem(self.links.code("irc account:cem", "h", print), "cem")

    def test_who_has_shared_nothing_is_not_linked(self):
        self.begin()
        with self.assertRaisesRegex(Exception, "Share a result first"):
            self.redeem(self.links.code("irc account:eve", "host", print), "eve")

    def test_an_account_is_in_the_state_before_it_has_its_name(self):
        self.begin()
        state = []

        def login(session, name=None, bot=True):
            session.token = "p1_x"
            if name:
                with open(self.state.path) as file:
                    state.append(json.load(file)["forgetting"])
                raise ConnectionResetError(104, "killed")

        self.session.login = login
        with self.assertRaisesRegex(Exception, "cannot be reached"):
            self.redeem(self.links.code("irc account:bea", "host", print), "ana")
        self.assertEqual(state, [[{"account": "guest-1", "token": "p1_x"}]])
        self.links.forget_due()
        self.assertIn({"type": "forget_me", "name": "guest-1"}, self.asked.items)
        self.assertEqual((self.links.all, self.links.forgetting), ({}, []))

    def test_an_unlink_without_a_game_server_is_carried_out_later(self):
        self.begin()
        self.link()
        self.session.down = True
        self.server.send(BEA + "PRIVMSG parlor :unlink")
        self.server.until("NOTICE bea :You are no longer linked. What was claimed is deleted once")
        with open(self.state.path) as file:
            state = json.load(file)
        self.assertEqual((state["links"], [row["account"] for row in state["forgetting"]]), ({}, ["ana.irc"]))
        self.links.forget_due()
        self.session.down = False
        self.links._forget_at = 0
        self.links.forget_due()
        self.assertEqual(self.links.forgetting, [])

    def test_a_full_disk_ends_no_connection_and_no_link_is_lost_by_it(self):
        self.begin()
        self.link()

        def full():
            raise OSError(28, "No space left on device")

        self.state.save, self.session.down = full, True
        self.server.send(BEA + "PRIVMSG parlor :unlink")
        self.server.until("NOTICE bea :I cannot keep that")
        self.assertEqual((len(self.links.all), self.links.forgetting), (1, []))
        self.session.down = False
        self.server.send(BEA + "PRIVMSG parlor :unlink")
        self.server.until("NOTICE bea :You are no longer linked, and what was claimed is gone")
        self.settle()
        self.assertEqual(len([said for said in self.server.heard.items if said.startswith("NICK")]), 1)

    def test_a_link_follows_the_player_and_ends_with_the_player(self):
        self.begin()
        self.link()
        self.session.names = {1: "zoe"}
        self.server.send(BEA + "PRIVMSG #p :Wordle 1,492 3/6 " + GRID.replace("\n", " "), BEA + "PRIVMSG #p :phew")
        self.server.until("NOTICE bea :Claimed for ana.irc")
        self.assertEqual([link["player"] for link in self.links.all.values()], ["zoe"])
        self.session.names = {}
        self.server.send(BEA + "PRIVMSG #p :Wordle 1,493 3/6 " + GRID.replace("\n", " "), BEA + "PRIVMSG #p :phew")
        self.server.until("NOTICE bea :The link has ended")
        self.assertEqual(self.links.all, {})
        self.assertIn({"type": "forget_me", "name": "guest-1"}, self.asked.items)

    def test_several_results_pasted_together_are_all_claimed_and_too_many_are_answered(self):
        self.begin()
        self.link()
        for number in range(1, 8):
            self.server.send(BEA + "PRIVMSG #p :Wordle %d 3/6" % number, BEA + "PRIVMSG #p :" + GRID.split("\n")[0])
        self.server.send(BEA + "PRIVMSG #p :phew")
        for number in range(1, 7):
            self.server.until("NOTICE bea :Claimed for ana.irc: Wordle %d " % number)
        self.server.until("NOTICE bea :That is too much at once")

    def test_nothing_that_is_said_is_a_command(self):
        self.begin()
        self.server.send(
            BEA + "PRIVMSG parlor :\x01VERSION\x01",
            BEA + "PRIVMSG parlor :\x01DCC SEND x 1 2\x01",
            BEA + "NOTICE parlor :link",
            b"@account=bea :bea!b@h PRIVMSG parlor :link\rQUIT",
            ":x!y@z PRIVMSG parlor",
            "PRIVMSG",
            "JOIN",
            "PONG",
            ":parlor!p@h",
            "WORD :x",
            "hear_word a b",
            "CAP",
            "CAP * ACK",
            "KICK",
            "404",
            "471 a",
            b"\xff\xfe\x00\x01",
            ":s 404",
            "x" * 600,
        )
        self.server.send(":eve!e@h PRIVMSG parlor :help me\x02 \x1b[31m")
        self.server.until("NOTICE eve :Say link")
        commands = {said.split(" ")[0] for said in self.server.heard.items}
        self.assertLessEqual(commands, {"CAP", "NICK", "USER", "JOIN", "NOTICE", "PONG", "PING"})

    def test_a_flood_is_answered_a_few_times_and_results_go_on(self):
        self.begin()
        self.server.send(*[":e%d!e@host PRIVMSG parlor :help" % number for number in range(2000)])
        self.server.send(*[":e!e@host%d PRIVMSG parlor :help" % number for number in range(2000)])
        self.enqueue(5)
        self.server.until("PRIVMSG #p :a\u200bna")
        self.settle()
        notices = [said for said in self.server.heard.items if said.startswith("NOTICE")]
        self.assertLessEqual(len([said for said in notices if " e" in said and "NOTICE e :" not in said]), 8)
        self.assertLessEqual(len(notices), 508)
        self.assertLessEqual(len(self.target.replied._times), 500)

    def test_lines_go_at_the_pace_of_the_settings(self):
        self.begin(line_interval=60, line_burst=2)
        for share_id in range(5, 10):
            self.enqueue(share_id)
        self.server.until("PING parlor-1")
        self.settle()
        self.assertEqual(len([said for said in self.server.heard.items if "PRIVMSG" in said]), 1)

    def test_a_stop_holds_for_what_waits(self):
        self.begin(line_interval=60, line_burst=2)
        self.enqueue(5)
        self.enqueue(6)
        self.server.until("PING parlor-1")
        with self.state.lock:
            self.state.data["consents"].clear()
        self.target.withdraw(lambda share_id: share_id in (5, 6))
        self.settle()
        self.assertEqual(len(self.target.queue), 0)


if __name__ == "__main__":
    unittest.main()
