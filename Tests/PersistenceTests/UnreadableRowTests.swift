import GameKit
import Storage
import Testing
import WireProtocol

@testable import ParlorCore

/// A row that cannot be read costs what it belongs to, by name, and nothing else.
@Suite("Rows that cannot be read")
struct UnreadableRowTests {
  private let storage: SQLiteStorage

  init() throws { storage = try FaultyServer.storage() }

  private func ask(_ server: FaultyServer, _ id: SessionID, _ type: String, _ fields: JSONObject = [:]) -> JSON {
    let request = server.send(id, type, fields)
    server.settle()
    return server.answer(id, request) ?? .null
  }

  /// A server with a room in which somebody has said the numbers up to five, at the events 2 to 6.
  private func talked() throws -> (server: FaultyServer, token: JSON) {
    let server = try FaultyServer(storage)
    let ana = server.connect()
    let token = ask(server, ana, "login", ["name": "ana"])["token"] ?? .null
    _ = ask(server, ana, "create", ["room": "talk"])
    for number in 1...5 { _ = ask(server, ana, "say", ["text": .string("\(number)")]) }
    return (server, token)
  }

  /// Somebody with a token who was cut off after an event.
  private func resume(_ server: FaultyServer, _ token: JSON, since seq: Int) -> (recovered: JSON?, told: [String]) {
    let id = server.connect()
    _ = ask(server, id, "login", ["token": token])
    let joined = ask(server, id, "join", ["room": "talk", "since": ["epoch": "e1", "seq": .int(seq)]])
    let told = (server.told[id] ?? []).compactMap { $0["text"]?.stringValue }
    return (joined["recovered"], told)
  }

  /// What damage makes of a row of events.
  enum Damage: CaseIterable {
    case unknownKind, noJSON, otherNumber, oneTooMany, nothing

