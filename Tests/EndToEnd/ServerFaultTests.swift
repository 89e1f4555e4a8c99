import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Client and network faults", .waiting)
struct ServerFaultTests {
  @Test("A watcher that does not read is not closed, and later gets the room's present state")
  func slowWatcher() throws {
    let server = try ServerProcess([
      "--limits", "bench", "--limit", "output_soft_bytes=16384", "--limit", "output_hard_bytes=65536",
    ])
    let ana = try Self.guest(server)
    let silent = try SocketClient(port: server.port, receiveBuffer: 4096)
    try silent.greeting()
    _ = try ana.ask(#"{"type":"create","room":"lunch","game":"wordle"}"#)
    _ = try silent.ask(#"{"type":"join","watching":true,"room":"lunch"}"#)
    // More than the kernel's buffers hold and the hard limit allows.
    let text = String(repeating: "a", count: 490)
    for _ in 0..<500 {
      ana.send(Array(repeating: Array(#"{"type":"say","text":"\#(text)"}"#.utf8) + [10], count: 50).joined())
      for _ in 0..<50 { _ = try ana.line { $0.hasPrefix(#"{"type":"said""#) } }
    }
    // The first state may omit nothing, where the kernel's buffers were small at the beginning.
    var description: JSON = [:]
    repeat {
      description = try JSON(parsing: try silent.line { $0.hasPrefix(#"{"type":"joined""#) })
    } while description["from"] == description["seq"]
    #expect(description["recovered"] == false)
    #expect((description["from"]?.intValue ?? 0) < (description["seq"]?.intValue ?? 0))
    #expect(try Self.isAnswered(silent))
  }

  @Test("A client that never reads is closed at the output limit; the others in the room miss nothing")
  func slowConsumer() throws {
    let server = try ServerProcess([
      "--limits", "bench", "--limit", "output_soft_bytes=16384", "--limit", "output_hard_bytes=65536",
    ])
    let (ana, ben) = try (Self.guest(server), Self.guest(server))
    let silent = try SocketClient(port: server.port, receiveBuffer: 4096)
    try silent.greeting()
    _ = try ana.ask(#"{"type":"create","room":"lunch"}"#)
    _ = try ben.ask(#"{"type":"join","room":"lunch"}"#)
    _ = try ana.line()
    _ = try silent.ask(#"{"type":"join","room":"lunch"}"#)
    _ = try (ana.line(), ben.line())
    let text = String(repeating: "a", count: 490)
    // The kernel's buffers hold a few megabytes before anything queues in the server.
    var said = 0
    var seen = 0
    var isGone = false
    while !isGone, said < 60_000 {
      for _ in 0..<50 { ana.send(line: #"{"type":"say","text":"\#(text)"}"#) }
      said += 50
      for _ in 0..<50 { _ = try ana.line { $0.hasPrefix(#"{"type":"said""#) || $0.hasPrefix(#"{"type":"left""#) } }
      for _ in 0..<50 {
        let line = try ben.line()
        if line.hasPrefix(#"{"type":"left""#) { isGone = true } else { seen += 1 }
      }
    }
    #expect(isGone)
    guard case .line(let entry) = server.logLine() else {
      Issue.record("nothing is logged")
      return
    }
    #expect(entry.contains("room_created"))
    var log: [String] = []
    while case .line(let line) = server.logLine() {
      log.append(line)
      if line.contains("slow_consumer") { break }
    }
    #expect(log.last?.contains("slow_consumer") == true)
    while seen < said { if try ben.line().hasPrefix(#"{"type":"said""#) { seen += 1 } }
    #expect(seen == said)
    #expect(try Self.isAnswered(ben))
  }

  private static func guest(_ server: ServerProcess) throws -> SocketClient {
    let client = try SocketClient(port: server.port)
    #expect(try client.greeting().hasPrefix(#"{"type":"hello""#))
    return client
  }

  private static func isAnswered(_ client: SocketClient) throws -> Bool {
    client.send(line: #"{"type":"ping","id":"still here"}"#)
    return try client.line { $0.contains(#""re":"still here""#) } == #"{"type":"pong","re":"still here"}"#
  }
}
