/// A question that the loop does not answer itself, since the answer lies in what is stored. It stands beside what asks
/// it, and is answered on storage's queue.
public protocol StoredQuery: Hashable, Sendable {
  associatedtype Answer: Sendable

  /// What the answer rests on, of what has happened lately.
  var scope: QueryScope { get }
  /// The answer.
  ///
  /// - Parameter rows: the tables as they are after all that the answer rests on.
  func answer(from rows: any TableReader) throws(DatabaseError) -> Answer
}

extension StoredQuery {
  public var scope: QueryScope { .everything }
}

/// What an answer may rest on: a change of anything else needs not be in the tables before the question is answered.
public enum QueryScope: Hashable, Sendable {
  case everything
  case document(DocumentID)
  /// What was begun for a player alone.
  case begun(player: Int64)
}

/// A page of rows.
package struct Page<Row: Sendable>: Sendable {
  package var rows: [Row]
  /// Whether others come after them.
  package var more: Bool

  package init(rows: [Row], more: Bool) { (self.rows, self.more) = (rows, more) }

  /// - Parameter found: one row more than the page has, if there is one.
  package init(_ found: [Row], limit: Int) { self.init(rows: Array(found.prefix(limit)), more: found.count > limit) }
}

/// What the lines of a document lead to.
public struct StoredDocument: Sendable {
  package let state: any Sendable
  /// Whether something of it is lost.
  package let isDamaged: Bool

  package init(state: any Sendable, isDamaged: Bool) { (self.state, self.isDamaged) = (state, isDamaged) }
}

/// Asks for a document.
package struct DocumentQuery: StoredQuery {
  package let id: DocumentID

  package init(_ id: DocumentID) { self.id = id }

  package var scope: QueryScope { .document(id) }

  /// `nil` for a kind that nobody has.
  package func answer(from rows: any TableReader) throws(DatabaseError) -> StoredDocument? { try rows.document(id) }
}
