internal import Kernel
internal import ParlorCore

/// Answers queries on a connection.
final class Reader {
  let documents: DocumentReading
  private let indexes: [any IndexReading]
  private let matches: MatchReading
  private var exports: ExportReading

  /// - Parameter forms: the kinds of documents.
  init(_ database: Database, _ forms: [DocumentForm]) throws(DatabaseError) {
    documents = try DocumentReading(database, forms)
    var indexes: [any IndexReading] = []
    for form in forms { if let index = form.index { indexes.append(try index.reading(documents)) } }
    self.indexes = indexes
    matches = try MatchReading(documents)
    exports = try ExportReading(database, documents)
  }

  /// One answer for each query, in the same order.
  func answers(to queries: [Query], path: String) -> [QueryAnswer] {
    queries.map { query in
      do throws(DatabaseError) {
        return try answer(to: query)
      } catch {
        return .unavailable(StorageFailure(opening: path, error))
      }
    }
  }

  private func answer(to query: Query) throws(DatabaseError) -> QueryAnswer {
    switch query {
    case .document(let id):
      guard let (state, isDamaged) = try documents.document(id) else { break }
      return .document(state, isDamaged: isDamaged)
    case .export(let player, let place):
      return .export(try exports.part(of: player, from: place, matches.whole))
    default: if let answer = try indexed(query) as? QueryAnswer { return answer }
    }
    return .unavailable(StorageFailure(message: "nothing that is stored answers this"))
  }

  /// What index tables answer; `nil` where none do.
  func indexed(_ question: any Sendable) throws(DatabaseError) -> (any Sendable)? {
    for index in indexes { if let answer = try index.answer(to: question) { return answer } }
    return nil
  }
}
