"""Tests of parlor.py against a server that follows a script: python3 -m unittest

A script is a list of links. Each link is a list of steps: a dict is sent, a str is the `type` of the request that must
come next (its line is kept in `heard`), a function makes what is sent from the last request, CUT closes the link.
"""

import json
import os
import socket
import tempfile
import threading
import unittest

import parlor

CUT = object()
HELLO = {"type": "hello", "protocol": 1, "epoch": "e1", "you": "guest-1"}


def answer(**fields):
    """Answers the last request, with its own type unless the fields say another."""
    return lambda request: dict({"type": request["type"], "re": request["id"]}, **fields)


LOGIN = ["login", answer(you="robo", token="p1_x")]
RETURN = [HELLO, "login", answer(you="robo")]


def joined(seq, **fields):
    return answer(type="joined", room="lunch", seq=seq, you="robo", state="waiting", players=["robo"], **fields)


def said(seq, text, **fields):
    return dict({"type": "said", "room": "lunch", "seq": seq, "player": "ana", "text": text}, **fields)


class Server(threading.Thread):
    """Follows the script, and keeps every line that it hears."""

    def __init__(self, *links):
        super().__init__(daemon=True)
        self.links, self.heard, self.fault = links, [], None
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.start()

    def run(self):
        try:
            for steps in self.links:
                connection, _ = self.listener.accept()
                self.follow(steps, connection)
            self.listener.close()
        except Exception as fault:
            self.fault = fault

    def follow(self, steps, connection):
        with connection, connection.makefile("rwb") as stream:
            for step in steps:
                if step is CUT:
                    connection.shutdown(socket.SHUT_RDWR)
                    return
                if isinstance(step, str):
                    line = stream.readline()
                    self.heard.append(json.loads(line or b"{}"))
                    if self.heard[-1].get("type") != step:
                        raise AssertionError("%s was expected, and %r came" % (step, line))
                else:
                    message = step(self.heard[-1]) if callable(step) else step
                    stream.write(json.dumps(message).encode() + b"\n" if isinstance(message, dict) else message)
                    stream.flush()
            # The client hangs up.
            stream.readline()


class Scripted(unittest.TestCase):
    def play(self, *links, **options):
        self.server = Server(*links)
        options = dict({"patience": 10, "timeout": 5}, **options)
        self.client = parlor.Client("127.0.0.1", self.server.port, **options)
        self.addCleanup(self.finish)
        return self.client

    def finish(self):
        self.client.link.close()
        self.server.join(20)
        self.assertIsNone(self.server.fault)
        self.assertFalse(self.server.is_alive(), "the script was not followed to its end")


class Names(Scripted):
    def test_a_name_is_claimed_at_once(self):
        client = self.play([HELLO, *LOGIN], name="robo")
        self.assertEqual((client.you, client.token), ("robo", "p1_x"))
        self.assertEqual(self.server.heard[0]["name"], "robo")

    def test_a_token_brings_the_same_player_back(self):
        client = self.play(RETURN, token="p1_x")
        self.assertEqual((client.you, client.token), ("robo", "p1_x"))
        self.assertEqual(self.server.heard[0]["token"], "p1_x")

    def test_a_token_file_is_written_once_for_its_owner_alone_and_read_later(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "token")
            for links in ([HELLO, *LOGIN], RETURN):
                self.server = Server(links)
                os.environ["PARLOR_PORT"] = str(self.server.port)
                self.addCleanup(os.environ.pop, "PARLOR_PORT", None)
                self.client = parlor.connect(name="robo", token_file=path)
                self.finish()
            self.assertEqual(self.server.heard[0].get("token"), "p1_x")
            self.assertEqual(os.stat(path).st_mode & 0o777, 0o600)


class Takeovers(Scripted):
    def test_what_is_not_answered_is_asked_again_on_the_same_link_where_that_is_safe(self):
        waiting, resumed = ({"type": "takeover", "state": state} for state in ("waiting", "resumed"))
        client = self.play(
            [HELLO, "move", waiting, resumed, "move", answer(type="moved", turn={"tries": 1}), "say", waiting, resumed,
             "ping", answer(type="pong")])
        self.assertEqual(client.move("crane", room="lunch")["turn"], {"tries": 1})
        first, second = self.server.heard[:2]
        self.assertEqual(first["move_id"], second["move_id"])
        with self.assertRaises(parlor.AnswerLost):
            client.request("say", room="lunch", text="hi")
        self.assertEqual(client.request("ping")["type"], "pong")
        self.assertEqual([event["state"] for event in client.events], ["waiting", "resumed"] * 2)


