import FeatureList
import Foundation
import GameKit
import Kernel
import ParlorCore
import Testing
import WireProtocol

@testable import Storage

/// A damaged row of any table is reported at the start, and damages nothing else.
@Suite("Checksums of rows")
final class ChecksumTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-sums-\(UUID().uuidString)")

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func open() throws -> SQLiteStorage {
    try SQLiteStorage(
      folder: folder.path,
      options: StorageOptions(
        documents: Parlor.documents() + FeatureList.documents, now: Instant(milliseconds: 1_795_161_600_000), today: 324
      ))
  }

  /// Two players with finished boards and an open one, talk, a share and a reaction.
  private func play() throws -> [JSON] {
    let server = try FaultyServer(open())
    let tokens = ["ana", "ben"].map { name in
      let id = server.connect()
      let token = server.ask(id, "login", ["name": .string(name)])["token"] ?? .null
      for room in ["wordle", "shares"] { server.ask(id, "join", ["room": .string(room)]) }
      for word in ["crane", "slate", "brine", "fjord", "nymph", "ponds"] {
        server.ask(id, "move", ["room": "wordle", "text": .string(word)])
      }
      server.ask(id, "create", ["room": .string("of-\(name)"), "game": "wordle"])
      server.ask(id, "start", ["room": .string("of-\(name)")])
      server.ask(id, "move", ["room": .string("of-\(name)"), "text": "quick"])
      server.ask(id, "say", ["room": .string("of-\(name)"), "text": "hello"])
      return token
    }
    let id = server.connect()
    let score: JSONObject = ["id": 1, "date": "2022-03-08", "word": "nymph", "tries": ["slate", "nymph"]]
    #expect(server.ask(id, "add_score", ["score": .object(score), "token": "sesame"])["type"] == "add_score")
    #expect(server.faults == [])
    return tokens
  }

  private func change(_ sql: String) throws {
    try Database(path: folder.appendingPathComponent("parlor.sqlite").path, access: .writing).execute(sql)
  }

  @Test("Every kind of statement reads back what it has stored")
  func sound() throws {
    _ = try play()
    #expect(try open().load().damagedRows == [])
    #expect(try !FaultyServer(open(), seed: 2).log.contains { $0.hasSuffix("_quarantined") })
  }

  @Test(
    "A changed bit and invalid UTF-8 are reported, and both players can go on",
    arguments: [
      ("document_line", "line = CAST(replace(CAST(line AS TEXT), 'hello', 'hellp') AS BLOB)"),
      ("player", "seen_at = seen_at + 1"),
      ("player", "name = CAST(x'e16e61' AS TEXT)"),
      ("document_line", "line = CAST(replace(CAST(line AS TEXT), 'folded', 'foldee') AS BLOB)"),
      ("document_line", "line = CAST(replace(CAST(line AS TEXT), 'wordle', 'wordlf') AS BLOB)"),
      ("match", "started_at = started_at + 1"), ("match", "game = CAST(x'ff' AS TEXT)"),
      ("appended_line", "key = key + 1000"),
      ("appended_line", "line = CAST(replace(CAST(line AS TEXT), 'crane', 'slate') AS BLOB)"),
      ("result", "score = score + 1"), ("result", "game = CAST(x'ff' AS TEXT)"),
      ("tally", "played = played + 2"), ("standing", "score = score + 4"), ("week", "last_day = last_day + 1"),
      ("document_line", "line = CAST(replace(CAST(line AS TEXT), 'slate', 'plate') AS BLOB)"),
      ("document_line", "line = CAST(replace(CAST(line AS TEXT), 'kept', 'kepu') AS BLOB)"),
    ])
  func damaged(_ table: String, _ change: String) throws {
    let tokens = try play()
    try self.change("UPDATE \(table) SET \(change)")
    let storage = try open()
    #expect(try storage.load().damagedRows.contains { $0.table == table })
    let server = try FaultyServer(storage, seed: 2)
    #expect(server.log.contains("row_quarantined"))
    for token in tokens {
      let id = server.connect()
      server.ask(id, "login", ["token": token])
      let room = JSON.string("new-\(id.slot)")
      #expect(server.ask(id, "create", ["room": room])["type"] == "joined")
      #expect(server.ask(id, "say", ["room": room, "text": "on"])["type"] == "said")
      #expect(server.ask(id, "join", ["room": "wordle"])["type"] == "joined")
      for question in ["stats", "history"] {
        #expect(server.ask(id, question, ["game": "wordle"])["code"]?.stringValue != "storage_unavailable")
      }
    }
    #expect(server.faults == [])
  }

  @Test("A damaged secret of the dailies is refused, whether its value or its name has changed")
  func secret() throws {
    for change in ["value = x'00'", "name = 'season_secres'"] {
      do {
        let storage = try open()
        _ = try storage.identity { Array(repeating: 7, count: $0) }
      }
      try self.change("UPDATE meta SET \(change) WHERE name = 'season_secret'")
      #expect(throws: StorageFailure.self) { try open().identity { Array(repeating: 8, count: $0) } }
      try self.change("DELETE FROM meta")
    }
  }

  @Test("A damaged row stays damaged when a part of it is stored again")
  func inPart() throws {
    _ = try play()
    try change("UPDATE match SET started_at = 1 WHERE id = (SELECT min(id) FROM match WHERE is_open)")
    let storage = try open()
    let match = try #require(try storage.load().damagedRows.first { $0.table == "match" })
    try FaultyServer(storage).store([MatchDocument.line(.closed, of: #require(Int64(match.key)))])
    #expect(try storage.load().damagedRows.contains(match))
  }
}
