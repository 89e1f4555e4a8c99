import Foundation
import GameKit
import ServerHarness
import WireProtocol

/// Players at random play and somebody who looks on. All keep book of what they are told, and look again and again
/// whether it is still there, once: after whatever has befallen the server meanwhile.
final class Crowd {
  var random: SeededGenerator
  var ledger = Ledger()
  let players: [CrashClient]
  let auditor: CrashClient
  private(set) var epoch = ""
  var day = ""
  private var words: [String] = []
  var sent = 0
  /// How often all was looked at.
  private var looks = 0
  var passing: PassingRoom?
  var faults: [String] = []
  var checks = Checks()

  /// How much was looked at, so that a run that looks at nothing is found out.
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

  /// The same people with the same books, who are not connected.
  init(copying other: Crowd) {
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

  /// The boards as all have seen them last.
  var boards: Boards { Dictionary(uniqueKeysWithValues: players.map { ($0.label, $0.boards) }) }

  /// Everybody takes up every room, and what each was ever told is looked for. All of them are logged in.
  ///
  /// - Parameter before: the boards as they were.
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

  /// The server is another one with the same data: its numbers are told under another epoch.
  func meet(port: UInt16) throws -> String {
    let before = epoch
    epoch = try JSON(parsing: SocketClient(port: port).greeting())["epoch"]?.stringValue ?? ""
    return before
  }

  /// Learns what the players need to know, before anything else.
  func learn(port: UInt16) throws {
    let client = try SocketClient(port: port)
    let hello = try JSON(parsing: try client.greeting())
    epoch = hello["epoch"]?.stringValue ?? ""
    // All of them: a word that comes twice at a board is a move that was played twice.
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
      // Further back than it has to: what was told long ago is told again, and the same.
      let since = looks == 1 ? nil : max(0, ledger.last(of: room) - 150)
      auditor.join(room, epoch: epoch, isWatching: true, since: since)
    }
  }

  /// Waits until everybody has heard everything, and looks for numbers that nobody has heard of.
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
        // What nobody was told of, nobody can miss: somebody's own coming to a room with nobody else in it.
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

  /// Somebody does something, or reads.
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

  /// What everybody has been told is in the books: the server is gone, or goes on with other connections.
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
