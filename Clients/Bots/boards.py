#!/usr/bin/env python3
"""What a start with many boards of today's puzzle costs, and what stays in memory once they were looked at and left.

usage: Clients/Bots/boards.py [--boards 10000] [--touched 8000] [--data FOLDER] [--clock TIME] [--wait 140]

From the checkout's top folder, after `swift build -c release --product parlor-server` (BOARDS_BIN is its folder).
So many players have one to four moves on today's Wordle. The server is started again on their boards; then some of
the players come back, join, are shown their boards, and go. The line of JSON has, for each moment, the resident
memory and the part of it that is no file, in MB, and for the start the milliseconds until it listens and of processor
time.

FOLDER is where the boards are added. Boards that are in it already are not played again (FOLDER.tokens.json). For a
server with many finished matches, --clock 2026-11-20T12:00:00Z, a first run, then matches of the same players by

  PARLOR_LARGE_DATA=FOLDER PARLOR_LARGE_PLAYERS=100000 PARLOR_LARGE_MATCHES=1000000 PARLOR_LARGE_BOARDS=0 \
    PARLOR_LARGE_TAIL=0 swift test --filter LargeDataTests

and a second run.
"""

import argparse, json, os, selectors, signal, socket, subprocess, sys, tempfile, time

from usage import used

BIN = os.environ.get("BOARDS_BIN", ".build/release")
WORDS = ["crane", "slate", "fjord", "brick"]
AT_ONCE = 200


class Server:
    def __init__(self, folder, clock):
        self.port = free_port()
        command = [os.path.join(BIN, "parlor-server"), "--data", folder, "--port", str(self.port)]
        command += ["--limits", "bench"] + (["--clock", clock] if clock else [])
        self.log = open(folder + ".log", "a")
        began = time.time()
        self.process = subprocess.Popen(command, stdout=self.log, stderr=self.log)
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                break
            except OSError:
                if self.process.poll() is not None:
                    sys.exit(f"the server has ended: see {folder}.log")
                time.sleep(0.005)
        self.start_ms = round(1000 * (time.time() - began))
        self.start_cpu_ms = used(self.process.pid) // 1000

    def memory(self):
        """Resident memory, and what of it is no file, in MB."""
        with open(f"/proc/{self.process.pid}/status") as file:
            fields = dict(line.split(":", 1) for line in file)
        return {name: round(int(fields[key].split()[0]) / 1024, 1) for name, key in
                [("rss_mb", "VmRSS"), ("anonymous_mb", "RssAnon")]}

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def talk(port, requests, seen):
    """Sends each client's lines at once, and hands on what answers the last of them."""
    selector = selectors.DefaultSelector()
    requests = iter(requests)
    open_ones = 0

    def begin():
        number, lines = next(requests, (None, None))
        if lines is None:
            return 0
        one = socket.create_connection(("127.0.0.1", port))
        lines = [dict(line, id=place) for place, line in enumerate(lines)]
        one.sendall("".join(json.dumps(line) + "\n" for line in lines).encode())
        selector.register(one, selectors.EVENT_READ, [number, len(lines) - 1, b""])
        return 1

    for _ in range(AT_ONCE):
        open_ones += begin()
    while open_ones:
        for key, _ in selector.select():
            state = key.data
            bytes_read = key.fileobj.recv(1 << 16)
            state[2] += bytes_read
            if bytes_read and f'"re":{state[1]}'.encode() not in state[2][-65536:]:
                continue
            if bytes_read and not state[2].endswith(b"\n"):
                continue
            seen(state[0], [json.loads(line) for line in state[2].splitlines() if b'"re":' in line])
            selector.unregister(key.fileobj)
            key.fileobj.close()
            open_ones += begin() - 1


def play(server, count):
    """The tokens of as many players, who each have a board."""
    tokens = [None] * count

    def lines(number):
        yield {"type": "login", "name": f"b{number}"}
        yield {"type": "join", "room": "wordle"}
        for word in WORDS[: 1 + number % len(WORDS)]:
            yield {"type": "move", "room": "wordle", "text": word}

    def seen(number, answers):
        tokens[number] = answers[0].get("token")
        if not tokens[number] or answers[-1]["type"] not in ("moved", "finished"):
            sys.exit(f"player {number} is answered: {answers}")

    talk(server.port, ((number, list(lines(number))) for number in range(count)), seen)
    return tokens


def touch(server, tokens):
    def seen(number, answers):
        rows = answers[-1].get("board", {}).get("rows", [])
        if answers[-1]["type"] != "joined" or not rows or rows[0].get("letters") != WORDS[0]:
            sys.exit(f"player {number} is answered: {answers}")

    requests = ([{"type": "login", "token": token}, {"type": "join", "room": "wordle"}] for token in tokens)
    talk(server.port, enumerate(requests), seen)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--boards", type=int, default=10_000)
    parser.add_argument("--touched", type=int, default=8_000)
    parser.add_argument("--data")
    parser.add_argument("--clock")
    parser.add_argument("--wait", type=float, default=140)
    options = parser.parse_args()
    folder = options.data or tempfile.mkdtemp() + "/data"
    kept = folder + ".tokens.json"
    if os.path.exists(kept):
        with open(kept) as file:
            tokens = json.load(file)
    else:
        server = Server(folder, options.clock)
        tokens = play(server, options.boards)
        with open(kept, "w") as file:
            json.dump(tokens, file)
        server.stop()
    server = Server(folder, options.clock)
    time.sleep(2)
    report = {"boards": len(tokens), "start_ms": server.start_ms, "start_cpu_ms": server.start_cpu_ms}
    report["after_start"] = server.memory()
    before = used(server.process.pid)
    touched = tokens[: options.touched]
    touch(server, touched)
    report["touched"] = len(touched)
    report["touch_cpu_us"] = (used(server.process.pid) - before) // max(1, len(touched))
    report["after_touching"] = server.memory()
    time.sleep(options.wait)
    report["after_leaving"] = server.memory()
    server.stop()
    print(json.dumps(report))


if __name__ == "__main__":
    main()
