"""What the bridge's tests talk to: a game server, services over HTTPS, an IRC server, and the bridge as a process."""

import atexit
import http.server
import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path[:0] = [FOLDER, os.path.join(FOLDER, "..", "Python")]

import parlor  # noqa: E402

# On a busy machine that runs all tests at once.
SECONDS = 120
SERVER = os.environ.get("PARLOR_SERVER")
HAS_SERVER = SERVER is not None and os.access(SERVER, os.X_OK)
HAS_OPENSSL = shutil.which("openssl") is not None
GRID = "⬛🟨⬛⬛⬛\n🟩⬛🟨⬛🟩\n🟩🟩🟩🟩🟩"


def folder():
    path = tempfile.mkdtemp(prefix="bridge-")
    atexit.register(shutil.rmtree, path, True)
    return path


def ended_with_us(process):
    """Whatever becomes of a test, nothing that it has started stays."""
    atexit.register(lambda: process.poll() is None and process.kill())
    return process


class Heard:
    """A list that can be waited for."""

    def __init__(self):
        self.items, self.changed = [], threading.Condition()

    def add(self, item):
        with self.changed:
            self.items.append(item)
            self.changed.notify_all()

    def until(self, holds, seconds=SECONDS):
        """Waits until `holds(items)` is true, and returns what it is."""
        found = []
        with self.changed:
            if not self.changed.wait_for(lambda: found.append(holds(self.items)) or found[-1], seconds):
                raise AssertionError("it did not come; there is: %s" % "\n".join(map(str, self.items[-20:])))
        return found[-1]


class Certificate:
    """Self-made, for 127.0.0.1."""

    _made = None

    def __init__(self):
        place = folder()
        self.file, self.key = os.path.join(place, "cert.pem"), os.path.join(place, "key.pem")
        subprocess.run(
            [
                "openssl",
                "req",
                "-x509",
                "-newkey",
                "rsa:2048",
                "-nodes",
                "-days",
                "2",
                "-subj",
                "/CN=127.0.0.1",
                "-addext",
                "subjectAltName=IP:127.0.0.1",
                "-keyout",
                self.key,
                "-out",
                self.file,
            ],
            check=True,
            capture_output=True,
        )

    @classmethod
    def made(cls):
        cls._made = cls._made or cls()
        return cls._made

    def context(self):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.file, self.key)
        return context


class Request:
    def __init__(self, method, path, headers, body):
        self.method, self.path, self.headers, self.raw = method, path, headers, body
        self.body = json.loads(body) if body else None
        self.at = time.monotonic()
        self.status = None


