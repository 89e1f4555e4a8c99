"""The bridge at Debian's IRC servers: results, codes and pasted grids. Skipped where a server is not installed."""

import unittest

import support
from ircd import Daemon, Person, found
from support import GRID, BridgeProcess, GameServer, say, settings, share


@unittest.skipUnless(support.HAS_SERVER, "needs PARLOR_SERVER")
class IrcServers(unittest.TestCase):
    def walk(self, kind):
        irc, server = Daemon(kind), GameServer()
        self.addCleanup(irc.kill)
        self.addCleanup(server.kill)
        bridge = BridgeProcess(
            settings(
                server,
                irc={
                    "server": "127.0.0.1",
                    "port": irc.port,
                    "tls": "no",
                    "nick": "parlor",
                    "channel": "#parlor",
                    "identity": "mask",
                    "line_interval": "0.05",
                },
            )
        )
        self.addCleanup(lambda: bridge.process.poll() is None and bridge.kill())
        bridge.until("is in #parlor")
        bea = Person(irc.port, "bea")
        self.addCleanup(bea.close)
        ana = server.player("ana")
        self.addCleanup(ana.close)
        share(ana, 1)
        say(ana, "bridge", "publish")
        # Results, and again over a kill -9 of each side.
        share(ana, 2)
        self.assertIn(
            "PRIVMSG #parlor :a\u200bna · Wordle 2 3/6 (claimed) " + GRID.replace("\n", " "), bea.until("Wordle 2 ")
        )
        bridge.kill()
        share(ana, 3)
        bridge.start()
        bea.until("Wordle 3 ")
        irc.kill()
        share(ana, 4)
        irc.start()
        bea = Person(irc.port, "bea")
        self.addCleanup(bea.close)
        bridge.said.until(lambda items: [item for item in items if "posted share 4" in item])
        # A code, and a grid that is claimed.
        code = bea.answer("link").split("link ")[1].split(" ")[0]
        self.assertIn("claimed for ana.irc", say(ana, "bridge", "link " + code))
        bea.until("You are linked with the player ana")
        bea.say("look at this", "Wordle 1,492 3/6", "", *GRID.split("\n"), "and now to work")
        bea.until("Claimed for ana.irc: Wordle 1,492 3/6")
        found = ana.request("shares", player="ana.irc")["shares"]
        self.assertEqual([(entry["claimed"], entry["puzzle"], entry["tries"]) for entry in found], [(True, 1492, 3)])
        self.assertEqual(bridge.stop(), 0)

    @unittest.skipUnless(found("ngircd"), "ngircd is not installed")
    def test_ngircd(self):
        self.walk("ngircd")

    @unittest.skipUnless(found("inspircd"), "inspircd is not installed")
    def test_inspircd(self):
        self.walk("inspircd")


if __name__ == "__main__":
    unittest.main()
