import GameKit
import Kernel
import ParlorCore

@testable import Storage

/// The rows of index tables that have followed random facts one by one, and of tables rebuilt from the log.
func followedAndRebuilt(
  _ seed: UInt64, _ documents: [DocumentForm]
) async throws -> (followed: [String: [String]], rebuilt: [[String: [String]]]) {
  var play = RandomPlay(seed: seed)
  var batches: [[DocumentLine]] = []
  for _ in 0..<80 {
    batches.append(play.batch())
    if play.generator.number(below: 6) == 0 { play.day += 1 + play.generator.number(below: 3) }
  }
  // A line read from the log has no fact in memory.
  let log = batches.joined().compactMap { DocumentLine(logged: $0.bytes) }
  return (
    try await indexRows(after: batches, documents),
    [try await indexRows(after: [log], documents), try await indexRows(after: log.map { [$0] }, documents)]
  )
}

/// The rows of all index tables as text, by key.
private func indexRows(after batches: [[DocumentLine]], _ documents: [DocumentForm]) async throws -> [String: [String]]
{
  let folder = TemporaryFolder()
  let storage = try SQLiteStorage(folder: folder.path, options: options(documents: documents))
  for batch in batches {
    if let refused = try await storage.store(batch).first { throw StorageFailure(message: refused.message) }
  }
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
