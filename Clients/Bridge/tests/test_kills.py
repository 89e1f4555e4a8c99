"""Kill -9 of the bridge and of the game server at random moments: nothing is lost, at most one repeat a kill.

`PARLOR_BRIDGE_KILLS=60 python3 -m unittest test_kills` says how often; `PARLOR_TEST_SEED` repeats a run's chances.
"""

import json
import os
import random
import re
import threading
import unittest

import support
from ircd import ScriptedServer
from support import BridgeProcess, DiscordLimits, GameServer, Service, say, settings, share

KILLS = int(os.environ.get("PARLOR_BRIDGE_KILLS", "6"))


def shared_once(player, number):
    """Shares it, whatever is killed meanwhile: where the answer is lost, the channel says whether it is there."""
    while True:
        try:
            return share(player, number)
        except support.parlor.AnswerLost:
            for entry in player.request("shares", player=player.you, limit=5)["shares"]:
                if entry["puzzle"] == number:
                    return entry["share_id"]
        except support.parlor.ParlorError as error:
            if error.code != "storage_unavailable":
                raise


class MatrixRoom:
    """As Matrix documents: the same transaction again is the same event. `events` has each once."""

    def __init__(self):
        self.events, self.repeats, self.lock = {}, 0, threading.Lock()

    def __call__(self, request):
        with self.lock:
            self.repeats += request.path in self.events
            event = self.events.setdefault(request.path, "$e%d" % len(self.events))
            return 200, {}, json.dumps({"event_id": event}).encode()


@unittest.skipUnless(support.HAS_SERVER and support.HAS_OPENSSL, "needs PARLOR_SERVER and openssl")
class Kills(unittest.TestCase):
    def test_nothing_is_lost_and_at_most_one_result_a_kill_is_repeated(self):
        seed = int(os.environ.get("PARLOR_TEST_SEED", random.randrange(1 << 32)))
        print("PARLOR_TEST_SEED=%d" % seed)
        chance = random.Random(seed)
        server = GameServer()
        self.addCleanup(server.kill)
        discord, room = Service(DiscordLimits(50)), MatrixRoom()
        matrix = Service(room)
        for service in (discord, matrix):
            self.addCleanup(service.close)
        bridge = BridgeProcess(
            settings(
                server,
                parlor={"port": server.port, "posts_per_hour": 1000000},
                discord={"webhook": discord.address + "/api/webhooks/1/secret"},
                matrix={"server": matrix.address, "room": "!r:test", "token": "secret"},
            )
        )
        self.addCleanup(lambda: bridge.process.poll() is None and bridge.kill())
        bridge.until("is in the room")
        ana = server.player("ana", patience=support.SECONDS)
        shared_once(ana, 1)
        self.assertIn("From now on", say(ana, "bridge", "publish"))
        numbers, ended = [1], threading.Event()

        def play():
            while not ended.wait(chance.uniform(0.1, 0.5)):
                shared_once(ana, numbers[-1] + 1)
                numbers.append(numbers[-1] + 1)

        player = threading.Thread(target=play, daemon=True)
        player.start()
        kills = {"bridge": 0, "server": 0}
        moment = threading.Event()
        for _ in range(KILLS):
            moment.wait(chance.uniform(0.05, 1.5))
            meant = chance.choice([bridge, bridge, server])
            kills["server" if meant is server else "bridge"] += 1
            meant.kill()
            meant.start()
        ended.set()
        player.join(support.SECONDS)
        self.assertFalse(player.is_alive())
        wanted = set(numbers[1:])

        def posted():
            return [
                int(re.search(r"Wordle (\d+) ", request.body["content"].replace(",", ""))[1])
                for request in discord.accepted
            ]

        discord.heard.until(lambda _: wanted <= set(posted()), 120)
        matrix.heard.until(lambda _: len(room.events) >= len(wanted), 300)
        self.assertEqual(bridge.stop(), 0)
        found = posted()
        repeats = len(found) - len(set(found))
        print(
            "%s killed, %d results, lost: 0, repeated: %d at Discord, %d at Matrix of which 0 are seen"
            % (", ".join("%s %d times" % pair for pair in kills.items()), len(wanted), repeats, room.repeats)
        )
        self.assertEqual(set(found), wanted)
        self.assertLessEqual(repeats, sum(kills.values()))
        self.assertEqual(len(room.events), len(wanted))
        firsts = list(dict.fromkeys(found))
        self.assertEqual(firsts, sorted(firsts))

    def test_a_result_counts_at_irc_once_it_was_taken_over_cut_links_too(self):
        chance = random.Random(int(os.environ.get("PARLOR_TEST_SEED", random.randrange(1 << 32))))
        server, irc = GameServer(), ScriptedServer()
        self.addCleanup(server.kill)
        self.addCleanup(irc.close)
        fields = {"server": "127.0.0.1", "port": irc.port, "tls": "no", "nick": "parlor", "channel": "#p"}
        parlor = {"port": server.port, "posts_per_hour": 1000000}
        bridge = BridgeProcess(settings(server, parlor=parlor, irc=dict(fields, line_interval="0")))
        self.addCleanup(lambda: bridge.process.poll() is None and bridge.kill())
        bridge.until("is in #p")
        ana = server.player("ana", patience=support.SECONDS)
        share(ana, 1)
        say(ana, "bridge", "publish")
        kills, number, moment = 0, 1, threading.Event()
        for _ in range(max(4, KILLS // 4)):
            for _ in range(3):
                number += 1
                share(ana, number)
            moment.wait(chance.uniform(0, 0.05))
            kills += 1
            if chance.random() < 0.5:
                bridge.kill()
                bridge.start()
            else:
                irc.cut()
            irc.until("JOIN #p", kills + 1)

        def said():
            lines = [line for line in irc.heard.items if line.startswith("PRIVMSG #p")]
            return [int(re.search(r"Wordle (\d+) ", line)[1]) for line in lines]

        irc.heard.until(lambda _: set(said()) == set(range(2, number + 1)), 120)
        self.assertLessEqual(len(said()) - (number - 1), kills)


if __name__ == "__main__":
    unittest.main()