class Service:
    """A service over HTTPS. `answers` are functions from a request to (status, headers, body); the last one stays."""

    def __init__(self, *answers):
        self.answers, self.heard, self.asked = list(answers), Heard(), threading.Event()
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                length = int(self.headers.get("Content-Length", 0))
                request = Request(self.command, self.path, self.headers, self.rfile.read(length))
                with service.heard.changed:
                    answer = service.answers.pop(0) if len(service.answers) > 1 else service.answers[0]
                service.asked.set()
                result = answer(request)
                if callable(result):
                    service.heard.add(request)
                    result(self)
                    return
                request.status, headers, body = result
                # What is accepted is known before the other side can know it.
                service.heard.add(request)
                self.send_response(request.status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_PUT = do_DELETE = do_GET = answer

            def log_message(self, *_):
                pass

        class Listener(http.server.ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, *_):
                pass

        self.server = Listener(("127.0.0.1", 0), Handler)
        context = Certificate.made().context()
        self.server.socket = context.wrap_socket(self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.address = "https://127.0.0.1:%d" % self.server.server_address[1]
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    @property
    def accepted(self):
        with self.heard.changed:
            return [
                request for request in self.heard.items if request.status in (200, 204) and request.method != "DELETE"
            ]

    def until_accepted(self, count, seconds=SECONDS):
        self.heard.until(lambda _: len(self.accepted) >= count, seconds)
        return self.accepted

    def close(self):
        self.server.shutdown()
        self.server.server_close()


class DiscordLimits:
    """As Discord documents: so many in so many seconds, headers that say what is left, 429 with `retry_after`."""

    def __init__(self, limit=5, seconds=2.0):
        self.limit, self.seconds, self.times, self.number = limit, seconds, [], 1000
        self.lock = threading.Lock()

    def __call__(self, request):
        with self.lock:
            now = time.monotonic()
            self.times = [at for at in self.times if at > now - self.seconds]
            left = self.limit - len(self.times)
            reset = self.seconds - (now - self.times[0]) if self.times else self.seconds
            headers = {
                "X-RateLimit-Limit": str(self.limit),
                "X-RateLimit-Remaining": str(max(0, left - 1)),
                "X-RateLimit-Reset-After": "%.3f" % reset,
                "Content-Type": "application/json",
            }
            if left <= 0:
                body = {"message": "You are being rate limited.", "retry_after": round(reset, 3), "global": False}
                return 429, dict(headers, **{"Retry-After": str(int(reset) + 1)}), json.dumps(body).encode()
            self.times.append(now)
            if request.method == "DELETE":
                return 204, headers, b""
            self.number += 1
            return 200, headers, json.dumps({"id": str(self.number)}).encode()


def ok(request):
    return 200, {}, b"ok"


class GameServer:
    """A Parlor server with its data in a folder, that can be killed and started again on the same port."""

    def __init__(self, *flags):
        self.flags = [
            "--limit",
            "claims_per_day=100000",
            "--limit",
            "new_names_per_address=100000",
            "--limit",
            "burst=1000",
            *flags,
        ]
        if os.environ.get("PARLOR_RESOURCES"):
            self.flags += ["--resources", os.environ["PARLOR_RESOURCES"]]
        self.data, self.port, self.process = folder(), 0, None
        self.start()

    def start(self):
        self.process = ended_with_us(
            subprocess.Popen(
                [SERVER, "--data", self.data, "--port", str(self.port), *self.flags], stdout=subprocess.PIPE, text=True
            )
        )
        for said in self.process.stdout:
            if " listens on " in said:
                self.port = int(said.rsplit(":", 1)[1])
                break
        else:
            raise AssertionError("the server does not start")
        threading.Thread(target=self.process.stdout.read, daemon=True).start()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def player(self, name=None, **options):
        return parlor.Client(port=self.port, name=name, bot=False, **options)


def share(player, number, grid=GRID):
    return player.request("share", text="Wordle %d 3/6\n\n%s" % (number, grid))["share_id"]


class BridgeProcess:
    """The bridge, as it is started by a person; `said` has the lines of its log."""

    def __init__(self, settings, place=None):
        self.place = place or folder()
        self.config = os.path.join(self.place, "bridge.ini")
        with open(os.open(self.config, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(settings)
        self.said = Heard()
        self.start()

    def start(self):
        environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1")
        if Certificate._made:
            environment["SSL_CERT_FILE"] = Certificate.made().file
        self.process = ended_with_us(
            subprocess.Popen(
                [sys.executable, os.path.join(FOLDER, "bridge.py"), "--config", self.config],
                stderr=subprocess.PIPE,
                text=True,
                env=environment,
            )
        )
        self.reader = threading.Thread(target=self.read, args=(self.process.stderr,), daemon=True)
        self.reader.start()

    def read(self, stream):
        for said in stream:
            self.said.add(said.rstrip("\n"))
        stream.close()

    def until(self, part, seconds=SECONDS):
        """Waits for a line of the log that holds this."""
        return self.said.until(lambda items: next((item for item in items if part in item), None), seconds)

    def configure(self, **fields):
        """Gives the bridge other settings of the game server for its next start."""
        with open(self.config) as file:
            first, *lines = file.read().split("\n")
        lines = [line for line in lines if line.split(" ")[0] not in fields]
        with open(self.config, "w") as file:
            file.write("\n".join([first] + ["%s = %s" % pair for pair in fields.items()] + lines))

    def until_state(self, holds):
        """Waits until the state is so: it is written after what can be seen of it elsewhere."""
        until = time.monotonic() + SECONDS
        while not holds(self.state):
            if time.monotonic() > until:
                raise AssertionError("the state is not so: %s" % self.state)
            time.sleep(0.02)

    @property
    def state(self):
        with open(os.path.join(self.place, "bridge-state.json"), encoding="utf-8") as file:
            return json.load(file)

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.reader.join()

    def stop(self):
        """Ends it as systemd does; returns its status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            status = self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("it does not end") from None
        self.reader.join()
        return status


def settings(server, **sections):
    """Text of a file of settings; `discord={"webhook": …}` makes a section."""
    sections = dict({"parlor": {"port": server.port}}, **sections)
    return "\n".join(
        "[%s]\n%s\n" % (name.replace("_", ":"), "\n".join("%s = %s" % pair for pair in fields.items()))
        for name, fields in sections.items()
    )


def say(player, room, text, part=""):
    """Says it in the bridge's room, and returns what the bridge answers, from the first answer that holds `part`."""
    if room not in player.rooms:
        player.join(room)
    player.request("say", room=room, text=text)
    until = time.monotonic() + SECONDS
    while time.monotonic() < until:
        event = player.event(timeout=1)
        if event and event["type"] == "said" and event.get("text", "").startswith(player.you + ":"):
            if part in event["text"]:
                return event["text"]
    raise AssertionError("the bridge does not answer")
