import GameKit
import Kernel
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

/// An unreadable row damages what it belongs to, by name, and nothing else.
@Suite("Unreadable rows")
struct UnreadableRowTests {
  private let storage: SQLiteStorage

  init() throws { storage = try FaultyServer.storage() }

  /// A server with a room in which a player has said the numbers up to five, at the events 2 to 6.
  private func talked() throws -> (server: FaultyServer, token: JSON) {
    let server = try FaultyServer(storage)
    let ana = server.connect()
    let token = server.ask(ana, "login", ["name": "ana"])["token"] ?? .null
    server.ask(ana, "create", ["room": "talk"])
    for number in 1...5 { server.ask(ana, "say", ["text": .string("\(number)")]) }
    return (server, token)
  }

  /// A client with a token that was disconnected after an event.
  private func resume(_ server: FaultyServer, _ token: JSON, since seq: Int) -> (recovered: JSON?, told: [String]) {
    let id = server.connect()
    server.ask(id, "login", ["token": token])
    let joined = server.ask(id, "join", ["room": "talk", "since": ["epoch": "e1", "seq": .int(seq)]])
    let told = (server.told[id] ?? []).compactMap { $0["text"]?.stringValue }
    return (joined["recovered"], told)
  }

  /// The effect of damage on an event's line.
  enum Damage: CaseIterable {
    case unknownKind, noJSON, noMembers, noSecret

    func line(_ seq: Int, in room: Int64) -> DocumentLine {
      let text =
        switch self {
        case .unknownKind: #"{"document":[2,\#(room)],"fact":"sbid","seq":\#(seq),"secret":{"p":"ana","t":"?"}}"#
        case .noJSON: "\u{0}"
        case .noMembers: #"{"document":[2,\#(room)],"fact":"moved","seq":\#(seq),"secret":{}}"#
        case .noSecret: #"{"document":[2,\#(room)],"fact":"said","seq":\#(seq)}"#
        }
      return UnreadableRowTests.line(text, in: room)
    }
  }

  private static func line(_ text: String, in room: Int64) -> DocumentLine {
    DocumentLine(DocumentID(kind: RoomDocument.number, key: room), bytes: Array(text.utf8))
  }

