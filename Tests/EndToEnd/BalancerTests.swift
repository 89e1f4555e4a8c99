import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Behind a balancer", .waiting)
struct BalancerTests {
  private static let haproxy =
    ((ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init) + ["/usr/sbin"])
    .map { $0 + "/haproxy" }.first { FileManager.default.isExecutableFile(atPath: $0) }

  private func connected(_ port: UInt16) throws -> SocketClient {
    for _ in 0..<200 {
      if let client = try? SocketClient(port: port) { return client }
      usleep(20_000)
    }
    return try SocketClient(port: port)
  }

  @Test(
    "HAProxy's clients play, over lines and HTTP, with either version of its header; who comes without one is closed",
    .enabled(if: haproxy != nil, "haproxy is not installed"), arguments: ["send-proxy", "send-proxy-v2"])
  func plays(_ option: String) throws {
    let server = try ServerProcess(["--proxy-from", "127.0.0.1", "--http", "0", "--limit", "connections_per_address=1"])
    let (lines, http) = (try ServerPlace.freePort(), try ServerPlace.freePort())
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("haproxy-\(UUID().uuidString).cfg")
    defer { try? FileManager.default.removeItem(at: file) }
    let text = """
      defaults
        mode tcp
        timeout connect 60s
        timeout client 60s
        timeout server 60s
      listen lines
        bind 127.0.0.1:\(lines)
        server parlor 127.0.0.1:\(server.port) \(option)
      listen http
        bind 127.0.0.1:\(http)
        server parlor 127.0.0.1:\(server.httpPort) \(option)

      """
    try Data(text.utf8).write(to: file)
    let balancer = try ChildProcess(try #require(Self.haproxy), ["-db", "-f", file.path], environment: [:])
    defer { balancer.send(SIGKILL) }

    let client = try connected(lines)
    #expect(try client.line().hasPrefix(#"{"type":"hello""#))
    client.send(line: #"{"type":"ping","id":1}"#)
    #expect(try client.line().contains("pong"))

    let browser = try connected(http)
    browser.send(Array("GET / HTTP/1.1\r\nHost: localhost:\(server.httpPort)\r\nConnection: close\r\n\r\n".utf8))
    #expect(try browser.line().hasPrefix("HTTP/1.1 "))

    // An address that a balancer names makes nobody the console's, and no program of this machine.
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
}
