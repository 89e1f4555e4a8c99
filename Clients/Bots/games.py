#!/usr/bin/env python3
"""What games in other processes cost a server, and that bad ones harm nobody.

usage: Clients/Bots/games.py speed [--rounds 3] [--seconds 5] [--rooms 50]
       Clients/Bots/games.py bad [--rounds 9] [--seconds 1.5] [--patience 60] [FAULT...]

From the checkout's top folder, after `swift build -c release` of the products parlor-server, parlor-bots and OddGamesServer
(GAMES_BIN is the folder with the three). Servers are started by turns, so that what else the machine does meets all alike.

speed: as many rooms of Hangman, each with one move under way: in Python, in Swift in the server, and in Swift in a process
of its own. Medians of the rounds: moves a second, and microseconds of processor time a move of server and game.

bad: eighteen programs that misbehave (badgame.py) and one more, each on a server on which four players try to bring out
the fault, each at every third move of about 50 a second. Beside them another player pings, as on a server on which the
same four play the same game without a fault, by turns. Each round begins once the rest of the machine leaves four fifths of it
alone, for which it waits --patience seconds at most; on a machine that has no rest, `nice -n -15` before the command puts all
of it before the others. Of each round the 99th percentile of the pings of either: the medians of the rounds,
the median of the ratios with the quarters of the rounds below and above it, and what server, kernel or check-game says of the
program. The first line compares two servers without a fault: what the machine makes of nothing.
"""

import argparse, json, multiprocessing, os, shutil, socket, statistics, subprocess, tempfile, time

from usage import busy, used

HERE = os.path.dirname(os.path.abspath(__file__))
BIN = os.path.abspath(os.environ.get("GAMES_BIN", ".build/release"))
LETTERS = ",".join("etaoinshrdlucmfwypvbgkjqxz")
# Those that no question meets, but the kit of checks does.
CHECKED = ["leaks the answer", "answers otherwise the second time"]
FAULTS = ["nothing", "reads the data folder", "opens admin.sock", "signals the server", "dies at once", "dies at move 3", "hangs",
          "floods its output", "writes half a line", "answers another question", CHECKED[1], "takes 1 GiB of memory",
          "forks", "ignores SIGTERM", "closes its output", "answers twice", "is 10 s late", CHECKED[0],
          "talks without end on standard error", "starts 3,000 threads"]


