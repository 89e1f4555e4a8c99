package import Kernel

/// Finds documents that are older than the operator wants to keep, some with each commit, so that no commit takes long.
/// Their pages are reused; the file shrinks when it is rewritten after a deletion of a player, or by a backup.
package struct Retention {
  /// Rows examined per commit.
  private static let stride = 50

  private let kind: UInt8
  private let database: any TableConnection
  private let sql: String
  /// Documents before a time, after a key, are still to be found.
  private var pending: (before: Instant, after: Int64)?

  /// - Parameters:
  ///   - table: has a row per document of the kind, with its key as `id`.
  ///   - time: the column with a document's age. Keys rise with it.
  ///   - condition: selects the documents that may be deleted.
  package init(
    _ database: any TableConnection, _ table: String, of kind: UInt8, since time: String, if condition: String
  ) {
    (self.database, self.kind) = (database, kind)
    sql = "SELECT id, \(time), \(condition) FROM \(table) WHERE id > ? ORDER BY id LIMIT \(Self.stride)"
  }

  /// Begins the search for documents before a time.
  package mutating func begin(before time: Instant) { pending = (time, .min) }

  /// The next of them. The first one that is young enough ends the search.
  package mutating func next() throws(DatabaseError) -> [DocumentID] {
    guard let (time, after) = pending else { return [] }
    let found = try database.all(sql, after) { row in (key: row.integer(), at: row.integer(), mayGo: row.bool()) }
    let old = found.prefix { $0.at < time.milliseconds }
    pending = old.count < Self.stride ? nil : old.last.map { (time, $0.key) }
    return old.filter(\.mayGo).map { DocumentID(kind: kind, key: $0.key) }
  }
}
