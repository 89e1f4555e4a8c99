import Foundation
import GameKit
import Kernel
import ParlorCore
import Testing
import WireProtocol

@testable import Storage
@testable import StorageHarness

@Suite("The content of a backup")
struct BackupContentsTests {
  private let home = TemporaryFolder()
  private let file: String

  init() throws {
    try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
    file = home.path + "/parlor.backup"
  }

  private func path(_ name: String) -> String { "\(home.path)/\(name)" }

  private let identity: @Sendable (Int) -> [UInt8] = { count in (0..<count).map { UInt8($0) } }

  private func open(_ name: String) throws -> SQLiteStorage {
    try SQLiteStorage(folder: path(name), options: options { $0.followMilliseconds = 3_600_000 })
  }

  private func append(_ records: [DocumentLine], to storage: SQLiteStorage) async throws {
    try await withCheckedContinuation { continuation in
      storage.commit(Batch(ticket: 1, lines: records)) { continuation.resume(returning: $0.map { _ in }) }
    }.get()
  }

  private func restore(_ name: String) throws {
    _ = try Backup.restore(
      file, to: path(name), at: (now, today), with: [], documents: sampleDocuments,
      makingWith: { count in [UInt8](repeating: 0xAB, count: count) })
  }

  /// Records for every table.
  private static var records: [DocumentLine] {
    [
      .day(today), .player(.sample(1)), .player(.sample(2)), .room(10),
      .match(.sample(20, room: 10, player: 1)), .match(.sample(21, room: 10, player: 2)),
      .match(.sample(22, room: 10)), .moved(.sample(22, 0, player: 1), told: nil),
      .moved(.sample(20, 0, player: 1), told: nil), .moved(.sample(21, 0, player: 2), told: nil),
      .finished(.sample(20, player: 1), told: nil), .finished(.sample(21, player: 2), told: nil),
      .event(10, 1), .event(10, 2), .event(10, 3),
      .added(1), .added(1, of: 1),
    ]
  }

  /// A folder with rows in every table, mostly in the log only, and a backup of it.
  private func prepare() async throws {
    let storage = try open("data")
    _ = try storage.identity(makingWith: identity)
    try await append(Array(Self.records.prefix(4)), to: storage)
    _ = storage.catchUp()
    try await append(Array(Self.records.dropFirst(4)), to: storage)
    _ = try Backup.make(of: path("data"), to: file, with: [], documents: sampleDocuments, at: (now, today))
    storage.close()
  }

  private func tables() throws -> [CheckedTable] {
    try CheckedTable.all(in: Database(path: path("data") + "/parlor.sqlite", access: .reading))
  }

  /// All rows of a table, except those that a restored folder has by itself.
  private func rows(of table: CheckedTable, in name: String) throws -> [String] {
    let database = try Database(path: path(name) + "/parlor.sqlite", access: .reading)
    let columns = table.columns.map { "quote(\($0))" }.joined(separator: " || ' ' || ")
    let own = table.name == "meta" ? "WHERE name NOT IN ('epoch', 'log')" : ""
    return try database.prepare("SELECT \(columns) FROM \(table.name) \(own) ORDER BY 1").all { row in row.text() }
  }

  @Test("Every row of every table is restored, also under another epoch")
  func everyTable() async throws {
    try await prepare()
    try restore("restored")
    for table in try tables() {
      let expected = try rows(of: table, in: "data")
      // A new table needs a record here.
      #expect(!expected.isEmpty, "\(table.name)")
      #expect(try rows(of: table, in: "restored") == expected, "\(table.name)")
    }
    let restored = try open("restored")
    #expect(try restored.identity(makingWith: identity).epoch == "ababab")
    #expect(try restored.identity(makingWith: identity).seasonSecret == identity(32))
    restored.close()
  }

  @Test("Writes and log trimming during a backup remove nothing from it")
  func meanwhile() async throws {
    let storage = try open("data")
    _ = try storage.identity(makingWith: identity)
    try await append([.player(.sample(1))], to: storage)
    _ = storage.catchUp()
    try await append([.player(.sample(2))], to: storage)
    let log = try #require(storage.log)
    let backup = try Backup.make(
      of: path("data"), to: file, with: [], documents: sampleDocuments, at: (now, today), fileSystem: nil,
      betweenCopies: {
        // The tables follow, the log is trimmed, and more is appended.
        _ = storage.catchUp()
        log.trim(to: 2)
        let left = try log.read(from: 1)
        #expect(left.isEmpty)
      })
    #expect(backup.damage.isEmpty)
    #expect(backup.position == 2)
    #expect(backup.counts.hasPrefix("2 players,"))
    storage.close()
  }

