/// Tables in which facts are looked up: a projection of the log that follows the lines of documents. Whoever brings the
/// documents brings their tables; storage knows neither their columns nor what they are asked.
///
/// Each method runs on storage's queue, all but ``begin()`` within a transaction. Made anew from the documents'
/// snapshots, the tables answer as they do after following each fact.
package protocol IndexTables: AnyObject, SendableMetatype {
  /// Creates the tables. The last column of each is its rows' `checksum`, which storage keeps.
  static var layout: String { get }
  /// What the tables have of a player, in an export of all that is stored.
  static var exports: [any ExportSource] { get }

  /// Tables of these whose rows an operator counts, by what they are in the plural.
  static var counted: [(noun: String, table: String)] { get }
  /// Tables of these in which a player's row keeps the player's name from lapsing, by their column `player`.
  static var traces: [String] { get }

  /// - Parameters:
  ///   - database: the connection that writes.
  ///   - forms: the kinds of all documents.
  init(_ database: any TableConnection, _ forms: [DocumentForm])
  /// A transaction begins: what one before has not written is void, since it was rolled back.
  func begin()
  /// Follows a line, of whatever document it is.
  ///
  /// - Parameter position: its place in the transaction.
  func follow(_ line: DocumentLine, at position: Int) throws(DatabaseError)
  /// Writes what was gathered of the lines so far.
  ///
  /// - Parameter position: set to the place of the line that is being written, the one at fault if it is refused.
  func write(_ position: inout Int) throws(DatabaseError)
  /// Documents that have become too old while no server ran.
  ///
  /// - Parameters:
  ///   - now: milliseconds since 1970.
  ///   - notingTime: whether it is noted that a server starts now; if not, nothing is written.
  func outdated(atStart now: Int64, notingTime: Bool) throws(DatabaseError) -> [DocumentID]
  /// Continues what is spread over several commits, such as deleting what is old: once at the end of each.
  ///
  /// - Returns: documents that are not kept any longer: ``delete(_:)`` of all index tables follows.
  func continueWork() throws(DatabaseError) -> [DocumentID]
  /// Deletes what the tables have of a document, of whatever kind it is.
  func delete(_ document: DocumentID) throws(DatabaseError)
  /// The documents that name a player and are not deleted with the player: storage takes the name out of them.
  func documents(naming player: Int64) throws(DatabaseError) -> [DocumentID]
  /// Deletes what the tables have of a player.
  func forget(_ player: Int64) throws(DatabaseError)
  /// The greatest key that any document of the kind has or had, for keys that are never given again.
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
  /// What the lines of a document lead to that are what was stored; `nil` for a kind that nobody has.
  func document(_ id: DocumentID) throws(DatabaseError) -> StoredDocument?
  /// One of the shortest lines of a document, by its place among them; `nil` after the last.
  func packedLine(_ place: Int, of id: DocumentID) throws(DatabaseError) -> [UInt8]?
  /// Reads all documents of a kind, in the order of their keys.
  func forEachDocument(of kind: UInt8, _ body: (_ key: Int64, StoredDocument) -> Void) throws(DatabaseError)
}

extension TableConnection {
  /// Runs a statement for its effect.
  package func run<each Value: Bindable>(_ sql: String, _ values: repeat each Value) throws(DatabaseError) {
    try prepare(sql).run(repeat each values)
  }

  /// Every row that a statement finds.
  package func all<Row, each Value: Bindable>(
    _ sql: String, _ values: repeat each Value, read: (inout Columns) throws(DatabaseError) -> Row
  ) throws(DatabaseError) -> [Row] {
    try prepare(sql).all(repeat each values, read: read)
  }

  /// The first row that a statement finds.
  package func first<Row, each Value: Bindable>(
    _ sql: String, _ values: repeat each Value, read: (inout Columns) throws(DatabaseError) -> Row
  ) throws(DatabaseError) -> Row? {
    try prepare(sql).first(repeat each values, read: read)
  }

  /// The keys that a statement finds, which are its first column.
  package func keys<each Value: Bindable>(
    _ sql: String, _ values: repeat each Value
  ) throws(DatabaseError) -> [Int64] {
    try prepare(sql).all(repeat each values) { row in row.integer() }
  }
}

/// What is exported of a player from a table: records under keys.
package protocol ExportSource: Sendable {
  /// The next keys after one, in their order; none at the end.
  func keys(of player: Int64, after key: Int64, in rows: any TableReader) throws(DatabaseError) -> [Int64]
  /// What stands under a key, as objects of JSON.
  func records(of player: Int64, _ key: Int64, in rows: any TableReader) throws(DatabaseError) -> [[UInt8]]
}
