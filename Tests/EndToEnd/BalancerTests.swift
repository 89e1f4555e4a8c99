import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Behind a load balancer", .waiting)
struct BalancerTests {
  private static let haproxy =
    ((ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/sbin"])
    .map { $0 + "/haproxy" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  /// An HAProxy with these sections; its configuration is a file in `folder`.
  private func balancer(_ sections: String, in folder: TemporaryFolder) throws -> ChildProcess {
    let defaults = """
      defaults
        mode tcp
        timeout connect 60s
        timeout client 60s
        timeout server 60s

      """
    let file = folder.path + "/haproxy.cfg"
    try Data((defaults + sections + "\n").utf8).write(to: URL(fileURLWithPath: file))
    return try ChildProcess(try #require(Self.haproxy), ["-db", "-f", file], environment: [:])
  }

  private func connected(_ port: UInt16) throws -> SocketClient {
    for _ in 0..<200 {
      if let client = try? SocketClient(port: port) { return client }
      usleep(20_000)
    }
    return try SocketClient(port: port)
  }

  @Test(
    "HAProxy's clients play over lines and HTTP with PROXY v1 and v2; a connection without the header is closed",
    .enabled(if: haproxy != nil, "haproxy is not installed"), arguments: ["send-proxy", "send-proxy-v2"])
  func plays(_ option: String) throws {
    let server = try ServerProcess(["--proxy-from", "127.0.0.1", "--http", "0", "--limit", "connections_per_address=1"])
    let ports = try FreePorts.take(2)
    let (lines, http) = (ports[0], ports[1])
    let folder = try TemporaryFolder()
    let sections = """
      listen lines
        bind 127.0.0.1:\(lines)
        server parlor 127.0.0.1:\(server.port) \(option)
      listen http
        bind 127.0.0.1:\(http)
        server parlor 127.0.0.1:\(server.httpPort) \(option)
      """
    let balancer = try balancer(sections, in: folder)
    defer { balancer.send(SIGKILL) }

    let client = try connected(lines)
    #expect(try client.line().hasPrefix(#"{"type":"hello""#))
    client.send(line: #"{"type":"ping","id":1}"#)
    #expect(try client.line().contains("pong"))

    let browser = try connected(http)
    browser.send(Array("GET / HTTP/1.1\r\nHost: localhost:\(server.httpPort)\r\nConnection: close\r\n\r\n".utf8))
    #expect(try browser.line().hasPrefix("HTTP/1.1 "))

    // A loopback address in the header grants neither the console's nor a local program's rights.
    let named = try SocketClient(port: server.port)
    named.send(line: "PROXY TCP6 0:fffe:: ::1 1 2\r")
    try named.greeting()
    named.send(line: #"{"type":"announce","text":"I am root."}"#)
    #expect(try named.message("error")["code"] == "forbidden")
    let reader = try SocketClient(port: server.httpPort)
    reader.send(line: "PROXY TCP4 127.0.0.1 127.0.0.1 1 2\r")
    reader.send(Array("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:\(server.httpPort)\r\n\r\n".utf8))
    #expect(try reader.line().hasPrefix("HTTP/1.1 401 "))

    let direct = try SocketClient(port: server.port)
    direct.send(line: #"{"type":"ping","id":1}"#)
    guard case .end = direct.next() else {
      Issue.record("who says nothing of a balancer was let in")
      return
    }
  }

  private static let register = #"{"type":"register","name":"ana","password":"rumpelstiltskin","id":1}"#
  /// PROXY protocol, version 2: a connection of 192.0.2.7, with the TLS block in `values` or none.
  private static func header(_ values: [UInt8]) -> [UInt8] {
    let body: [UInt8] = [192, 0, 2, 7, 10, 0, 0, 1, 0x30, 0x39, 0x1E, 0x5A] + values
    return [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10, 0x21, 0x11, 0, UInt8(body.count)] + body
  }

  @Test("Passwords are accepted only if the header of a trusted balancer says TLS")
  func overTLS() throws {
    let server = try ServerProcess(["--proxy-from", "127.0.0.1", "--http", "0"])
    func answer(_ bytes: [UInt8], to server: ServerProcess) throws -> JSON? {
      let client = try SocketClient(port: server.port)
      client.send(bytes)
      try client.greeting()
      return try JSON(parsing: try client.ask(Self.register))
    }
    let (tls, plain): ([UInt8], [UInt8]) = ([0x20, 0, 5, 1, 0, 0, 0, 1], [0x20, 0, 5, 0, 0, 0, 0, 0])
    #expect(try answer(Self.header(plain), to: server)?["code"] == "not_encrypted")
    #expect(try answer(Self.header([]), to: server)?["code"] == "not_encrypted")
    #expect(
      try answer(Array("PROXY TCP4 192.0.2.7 10.0.0.1 1 2\r\n".utf8), to: server)?["code"] == "not_encrypted")
    #expect(try answer(Self.header(tls), to: server)?["you"] == "ana")
    // A ban of an address holds for its TLS connections too.
    let banning = try ServerProcess.run(["admin", "--admin-socket", server.adminSocket, "ban", "192.0.2.0/24", "1h"])
    #expect(banning.status == 0)
    let banned = try SocketClient(port: server.port)
    banned.send(Self.header(tls))
    #expect(try banned.line().contains(#""code":"banned""#))
    // Without a trusted balancer the header is an ordinary line.
    let open = try ServerProcess()
    let stranger = try SocketClient.greeted(port: open.port)
    stranger.send(Self.header(tls) + [10])
    #expect(try !stranger.line().isEmpty)
  }

  @Test(
    "HAProxy's clients can use passwords over TLS, and not without it",
    .enabled(
      if: haproxy != nil && SystemShell.has("openssl") && PythonScript.runs("import ssl"),
      "haproxy, openssl or Python is not installed"))
  func haproxyOverTLS() throws {
    let server = try ServerProcess(["--proxy-from", "127.0.0.1", "--http", "0"])
    let folder = try TemporaryFolder()
    let made = try SystemShell.run(
      "cd '\(folder.path)' && openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost"
        + " -keyout key -out crt && cat crt key > one.pem", within: Patience.seconds)
    #expect(made.status == 0, "\(made.text)")
    let ports = try FreePorts.take(2)
    let (tls, plain) = (ports[0], ports[1])
    // Clients send their own PROXY headers, since all of a test's connections come from this machine.
    let sections = """
      frontend tls
        bind 127.0.0.1:\(tls) accept-proxy ssl crt \(folder.path)/one.pem
        default_backend lines
      frontend plain
        bind 127.0.0.1:\(plain) accept-proxy
        default_backend lines
      backend lines
        server parlor 127.0.0.1:\(server.port) send-proxy-v2-ssl
      """
    let balancer = try balancer(sections, in: folder)
    defer { balancer.send(SIGKILL) }
    _ = try connected(plain)
    let script = """
      import json, socket, ssl, sys
      def ask(port, name, tls):
          one = socket.create_connection(("127.0.0.1", port), 60)
          one.sendall(b"PROXY TCP4 192.0.2.7 127.0.0.1 1 2\\\\r\\\\n")
          if tls:
              context = ssl.create_default_context()
              context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
              one = context.wrap_socket(one)
          lines = one.makefile("rw")
          lines.readline()
          lines.write(json.dumps({"type": "register", "name": name, "password": "rumpelstiltskin", "id": 1}) + "\\\\n")
          lines.flush()
          while True:
              answer = json.loads(lines.readline())
              if answer.get("re") == 1: return answer.get("code", answer.get("you"))
      print(ask(int(sys.argv[1]), "ana", True))
      print(ask(int(sys.argv[2]), "ben", False))
      """.replacingOccurrences(of: "\\\\", with: "\\")
    let said = try PythonScript.run(script, ["\(tls)", "\(plain)"])
    #expect(said.output == ["ana", "not_encrypted"], "\(said.errors)")
  }
}
