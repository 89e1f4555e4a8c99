#!/usr/bin/env python3
"""Talk in a room and a command, typed as text by a few people, at a Parlor server and at Evennia, pair by pair.

    Clients/Bots/mud.py [--seconds 3] [--pairs 3] [--people 8] [--bin .build/release] [--port 17910]

Everybody is in one room and types the next line once the last one is answered: talk by its own echo, `who` by its last
line. Evennia is made in a temporary folder with its own settings, but for limits on how fast people may type and
connect, and for the hash of passwords, which would take minutes to register them. Without Evennia on the PATH
(`pip install evennia`) only Parlor is measured.
"""

import argparse
import os
import pathlib
import secrets
import selectors
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time

import usage

EVENNIA_SETTINGS = """
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
TELNET_INTERFACES = ["127.0.0.1"]
TELNET_PORTS = [{port}]
AMP_PORT = {amp}
WEBSERVER_ENABLED = WEBCLIENT_ENABLED = WEBSOCKET_CLIENT_ENABLED = False
MAX_COMMAND_RATE = 1_000_000
MAX_CONNECTION_RATE = 1_000
CREATION_THROTTLE_LIMIT = LOGIN_THROTTLE_LIMIT = None
"""


class Person:
    """A connection whose lines carry a tag, so that its own are told from those of others."""

    def __init__(self, port, number):
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.number = number
        self.tag = b"~%d~" % number
        self.unread = b""
        self.sent = 0.0

    def type(self, text):
        self.sent = time.monotonic()
        self.socket.sendall(text + b"\r\n")

    def lines(self):
        """The whole lines that have come; waits for some bytes."""
        received = self.socket.recv(262_144)
        if not received:
            raise SystemExit("the server has closed a connection")
        *lines, self.unread = (self.unread + received).split(b"\n")
        return lines

    def wait_for(self, text, seconds=60):
        """Reads until a text has come, which need not end a line."""
        end = time.monotonic() + seconds
        self.socket.settimeout(seconds)
        while text not in self.unread:
            received = self.socket.recv(65_536)
            # A server that keeps the connection alive sends bytes for ever.
            if not received or time.monotonic() > end:
                raise TimeoutError(f"{text} has not come")
            self.unread += received
        self.unread = b""
        self.socket.settimeout(None)

    def drop_input(self):
        """Forgets what has come."""
        self.socket.setblocking(False)
        try:
            while self.socket.recv(262_144):
                pass
        except BlockingIOError:
            pass
        self.socket.setblocking(True)
        self.unread = b""


