"""IRC for the bridge's tests: a server that follows a script, Debian's servers, and somebody who talks there."""

import os
import select
import shutil
import socket
import subprocess
import threading
import time

import support
from support import Heard


def found(program):
    """Where a server's program is, which Debian puts where not every path leads."""
    return shutil.which(program) or shutil.which(program, path="/usr/sbin:/usr/local/sbin")


class Daemon:
    """ngircd or inspircd, on a free port."""

    CONFIGS = {
        "ngircd": """[Global]
Name = irc.test.example
Info = test
Listen = 127.0.0.1
Ports = %(port)d
PidFile = %(place)s/pid
ServerGID = %(group)d
ServerUID = %(user)d
[Limits]
MaxConnectionsIP = 0
[Options]
DNS = no
Ident = no
PAM = no
ChrootDir =
""",
        "inspircd": """<server name="irc.test.example" description="test" network="Test" id="97K">
<admin name="a" nick="a" email="a@test.example">
<bind address="127.0.0.1" port="%(port)d" type="clients">
<connect allow="*" timeout="30" threshold="100" localmax="100" globalmax="100" resolvehostnames="no" useident="no">
<pid file="%(place)s/pid">
<log method="file" target="%(place)s/log" type="*" level="default">
<module name="cap">
<module name="services_account">
<module name="ircv3_accounttag">
""",
    }

    def __init__(self, kind):
        self.kind = kind
        self.place = support.folder()
        os.chmod(self.place, 0o755)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.config = os.path.join(self.place, "conf")
        user, group = (os.getuid(), os.getgid()) if os.getuid() else (65534, 65534)
        with open(self.config, "w") as file:
            file.write(self.CONFIGS[kind] % {"port": self.port, "place": self.place, "user": user, "group": group})
        self.start()

    def start(self):
        flags = {
            "ngircd": ["-n", "-f", self.config],
            "inspircd": ["--nofork", "--runasroot", "--config=" + self.config],
        }
        self.process = support.ended_with_us(
            subprocess.Popen(
                [found(self.kind), *flags[self.kind]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=self.place
            )
        )
        threading.Thread(target=self.process.stdout.read, daemon=True).start()
        # A server says nothing when it listens.
        until = time.monotonic() + support.SECONDS
        while not self.listens():
            if self.process.poll() is not None or time.monotonic() > until:
                raise AssertionError("%s does not start" % self.kind)
            select.select([], [], [], 0.02)

    def listens(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def kill(self):
        self.process.kill()
        self.process.wait()


class Person:
    """Somebody on IRC, who hears every line."""

    def __init__(self, port, nick, channel="#parlor"):
        self.nick, self.channel, self.heard = nick, channel, Heard()
        self.socket = socket.create_connection(("127.0.0.1", port))
        threading.Thread(target=self.read, daemon=True).start()
        self.send("NICK " + nick)
        self.send("USER %s 0 * :%s" % (nick, nick))
        self.until(" 001 ")
        self.send("JOIN " + channel)
        self.until(" 366 ")

    def read(self):
        try:
            for raw in self.socket.makefile("rb"):
                line = raw.decode(errors="replace").rstrip("\r\n")
                if line.startswith("PING"):
                    self.send("PONG" + line[4:])
                self.heard.add(line)
        except OSError:
            pass

    def send(self, line):
        self.socket.sendall(line.encode() + b"\r\n")

    def say(self, *lines):
        for line in lines:
            self.send("PRIVMSG %s :%s" % (self.channel, line))

    def until(self, part, seconds=support.SECONDS):
        return self.heard.until(lambda items: next((item for item in items if part in item), None), seconds)

    def answer(self, word):
        """Says a word to the bridge, and returns what it answers."""
        before = len(self.heard.items)
        self.send("PRIVMSG parlor :" + word)
        return self.heard.until(
            lambda items: next((item for item in items[before:] if " NOTICE %s :" % self.nick in item), None)
        ).split(" :", 1)[1]

    def close(self):
        self.socket.close()


class ScriptedServer:
    """Takes whoever comes, and answers as `answers` says: by command, a function from the words to lines."""

    def __init__(self, caps="account-tag sasl", **answers):
        self.heard, self.caps, self.connection = Heard(), caps, None
        self.answers = dict(
            {
                "CAP": self.answer_cap,
                "NICK": lambda words: [":s 001 %s :Welcome" % words[1]],
                "JOIN": lambda words: [":parlor!p@h JOIN " + words[1]],
                "PING": lambda words: [":s PONG s :" + words[1]],
                "AUTHENTICATE": lambda words: ["AUTHENTICATE +"] if words[1] == "PLAIN" else [":s 903 parlor :Yes"],
            },
            **answers
        )
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.run, daemon=True).start()

    def answer_cap(self, words):
        if words[1] == "LS":
            return [":s CAP * LS * :multi-prefix", ":s CAP * LS :" + self.caps]
        return [":s CAP * ACK :" + " ".join(words[2:]).lstrip(":")] if words[1] == "REQ" else []

    def run(self):
        while True:
            try:
                self.connection, _ = self.listener.accept()
                for raw in self.connection.makefile("rb"):
                    said = raw.decode().rstrip("\r\n")
                    for answer in self.answers.get(said.split(" ")[0], lambda words: [])(said.split(" ")):
                        self.send(answer)
                    self.heard.add(said)
            except OSError:
                if self.listener.fileno() < 0:
                    return

    def send(self, *lines):
        for line in lines:
            self.connection.sendall((line if isinstance(line, bytes) else line.encode()) + b"\r\n")

    def until(self, part, count=1, seconds=support.SECONDS):
        return self.heard.until(
            lambda items: len([item for item in items if part in item]) >= count
            and [item for item in items if part in item],
            seconds,
        )

    def close(self):
        self.listener.close()
        self.cut()

    def cut(self):
        if self.connection is not None:
            try:
                self.connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