  @Test("Replacing a file waits for a slow reader of it, and delays nobody else meanwhile")
  func scrubMeetsReader() async throws {
    let storage = try SQLiteStorage(
      folder: path("data"),
      options: options {
        $0.followMilliseconds = 3_600_000
        $0.scrubSeconds = 0
      })
    _ = try storage.identity(makingWith: identity)
    try await append([.player(.sample(1)), .player(.sample(2, name: "unforgettable"))], to: storage)
    _ = storage.catchUp()
    let tables = try Database(path: path("data") + "/parlor.sqlite", access: .reading)
    func needsScrub() throws -> Int64? {
      try Database(path: path("data") + "/parlor.sqlite", access: .reading)
        .integer("SELECT value FROM meta WHERE name = 'scrub'")
    }
    // As a copy of the tables does while it runs.
    try tables.execute("BEGIN")
    #expect(try tables.integer("SELECT count(*) FROM player") == 2)
    try await append([.playerForgotten(PlayerID(2))], to: storage)
    let clock = ContinuousClock()
    // The scrub is due at once, before the next query.
    let waited = clock.measure {
      _ = storage.catchUp()
      for _ in 1...3 { _ = try? storage.load() }
    }
    #expect(waited < .seconds(8))
    #expect(try needsScrub() == 1)
    try tables.execute("COMMIT")
    _ = try storage.load()
    #expect(try needsScrub() == 0)
    storage.close()
  }

  /// Changes a backup in a way that neither row checksums nor SQLite's checks detect.
  private func change(_ sql: String) throws {
    let database = try Database(path: file, access: .writing)
    try database.execute("PRAGMA foreign_keys = OFF")
    try database.execute(sql)
  }

  private func expectRefused(naming table: String) throws {
    let verified = #expect(throws: Backup.Failure.self) { _ = try Backup(verifying: file) }
    #expect(verified?.reason == .damaged)
    #expect(verified?.message.contains("table \(table)") == true, "\(verified?.message ?? "")")
    let restored = #expect(throws: Backup.Failure.self) { try restore("refused") }
    #expect(restored?.reason == .damaged)
    #expect(!FileManager.default.fileExists(atPath: path("refused") + "/parlor.sqlite"))
  }

  @Test("The comparison distinguishes a floating-point number from its neighbour and from the equal integer")
  func numbersWithAPoint() throws {
    let database = try Database(path: ":memory:", access: .writing)
    for (one, other) in [("0.1", "0.1 + 2e-17"), ("1e300", "1e300 + 1e284"), ("2.0", "2")] {
      #expect(try database.integer("SELECT fingerprint(\(one)) = fingerprint(\(other))") == 0, "\(one), \(other)")
    }
    #expect(try database.integer("SELECT fingerprint(0.1) = fingerprint(0.1)") == 1)
  }

  @Test("A backup that lacks a row or a table is refused")
  func lost() async throws {
    try await prepare()
    let whole = try Data(contentsOf: URL(filePath: file))
    for table in try tables() {
      let key = table.key.joined(separator: ", ")
      for sql in [
        "DELETE FROM \(table.name) WHERE (\(key)) = (SELECT \(key) FROM \(table.name) LIMIT 1)",
        "DROP TABLE \(table.name)",
      ] {
        try change(sql)
        // A match is deleted with its document.
        let lines = sql.hasPrefix("DELETE") ? ["match": "appended_line"] : [:]
        try expectRefused(naming: lines[table.name] ?? table.name)
        try whole.write(to: URL(filePath: file))
      }
    }
    #expect(throws: Never.self) { _ = try Backup(verifying: file) }
  }

  @Test(
    "A backup with a duplicated or substituted row is refused, although each row's checksum is right",
    arguments: [
      ("result", nil), ("participant", nil), ("appended_line", nil), ("document_line", nil),
    ] as [(String, String?)])
  func changed(_ name: String, _ doubled: String?) async throws {
    try await prepare()
    let table = try #require(try tables().first { $0.name == name })
    if let doubled {
      try change("INSERT INTO \(name) (\(table.columns.joined(separator: ", "))) \(doubled)")
      try change("UPDATE \(name) SET checksum = \(table.fingerprint(""))")
    } else {
      // Another player's, or of another number.
      try change("UPDATE \(name) SET \(table.key[0]) = \(table.key[0]) + 1000")
      try change("UPDATE \(name) SET checksum = \(table.fingerprint(""))")
    }
    try expectRefused(naming: name)
  }
}
