"""The bridge at a real game server: who is posted, what is taken back, and what goes wrong."""

import json
import os
import re
import resource
import subprocess
import sys
import time
import unittest

import support
from ircd import ScriptedServer
from support import BridgeProcess, DiscordLimits, GameServer, Service, ok, say, settings, share


def numbers(service):
    return [
        int(request.body["content"].split("Wordle ")[1].split(" ")[0].replace(",", "")) for request in service.accepted
    ]


@unittest.skipUnless(support.HAS_SERVER and support.HAS_OPENSSL, "needs PARLOR_SERVER and openssl")
class Relays(unittest.TestCase):
    def setUp(self):
        self.server = GameServer()
        self.addCleanup(self.server.kill)
        self.discord = self.service(DiscordLimits(50))
        self.bridge = None

    def service(self, *answers):
        service = Service(*answers)
        self.addCleanup(service.close)
        return service

    def start(self, **sections):
        sections = sections or {"discord": {"webhook": self.discord.address + "/api/webhooks/1/hush"}}
        self.bridge = BridgeProcess(settings(self.server, **sections))
        self.addCleanup(lambda: self.bridge.process.poll() is None and self.bridge.kill())
        self.bridge.until("is in the room")
        # Only from then on it knows what it has missed.
        self.bridge.until_state(lambda state: state["rooms"])

    def player(self, name, agrees=True):
        player = self.server.player(name, patience=support.SECONDS)
        self.addCleanup(player.close)
        if agrees:
            share(player, 1)
            self.assertIn("From now on", say(player, "bridge", "publish"))
        return player

    def test_nothing_leaves_of_anybody_who_has_not_agreed(self):
        self.start()
        ben, ana = self.player("ben", agrees=False), self.player("ana")
        self.assertIn("Share a result first", say(ben, "bridge", "publish"))
        self.assertIn("nothing of yours", say(ben, "bridge", "status"))
        for number in (10, 11, 12):
            share(ben, number)
        share(ana, 20)
        self.discord.until_accepted(1)
        self.assertEqual(numbers(self.discord), [20])
        # What was shared before somebody agreed stays here.
        self.assertIn("From now on", say(ben, "bridge", "publish"))
        share(ben, 13)
        self.discord.until_accepted(2)
        self.assertEqual(numbers(self.discord), [20, 13])
        self.assertEqual(self.bridge.stop(), 0)
        self.assertFalse([said for said in self.bridge.said.items if "hush" in said])

    def test_guests_do_not_come_into_the_room(self):
        self.start()
        with self.assertRaises(support.parlor.ParlorError) as refused:
            self.server.player().join("bridge")
        self.assertEqual(refused.exception.code, "not_logged_in")

    def test_stop_holds_at_once_for_what_waits_and_deletes_what_was_posted(self):
        self.start()
        ana, ben = self.player("ana"), self.player("ben")
        share(ana, 20)
        self.discord.until_accepted(1)
        pause = [(429, {}, b'{"retry_after": 1}')] * 2
        with self.discord.heard.changed:
            self.discord.answers[:0] = [lambda request, answer=answer: answer for answer in pause]
        share(ana, 21)
        self.discord.heard.until(lambda items: [item for item in items if item.status == 429])
        self.assertIn("nothing of yours any more", say(ana, "bridge", "stop"))
        self.discord.heard.until(
            lambda items: [item for item in items if item.method == "DELETE" and item.status == 204]
        )
        share(ana, 22)
        share(ben, 30)
        self.discord.heard.until(lambda _: 30 in numbers(self.discord))
        self.assertEqual(numbers(self.discord), [20, 30])

    def test_a_stop_that_was_said_while_the_bridge_was_down_is_heard_before_anything_is_posted(self):
        self.start()
        ana, ben = self.player("ana"), self.player("ben")
        self.bridge.kill()
        share(ana, 20)
        ana.request("say", room="bridge", text="stop")
        share(ben, 30)
        self.bridge.start()
        self.discord.until_accepted(1)
        share(ben, 31)
        self.discord.until_accepted(2)
        self.assertEqual(numbers(self.discord), [30, 31])

    def test_a_missed_stop_holds_for_a_player_who_has_taken_another_name(self):
        self.start()
        ana, ben = self.player("ana"), self.player("ben")
        share(ana, 20)
        self.bridge.until("posted share 3")
        self.bridge.kill()
        ana.request("rename", name="anna")
        ana.request("say", room="bridge", text="stop")
        ana.request("leave", room="bridge")
        ana.request("rename", name="zoe")
        share(ana, 21)
        share(ben, 30)
        self.bridge.start()
        self.discord.until_accepted(2)
        self.assertEqual(numbers(self.discord), [20, 30])
        self.discord.heard.until(lambda items: [item for item in items if item.method == "DELETE"])
        self.assertEqual([row["player"] for row in self.bridge.state["consents"].values()], ["ben"])

    def test_a_name_passes_on_without_what_its_player_has_said(self):
        self.start()
        ana, ben = self.player("ana"), self.player("ben")
        share(ben, 20)
        self.discord.until_accepted(1)
        # In the bridge's room a new name is told; elsewhere it is not.
        ana.request("rename", name="anna")
        ben.request("leave", room="bridge")
        ben.request("rename", name="bernd")
        for number, name in ((40, "ana"), (41, "ben")):
            share(self.player(name, agrees=False), number)
        share(ben, 50)
        share(ana, 51)
        self.discord.until_accepted(3)
        self.assertEqual(numbers(self.discord), [20, 50, 51])
        self.assertIn("anna · ", self.discord.accepted[2].body["content"])
        # `stop` takes back what is one's own, by whatever name it was posted.
        other = self.player("ben2", agrees=False)
        self.assertIn("nothing of yours.", say(other, "bridge", "stop"))
        self.assertIn("I post what you share;", say(ben, "bridge", "status"))
        self.assertIn("nothing of yours any more", say(ben, "bridge", "stop"))
        self.discord.heard.until(
            lambda items: len([item for item in items if item.method == "DELETE" and item.status == 204]) == 2
        )
        self.assertEqual([row["player"] for row in self.bridge.state["consents"].values()], ["anna"])

    def test_the_next_owner_of_a_name_deletes_nothing(self):
        self.start()
        ana = self.player("ana")
        share(ana, 20)
        self.bridge.until("posted share 2")
        ana.request("leave", room="bridge")
        ana.request("rename", name="zoe")
        eve = self.player("ana", agrees=False)
        share(eve, 30)
        self.assertIn("I post nothing of yours;", say(eve, "bridge", "status"))
        say(eve, "bridge", "stop")
        share(ana, 21)
        self.discord.until_accepted(2)
        self.assertEqual([item.method for item in self.discord.heard.items], ["POST", "POST"])

    def test_a_publish_that_was_said_while_the_bridge_was_down_is_asked_for_again(self):
        self.start()
        eve, vic = self.player("eve", agrees=False), self.player("vic", agrees=False)
        share(eve, 1)
        share(vic, 2)
        eve.join("bridge")
        self.bridge.kill()
        eve.request("say", room="bridge", text="unlink")
        eve.request("say", room="bridge", text="publish")
        eve.request("leave", room="bridge")
        eve.request("rename", name="eve2")
        vic.request("rename", name="eve")
        watcher = self.player("watcher", agrees=False)
        watcher.join("bridge")
        self.bridge.start()
        until = time.monotonic() + support.SECONDS
        said = []
        while len(said) < 2 and time.monotonic() < until:
            said += filter(lambda text: text.startswith("eve: "), [(watcher.event(timeout=1) or {}).get("text", "")])
        self.assertEqual(["I was away" in text for text in said], [True, True])
        self.assertEqual(self.bridge.state["consents"], {})

    def test_an_opt_in_that_ends_with_the_shares_before_it_is_told(self):
        self.start()
        ana = self.player("ana", agrees=False)
        first = share(ana, 1)
        say(ana, "bridge", "publish")
        ana.request("unshare", share_id=first)
        until, said = time.monotonic() + support.SECONDS, ""
        while "any more" not in said and time.monotonic() < until:
            said = (ana.event(timeout=1) or {}).get("text", "")
        self.assertIn("ana: I post nothing of yours any more", said)

    def test_a_result_that_is_taken_back_or_replaced_is_deleted(self):
        self.start()
        ana = self.player("ana")
        first = share(ana, 20)
        self.bridge.until("posted share %d" % share(ana, 21))
        self.bridge.kill()
        ana.request("unshare", share_id=first)
        self.bridge.start()
        deleted = lambda count: self.discord.heard.until(  # noqa: E731
            lambda items: len({item.path for item in items if item.method == "DELETE"}) == count
        )
        deleted(1)
        share(ana, 21)
        deleted(2)
        self.bridge.until("posted share 4")
        ana.request("forget_me", name="ana")
        deleted(3)
        self.bridge.until_state(lambda state: state["consents"] == {})

    def test_more_than_the_server_tells_again_is_looked_up(self):
        self.server.kill()
        self.server.flags += ["--limit", "resume_events=16"]
        self.server.start()
        self.start()
        ana = self.player("ana")
        gone = share(ana, 20)
        self.bridge.until("posted share %d" % gone)
        self.bridge.kill()
        for number in range(100, 350):
            share(ana, number)
        ana.request("unshare", share_id=gone)
        self.discord.answers[:] = [DiscordLimits(5000)]
        self.bridge.start()
        self.discord.heard.until(lambda items: [item for item in items if item.method == "DELETE"])
        self.discord.heard.until(lambda _: len(self.discord.accepted) > 4)
        self.bridge.kill()
        state = self.bridge.state
        self.assertEqual(numbers(self.discord)[:5], [20, 100, 101, 102, 103])
        self.assertLess(state["targets"]["discord"]["cursor"], 110)

    def test_a_place_that_is_broken_keeps_no_other_waiting(self):
        broken = self.service(lambda request: (500, {}, b""))
        gone = self.service(lambda request: (404, {}, b""))
        self.start(
            discord={"webhook": self.discord.address + "/hush"},
            slack_a={"webhook": broken.address + "/hush"},
            slack_b={"webhook": gone.address + "/hush"},
            slack_c={"webhook": "https://127.0.0.1:1/hush"},
        )
        ana = self.player("ana")
        for number in range(20, 25):
            share(ana, number)
        self.discord.until_accepted(5)
        broken.heard.until(lambda items: len(items) >= 2)
        self.assertEqual(len(gone.heard.items), 1)
        # A restart tries them again, with what they have missed.
        self.assertEqual(self.bridge.stop(), 0)
        for service in (broken, gone):
            service.answers[:] = [ok]
        self.bridge.start()
        for service in (broken, gone):
            self.assertIn("Wordle 20 ", service.until_accepted(1)[0].body["text"])
        self.assertFalse([said for said in self.bridge.said.items if "hush" in said])

    def test_while_the_disk_is_full_one_result_is_posted_and_no_word_is_taken(self):
        self.start()
        ana = self.player("ana")
        share(ana, 20)
        self.discord.until_accepted(1)
        self.bridge.until("posted share 2")
        full = (16, resource.RLIM_INFINITY)
        resource.prlimit(self.bridge.process.pid, resource.RLIMIT_FSIZE, full)
        for number in (21, 22, 23):
            share(ana, number)
        self.bridge.until("cannot be written")
        self.assertIn("cannot keep that", say(ana, "bridge", "status"))
        self.assertEqual(numbers(self.discord), [20, 21])
        resource.prlimit(self.bridge.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        self.discord.until_accepted(4)
        self.assertEqual(numbers(self.discord), [20, 21, 22, 23])

    def test_a_refused_token_ends_the_bridge_and_changes_nothing(self):
        self.start()
        ana = self.player("ana")
        share(ana, 20)
        self.bridge.until("posted share 2")
        admin = [support.SERVER, "admin", "--data", self.server.data, "reset-tokens", "bridge"]
        said = subprocess.run(admin, capture_output=True, text=True, timeout=support.SECONDS, check=True).stdout
        token = re.search(r"p1_[\w-]+", said)[0]
        self.assertEqual(self.bridge.process.wait(support.SECONDS), 78)
        state = self.bridge.state
        self.bridge.start()
        self.assertEqual(self.bridge.process.wait(support.SECONDS), 78)
        self.bridge.until("the server refuses the token")
        self.assertEqual(self.bridge.state, state)
        self.bridge.configure(token=token)
        self.bridge.start()
        share(ana, 21)
        self.discord.until_accepted(2)
        self.assertEqual(numbers(self.discord), [20, 21])
        self.assertFalse([said for said in self.bridge.said.items if token in said])

    def test_another_server_leaves_the_state_as_it_is(self):
        self.start()
        self.player("ana")
        self.assertEqual(self.bridge.stop(), 0)
        state, other = self.bridge.state, GameServer()
        self.addCleanup(other.kill)
        self.bridge.configure(port=other.port)
        self.bridge.start()
        self.assertEqual(self.bridge.process.wait(support.SECONDS), 78)
        self.assertEqual(self.bridge.state, state)

    def test_where_nobody_could_say_stop_nothing_is_posted(self):
        eve = self.server.player("eve")
        eve.request("create", room="bridge", code="mine")
        self.bridge = BridgeProcess(settings(self.server, discord={"webhook": self.discord.address + "/hush"}))
        self.addCleanup(lambda: self.bridge.process.poll() is None and self.bridge.kill())
        self.bridge.until("the room bridge cannot be entered, so nothing is posted")
        self.assertEqual(self.bridge.stop(), 0)

    def test_in_a_room_of_somebody_else_nothing_is_posted_until_the_operator_closes_it(self):
        eve = self.server.player("eve")
        self.addCleanup(eve.close)
        eve.request("create", room="bridge", named_only=True)
        self.bridge = BridgeProcess(settings(self.server, discord={"webhook": self.discord.address + "/hush"}))
        self.addCleanup(lambda: self.bridge.process.poll() is None and self.bridge.kill())
        self.bridge.until("the room bridge belongs to eve, so nothing is posted")
        ana = self.player("ana")
        share(ana, 20)
        self.assertIn("I post what you share", say(ana, "bridge", "status"))
        self.assertEqual(self.discord.heard.items, [])
        admin = [support.SERVER, "admin", "--data", self.server.data, "close", "bridge"]
        subprocess.run(admin, capture_output=True, timeout=support.SECONDS, check=True)
        self.bridge.until("is in the room bridge")
        self.discord.until_accepted(1)

    def test_a_room_that_has_passed_on_while_the_bridge_was_away_stops_the_posts(self):
        self.server.kill()
        self.server.flags += ["--limit", "seat_s=0"]
        self.server.start()
        self.start()
        ana = self.player("ana")
        self.bridge.kill()
        share(ana, 20)
        self.bridge.start()
        self.bridge.until("the room bridge belongs to ana, so nothing is posted")
        self.assertEqual(self.discord.heard.items, [])
        ana.request("hand_over", room="bridge", player="bridge")
        self.discord.until_accepted(1)

    def test_a_link_ends_with_its_player(self):
        irc = ScriptedServer()
        self.addCleanup(irc.close)
        fields = {"server": "127.0.0.1", "port": irc.port, "tls": "no", "nick": "parlor", "channel": "#p"}
        self.start(irc=dict(fields, line_interval="0"))
        self.bridge.until("is in #p")
        bea, eve = self.player("bea"), self.player("eve")
        irc.send("@account=bea :bea!b@host PRIVMSG parlor :link")
        code = irc.until("say: link ")[-1].split("say: link ")[1].split(" ")[0]
        self.assertIn("claimed for bea.irc", say(bea, "bridge", "link " + code))
        self.assertIn("That is no code", say(eve, "bridge", "link " + code))
        bea.request("leave", room="bridge")
        bea.request("rename", name="zoe")
        mallory = self.player("bea", agrees=False)
        self.assertIn("not linked", say(mallory, "bridge", "unlink"))
        self.assertIn("claimed for bea.irc", say(bea, "bridge", "status"))
        bea.request("forget_me", name="zoe")
        until = time.monotonic() + support.SECONDS
        while self.bridge.state["links"] and time.monotonic() < until:
            self.bridge.said.until(lambda _: True)
        say(eve, "bridge", "status")
        state = self.bridge.state
        self.assertEqual((state["links"], state["forgetting"]), ({}, []))
        with self.assertRaises(support.parlor.ParlorError) as refused:
            eve.request("shares", player="bea.irc")
        self.assertEqual(refused.exception.code, "not_found")

    def test_check_tells_what_would_keep_the_bridge_from_starting(self):
        eve = self.server.player("eve")
        self.addCleanup(eve.close)
        for fields, parts in (
            ({}, ("the name bridge is free", "can be written")),
            ({"name": "eve"}, ("the name eve is taken", "can be written")),
            ({"state": "/nonexistent/state.json"}, ("is free", "cannot be written")),
        ):
            place = support.folder()
            text = settings(
                self.server,
                parlor=dict({"port": self.server.port}, **fields),
                discord={"webhook": self.discord.address + "/hush"},
            )
            with open(os.open(place + "/bridge.ini", os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
                file.write(text)
            run = subprocess.run(
                [sys.executable, "-B", os.path.join(support.FOLDER, "bridge.py"), "--config", place + "/bridge.ini"]
                + ["--check"],
                env=dict(os.environ, SSL_CERT_FILE=support.Certificate.made().file),
                capture_output=True,
                text=True,
                timeout=support.SECONDS,
            )
            for part in parts:
                self.assertIn(part, run.stdout)
            self.assertEqual(run.returncode, 0 if not fields else 1)

    def test_what_is_no_game_server_is_told(self):
        with support.socket.create_server(("127.0.0.1", 0)) as other:

            def greet():
                for greeting in (b"SSH-2.0-OpenSSH\r\n", b"[1]\n", b"{}\n", b"\xff\n"):
                    wire, _ = other.accept()
                    with wire:
                        wire.sendall(greeting)

            support.threading.Thread(target=greet, daemon=True).start()
            text = settings(self.server, parlor={"port": other.getsockname()[1]}, slack={"webhook": "https://x/hush"})
            self.bridge = BridgeProcess(text)
            self.addCleanup(lambda: self.bridge.process.poll() is None and self.bridge.kill())
            self.bridge.until("this is no Parlor server")
            self.assertEqual(self.bridge.stop(), 0)

    def test_a_server_that_goes_and_comes_back_is_told_and_followed_on(self):
        self.start()
        ana = self.player("ana")
        for number in (20, 21):
            self.server.kill()
            self.bridge.said.until(lambda items: sum("connection is lost" in item for item in items) == number - 19)
            self.server.start()
            ana.request("ping")
            share(ana, number)
            self.bridge.said.until(lambda items: sum("connected again" in item for item in items) == number - 19)
        self.discord.until_accepted(2)
        self.assertEqual(numbers(self.discord), [20, 21])

    def test_a_name_that_was_not_claimed_yet_is_claimed_by_the_next_start(self):
        self.start()
        self.bridge.kill()
        guest = self.server.player()
        guest.login(bot=False)
        state = dict(self.bridge.state, token=guest.token)
        guest.close()
        with open(os.path.join(self.bridge.place, "bridge-state.json"), "w") as file:
            json.dump(state, file)
        self.bridge.configure(name="bridge2")
        self.bridge.start()
        self.bridge.until("connected as bridge2")

    def test_what_is_under_way_is_finished_before_it_ends(self):
        hold, limits = support.threading.Event(), DiscordLimits(50)
        held = self.service(lambda request: hold.wait(support.SECONDS) and limits(request))
        self.start(discord={"webhook": held.address + "/hush"})
        ana = self.player("ana")
        share(ana, 20)
        held.asked.wait(support.SECONDS)
        self.server.kill()
        self.bridge.process.terminate()
        self.bridge.until("stops")
        hold.set()
        self.assertEqual(self.bridge.stop(), 0)
        self.server.start()
        self.bridge.start()
        # Comes back first: a share would not be repeated.
        ana.request("ping")
        share(ana, 21)
        held.until_accepted(2)
        self.assertEqual(numbers(held), [20, 21])

    def test_wrong_codes_have_an_end(self):
        self.start()
        ana = self.player("ana")
        said = [say(ana, "bridge", "link aaaaaaa%d" % number) for number in range(6)]
        self.assertIn("That is no code", said[4])
        self.assertIn("Too many wrong codes", said[5])

    def test_who_talks_without_end_is_not_answered_without_end_and_stop_is_heard_all_the_same(self):
        self.start()
        ana = self.player("ana")
        for _ in range(20):
            ana.request("say", room="bridge", text="status")
        say(ana, "bridge", "stop", "nothing of yours any more")
        answers = [event for event in ana.events if event.get("text", "").startswith("ana: I post what")]
        self.assertEqual(answers, [])
        self.assertEqual(self.bridge.state["consents"], {})


if __name__ == "__main__":
    unittest.main()
