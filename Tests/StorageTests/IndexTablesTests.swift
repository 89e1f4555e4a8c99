import GameKit
import Kernel
import ParlorCore
import Testing

@testable import Storage

@Suite("Index tables")
struct IndexTablesTests {
  @Test(
    "Made anew from the log they are as they are after following each fact", arguments: 1...6 as ClosedRange<UInt64>)
  func rebuilt(_ seed: UInt64) async throws {
    var play = RandomPlay(seed: seed)
    var batches: [[DocumentLine]] = []
    for _ in 0..<80 {
      batches.append(play.batch())
      if play.generator.number(below: 6) == 0 { play.day += 1 + play.generator.number(below: 3) }
    }
    let followed = try await tables(after: batches)
    // A line that is read from the log has no fact in memory.
    let log = batches.joined().compactMap { DocumentLine(logged: $0.bytes) }
    for rebuilt in [try await tables(after: [log]), try await tables(after: log.map { [$0] })] {
      #expect(followed.keys == rebuilt.keys)
      for (table, rows) in followed { #expect(rows == rebuilt[table], "\(table), seed \(seed)") }
    }
    for (table, rows) in followed { #expect(!rows.isEmpty, "\(table), seed \(seed)") }
  }

  /// The rows of all index tables, as text, in the order of their keys.
  private func tables(after batches: [[DocumentLine]]) async throws -> [String: [String]] {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: options())
    for batch in batches { #expect(try await storage.store(batch).isEmpty) }
    storage.close()
    let database = try Database(path: folder.database, access: .reading)
    var found: [String: [String]] = [:]
    for table in try CheckedTable.all(in: database)
    where !["meta", "document_line", "appended_line"].contains(table.name) {
      let columns = (table.columns + ["checksum"]).map { "quote(\($0))" }.joined(separator: " || ' ' || ")
      found[table.name] = try database.prepare(
        "SELECT \(columns) FROM \(table.name) ORDER BY \(table.key.joined(separator: ", "))"
      ).all { row in row.text() }
    }
    found["sqlite_sequence"] = try database.prepare("SELECT name || ' ' || seq FROM sqlite_sequence ORDER BY name")
      .all { row in row.text() }
    return found
  }
}