class Silence(Scripted):
    def test_a_silent_server_that_answers_pings_is_waited_for_also_without_a_token(self):
        quiet = ["ping", {"type": "pong", "re": "alive"}] * 2
        client = self.play([HELLO, *quiet, said(1, "at last")], timeout=0.7)
        self.assertEqual(client.event()["text"], "at last")

    def test_a_server_that_does_not_answer_pings_is_a_lost_link(self):
        client = self.play([HELLO, "ping"], timeout=0.05)
        with self.assertRaises(parlor.LinkLost):
            client.event()

    def test_an_event_can_be_waited_for_so_long(self):
        client = self.play([HELLO, "ping", answer(type="pong"), said(1, "hello")])
        self.assertIsNone(client.event(timeout=0.01))
        client.request("ping")
        self.assertEqual(client.event(timeout=10)["text"], "hello")


class CutLinks(Scripted):
    def test_what_would_count_twice_is_not_repeated(self):
        for type in ("say", "start", "create", "share"):
            with self.subTest(type):
                client = self.play([HELLO, *LOGIN, type, CUT], [*RETURN, "ping", answer(type="pong")], name="robo")
                with self.assertRaises(parlor.AnswerLost):
                    client.request(type, text="hi")
                # The client is connected again.
                client.request("ping")
                self.finish()

    def test_a_move_is_repeated_with_the_same_move_id(self):
        client = self.play(
            [HELLO, *LOGIN, "move", CUT], [*RETURN, "move", answer(type="moved", turn={})], name="robo")
        client.move("crane")
        first, second = [line for line in self.server.heard if line["type"] == "move"]
        self.assertEqual(first, second)
        self.assertTrue(first["move_id"])

    def test_a_move_of_yesterday_is_not_played_on_the_puzzle_of_today(self):
        client = self.play(
            [HELLO, *LOGIN, "join", joined(1, puzzle=324), "move", CUT],
            [*RETURN, "join", joined(9, puzzle=325, recovered=False)], name="robo")
        client.join("lunch")
        with self.assertRaises(parlor.AnswerLost):
            client.move("crane", room="lunch")

    def test_questions_are_asked_again(self):
        client = self.play([HELLO, *LOGIN, "rooms", CUT], [*RETURN, "rooms", answer(rooms=[])], name="robo")
        self.assertEqual(client.request("rooms")["rooms"], [])

    def test_a_client_without_a_token_has_lost_its_link_for_good(self):
        client = self.play([HELLO, "rooms", CUT])
        with self.assertRaises(parlor.LinkLost):
            client.request("rooms")

    def test_a_client_whose_place_was_taken_over_stays_away(self):
        client = self.play([HELLO, *LOGIN, {"type": "closing", "reason": "taken_over"}, CUT], name="robo")
        self.assertEqual(client.event()["type"], "closing")
        with self.assertRaisesRegex(parlor.LinkLost, "somebody else"):
            client.event()

    def test_too_fast_is_waited_for_and_asked_again(self):
        refused = answer(type="error", code="too_fast", message="Too fast", retry_after_ms=1)
        client = self.play([HELLO, "say", refused, "say", answer(type="said")])
        client.request("say", text="hi")

    def test_a_refusal_has_its_code(self):
        client = self.play([HELLO, "move", answer(type="error", code="not_in_word_list", message="Not in word list")])
        with self.assertRaises(parlor.ParlorError) as refused:
            client.move("xxxxx")
        self.assertEqual(refused.exception.code, "not_in_word_list")


