import FeatureList
import Foundation
import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore
@testable import Storage

/// One flipped bit anywhere in the data: either the server refuses to start and says why, or everything acknowledged is
/// there except what the log reports, and everything new is stored.
///
/// `PARLOR_FLIPS=5000 swift test --filter BitFlipTests` tries that many in each file.
@Suite("Flipped bits")
final class BitFlipTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "parlor-flips-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private static let flips = TestLength.count(short: 40, long: 2_000, variable: "PARLOR_FLIPS")

  private static let rooms = ["talk", "race", "wordle"]

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func open(_ name: String) throws -> SQLiteStorage {
    var options = StorageOptions(
      documents: Parlor.documents() + FeatureList.documents, now: Instant(milliseconds: 1_795_161_600_000), today: 324)
    // Nothing happens while files are copied.
    options.followMilliseconds = 3_600_000
    return try SQLiteStorage(folder: path(name), options: options)
  }

  /// Files with flipped bits, and how the server has ended.
  enum File: CaseIterable {
    /// After a clean stop.
    case tables
    /// Killed after the tables had followed: each file has what the other has lost.
    case tablesWAL, followedLogWAL
    /// Killed with nearly everything in the log only.
    case log, logWAL

    var name: String {
      switch self {
      case .tables: "parlor.sqlite"
      case .tablesWAL: "parlor.sqlite-wal"
      case .log: "log.sqlite"
      case .logWAL, .followedLogWAL: "log.sqlite-wal"
      }
    }

    var isAlone: Bool { self == .log || self == .logWAL }
    /// Whether another file has everything that a flipped bit may destroy.
    var isRedundant: Bool { self == .tablesWAL || self == .followedLogWAL }
  }

  /// - Returns: the tokens of the players.
  private func play(on server: FaultyServer) -> [JSON] {
    let players = ["ana", "ben"].map { name in
      let id = server.connect()
      return (id: id, token: server.ask(id, "login", ["name": .string(name)])["token"] ?? .null)
    }
    server.ask(players[0].id, "create", ["room": "talk"])
    server.ask(players[0].id, "create", ["room": "race", "game": "wordle", "mode": "race"])
    for (id, _) in players {
      for room in Self.rooms { server.ask(id, "join", ["room": .string(room)]) }
    }
    server.ask(players[0].id, "start", ["room": "race"])
    for word in ["crane", "slate", "brine", "fjord", "nymph", "ponds"] {
      for (id, _) in players {
        for room in ["race", "wordle"] {
          server.ask(id, "move", ["room": .string(room), "text": .string(word)])
        }
        server.ask(id, "say", ["room": "talk", "text": .string("after \(word)")])
      }
    }
    // The last data cannot be distinguished from a torn write: it is not checked later.
    let carl = server.connect()
    server.ask(carl, "login", ["name": "carl"])
    server.ask(carl, "create", ["room": "tail"])
    for number in 1...5 { server.ask(carl, "say", ["text": .string("\(number)")]) }
    return players.map(\.token)
  }

  /// The players' state, and their connections.
  private func view(_ server: FaultyServer, _ tokens: [JSON]) -> (lines: [String], ids: [SessionID]) {
    var lines: [String] = []
    var ids: [SessionID] = []
    for token in tokens {
      let id = server.connect()
      ids.append(id)
      lines.append("\(server.ask(id, "login", ["token": token])["you"]?.text ?? "nobody")")
      for room in Self.rooms {
        let joined = server.ask(id, "join", ["room": .string(room), "since": ["epoch": "e1", "seq": 2]])
        lines.append("\(room) \(joined["board"]?["rows"]?.text ?? "") \(joined["recovered"]?.text ?? "")")
      }
      for question in ["stats", "history"] {
        var answer = server.ask(id, question, ["game": "wordle"]).objectValue ?? [:]
        answer["re"] = nil
        lines.append(JSON.object(answer).text)
      }
      lines += (server.told[id] ?? []).compactMap { $0["type"] == "said" ? $0["text"]?.text : nil }
    }
    return (lines, ids)
  }

  /// All players can continue, also after another start.
  private func expectSound(
    _ storage: SQLiteStorage, _ server: FaultyServer, _ ids: [SessionID], _ flip: String
  ) throws {
    for id in ids {
      for room in Self.rooms { server.ask(id, "say", ["room": .string(room), "text": "on"]) }
    }
    let newcomer = server.connect()
    let token = server.ask(newcomer, "login", ["name": "zoe"])["token"] ?? .null
    for name in ["talk", "race", "fresh"] { server.ask(newcomer, "create", ["room": .string(name)]) }
    #expect(server.ask(newcomer, "say", ["room": "fresh", "text": "kept"])["type"] == "said", "\(flip)")
    server.ask(newcomer, "join", ["room": "wordle"])
    let moved = server.ask(newcomer, "move", ["room": "wordle", "text": "crane"])
    #expect(moved["type"] == "moved", "\(flip)")
    #expect(server.faults == [], "\(flip)")
    let next = try FaultyServer(storage, seed: 9)
    let id = next.connect()
    #expect(next.ask(id, "login", ["token": token])["you"] == "zoe", "\(flip)")
    let seq = next.ask(id, "join", ["room": "fresh"])["seq"]?.intValue ?? 0
    #expect(next.ask(id, "say", ["room": "fresh", "text": "on"])["seq"]?.intValue == seq + 1, "\(flip)")
    #expect(next.ask(id, "join", ["room": "wordle"])["board"] == moved["board"], "\(flip)")
    #expect(next.faults == [], "\(flip)")
  }

  @Test("No flipped bit corrupts new data, and none loses anything silently", arguments: File.allCases)
  func flips(in place: File) throws {
    var tokens: [JSON] = []
    var before: [String] = []
    do {
      let storage = try open("whole")
      tokens = play(on: try FaultyServer(storage, isFollowed: !place.isAlone))
      if place == .log {
        let database = try Database(path: path("whole/log.sqlite"), access: .writing)
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
      }
      // As `kill -9` would leave the files.
      if place != .tables { try FileManager.default.copyItem(atPath: path("whole"), toPath: path("base")) }
    }
    if place == .tables { try FileManager.default.moveItem(atPath: path("whole"), toPath: path("base")) }
    try FileManager.default.copyItem(atPath: path("base"), toPath: path("sound"))
    before = view(try FaultyServer(open("sound"), seed: 5), tokens).lines
    #expect(before.count > 8 && before.first == "\"ana\"")
    let file = place.name
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path("base/\(file)"))))
    // Most of a small database is unused space.
    let places = bytes.indices.filter { bytes[$0] != 0 }
    var chance = SeededGenerator(seed: place == .tablesWAL ? 2 : 1)
    var (refused, named, unseen) = (0, 0, 0)
    for number in 0..<Self.flips {
      let byte = places[Int.random(in: 0..<places.count, using: &chance)]
      let bit = 8 * byte + Int.random(in: 0..<8, using: &chance)
      let flip = "\(file), bit \(bit)"
      try FileManager.default.copyItem(atPath: path("base"), toPath: path("\(number)"))
      defer { try? FileManager.default.removeItem(atPath: path("\(number)")) }
      var flipped = bytes
      flipped[bit / 8] ^= 1 << (bit % 8)
      try Data(flipped).write(to: URL(fileURLWithPath: path("\(number)/\(file)")))
      do {
        let storage = try open("\(number)")
        _ = try storage.identity { Array(repeating: 7, count: $0) }
        let server = try FaultyServer(storage, seed: 5)
        let (lines, ids) = view(server, tokens)
        let isNamed = server.log.contains { $0.hasSuffix("_quarantined") || $0 == "commits_lost" }
        #expect(lines == before || isNamed, "\(flip): \(lines.filter { !before.contains($0) })")
        #expect(lines == before || !place.isRedundant, "\(flip): \(lines.filter { !before.contains($0) })")
        if lines == before { unseen += 1 } else { named += 1 }
        try expectSound(storage, server, ids, flip)
      } catch let failure as StorageFailure {
        refused += 1
        let says = failure.message
        #expect(says.contains("damaged") || says.contains("cannot be used"), "\(flip): \(says)")
      }
    }
    print("BitFlipTests: of \(Self.flips) flips in \(file) \(refused) are refused, \(named) named, \(unseen) harmless")
  }
}
