import GameKit
package import Kernel

/// The index of matches and results, which follows the documents of matches. A transaction's changes are written once,
/// at its end.
package final class MatchTables: IndexTables {
  private var matches: MatchTable
  private var results: ResultTable
  private var retention: Retention
  private let database: any TableConnection

  package init(_ database: any TableConnection, _: [DocumentForm]) {
    self.database = database
    matches = MatchTable(database)
    results = ResultTable(database)
    retention = Retention(database, "match", of: MatchDocument.number, since: "started_at", if: "NOT is_open")
  }

  package static let counted = [(noun: "matches", table: "match"), (noun: "results", table: "result")]
  package static let traces = ["result", "match", "participant"]

  package static var exports: [any ExportSource] {
    [
      MatchExport("id", in: "match", ordered: "match_player"),
      MatchExport("match", in: "participant", ordered: "participant_player"),
    ]
  }

  package func begin() {
    matches.begin()
    results.begin()
  }

  package func follow(_ line: DocumentLine, at position: Int) throws(DatabaseError) {
    switch line.document.kind {
    case MatchDocument.number:
      guard let fact = MatchDocument.fact(of: line) else { return }
      try matches.follow(fact, of: line.document.key, at: position)
      if case .finished(let result, _) = fact { results.add(result, at: position) }
    case RoomDocument.number:
      switch RoomDocument.reach(of: line) {
      case .round(let round): matches.close(in: line.document.key, before: round &- 1)
      case .closed: try matches.closeAll(in: line.document.key)
      case nil: break
      }
    case ServerDocument.number:
      guard case .day(let day, let start) = ServerDocument.fact(of: line) else { return }
      // Boards of the day before may be finished for a while.
      try matches.close(before: day &- 1)
      if let start { retention.begin(before: start) }
    default: break
    }
  }

  package func write(_ position: inout Int) throws(DatabaseError) {
    try matches.write(&position)
    try results.write(&position, matches)
  }

  /// The features' counts of matches stay.
  package func continueWork() throws(DatabaseError) -> [DocumentID] { try retention.next() }

  /// Results and the document are deleted with their match.
  package func delete(_ document: DocumentID) throws(DatabaseError) {
    guard document.kind == MatchDocument.number else { return }
    try database.run("DELETE FROM match WHERE id = ?", document.key)
  }

  package func documents(naming player: Int64) throws(DatabaseError) -> [DocumentID] {
    try database.keys("SELECT match FROM participant WHERE player = ?", player).map(MatchDocument.id)
  }

  /// Deletes a player's results and own matches. Moves on shared boards stay.
  package func forget(_ player: Int64) throws(DatabaseError) {
    for table in ["result", "match", "participant"] {
      try database.run("DELETE FROM \(table) WHERE player = ?", player)
    }
  }

  package func lastKey() throws(DatabaseError) -> Int64 {
    try database.keys("SELECT seq FROM sqlite_sequence WHERE name = 'match'").first ?? 0
  }
}