class Parlor:
    name = "parlor"
    say = b""
    who = b"/who"
    end_of_who = b"Owner:"

    def __init__(self, program, port):
        self.port = port
        self.process = subprocess.Popen(
            [program, "--port", str(port), "--limits", "bench", "--data", ":memory:"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    @property
    def processes(self):
        return [self.process.pid]

    def enter(self, number):
        person = Person(self.port, number)
        person.wait_for(b"\n")
        person.type(b"/create mud" if person.number == 0 else b"/join mud")
        person.wait_for(b"/help lists")
        return person

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Evennia:
    name = "evennia"
    say = b"say "
    who = b"who"
    end_of_who = b"logged in"

    def __init__(self, folder, port):
        self.port = port
        self.game = folder / "mud"
        self.environment = dict(
            os.environ, EVENNIA_SUPERUSER_USERNAME="operator", EVENNIA_SUPERUSER_EMAIL="o@example.org",
            EVENNIA_SUPERUSER_PASSWORD=secrets.token_hex(16))
        self.run("--init", "mud", at=folder)
        with open(self.game / "server/conf/settings.py", "a", encoding="utf-8") as settings:
            settings.write(EVENNIA_SETTINGS.format(port=port, amp=port + 1))
        self.run("migrate")
        # Its launcher gives up early on a busy machine; the second call starts what is missing.
        for _ in range(3):
            self.run("start")
            if self.greets():
                return
        raise SystemExit("evennia did not start")

    def greets(self, seconds=60):
        """Whether it shows its first screen: the portal takes connections before its server is there."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                Person(self.port, 0).wait_for(b"create", 3)
                return True
            except OSError:
                time.sleep(1)
        return False

    def run(self, *arguments, at=None):
        subprocess.run(
            ["evennia", *arguments], cwd=at or self.game, env=self.environment, check=True, timeout=600,
            stdout=subprocess.DEVNULL)

    @property
    def processes(self):
        return [int((self.game / "server" / name).read_text()) for name in ("portal.pid", "server.pid")]

    def enter(self, number):
        # Its first start ends with a restart, in which a connection may be forgotten.
        for _ in range(10):
            try:
                return self.register(Person(self.port, number))
            except OSError:
                time.sleep(1)
        raise SystemExit("evennia lets nobody in")

    def register(self, person):
        name, password = b"person" + secrets.token_hex(4).encode(), secrets.token_hex(16).encode()
        person.wait_for(b"create", 10)
        person.type(b"create %s %s" % (name, password))
        person.wait_for(b"[Y]/N?")
        person.type(b"y")
        person.wait_for(b"You can now log")
        person.type(b"connect %s %s" % (name, password))
        person.wait_for(b"Limbo")
        return person

    def stop(self):
        self.run("stop")


def measure(server, people, seconds, talks):
    """Lines per second that were answered, the sorted milliseconds of each, and the server's share of a processor."""
    def next_line(person):
        person.type(server.say + b"one line of talk " + person.tag if talks else server.who)

    # What is still on its way belongs to what came before.
    time.sleep(0.5)
    waiting = selectors.DefaultSelector()
    for person in people:
        person.drop_input()
        waiting.register(person.socket, selectors.EVENT_READ, person)
        next_line(person)
    answered, start, begun = [], time.monotonic(), sum(map(usage.used, server.processes))
    while time.monotonic() < start + seconds:
        for key, _ in waiting.select(timeout=0.2):
            person = key.data
            for line in person.lines():
                if (person.tag if talks else server.end_of_who) in line:
                    answered.append((time.monotonic() - person.sent) * 1000)
                    next_line(person)
    took = time.monotonic() - start
    used = (sum(map(usage.used, server.processes)) - begun) / 1_000_000
    return len(answered) / took, sorted(answered) or [float("nan")], used / took


def shown(server, rate, milliseconds, used):
    p50, p99 = (milliseconds[int(share * (len(milliseconds) - 1))] for share in (0.5, 0.99))
    return f"{server.name} {rate:8.0f}/s  p50 {p50:7.2f} ms  p99 {p99:7.2f} ms  cpu {used * 100:3.0f} %"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--pairs", type=int, default=3)
    parser.add_argument("--people", type=int, default=8)
    parser.add_argument("--bin", default=".build/release")
    parser.add_argument("--port", type=int, default=17_910)
    options = parser.parse_args()
    # Ended from outside, it still ends the servers that it has started.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    servers = []
    with tempfile.TemporaryDirectory() as folder:
        try:
            servers.append(Parlor(f"{options.bin}/parlor-server", options.port))
            if shutil.which("evennia"):
                servers.append(Evennia(pathlib.Path(folder), options.port + 1))
            else:
                print("evennia is not installed: only Parlor is measured", file=sys.stderr)
            time.sleep(5)
            crowds = []
            for server in servers:
                crowds.append([server.enter(number) for number in range(options.people)])
            for what, talks in (("talk", True), ("who", False)):
                ratios = []
                for pair in range(options.pairs):
                    rates = []
                    for server, people in zip(servers, crowds):
                        rate, milliseconds, used = measure(server, people, options.seconds, talks)
                        rates.append(rate)
                        print(f"{what}, {options.people} in a room, pair {pair + 1}: "
                              + shown(server, rate, milliseconds, used), flush=True)
                    if len(rates) == 2 and rates[1] > 0:
                        ratios.append(rates[0] / rates[1])
                if ratios:
                    print(f"{what}: ratio {statistics.median(ratios):.1f}", flush=True)
        finally:
            for server in servers:
                server.stop()


if __name__ == "__main__":
    main()
