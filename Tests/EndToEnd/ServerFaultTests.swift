import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Client and network faults", .waiting)
struct ServerFaultTests {
  @Test("Half a line waits for its other half, and is dropped when the client disconnects")
  func halfLines() throws {
    let server = try ServerProcess()
    let (ana, ben) = try (Self.guest(server), Self.guest(server))
    ana.send(Array(#"{"type":"create","ro"#.utf8))
    #expect(try ben.ask(#"{"type":"ping"}"#) == #"{"type":"pong"}"#)
    ana.send(Array("om\":\"lunch\"}\n".utf8))
    #expect(try ana.line().hasPrefix(#"{"type":"joined","room":"lunch""#))
    _ = try ben.ask(#"{"type":"join","room":"lunch"}"#)
    _ = try ana.line()
    ana.send(Array(#"{"type":"say","text":"unfinis"#.utf8))
    ana.close()
    let left = try JSON(parsing: try ben.line())
    #expect(left["type"]?.stringValue == "left")
  }

  @Test("A last line without a newline is executed when the client half-closes")
  func halfClose() throws {
    let server = try ServerProcess()
    let ana = try Self.guest(server)
    ana.send(Array(#"{"type":"ping","id":1}"#.utf8))
    ana.finishSending()
    let (lines, ended) = ana.rest()
    #expect(lines == [#"{"type":"pong","re":1}"#])
    #expect(ended)
  }

  @Test("A line of a megabyte is refused once and skipped, and the connection stays open")
  func megabyteLine() throws {
    let server = try ServerProcess()
    let (ana, ben) = try (Self.guest(server), Self.guest(server))
    ana.send(Array(#"{"type":"say","text":""#.utf8) + Array(repeating: UInt8(ascii: "a"), count: 1_048_576))
    #expect(try ben.ask(#"{"type":"ping"}"#) == #"{"type":"pong"}"#)
    ana.send(Array("\"}\n{\"type\":\"ping\"}\n".utf8))
    #expect(try ana.line().contains(#""code":"line_too_long""#))
    #expect(try ana.line() == #"{"type":"pong"}"#)
  }

  @Test("Invalid UTF-8, NULs and control characters never reach another client")
  func forbiddenBytes() throws {
    let server = try ServerProcess(["--limit", "rooms_per_address=0"])
    for (number, line) in Self.forbidden.enumerated() {
      let room = "lunch-\(number)"
      let (ana, ben) = try (Self.guest(server), Self.guest(server))
      _ = try ana.ask(#"{"type":"create","room":"\#(room)"}"#)
      _ = try ben.ask(#"{"type":"join","room":"\#(room)"}"#)
      _ = try ana.line()
      ana.send(line + [0x0A])
      let answer = try ana.line()
      let sent = String(decoding: line, as: UTF8.self)
      let isJSON = line.first == UInt8(ascii: "{")
      #expect(answer.hasPrefix(#"{"type":"error""#) == isJSON, "\(sent)")
      #expect(
        answer.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.properties.generalCategory != .format }, "\(sent)")
      ana.send(line: #"{"type":"say","text":"clean"}"#)
      #expect(try ben.line().contains(#""text":"clean""#), "\(sent)")
    }
  }

  private static let forbidden: [[UInt8]] = [
    Array(#"{"type":"say","text":"a"#.utf8) + [0xFE] + Array(#"b"}"#.utf8),
    Array(#"{"type":"say","text":"a"#.utf8) + [0xC0, 0x80] + Array(#"b"}"#.utf8),
    Array(#"{"type":"say","text":"a"#.utf8) + [0xED, 0xA0, 0x80] + Array(#"b"}"#.utf8),
    Array(#"{"type":"say","text":"a"#.utf8) + [0x00] + Array(#"b"}"#.utf8),
    Array(#"{"type":"say","text":"a\u0000b"}"#.utf8), Array(#"{"type":"say","text":"a\u001b[31mb"}"#.utf8),
    Array(#"{"type":"say","text":"a\u009b31mb"}"#.utf8), Array(#"{"type":"say","text":"a\u202eb"}"#.utf8),
    Array(#"{"type":"say","text":"a\u2066b"}"#.utf8), Array(#"{"type":"say","text":"a\u2028b"}"#.utf8),
    Array(#"{"type":"say","text":"a\ufeffb"}"#.utf8), Array(#"{"type":"say","text":"a\r\nb"}"#.utf8),
    Array(#"{"type":"login","name":"a\u001bb"}"#.utf8), Array(#"{"type":"login","name":"a\u202eb"}"#.utf8),
    Array(#"{"type":"create","room":"a\u001bb"}"#.utf8), Array(#"{"type":"join","room":"a\u001bb"}"#.utf8),
    Array(#"{"type":"kick","player":"a\u001bb"}"#.utf8), Array(#"{"type":"help","topic":"a\u001bb"}"#.utf8),
    Array("/say a\u{1B}]0;owned\u{7}b".utf8), Array("a\u{1B}b".utf8), Array("/say a\u{202E}b".utf8),
    Array("/say a".utf8) + [0x00] + Array("b".utf8), Array("/say a".utf8) + [0xC3] + Array("b".utf8),
  ]

  @Test("A flooding client gets too_fast and waits; other clients are answered as usual")
  func flood() throws {
    let server = try ServerProcess(["--limit", "commands_per_s=500"])
    let (flooder, ben) = try (Self.guest(server), Self.guest(server))
    let count = 500
    flooder.send(Array(repeating: Array("{\"type\":\"ping\"}\n".utf8), count: count).joined())
    #expect(try ben.ask(#"{"type":"ping"}"#) == #"{"type":"pong"}"#)
    flooder.finishSending()
    let (lines, ended) = flooder.rest()
    #expect(ended)
    #expect(lines.count == count)
    #expect(lines.prefix(20).allSatisfy { $0 == #"{"type":"pong"}"# })
    #expect(lines.contains { $0.contains(#""code":"too_fast""#) })
    #expect(lines.filter { $0.contains(#""code":"too_fast""#) }.allSatisfy { $0.contains("\"retry_after_ms\":") })
  }

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

  @Test("Connections reset at any moment leave no trace")
  func resets() throws {
    let server = try ServerProcess(["--limits", "bench"])
    let ana = try Self.guest(server)
    _ = try ana.ask(#"{"type":"create","room":"lunch"}"#)
    for round in 0..<200 {
      let guest = try SocketClient(port: server.port)
      // The greeting, or more, stays unread, so close sends a reset.
      if round % 2 == 0 { guest.send(Array("{\"type\":\"join\",\"room\":\"lunch\"}\n{\"type\":\"say".utf8)) }
      guest.close()
    }
    let last = try Self.guest(server)
    _ = try last.ask(#"{"type":"join","room":"lunch"}"#)
    #expect(try Self.isAnswered(ana))
    last.send(line: #"{"type":"who","id":"who"}"#)
    let who = try JSON(parsing: try last.line { $0.contains(#""re":"who""#) })
    // Reset clients may still be leaving, but they do leave.
    var players = who["players"]
    while players?.text.split(separator: ",").count != 2 {
      _ = try last.line { $0.hasPrefix(#"{"type":"left""#) }
      last.send(line: #"{"type":"who","id":"again"}"#)
      players = try JSON(parsing: try last.line { $0.contains(#""re":"again""#) })["players"]
    }
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
