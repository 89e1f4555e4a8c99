/// Tables in which facts are looked up: a projection of the log that follows the lines of documents. They come with
/// their documents' owner; storage knows neither their columns nor their queries.
///
/// Each method runs on storage's queue, all but ``begin()`` within a transaction. Tables that are rebuilt from the
/// documents' snapshots answer as those that have followed each fact.
package protocol IndexTables: AnyObject, SendableMetatype {
  /// Creates the tables. The last column of each is its rows' `checksum`, which storage maintains.
  static var layout: String { get }
  /// The tables' part of an export of a player's data.
  static var exports: [any ExportSource] { get }

  /// Tables whose rows are counted for the operator, by their noun in the plural.
  static var counted: [(noun: String, table: String)] { get }
  /// Tables in which a player's row keeps the player's name from expiring, by their column `player`.
  static var traces: [String] { get }

  /// - Parameters:
  ///   - database: the connection that writes.
  ///   - forms: the kinds of all documents.
  init(_ database: any TableConnection, _ forms: [DocumentForm])
  /// Begins a transaction: unwritten changes of the one before are void, since it was rolled back.
  func begin()
  /// Follows a line of any document.
  ///
  /// - Parameter position: its index in the transaction.
  func follow(_ line: DocumentLine, at position: Int) throws(DatabaseError)
  /// Writes the gathered changes.
  ///
  /// - Parameter position: set to the index of the line that is being written, the one at fault if it is refused.
  func write(_ position: inout Int) throws(DatabaseError)
  /// Documents that have expired while no server ran.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - notingTime: whether to store the time of this start; if not, nothing is written.
  func outdated(atStart now: Int64, notingTime: Bool) throws(DatabaseError) -> [DocumentID]
  /// Continues work that is spread over commits, such as deleting what has expired: called once at the end of each.
  ///
  /// - Returns: documents to delete: ``delete(_:)`` of all index tables follows.
  func continueWork() throws(DatabaseError) -> [DocumentID]
  /// Deletes the rows of a document of any kind.
  func delete(_ document: DocumentID) throws(DatabaseError)
  /// The documents that name a player and are not deleted with the player: storage removes the name from them.
  func documents(naming player: Int64) throws(DatabaseError) -> [DocumentID]
  /// Deletes the rows of a player.
  func forget(_ player: Int64) throws(DatabaseError)
  /// The greatest key that any document of the kind has or had, for keys that are never reused.
  func lastKey() throws(DatabaseError) -> Int64
}

extension IndexTables {
  package static var exports: [any ExportSource] { [] }
  package static var counted: [(noun: String, table: String)] { [] }
  package static var traces: [String] { [] }
  package func begin() {}
  package func write(_ position: inout Int) throws(DatabaseError) {}
  package func outdated(atStart now: Int64, notingTime: Bool) throws(DatabaseError) -> [DocumentID] { [] }
  package func continueWork() throws(DatabaseError) -> [DocumentID] { [] }
  package func delete(_ document: DocumentID) throws(DatabaseError) {}
}

/// A connection to the tables.
public protocol TableConnection: AnyObject {
  /// Prepares a statement, once for each text.
  func prepare(_ sql: String) throws(DatabaseError) -> Statement
}

/// A connection that reads tables and documents.
public protocol TableReader: TableConnection {
  /// The kinds of documents.
  var forms: [DocumentForm] { get }
  /// The fold of the intact lines of a document; `nil` for an unknown kind.
  func document(_ id: DocumentID) throws(DatabaseError) -> StoredDocument?
  /// One of a document's shortest lines, by index; `nil` after the last.
  func packedLine(_ place: Int, of id: DocumentID) throws(DatabaseError) -> [UInt8]?
  /// Reads all documents of a kind, by key.
  func forEachDocument(of kind: UInt8, _ body: (_ key: Int64, StoredDocument) -> Void) throws(DatabaseError)
}

extension TableConnection {
  /// Runs a statement for its effect.
  package func run<each Value: Bindable>(_ sql: String, _ values: repeat each Value) throws(DatabaseError) {
    try prepare(sql).run(repeat each values)
  }

  /// All rows of a statement.
  package func all<Row, each Value: Bindable>(
    _ sql: String, _ values: repeat each Value, read: (inout Columns) throws(DatabaseError) -> Row
  ) throws(DatabaseError) -> [Row] {
    try prepare(sql).all(repeat each values, read: read)
  }

  /// The first row of a statement.
  package func first<Row, each Value: Bindable>(
    _ sql: String, _ values: repeat each Value, read: (inout Columns) throws(DatabaseError) -> Row
  ) throws(DatabaseError) -> Row? {
    try prepare(sql).first(repeat each values, read: read)
  }

  /// The first column of all rows of a statement.
  package func keys<each Value: Bindable>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> [Int64] {
    try prepare(sql).all(repeat each values) { row in row.integer() }
  }
}

/// A table's part of an export of a player's data: records under keys.
package protocol ExportSource: Sendable {
  /// The next keys after one, in order; empty at the end.
  func keys(of player: Int64, after key: Int64, in rows: any TableReader) throws(DatabaseError) -> [Int64]
  /// The records of a key, as JSON objects.
  func records(of player: Int64, _ key: Int64, in rows: any TableReader) throws(DatabaseError) -> [[UInt8]]
}
