import Foundation
import GameKit
import ServerHarness
import WireProtocol

/// Players at random play and a watcher. All record what they receive, and check repeatedly, after each fault of the
/// server, that it is still there exactly once.
final class CrashCrowd {
  var random: SeededGenerator
  var ledger = HeardLedger()
  let players: [CrashClient]
  let auditor: CrashClient
  private(set) var epoch = ""
  var day = ""
  private var words: [String] = []
  var sent = 0
  /// The number of checks so far.
  private var looks = 0
  var passing: PassingRoom?
  var faults: [String] = []
  var checks = Checks()

  /// Counts of checked items, so that a run without checks is noticed.
  struct Checks {
    var moves = 0
    var repeated = 0
    var unanswered = 0
    var boards = 0
    var events = 0
    var results = 0
    var logins = 0
    var shares = 0
  }

  struct PassingRoom {
    let name: String
    let owner: CrashClient
    let creation: Int
    var departure: Int?
    var isCreated = false
    var isLeft = false
  }

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    players = (0..<5).map { CrashClient("c\($0)") }
    auditor = CrashClient("audit")
  }

  /// A disconnected copy of the clients with their records.
  init(copying other: CrashCrowd) {
    (random, ledger, epoch, day) = (other.random, other.ledger, other.epoch, other.day)
    (words, sent, looks) = (other.words, other.sent, other.looks)
    players = other.players.map(CrashClient.init(copying:))
    auditor = CrashClient(copying: other.auditor)
    guard let room = other.passing, let owner = players.first(where: { $0.label == room.owner.label }) else { return }
    passing = PassingRoom(
      name: room.name, owner: owner, creation: room.creation, departure: room.departure, isCreated: room.isCreated,
      isLeft: room.isLeft)
  }

  var everyone: [CrashClient] { players + [auditor] }

  typealias Boards = [String: [String: (seq: Int, day: String?, words: [String])]]

  /// Each player's latest boards.
  var boards: Boards { Dictionary(uniqueKeysWithValues: players.map { ($0.label, $0.boards) }) }

  /// All logged in clients join all rooms, and compare everything with their records.
  ///
  /// - Parameter before: the boards before the fault.
  func look(since before: Boards) throws {
    looks += 1
    try enterRooms()
    try settle()
    try compareBoards(before)
    try compareResults()
    try compareShares()
    try sendAgain()
    try lookAfterPassingRoom()
    collectFaults()
  }

  /// Adopts the epoch of another server with the same data, and returns the old one.
  func meet(port: UInt16) throws -> String {
    let before = epoch
    epoch = try JSON(parsing: SocketClient(port: port).greeting())["epoch"]?.stringValue ?? ""
    return before
  }

  /// Reads the epoch and the words that players need.
  func learn(port: UInt16) throws {
    let client = try SocketClient(port: port)
    let hello = try JSON(parsing: try client.greeting())
    epoch = hello["epoch"]?.stringValue ?? ""
    // All words are read, so that a repeated word on a board means a move that was played twice.
    var after: JSON?
    repeat {
      var request: JSONObject = ["type": "words", "game": "wordle", "list": "guesses"]
      request["after"] = after
      let page = try JSON(parsing: try client.ask(JSON.object(request).text))
      words += (page["words"]?.arrayValue ?? []).compactMap(\.stringValue)
      after = page["next"]
    } while after != nil
  }

  func logIn() throws {
    for client in everyone {
      repeat {
        client.logIn()
        try client.await(client.ask("ping"), into: &ledger)
      } while client.token == nil
      checks.logins += 1
    }
  }

  static let shared: [(room: String, fields: JSONObject)] = [
    ("race", ["game": "wordle", "mode": "race"]), ("pair", ["game": "wordle", "mode": "together"]), ("talk", [:]),
  ]

  func practice(_ client: CrashClient) -> String { "p-\(client.label)" }

  private var roomNames: [String] { ["wordle"] + Self.shared.map(\.room) + players.map(practice) }

  private func enterRooms() throws {
    if looks == 1 {
      for (room, fields) in Self.shared {
        var fields = fields
        fields["room"] = .string(room)
        try players[0].await(players[0].ask("create", fields), into: &ledger)
      }
      for client in players {
        let fields: JSONObject = [
          "room": .string(practice(client)), "game": "wordle", "mode": "practice",
        ]
        try client.await(client.ask("create", fields), into: &ledger)
      }
    }
    for client in players {
      for room in ["wordle"] + Self.shared.map(\.room) + [practice(client)] { client.join(room, epoch: epoch) }
    }
    for room in roomNames {
      // Earlier than necessary: old events must be sent again unchanged.
      let since = looks == 1 ? nil : max(0, ledger.last(of: room) - 150)
      auditor.join(room, epoch: epoch, isWatching: true, since: since)
    }
  }

  /// Waits until all clients have received everything, and looks for gaps in event numbers.
  private func settle() throws {
    let known = Dictionary(uniqueKeysWithValues: roomNames.map { ($0, ledger.last(of: $0)) })
    for client in everyone {
      try client.await(client.ask("ping"), into: &ledger)
      client.closeResume()
    }
    for client in everyone { try client.await(client.ask("ping"), into: &ledger) }
    for client in everyone {
      for (room, seq) in client.takeLeftOut() where roomNames.contains(room) {
        let fact = ledger.fact(room, seq)
        let isOwn = ["entered", "left", "away", "back"].contains { fact?.hasPrefix("\($0) \(client.label)") == true }
        // A client may miss only its own coming and going, which nobody else may have seen.
        if let fact, !isOwn {
          faults.append("\(client.label) was not told of \(room) \(seq): \(fact)\n\(client.roaming.gap)")
        }
      }
      checks.events += 1
    }
    for (room, last) in known where auditor.cursors[room] ?? 0 < last {
      faults.append("\(room) ended at \(last), and ends at \(auditor.cursors[room] ?? 0) after the crash")
    }
  }

  /// One client makes a random request, or reads.
  func step(_ guest: CrashClient?) {
    let client = players[random.number(below: players.count)]
    guard client.isLoggedIn else { return }
    switch random.number(below: 20) {
    case 0...5:
      client.move(["wordle", "race", "pair", practice(client)][random.number(below: 4)], nextWord(), day: day)
    case 6, 7: say(client, in: ["talk", "race", "wordle", "pair"][random.number(below: 4)])
    case 8: if let guest { say(guest, in: "talk") }
    case 9, 10: client.ask("start", ["room": .string(["race", "pair", practice(client)][random.number(below: 3)])])
    case 11: if client === players[4] { client.rename(to: "c4r\(sent)") }
    case 12: passRoom(client)
    case 13...16: useChannel(client)
    default: everyone[random.number(below: 6)].read(atMost: 1 + random.number(below: 8), into: &ledger)
    }
  }

  private func say(_ client: CrashClient, in room: String) {
    sent += 1
    client.ask("say", ["room": .string(room), "text": .string("line \(sent)")], detail: "line \(sent)")
  }

  func nextWord() -> String {
    sent += 1
    return words.isEmpty ? "crane" : words[sent % words.count]
  }

  private func passRoom(_ client: CrashClient) {
    if let room = passing {
      if room.departure == nil, room.owner.isLoggedIn {
        passing?.departure = room.owner.ask("leave", ["room": .string(room.name)])
      }
    } else {
      let name = "t\(looks)"
      passing = PassingRoom(name: name, owner: client, creation: client.ask("create", ["room": .string(name)]))
    }
  }

  /// Reads everything until the end of the connections, after the server's end or before new connections.
  func close() {
    for client in everyone { client.readRest(into: &ledger) }
    notePassingRoom()
    collectFaults()
  }

  func notePassingRoom() {
    guard let room = passing else { return }
    passing?.isCreated = room.owner.answers[room.creation]?["type"]?.stringValue == "joined"
    passing?.isLeft = room.departure.map { room.owner.answers[$0]?["type"]?.stringValue == "left" } ?? false
  }

  func collectFaults() {
    checks.moves = players.reduce(0) { $0 + $1.acknowledgedMoves }
    faults += ledger.faults
    for client in everyone { faults += client.takeFaults() }
  }
}
