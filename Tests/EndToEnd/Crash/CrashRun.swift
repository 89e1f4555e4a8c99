import Foundation
import GameKit
import ServerHarness
import WireProtocol

/// Random play on a real server that is killed again and again with requests under way. After each restart on the same
/// folder every client resumes, and what anybody was ever told has to be there, once.
final class CrashRun {
  let seed: UInt64
  var random: SeededGenerator
  private let folder: URL
  private var server: ServerProcess?
  var ledger = Ledger()
  let players: [CrashClient]
  private let auditor = CrashClient("audit")
  private var epoch = ""
  var day = ""
  private var words: [String] = []
  var sent = 0
  private var life = 0
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

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-crash-\(UUID().uuidString)")
    players = (0..<5).map { CrashClient("c\($0)") }
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func run(kills: Int) throws {
    for _ in 0..<kills {
      try begin()
      guard faults.isEmpty else { return }
      play()
      crash()
      guard faults.isEmpty else { return }
    }
    try begin()
    crash()
  }

  private func begin() throws {
    life += 1
    let (dayNumber, part) = (life / 6, life % 6)
    let date = String(format: "2026-%02d-%02d", 1 + (dayNumber / 28) % 12, 1 + dayNumber % 28)
    let clock = "\(2026 + dayNumber / 336)-\(date.dropFirst(5))T08:\(part < 3 ? "0" : "1")\(part):00Z"
    let server = try ServerProcess(["--data", folder.path, "--limits", "bench", "--clock", clock])
    self.server = server
    let before = Dictionary(uniqueKeysWithValues: players.map { ($0.label, $0.boards) })
    for client in players + [auditor] { try client.connect(port: server.port) }
    if epoch.isEmpty { try learn(server) }
    day = String(clock.prefix(10))
    try logIn()
    try enterRooms()
    try settle()
    try compareBoards(before)
    try compareResults()
    try compareShares()
    try sendAgain()
    try lookAfterPassingRoom()
    collectFaults()
  }

  private func learn(_ server: ServerProcess) throws {
    let client = try SocketClient(port: server.port)
    let hello = try JSON(parsing: try client.greeting())
    epoch = hello["epoch"]?.stringValue ?? ""
    let list = try JSON(parsing: try client.ask(#"{"type":"words","game":"wordle","list":"guesses"}"#))
    words = (list["words"]?.arrayValue ?? []).compactMap(\.stringValue)
  }

  private func logIn() throws {
    for client in players + [auditor] {
      repeat {
        client.logIn()
        try client.await(client.ask("ping"), into: &ledger)
      } while client.token == nil
      checks.logins += 1
    }
  }

  private static let shared: [(room: String, fields: JSONObject)] = [
    ("race", ["game": "wordle", "mode": "race"]), ("pair", ["game": "wordle", "mode": "together"]), ("talk", [:]),
  ]

  private func practice(_ client: CrashClient) -> String { "p-\(client.label)" }

  private var roomNames: [String] { ["wordle"] + Self.shared.map(\.room) + players.map(practice) }

  private func enterRooms() throws {
    if life == 1 {
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
      let since = life == 1 ? nil : max(0, ledger.last(of: room) - 150)
      auditor.join(room, epoch: epoch, isWatching: true, since: since)
    }
  }

  /// Waits until everybody has heard everything, and looks for numbers that nobody has heard of.
  private func settle() throws {
    let known = Dictionary(uniqueKeysWithValues: roomNames.map { ($0, ledger.last(of: $0)) })
    for client in players + [auditor] {
      try client.await(client.ask("ping"), into: &ledger)
      client.closeResume()
    }
    for client in players + [auditor] { try client.await(client.ask("ping"), into: &ledger) }
    for client in players + [auditor] {
      for (room, seq) in client.takeLeftOut() where roomNames.contains(room) {
        let fact = ledger.fact(room, seq)
        let isOwn = ["entered", "left", "away", "back"].contains { fact?.hasPrefix("\($0) \(client.label)") == true }
        // What nobody was told of, nobody can miss: somebody's own coming to a room with nobody else in it.
        if let fact, !isOwn { faults.append("\(client.label) was not told of \(room) \(seq): \(fact)") }
      }
      checks.events += 1
    }
    for (room, last) in known where auditor.cursors[room] ?? 0 < last {
      faults.append("\(room) ended at \(last), and ends at \(auditor.cursors[room] ?? 0) after the crash")
    }
  }

  private func play() {
    let guest = CrashClient("guest")
    if let server { try? guest.connect(port: server.port) }
    guest.ask("join", ["room": "talk"])
    for _ in 0..<random.number(below: 60) { step(guest) }
    crash()
    guest.readRest(into: &ledger)
  }

  private func step(_ guest: CrashClient) {
    let client = players[random.number(below: players.count)]
    switch random.number(below: 20) {
    case 0...5:
      client.move(["wordle", "race", "pair", practice(client)][random.number(below: 4)], nextWord(), day: day)
    case 6, 7: say(client, in: ["talk", "race", "wordle", "pair"][random.number(below: 4)])
    case 8: say(guest, in: "talk")
    case 9, 10: client.ask("start", ["room": .string(["race", "pair", practice(client)][random.number(below: 3)])])
    case 11: if client === players[4] { client.rename(to: "c4r\(sent)") }
    case 12: passRoom(client)
    case 13...16: useChannel(client)
    default: (players + [auditor])[random.number(below: 6)].read(atMost: 1 + random.number(below: 8), into: &ledger)
    }
  }

  private func say(_ client: CrashClient, in room: String) {
    sent += 1
    client.ask("say", ["room": .string(room), "text": .string("line \(sent)")], detail: "line \(sent)")
  }

  private func nextWord() -> String {
    sent += 1
    return words.isEmpty ? "crane" : words[sent % words.count]
  }

  private func passRoom(_ client: CrashClient) {
    if let room = passing {
      if room.departure == nil { passing?.departure = room.owner.ask("leave", ["room": .string(room.name)]) }
    } else {
      let name = "t\(life)"
      passing = PassingRoom(name: name, owner: client, creation: client.ask("create", ["room": .string(name)]))
    }
  }

  private func crash() {
    guard let server else { return }
    server.killNow()
    self.server = nil
    for client in players + [auditor] { client.readRest(into: &ledger) }
    if let room = passing {
      passing?.isCreated = room.owner.answers[room.creation]?["type"]?.stringValue == "joined"
      passing?.isLeft = room.departure.map { room.owner.answers[$0]?["type"]?.stringValue == "left" } ?? false
    }
    checks.moves += players.reduce(0) { $0 + $1.moves.count { $0.answer != nil } }
    collectFaults()
  }

  private func collectFaults() {
    faults += ledger.faults
    for client in players + [auditor] { faults += client.takeFaults() }
  }
}