class Rooms(Scripted):
    def test_a_room_is_resumed_with_since_and_each_event_comes_once(self):
        client = self.play(
            [HELLO, *LOGIN, "join", joined(3, code="tacos"), said(4, "four"), CUT],
            # The room describes itself, somebody talks, and the answer to `join` begins with what was missed.
            [*RETURN, {"type": "joined", "room": "lunch", "seq": 6, "you": "robo", "state": "waiting"}, said(7, "seven"),
             "join", joined(7, recovered=True), said(4, "four"), said(6, "six", **{"from": 5}), said(7, "seven"),
             said(8, "eight")], name="robo")
        client.request("join", room="lunch", code="tacos")
        self.assertEqual([client.event()["text"] for _ in range(4)], ["four", "six", "seven", "eight"])
        again = self.server.heard[-1]
        self.assertEqual(again["since"], {"epoch": "e1", "seq": 4})
        self.assertEqual(again["code"], "tacos")

    def test_a_later_run_goes_on_where_an_earlier_one_ended(self):
        client = self.play(
            [HELLO, *LOGIN, "join", joined(6, recovered=True), said(4, "four"), said(6, "six", **{"from": 5}), CUT],
            [*RETURN, "join", joined(7, recovered=True), said(7, "seven")], name="robo")
        client.join("lunch", since={"epoch": "e1", "seq": 3})
        self.assertEqual([client.event()["text"] for _ in range(3)], ["four", "six", "seven"])
        self.assertEqual(self.server.heard[-1]["since"], {"epoch": "e1", "seq": 6})

    def test_where_that_is_not_possible_the_room_is_described(self):
        client = self.play(
            [HELLO, *LOGIN, "join", joined(3), CUT], [*RETURN, "join", joined(40, recovered=False), said(41, "on")],
            name="robo")
        client.join("lunch")
        described = client.event()
        self.assertEqual((described["type"], described["seq"]), ("joined", 40))
        self.assertEqual(client.event()["text"], "on")

    def test_who_watched_watches_again_and_who_left_stays_away(self):
        client = self.play(
            [HELLO, *LOGIN, "join", answer(type="joined", room="lunch", seq=3, you="robo", state="watching"),
             "join", answer(type="joined", room="other", seq=1, you="robo", state="waiting"),
             "leave", answer(type="left", room="other", seq=2, player="robo"), CUT],
            [*RETURN, "join", joined(3, recovered=True), said(4, "four")], name="robo")
        client.request("join", room="lunch", watching=True)
        client.join("other")
        client.request("leave", room="other")
        self.assertEqual(client.event()["text"], "four")

    def test_a_room_that_is_gone_is_told_as_an_error(self):
        client = self.play(
            [HELLO, *LOGIN, "join", joined(3), CUT],
            [*RETURN, "join", answer(type="error", code="not_found", what="room", message="There is no room lunch")], name="robo")
        client.join("lunch")
        told = client.event()
        self.assertEqual((told["type"], told["room"], told["code"]), ("error", "lunch", "not_found"))

    def test_a_link_that_is_lost_again_while_coming_back_is_made_good_as_well(self):
        client = self.play(
            [HELLO, *LOGIN, "join", joined(3), CUT], [HELLO, CUT], [*RETURN, "join", CUT],
            [*RETURN, "join", joined(4, recovered=True), said(4, "four")], name="robo")
        client.join("lunch")
        self.assertEqual(client.event()["text"], "four")


class Trials(Scripted):
    def test_a_trial_whose_answer_was_lost_goes_on(self):
        under_way = {"type": "trial", "room": "trial", "seq": 1, "n": 1}
        client = self.play(
            [HELLO, *LOGIN, "trial", CUT],
            [*RETURN, under_way, "trial", answer(type="error", code="already_playing", message="You have one"), "move",
             answer(type="moved", room="trial", turn={"tries": 1})], name="robo")
        trial = client.trial("wordle")
        self.assertEqual(trial.number, 1)
        trial.move("crane")
        self.assertEqual(trial.turns, [{"tries": 1}])

    def test_the_next_puzzle_is_there_when_a_move_has_ended_one(self):
        client = self.play(
            [HELLO, *LOGIN, "trial", answer(room="trial", seq=1, n=1), "move",
             answer(type="moved", room="trial", turn={}, over=True),
             {"type": "finished", "room": "trial", "outcome": {"won": True}}, {"type": "round", "room": "trial", "n": 2}],
            name="robo")
        trial = client.trial("wordle")
        trial.move("crane")
        self.assertEqual((trial.number, trial.outcome, trial.turns), (2, {"won": True}, []))


if __name__ == "__main__":
    unittest.main()