class Server:
    def __init__(self, program, *flags):
        self.folder = tempfile.mkdtemp(prefix="parlor-games-")
        self.data, self.log = os.path.join(self.folder, "data"), os.path.join(self.folder, "log")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.process = subprocess.Popen(
            [os.path.join(BIN, program), "--host", "127.0.0.1", "--port", str(self.port), "--data", self.data,
             "--limits", "bench", *flags], stdout=open(self.log, "w"), stderr=subprocess.STDOUT)
        for _ in range(600):
            try:
                self.connect().close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit(self.lines())

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), 30)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def lines(self):
        with open(self.log) as file:
            return file.read()

    def games(self):
        """Microseconds of processor time of its games that run."""
        try:
            tasks = os.listdir(f"/proc/{self.process.pid}/task")
            children = [open(f"/proc/{self.process.pid}/task/{task}/children").read().split() for task in tasks]
        except OSError:
            return 0
        return sum(used(child) for some in children for child in some)

    def stop(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def load(server, options):
    before = server.games()
    answer = subprocess.run(
        [os.path.join(BIN, "parlor-bots"), "load", "--mix", "moves", "--game", "hangman", "--moves", LETTERS, "--port",
         str(server.port), "--pid", str(server.process.pid), "--connections", str(options.rooms), "--seconds",
         str(options.seconds), "--warm-up", "1", "--json"], capture_output=True, text=True)
    if answer.returncode:
        raise SystemExit(answer.stderr)
    figures = json.loads(answer.stdout)
    # The second of the warm-up is among what the games have used.
    moves = figures["moves_per_s"] * (options.seconds + 1)
    requests = figures["requests_per_s"] / figures["moves_per_s"]
    return [figures["moves_per_s"], figures["server_cpu_us_per_request"] * requests, (server.games() - before) / moves,
            figures["p50_us"] / 1000, figures["p99_us"] / 1000]


def speed(options):
    hangman = os.path.join(HERE, "..", "Python", "hangman.py")
    kinds = {"Python": ("parlor-server", "--game", hangman), "Swift, in the server": ("OddGamesServer",),
             "Swift, isolated": ("OddGamesServer", "--isolate", "hangman")}
    rounds = {kind: [] for kind in kinds}
    for _ in range(options.rounds):
        for kind, words in kinds.items():
            server = Server(*words)
            try:
                rounds[kind].append(load(server, options))
            finally:
                server.stop()
    print(f"Hangman, {options.rooms} rooms, medians of {options.rounds} rounds of {options.seconds:g} s")
    print(f"{'':22}{'moves/s':>9}{'server us':>11}{'game us':>9}{'p50 ms':>8}{'p99 ms':>8}")
    for kind, figures in rounds.items():
        rate, core, game, half, slow = (statistics.median(column) for column in zip(*figures))
        print(f"{kind:22}{rate:9.0f}{core:11.0f}{game:9.0f}{half:8.1f}{slow:8.1f}")


def provoke(port, number, runs, refusals):
    """Plays up to the fault, over and over, while `runs` is set."""
    connection = socket.create_connection(("127.0.0.1", port))
    file = connection.makefile("rb")

    def ask(line):
        connection.sendall((json.dumps({**line, "id": 1}) + "\n").encode())
        while True:
            text = file.readline()
            if not text:
                raise SystemExit
            message = json.loads(text)
            if message.get("re") == 1:
                return message

    ask({"type": "create", "room": f"bad{number}", "game": "count", "mode": "together"})
    moves = 0
    while True:
        runs.wait()
        for text in ("1", "2", "bad", "3"):
            answer = ask({"type": "move", "text": text})
            moves += 1
            if text == "bad" and answer["type"] == "error":
                refusals.put(answer["message"])
            if answer.get("code") == "paused":
                ask({"type": "pause", "paused": False})
            time.sleep(0.02)


def ping(server, seconds):
    """Round trips, in milliseconds."""
    connection = server.connect()
    file = connection.makefile("rb")
    file.readline()
    times, end = [], time.perf_counter() + seconds
    while time.perf_counter() < end:
        start = time.perf_counter()
        connection.sendall(b'{"type":"ping","id":1}\n')
        file.readline()
        times.append((time.perf_counter() - start) * 1000)
        time.sleep(0.003)
    connection.close()
    return times


def wait_for_quiet(patience):
    """Waits until others leave four fifths of the machine alone.

    Returns the part that they use.
    """
    end = time.perf_counter() + patience
    while True:
        before, start = busy(), time.perf_counter()
        time.sleep(0.4)
        part = (busy() - before) / ((time.perf_counter() - start) * 1_000_000 * os.cpu_count())
        if part < 0.2 or time.perf_counter() > end:
            return part


def most(times):
    """The 99th percentile."""
    return sorted(times)[int(len(times) * 0.99)]


def program(folder, fault, target):
    path = os.path.join(folder, "count.py")
    with open(os.path.join(HERE, "badgame.py")) as source, open(path, "w") as file:
        file.write(f"FAULT, TARGET = {fault!r}, {target!r}\n" + source.read())
    return path


def verdict(server, path, fault, refusals):
    """What is said of a fault: by the check, by the kernel or by the server's log."""
    if fault in CHECKED:
        text = subprocess.run([os.path.join(BIN, "parlor-server"), "check-game", "--", path], capture_output=True,
                              text=True).stdout
        return next((line for line in text.splitlines() if line.startswith("✘")), "nothing is said")
    said = [line for line in server.lines().splitlines() if "game_failed" in line]
    if said:
        return said[0].partition(" ")[2]
    ended = [line for line in server.lines().splitlines() if "has ended" in line]
    return ended[0] if ended else "refused: " + refusals.get() if not refusals.empty() else "nothing is said"


def bad(options):
    print(f"p99 of pings in ms, medians of {options.rounds} rounds of {options.seconds:g} s; others: the machine's other work")
    print(f"{'':38}{'without':>8}{'with':>7}{'ratio (quarters)':>21}{'others':>8}")
    for fault in options.faults or FAULTS:
        folders = [tempfile.mkdtemp(prefix="parlor-bad-") for _ in range(2)]
        path = program(folders[1], fault, "/nowhere")
        calm = Server("parlor-server", "--game", program(folders[0], "", "/nowhere"))
        server = Server("parlor-server", "--game", path)
        # The game is read again with its target, which is known now, before its first match.
        program(folders[1], fault, server.data)
        time.sleep(2.5)
        runs = {one: multiprocessing.Event() for one in (calm, server)}
        said = {one: multiprocessing.Queue() for one in (calm, server)}
        players = [multiprocessing.Process(target=provoke, args=(one.port, number, runs[one], said[one]), daemon=True)
                   for one in (calm, server) for number in range(4)]
        for player in players:
            player.start()
        try:
            times, others = {calm: [], server: []}, []
            for number in range(options.rounds):
                # By turns the one or the other first.
                for one in (calm, server) if number % 2 == 0 else (server, calm):
                    others.append(wait_for_quiet(options.patience))
                    runs[one].set()
                    time.sleep(0.5)
                    times[one].append(most(ping(one, options.seconds)))
                    runs[one].clear()
            ratios = [beside / without for without, beside in zip(times[calm], times[server])]
            low, middle, high = statistics.quantiles(ratios, n=4)
            print(f"{fault:38}{statistics.median(times[calm]):8.2f}{statistics.median(times[server]):7.2f}"
                  f"{middle:8.2f} ({low:.2f} to {high:.2f}){statistics.median(others):7.0%}  "
                  f"{verdict(server, path, fault, said[server])}", flush=True)
        finally:
            for player in players:
                player.terminate()
            server.stop()
            calm.stop()
            for folder in folders:
                shutil.rmtree(folder, ignore_errors=True)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.partition("usage: ")[2].partition("\n\n")[0])
    parser.add_argument("what", choices=["speed", "bad"])
    parser.add_argument("faults", nargs="*")
    parser.add_argument("--rounds", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--patience", type=float, default=60)
    parser.add_argument("--rooms", type=int, default=50)
    options = parser.parse_intermixed_args()
    options.rounds = options.rounds or (3 if options.what == "speed" else 9)
    options.seconds = options.seconds or (5 if options.what == "speed" else 1.5)
    (speed if options.what == "speed" else bad)(options)


main()