    func body(_ seq: Int) -> [UInt8] {
      switch self {
      case .unknownKind: Array(#"[{"s":\#(seq),"k":"sbid","p":"ana","t":"?"}]"#.utf8)
      case .noJSON: [0xFF, 0]
      case .otherNumber: Array(#"[{"s":\#(seq + 1),"k":"said","p":"ana","t":"?"}]"#.utf8)
      case .oneTooMany:
        Array(#"[{"s":\#(seq),"k":"said","p":"ana","t":"?"},{"s":\#(seq),"k":"said","p":"ana","t":"?"}]"#.utf8)
      case .nothing: Array("[]".utf8)
      }
    }
  }

  @Test(
    "After the last row: new events get new numbers, and everybody's requests are stored", arguments: Damage.allCases)
  func lastRow(_ damage: Damage) throws {
    let (first, token) = try talked()
    first.store([.events(StoredEvents(room: try number(of: "talk"), first: 7, last: 7, body: damage.body(7)))])
    for _ in 1...2 {
      let server = try FaultyServer(storage, seed: 2)
      #expect(server.log.contains("events_quarantined"))
      #expect(resume(server, token, since: 4).recovered == false)
      let ana = try #require(server.lastConnection)
      #expect((ask(server, ana, "say", ["room": "talk", "text": "on"])["seq"]?.intValue ?? 0) > 7)
      let ben = server.connect()
      #expect(ask(server, ben, "create", ["room": "other-\(server.log.count)"])["type"] == "joined")
      #expect(server.faults == [])
    }
  }

  @Test("In the middle: who resumes from before it is told the room as it is, who was behind it misses nothing")
  func middleRow() throws {
    let (first, token) = try talked()
    let talk = try number(of: "talk")
    first.store([.events(StoredEvents(room: talk, first: 7, last: 7, body: Damage.unknownKind.body(7)))])
    for seq in 8...9 {
      let body = Array(#"[{"s":\#(seq),"k":"said","p":"ana","t":"after \#(seq)"}]"#.utf8)
      first.store([.events(StoredEvents(room: talk, first: seq, last: seq, body: body))])
    }
    let server = try FaultyServer(storage, seed: 2)
    for since in 1...6 {
      #expect(resume(server, token, since: since) == (false, []))
    }
    #expect(resume(server, token, since: 7) == (true, ["after 8", "after 9"]))
    #expect(resume(server, token, since: 8) == (true, ["after 9"]))
  }

  @Test("A row that is missing is a gap as well")
  func missingRow() throws {
    let (first, token) = try talked()
    let body = Array(#"[{"s":9,"k":"said","p":"ana","t":"after"}]"#.utf8)
    first.store([.events(StoredEvents(room: try number(of: "talk"), first: 9, last: 9, body: body))])
    let server = try FaultyServer(storage, seed: 2)
    #expect(resume(server, token, since: 6) == (false, []))
    #expect(resume(server, token, since: 8) == (true, ["after"]))
  }

  @Test("A room that cannot be restored keeps its name, and nobody else's writes fail with it")
  func room() throws {
    let (first, token) = try talked()
    first.store([.room(StoredRoom(number: try number(of: "talk"), folded: "talk", body: Array("{".utf8)))])
    for _ in 1...2 {
      let server = try FaultyServer(storage, seed: 2)
      #expect(server.log.contains("room_quarantined"))
      let (ana, ben) = (server.connect(), server.connect())
      _ = ask(server, ana, "login", ["token": token])
      #expect(ask(server, ana, "join", ["room": "talk"])["code"] == "no_such_room")
      #expect(ask(server, ben, "create", ["room": "TALK"])["code"] == "room_exists")
      #expect(ask(server, ben, "create", ["room": "other"])["type"] == "joined")
      #expect(ask(server, ben, "say", ["text": "fine"])["type"] == "said")
      #expect(ask(server, ben, "leave")["type"] == "left")
      #expect(server.faults == [])
    }
  }

  @Test(
    "The server's own rooms need no row: boards of the day and what is shared stay", arguments: ["wordle", "shares"])
  func ownRooms(_ name: String) throws {
    let first = try FaultyServer(storage)
    let ana = first.connect()
    let token = ask(first, ana, "login", ["name": "ana"])["token"] ?? .null
    for room in ["wordle", "shares"] { _ = ask(first, ana, "join", ["room": .string(room)]) }
    let board = ask(first, ana, "move", ["room": "wordle", "text": "crane"])["board"]
    first.store([.room(StoredRoom(number: try number(of: name), folded: name, body: []))])
    for _ in 1...2 {
      let server = try FaultyServer(storage, seed: 2)
      let id = server.connect()
      _ = ask(server, id, "login", ["token": token])
      #expect(ask(server, id, "join", ["room": "wordle"])["board"] == board)
      #expect(ask(server, id, "join", ["room": "shares"])["type"] == "joined")
      #expect(ask(server, id, "say", ["room": "wordle", "text": "on"])["type"] == "said")
      #expect(server.faults == [])
    }
  }

  @Test("What does not go with what is stored ends with its room, and the others go on")
  func refusedRoom() throws {
    let server = try FaultyServer(storage)
    let (ana, ben) = (server.connect(), server.connect())
    _ = ask(server, ana, "create", ["room": "mine"])
    // A room that the core knows nothing of: the same name cannot be stored again.
    server.store([.room(StoredRoom(number: 1 << 40, folded: "taken", body: []))])
    server.send(ben, "create", ["room": "taken"])
    server.beginCommit()
    server.succeed()
    #expect(server.takeRefused().count == 1)
    #expect(server.log.contains("room_quarantined"))
    #expect(server.told[ben]?.last?["code"] == "no_such_room")
    #expect(ask(server, ana, "say", ["text": "on"])["type"] == "said")
    #expect(ask(server, ben, "say", ["text": "on"])["code"] == "which_room")
    #expect(ask(server, ben, "create", ["room": "taken"])["code"] == "room_exists")
    // Events that the core has not made: new ones take their place, and the room goes on.
    let mine = try number(of: "mine")
    server.store([.events(StoredEvents(room: mine, first: 3, last: 3, body: []))])
    let said = server.send(ana, "say", ["text": "kept"])
    server.beginCommit()
    server.succeed()
    #expect(server.takeRefused().map(\.subject) == [.events(room: mine)])
    #expect(server.log.contains("events_quarantined"))
    #expect(server.answer(ana, said)?["seq"] == 3)
    #expect(ask(server, ana, "say", ["text": "on"])["seq"] == 4)
    #expect(ask(server, ben, "create", ["room": "other"])["type"] == "joined")
    #expect(server.faults == [])
  }

  @Test("A match that does not go with what is stored is left alone, and nobody else's request waits for it")
  func refusedMatch() throws {
    let server = try FaultyServer(storage)
    let (ana, ben) = (server.connect(), server.connect())
    for id in [ana, ben] { _ = ask(server, id, "join", ["room": "wordle"]) }
    #expect(ask(server, ana, "move", ["text": "crane"])["type"] == "moved")
    let match = try #require(storage.load().rooms.flatMap(\.matches).first?.match.id)
    let foreign = StoredMove(
      match: match, index: 1, player: PlayerID(1), move: Array(#"{"guess":"slate"}"#.utf8), elapsed: .zero,
      moveID: nil, seq: 9, stateHash: 1)
    server.store([.moved(foreign, told: nil)])
    server.send(ana, "move", ["text": "ponds"])
    server.send(ben, "move", ["text": "slate"])
    server.beginCommit()
    server.succeed()
    #expect(server.takeRefused().map(\.subject) == [.match(match)])
    #expect(server.log.contains("match_quarantined"))
    #expect(ask(server, ana, "move", ["text": "quick"])["code"] == "not_playing")
    #expect(ask(server, ben, "move", ["text": "quick"])["type"] == "moved")
    #expect(try storage.load().rooms.flatMap(\.matches).map(\.moves.count) == [2, 2])
    #expect(server.faults == [])
  }

  private func number(of room: String) throws -> Int64 {
    try #require(try storage.load().rooms.first { $0.room.folded == room }?.room.number)
  }
}
