import ServerHarness
import Testing
import WaitingTrait

@Suite("Clients of an edge, whose sessions live in another process", .waiting)
struct LinkedServerTests {
  private func connected(_ port: UInt16) throws -> SocketClient {
    let client = try SocketClient(port: port)
    try client.greeting()
    return client
  }

  /// The next line for which `isMeant` holds; others are skipped.
  private func line(_ client: SocketClient, where isMeant: (String) -> Bool) throws -> String {
    while true {
      let line = try client.line()
      if isMeant(line) { return line }
    }
  }

  @Test("Clients of two edges play in one room with nc")
  func plays() throws {
    let servers = try LinkedServers()
    let other = try servers.anotherEdge()
    let (ana, ben) = (try connected(servers.port), try connected(other.port))
    ana.send(line: "/create lunch wordle race code=tacos seed=7")
    _ = try line(ana) { $0.hasPrefix("lunch") }
    ben.send(line: "/join lunch tacos")
    _ = try line(ana) { $0.hasSuffix(" is here") }
    ana.send(line: "/start")
    _ = try line(ben) { $0.hasPrefix("Round 1 has begun") }
    ben.send(line: "crane")
    #expect(try line(ben) { $0.contains("CRANE") }.hasPrefix("⬛⬛🟨🟩⬛"))
    #expect(!(try line(ana) { $0.contains("⬛⬛🟨🟩⬛") }.contains("CRANE")))
  }

  @Test("Clients of the edges stay connected when the owner is killed")
  func ownerDies() throws {
    let servers = try LinkedServers()
    let client = try connected(servers.port)
    servers.owner.killNow()
    guard case .line(let line) = servers.edge.logLine() else {
      Issue.record("the edge does not notice")
      return
    }
    #expect(line.hasPrefix("link down"))
    client.send(line: #"{"type":"ping"}"#)
    servers.edge.terminate()
    // No answer and no end of the stream before that.
    guard case .end = client.next() else {
      Issue.record("the client was told something that nobody knows")
      return
    }
    #expect(servers.edge.exitStatus() == 0)
  }

  @Test("A process with another secret is refused, and reports it")
  func wrongSecret() throws {
    let servers = try LinkedServers()
    let stranger = try ServerProcess(
      ["--link-edge", "127.0.0.1:\(servers.linkPort)", "--link-secret", "guessed"], program: "LinkedServer")
    defer { stranger.killNow() }
    guard case .line(let line) = servers.owner.logLine() else {
      Issue.record("nothing")
      return
    }
    #expect(line == #"link up(node: "edge-\#(servers.edge.identifier)", version: 2)"#)
    guard case .line(let line) = servers.owner.logLine() else {
      Issue.record("nothing")
      return
    }
    #expect(line.hasPrefix(#"link refused(from: "127.0.0.1", why: "the other side does not know this cluster"#))
    let client = try connected(servers.port)
    client.send(line: #"{"type":"ping","id":1}"#)
    #expect(try client.line().contains("pong"))
  }
}
