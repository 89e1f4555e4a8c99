package import Kernel

/// Finds the documents that are older than the operator wants to keep. Some are found with each commit, so that none
/// waits for long. Their pages are used again; the file shrinks when it is written anew, after somebody was forgotten
/// or by a backup.
package struct Retention {
  /// Rows that are looked at with one commit.
  private static let stride = 50

  private let kind: UInt8
  private let database: any TableConnection
  private let sql: String
  /// Documents before a time go, after a key.
  private var pending: (before: Instant, after: Int64)?

  /// - Parameters:
  ///   - table: has a row a document of the kind, under its key as `id`.
  ///   - time: the column that says how old a document is. Keys rise with it.
  ///   - condition: holds for rows whose documents may go.
  package init(
    _ database: any TableConnection, _ table: String, of kind: UInt8, since time: String, if condition: String
  ) {
    (self.database, self.kind) = (database, kind)
    sql = "SELECT id, \(time), \(condition) FROM \(table) WHERE id > ? ORDER BY id LIMIT \(Self.stride)"
  }

  /// From now on documents before a time go.
  package mutating func begin(before time: Instant) { pending = (time, .min) }

  /// The next of them. The first that is young enough ends the search.
  package mutating func next() throws(DatabaseError) -> [DocumentID] {
    guard let (time, after) = pending else { return [] }
    let found = try database.all(sql, after) { row in (key: row.integer(), at: row.integer(), mayGo: row.bool()) }
    let old = found.prefix { $0.at < time.milliseconds }
    pending = old.count < Self.stride ? nil : old.last.map { (time, $0.key) }
    return old.filter(\.mayGo).map { DocumentID(kind: kind, key: $0.key) }
  }
}