  private static func said(_ text: String, _ seq: Int, in room: Int64) -> DocumentLine {
    line(#"{"document":[2,\#(room)],"fact":"said","seq":\#(seq),"secret":{"p":"ana","t":"\#(text)"}}"#, in: room)
  }

  @Test(
    "After the last line: new events get new numbers, and all requests are stored", arguments: Damage.allCases)
  func lastRow(_ damage: Damage) throws {
    let (first, token) = try talked()
    first.store([damage.line(7, in: try number(of: "talk"))])
    for _ in 1...2 {
      let server = try FaultyServer(storage, seed: 2)
      #expect(server.log.contains("events_quarantined"))
      #expect(resume(server, token, since: 4).recovered == false)
      let ana = try #require(server.lastConnection)
      #expect((server.ask(ana, "say", ["room": "talk", "text": "on"])["seq"]?.intValue ?? 0) > 7)
      let ben = server.connect()
      #expect(server.ask(ben, "create", ["room": "other-\(server.log.count)"])["type"] == "joined")
      #expect(server.faults == [])
    }
  }

  @Test("In the middle: a client that resumes from before it gets the room's state, one from behind it misses nothing")
  func middleRow() throws {
    let (first, token) = try talked()
    let talk = try number(of: "talk")
    first.store([Damage.unknownKind.line(7, in: talk)])
    for seq in 8...9 { first.store([Self.said("after \(seq)", seq, in: talk)]) }
    let server = try FaultyServer(storage, seed: 2)
    for since in 1...6 {
      #expect(resume(server, token, since: since) == (false, []))
    }
    #expect(resume(server, token, since: 7) == (true, ["after 8", "after 9"]))
    #expect(resume(server, token, since: 8) == (true, ["after 9"]))
  }

  @Test("A missing line is a gap too")
  func missingRow() throws {
    let (first, token) = try talked()
    first.store([Self.said("after", 9, in: try number(of: "talk"))])
    let server = try FaultyServer(storage, seed: 2)
    #expect(resume(server, token, since: 6) == (false, []))
    #expect(resume(server, token, since: 8) == (true, ["after"]))
  }

  @Test("A room that cannot be restored keeps its name, and fails nobody else's writes")
  func room() throws {
    let (first, token) = try talked()
    first.store([try unreadable("talk")])
    for _ in 1...2 {
      let server = try FaultyServer(storage, seed: 2)
      #expect(server.log.contains("room_quarantined"))
      let (ana, ben) = (server.connect(), server.connect())
      server.ask(ana, "login", ["token": token])
      #expect(server.ask(ana, "join", ["room": "talk"])["code"] == "not_found")
      #expect(server.ask(ben, "create", ["room": "TALK"])["code"] == "exists")
      #expect(server.ask(ben, "create", ["room": "other"])["type"] == "joined")
      #expect(server.ask(ben, "say", ["text": "fine"])["type"] == "said")
      #expect(server.ask(ben, "leave")["type"] == "left")
      #expect(server.faults == [])
    }
  }

  @Test(
    "The server's own rooms need no snapshot: boards of the day and shared results stay",
    arguments: ["wordle", "shares"])
  func ownRooms(_ name: String) throws {
    let first = try FaultyServer(storage)
    let ana = first.connect()
    let token = first.ask(ana, "login", ["name": "ana"])["token"] ?? .null
    for room in ["wordle", "shares"] { first.ask(ana, "join", ["room": .string(room)]) }
    let board = first.ask(ana, "move", ["room": "wordle", "text": "crane"])["board"]
    first.store([try unreadable(name)])
    for _ in 1...2 {
      let server = try FaultyServer(storage, seed: 2)
      let id = server.connect()
      server.ask(id, "login", ["token": token])
      #expect(server.ask(id, "join", ["room": "wordle"])["board"] == board)
      #expect(server.ask(id, "join", ["room": "shares"])["type"] == "joined")
      #expect(server.ask(id, "say", ["room": "wordle", "text": "on"])["type"] == "said")
      #expect(server.faults == [])
    }
  }

  @Test("Of two rooms with one name the older stays in use")
  func sameName() throws {
    let (first, token) = try talked()
    let talk = try number(of: "talk")
    let lines = try #require(try storage.load().rooms.first { $0.number == talk }?.lines)
    first.store(
      lines.map { line in
        Self.line(
          String(decoding: line, as: UTF8.self).replacing("[2,\(talk)]", with: "[2,\(1 << 40)]"), in: 1 << 40)
      })
    let server = try FaultyServer(storage, seed: 2)
    #expect(server.log.contains("room_quarantined"))
    #expect(resume(server, token, since: 4) == (true, ["4", "5"]))
    let ben = server.connect()
    #expect(server.ask(ben, "create", ["room": "other"])["type"] == "joined")
    #expect(server.faults == [])
  }

  @Test("A match that contradicts stored data is quarantined, and delays nobody else's request")
  func refusedMatch() throws {
    let server = try FaultyServer(storage)
    let (ana, ben) = (server.connect(), server.connect())
    for id in [ana, ben] { server.ask(id, "join", ["room": "wordle"]) }
    #expect(server.ask(ana, "move", ["text": "crane"])["type"] == "moved")
    let match = try #require(storage.load().rooms.flatMap(\.dayBoards).first?.match)
    let mover = try #require(server.parlor.rooms["wordle"]?.seats.first { $0.value.played.id == match }?.key)
    let foreign = StoredResult(
      match: match, player: mover, game: "wordle", mode: "daily", day: 324, won: true, tries: 1, score: 6,
      elapsed: .zero, isRanked: true, share: "", secret: [],
      finishedAt: Instant(milliseconds: 1))
    server.store([MatchDocument.line(.finished(foreign, told: nil), of: match)])
    for word in ["ponds", "quick", "fjord", "blume"] { server.ask(ana, "move", ["text": .string(word)]) }
    server.send(ana, "move", ["text": "slate"])
    server.send(ben, "move", ["text": "slate"])
    server.beginCommit()
    server.succeed()
    #expect(server.takeRefused().map(\.subject) == [.match(match)])
    #expect(server.log.contains("match_quarantined"))
    #expect(server.ask(ben, "move", ["text": "quick"])["type"] == "moved")
    let boards = try storage.load().rooms.flatMap(\.dayBoards).map(\.match)
    #expect(try FaultyServer.histories(of: boards, in: storage).map(\.moves.count) == [5, 2])
    #expect(server.faults == [])
  }

  private func number(of room: String) throws -> Int64 {
    try #require(try storage.load().rooms.first { RoomLines.name(in: $0.lines) == room }?.number)
  }

  /// An unreadable snapshot, which replaces all stored lines of a room.
  private func unreadable(_ room: String) throws -> DocumentLine {
    let number = try number(of: room)
    return Self.line(
      #"{"document":[2,\#(number)],"fact":"rewritten","seq":6,"folded":"\#(room)","secret":{"body":{}}}"#, in: number)
  }
}
