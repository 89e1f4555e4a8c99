/// A query of stored data, answered on storage's queue and not on the loop. Its type is next to the handler that uses
/// it.
public protocol StoredQuery: Hashable, Sendable {
  associatedtype Answer: Sendable

  /// The recent changes that the answer may depend on.
  var scope: QueryScope { get }
  /// The answer.
  ///
  /// - Parameter rows: the tables, which include all changes in ``scope``.
  func answer(from rows: any TableReader) throws(DatabaseError) -> Answer
}

extension StoredQuery {
  public var scope: QueryScope { .everything }
}

/// The changes that an answer may depend on: others need not be in the tables before the query is answered.
public enum QueryScope: Hashable, Sendable {
  case everything
  case document(DocumentID)
  /// Solo matches that a player has begun.
  case begun(player: Int64)
}

/// A page of rows.
package struct Page<Row: Sendable>: Sendable {
  package var rows: [Row]
  /// Whether there are more rows.
  package var more: Bool

  package init(rows: [Row], more: Bool) { (self.rows, self.more) = (rows, more) }

  /// - Parameter found: the rows, and one more than the page if there is one.
  package init(_ found: [Row], limit: Int) { self.init(rows: Array(found.prefix(limit)), more: found.count > limit) }
}

/// The fold of a document's lines.
public struct StoredDocument: Sendable {
  package let state: any Sendable
  /// Whether lines are lost.
  package let isDamaged: Bool

  package init(state: any Sendable, isDamaged: Bool) { (self.state, self.isDamaged) = (state, isDamaged) }
}

/// The query of a document.
package struct DocumentQuery: StoredQuery {
  package let id: DocumentID

  package init(_ id: DocumentID) { self.id = id }

  package var scope: QueryScope { .document(id) }

  /// `nil` for an unknown kind.
  package func answer(from rows: any TableReader) throws(DatabaseError) -> StoredDocument? { try rows.document(id) }
}
