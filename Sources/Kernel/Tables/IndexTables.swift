/// Tables in which facts are looked up: a projection of the log that follows the lines of documents. Whoever brings the
/// documents brings their tables; storage knows neither their columns nor what they are asked.
///
/// Each method runs on storage's queue, all but ``begin()`` within a transaction. Made anew from the documents'
/// snapshots, the tables answer as they do after following each fact.
package protocol IndexTables: AnyObject, SendableMetatype {
  /// Creates the tables. The last column of each is its rows' `checksum`, which storage keeps.
  static var layout: String { get }
  /// What answers questions, on any connection.
  static func reading(_ source: any TableReader) throws(DatabaseError) -> any IndexReading

  /// - Parameter database: the connection that writes.
  init(_ database: any TableConnection) throws(DatabaseError)
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
  package func begin() {}
  package func write(_ position: inout Int) throws(DatabaseError) {}
  package func continueWork() throws(DatabaseError) -> [DocumentID] { [] }
  package func delete(_ document: DocumentID) throws(DatabaseError) {}
}

/// What answers questions from index tables.
package protocol IndexReading: AnyObject {
  /// The answer; `nil` for a question about other tables.
  func answer(to question: any Sendable) throws(DatabaseError) -> (any Sendable)?
}

/// A connection to the tables.
package protocol TableConnection: AnyObject {
  func prepare(_ sql: String) throws(DatabaseError) -> Statement
}

/// A connection that reads tables and documents.
package protocol TableReader: TableConnection {
  /// What the lines of a document lead to that are what was stored, and whether something of it is lost; `nil` for a
  /// kind that nobody has.
  func document(_ id: DocumentID) throws(DatabaseError) -> (state: any Sendable, isDamaged: Bool)?
}
