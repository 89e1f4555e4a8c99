#!/usr/bin/env python3
"""How soon everybody plays again after a restart of one machine's server behind HAProxy, and what that costs.

usage: Clients/Bots/restart.py [--players 5000] [--rounds 3] [--backlog 16384] [--direct] [-- FLAG...]

From the checkout's top folder, after `swift build -c release --product parlor-server` and `--product parlor-bots`
(RESTART_BIN is the folder with the two). FLAGs are those of `parlor-bots load`, such as --at-once.

This script does what systemd does with the shipped parlor.socket: it keeps the sockets that listen, and starts the server
again, after --check, once it has ended. HAProxy has the shipped settings of lines; --direct leaves it out. Each round is a
line of JSON: what parlor-bots measures, and the milliseconds of processor time that the old server, the check, the new
server and HAProxy took from SIGTERM to the last move.
"""

import argparse, json, os, shutil, signal, socket, subprocess, sys, tempfile, threading, time

from usage import used, used_in

HERE = os.path.dirname(os.path.abspath(__file__))
BIN = os.environ.get("RESTART_BIN", ".build/release")


class Sampler(threading.Thread):
    """Notes what the server and HAProxy have used so far, over and over: the players' leaving is not to count."""

    def __init__(self, service, haproxy):
        super().__init__(daemon=True)
        self.service, self.haproxy, self.samples, self.is_over = service, haproxy, [], False
        self.start()

    def run(self):
        while not self.is_over:
            pid = self.service.process.pid
            balance = used(self.haproxy.pid, True) // 1000 if self.haproxy else 0
            self.samples.append((time.time(), used(pid, True) // 1000, balance))
            time.sleep(0.02)

    def at(self, moment):
        return next((one[1:] for one in self.samples if one[0] >= moment), self.samples[-1][1:])


def listener(backlog):
    one = socket.socket()
    one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    one.bind(("127.0.0.1", 0))
    one.listen(backlog)
    return one


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Service:
    """The server, which is started again when it ends."""

    def __init__(self, folder, backlog):
        self.sockets = [listener(backlog), listener(backlog)]
        self.lines, self.http = [one.getsockname()[1] for one in self.sockets]
        self.flags = ["--data", folder + "/data", "--port", str(self.lines), "--http", str(self.http)]
        self.flags += ["--proxy-from", "127.0.0.2", "--admin-socket", folder + "/admin.sock"]
        self.log = open(folder + "/server.log", "w")
        self.check = 0
        self.ended = {}
        self.is_over = False
        self.start()
        self.keeper = threading.Thread(target=self.keep, daemon=True)
        self.keeper.start()

    def start(self):
        server = [os.path.join(BIN, "parlor-server")] + self.flags
        before = os.times()
        subprocess.run(server + ["--check"], stdout=self.log, stderr=self.log, check=True)
        after = os.times()
        self.check = round(1000 * (after[2] + after[3] - before[2] - before[3]))

        self.began = time.time()

        def hand_over():
            # Copies, so that none is overwritten before it is copied.
            high = [os.dup(one.fileno()) for one in self.sockets]
            for place, descriptor in enumerate(high):
                os.dup2(descriptor, 3 + place, inheritable=True)

        environment = dict(os.environ, LISTEN_FDS="2", LISTEN_FDNAMES="lines:http")
        self.process = subprocess.Popen(
            ["sh", "-c", 'LISTEN_PID=$$ exec "$@"', "sh"] + server, stdout=self.log, stderr=self.log,
            preexec_fn=hand_over, close_fds=False, env=environment)

    def keep(self):
        while True:
            _, status, usage = os.wait4(self.process.pid, 0)
            self.stopped = time.time()
            self.ended[self.process.pid] = round(1000 * (usage.ru_utime + usage.ru_stime))
            if self.is_over:
                return
            self.start()


def balancer(folder, service, players):
    port = free_port()
    with open(os.path.join(HERE, "../../Sources/ParlorServer/Release/haproxy.cfg")) as file:
        text = file.read()
    # The backend as it is shipped, but for the ports.
    backend = text[text.index("\nbackend lines\n") : text.index("\nbackend http\n")]
    for shipped, here in [
        ("localhost:8080", f"localhost:{service.http}"),
        ("check port 8080", f"check port {service.http}"),
        ("127.0.0.1:7770", f"127.0.0.1:{service.lines}"),
    ]:
        backend = backend.replace(shipped, here)
    with open(folder + "/haproxy.cfg", "w") as file:
        file.write(f"""global
  maxconn {players + 100}
defaults
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  timeout queue 10s
  retries 3
  option redispatch 1
frontend lines
  bind 127.0.0.1:{port}
  mode tcp
  default_backend lines
{backend}""")
    path = shutil.which("haproxy", path=os.environ["PATH"] + ":/usr/sbin")
    process = subprocess.Popen([path, "-db", "-f", folder + "/haproxy.cfg"], stderr=open(folder+"/haproxy.log","w"))
    return port, process


def wait_for(port):
    for _ in range(600):
        try:
            with socket.create_connection(("127.0.0.1", port), 5) as one:
                one.settimeout(5)
                if one.recv(10):
                    return
        except OSError:
            pass
        time.sleep(0.1)
    sys.exit("the server does not answer")


def main():
    flags = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    flags.add_argument("--players", type=int, default=5000)
    flags.add_argument("--rounds", type=int, default=3)
    flags.add_argument("--backlog", type=int, default=16384)
    flags.add_argument("--direct", action="store_true")
    flags.add_argument("rest", nargs="*")
    options = flags.parse_args()
    for _ in range(options.rounds):
        folder = tempfile.mkdtemp(prefix="parlor-restart")
        service = Service(folder, options.backlog)
        port, haproxy = service.lines, None
        if not options.direct:
            port, haproxy = balancer(folder, service, options.players)
            wait_for(port)
        first = service.process.pid
        note = folder + "/began"
        command = f"cat /proc/{first}/stat /proc/{haproxy.pid if haproxy else first}/stat > {note}; kill -TERM {first}"
        sampler = Sampler(service, haproxy)
        try:
            done = subprocess.run(
                [os.path.join(BIN, "parlor-bots"), "load", "--mix", "restart", "--connections", str(options.players)]
                + ["--port", str(port), "--restart", command, "--json"] + options.rest,
                stdout=subprocess.PIPE, text=True, check=True)
            began = os.stat(note).st_mtime
            with open(note) as file:
                begun = [used_in(line) // 1000 for line in file]
            figures = json.loads(done.stdout)
            new, balance = sampler.at(began + figures["all_moved_ms"] / 1000)
            figures["old_server_ended_ms"] = round(1000 * (service.stopped - began))
            figures["new_server_began_ms"] = round(1000 * (service.began - began))
            figures["old_server_cpu_ms"] = service.ended[first] - begun[0]
            figures["check_cpu_ms"] = service.check
            figures["new_server_cpu_ms"] = new
            if haproxy:
                figures["haproxy_cpu_ms"] = balance - begun[1]
            figures["load"] = os.getloadavg()[0]
            print(json.dumps(figures), flush=True)
        finally:
            sampler.is_over = service.is_over = True
            service.process.send_signal(signal.SIGTERM)
            if haproxy:
                haproxy.kill()
            service.keeper.join()
            shutil.rmtree(folder, ignore_errors=True)


main()
