import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

/// A game that traps when a stored match is played again costs that match, and nothing else.
@Suite("Games that trap", .waiting)
final class TrappingGameTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-trap-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func start(blowing: Bool = true, _ arguments: [String] = []) throws -> ServerProcess {
    try ServerProcess(
      ["--data", folder.path, "--clock", "2026-11-20T08:00:00Z"] + arguments, program: "OddGamesServer",
      environment: blowing ? ["FUSE_BLOWS": "1"] : [:])
  }

  private struct Player {
    let client: SocketClient
    let token: String

    init(on server: ServerProcess, name: String? = nil, token: String? = nil) throws {
      client = try SocketClient(port: server.port)
      _ = try client.line()
      let field = name.map { #""name":"\#($0)""# } ?? #""token":"\#(token ?? "")""#
      client.send(line: #"{"type":"login",\#(field),"id":"login"}"#)
      let answer = try JSON(parsing: try client.line { $0.contains(#""re":"login""#) })
      self.token = answer["token"]?.stringValue ?? token ?? ""
    }

    @discardableResult
    func ask(_ request: String) throws -> JSON {
      client.send(line: #"{"id":"asked",\#(request.dropFirst())"#)
      return try JSON(parsing: try client.line { $0.contains(#""re":"asked""#) })
    }

    func burn(_ times: Int, in room: String) throws {
      for _ in 0..<times { #expect(try ask(#"{"type":"move","room":"\#(room)","text":"1"}"#)["type"] == "moved") }
    }

    func notes(in room: String) throws -> String? {
      try ask(#"{"type":"join","room":"\#(room)"}"#)["board"]?["notes"]?.arrayValue?.first?.stringValue
    }
  }

  private func log(of server: ServerProcess, until text: String) -> [String] {
    var lines: [String] = []
    while case .line(let line) = server.logLine() {
      lines.append(line)
      if line.contains(text) { break }
    }
    return lines
  }

  /// Two players with boards of which two trap when they are played again, then the end of the server.
  private func played() throws -> (ana: String, ben: String) {
    let server = try start(blowing: false)
    let (ana, ben) = (try Player(on: server, name: "ana"), try Player(on: server, name: "ben"))
    try ben.ask(#"{"type":"create","room":"ours","game":"fuse","mode":"together"}"#)
    for player in [ana, ben] { try player.ask(#"{"type":"join","room":"fuse"}"#) }
    try ana.ask(#"{"type":"join","room":"sticks"}"#)
    try ana.ask(#"{"type":"join","room":"ours"}"#)
    try ana.burn(3, in: "fuse")
    try ben.burn(4, in: "fuse")
    try ana.burn(2, in: "ours")
    #expect(try ana.ask(#"{"type":"move","room":"sticks","text":"3"}"#)["type"] == "moved")
    server.killNow()
    return (ana.token, ben.token)
  }

  /// A board traps when its player asks for it.
  private func trap(_ token: String) throws {
    let server = try start()
    let player = try Player(on: server, token: token)
    #expect(throws: (any Error).self) { try player.notes(in: "fuse") }
    #expect(server.exitStatus() == nil)
    let mark = try String(contentsOf: folder.appendingPathComponent("parlor.loading"), encoding: .utf8)
    #expect(mark.wholeMatch(of: #/\d+\n/#) != nil, "\(mark)")
  }

  @Test("After one trap in a stored match, matches that trap are quarantined by name, and everything else continues")
  func quarantine() throws {
    let tokens = try played()
    try trap(tokens.ana)
    for _ in 1...2 {
      let server = try start(["--http", "0"])
      let (ana, ben) = (try Player(on: server, token: tokens.ana), try Player(on: server, token: tokens.ben))
      #expect(try [ana, ben].map { try $0.notes(in: "fuse") } == ["0/4", "0/4"])
      let entries = [ana, ben].compactMap { _ in log(of: server, until: "match_quarantined").last }
      #expect(entries.allSatisfy { $0.contains("room=fuse") && $0.contains("traps") }, "\(entries)")
      let page = try HTTPSocket(server).ask("GET /metrics")
      #expect(page.body.contains("parlor_quarantined{kind=\"match\"} 2\n"))
      #expect(try ana.notes(in: "sticks") == "7 left")
      #expect(try ana.notes(in: "ours") == "2/4")
      #expect(try ben.notes(in: "ours") == "2/4")
      #expect(try ben.ask(#"{"type":"share"}"#)["code"] == "not_found")
      server.killNow()
    }
  }

  @Test("A game that was put right has its matches back at the next start")
  func release() throws {
    let tokens = try played()
    try trap(tokens.ben)
    try start().killNow()
    for _ in 1...2 {
      let server = try start(blowing: false)
      #expect(try Player(on: server, token: tokens.ana).notes(in: "fuse") == "3/4")
      #expect(!log(of: server, until: "restored").contains { $0.contains("match_quarantined") })
      #expect(try Player(on: server, token: tokens.ben).notes(in: "fuse") == "4/4")
      server.killNow()
    }
  }
}
