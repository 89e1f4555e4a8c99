import Foundation
import ServerHarness
import Testing
import WaitingTrait

/// A Python program is the service manager: it holds the sockets and receives the notifications.
@Suite("Socket activation and sd_notify", .waiting)
struct ServiceManagerTests {
  private static let hasPython = PythonScript.runs("import socket, select")

  /// The beginning of each script: `start` starts a server with inherited sockets, `receive` waits for a notification.
  private static let manager = """
    import fcntl, os, signal, socket, sys, tempfile
    program, patience = sys.argv[1], float(sys.argv[2])
    heard = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    def listen():
        one = socket.socket()
        one.bind(("127.0.0.1", 0))
        one.listen(50)
        return one
    class start:
        def __init__(self, listeners, names, *flags, **variables):
            self.said = tempfile.NamedTemporaryFile("r")
            environment = {key: value for key, value in os.environ.items() if not key.startswith("PARLOR_")}
            environment.update(LISTEN_FDS=str(len(listeners)), LISTEN_FDNAMES=names, **variables)
            high = [fcntl.fcntl(one.fileno(), fcntl.F_DUPFD, 100) for one in listeners]
            actions = [(os.POSIX_SPAWN_DUP2, one, 3 + place) for place, one in enumerate(high)]
            actions += [(os.POSIX_SPAWN_CLOSE, one) for one in high]
            actions += [(os.POSIX_SPAWN_OPEN, 1, self.said.name, os.O_WRONLY | os.O_APPEND, 0), (os.POSIX_SPAWN_DUP2, 1, 2)]
            pid = "1" if "elsewhere" in names else "$$"
            words = ["/bin/sh", "-c", 'LISTEN_PID=%s exec "$0" "$@"' % pid, program, "--data", ":memory:", *flags]
            self.pid = os.posix_spawn("/bin/sh", words, environment, file_actions=actions)
            for one in high: os.close(one)
        def stop(self):
            os.kill(self.pid, signal.SIGTERM)
            return self.end()
        def end(self):
            return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
        def text(self):
            return open(self.said.name).read()
    def receive(seconds=None):
        heard.settimeout(patience if seconds is None else seconds)
        try: return heard.recv(4096).decode()
        except socket.timeout: return None
    def greeting(port):
        with socket.create_connection(("127.0.0.1", port), patience) as client:
            return client.makefile().readline()

    """

  private func run(_ script: String) throws {
    let ending = try PythonScript.run(
      Self.manager + script, [ServerProcess.path(of: "parlor-server"), "\(Patience.seconds)"])
    #expect(ending.status == 0, "\(ending.errors.joined(separator: "\n"))")
  }

  @Test(
    "Inherited sockets are matched by name and port; clients between two servers reach the next one",
    .enabled(if: hasPython, "Python is not installed"))
  func sockets() throws {
    try run(
      """
      lines, http = listen(), listen()
      port, web = lines.getsockname()[1], http.getsockname()[1]
      flags = ["--port", str(port), "--http", str(web)]
      for names in ["lines:http", "parlor.socket:parlor.socket"]:
          early = socket.create_connection(("127.0.0.1", port), patience)
          server = start([lines, http], names, *flags)
          assert '"hello"' in early.makefile().readline()
          assert '"hello"' in greeting(port)
          with socket.create_connection(("127.0.0.1", web), patience) as client:
              client.sendall(b"GET /ready HTTP/1.0\\r\\nHost: localhost:%d\\r\\n\\r\\n" % web)
              assert b"200" in client.makefile("rb").readline()
          with socket.create_connection(("127.0.0.1", port), patience) as client:
              said = client.makefile()
              said.readline()
              assert server.stop() == 0
              # Whoever comes at once waits for the next server; where it binds its ports itself, nobody would be there.
              assert '"back_in_s":0' in said.read()
      server = start([lines], "lines", "--port", str(port), "--http", "0")
      with socket.create_connection(("127.0.0.1", port), patience) as client:
          said = client.makefile()
          said.readline()
          assert server.stop() == 0
          assert '"back_in_s":5' in said.read()
      """)
  }

  @Test(
    "An unexpected socket is an error; sockets for another process are ignored",
    .enabled(if: hasPython, "Python is not installed"))
  func refusals() throws {
    try run(
      """
      server = start([listen()], "odd", "--port", "1")
      assert server.end() == 69
      assert "was passed on, and neither --port" in server.text()
      server = start([listen()], "http", "--port", "0")
      assert server.end() == 69
      assert "no flag enables http" in server.text()
      heard.bind(tempfile.mkdtemp() + "/notify")
      server = start([listen()], "elsewhere", "--port", "0", NOTIFY_SOCKET=heard.getsockname())
      assert receive().startswith("READY=1")
      assert server.stop() == 0
      """)
  }

  @Test(
    "The manager gets READY, WATCHDOG and STOPPING, and nothing from a server that hangs",
    .enabled(if: hasPython, "Python is not installed"), arguments: ["path", "abstract"])
  func notices(_ kind: String) throws {
    try run(
      """
      kind = "\(kind)"
      folder = tempfile.mkdtemp()
      name = "@parlor-%d" % os.getpid() if kind == "abstract" else folder + "/notify"
      heard.bind("\\0" + name[1:] if kind == "abstract" else name)
      server = start([], "", "--port", "0", WATCHDOG_USEC="300000", NOTIFY_SOCKET=name)
      assert receive().startswith("READY=1\\nSTATUS=parlor ")
      assert [receive(), receive(), receive()] == ["WATCHDOG=1"] * 3
      os.kill(server.pid, signal.SIGSTOP)
      os.waitid(os.P_PID, server.pid, os.WSTOPPED | os.WNOWAIT)
      while receive(0.001): pass
      assert receive(1) is None
      os.kill(server.pid, signal.SIGCONT)
      assert receive() == "WATCHDOG=1"
      os.kill(server.pid, signal.SIGTERM)
      said = receive()
      while said == "WATCHDOG=1": said = receive()
      assert said == "STOPPING=1", said
      assert server.end() == 0
      """)
  }
}
