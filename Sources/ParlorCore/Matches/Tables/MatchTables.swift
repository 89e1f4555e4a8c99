import GameKit
package import Kernel

/// What is looked up and counted of matches and their results: follows the documents of matches. What changes in a
/// transaction is written once, at its end.
package final class MatchTables: IndexTables {
  private var matches: MatchTable
  private var results: ResultTable
  private var standings: StandingTable
  private var retention: Retention
  private let remove: Statement
  private let forgetting: [Statement]
  private let lastMatch: Statement

  package init(_ database: any TableConnection) throws(DatabaseError) {
    matches = try MatchTable(database)
    results = try ResultTable(database)
    standings = try StandingTable(database)
    retention = try Retention(database, "match", of: MatchDocument.number, since: "started_at", if: "NOT is_open")
    // Results and the document go with their match.
    remove = try database.prepare("DELETE FROM match WHERE id = ?")
    var statements: [Statement] = []
    for table in ["result", "match", "participant", "tally", "distribution", "standing"] {
      statements.append(try database.prepare("DELETE FROM \(table) WHERE player = ?"))
    }
    forgetting = statements
    lastMatch = try database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'match'")
  }

  package static func reading(_ source: any TableReader) throws(DatabaseError) -> any IndexReading {
    try MatchTablesReading(source)
  }

  package func begin() {
    matches.begin()
    results.begin()
    standings.begin()
  }

  package func follow(_ line: DocumentLine, at position: Int) throws(DatabaseError) {
    switch line.document.kind {
    case MatchDocument.number:
      guard let fact = MatchDocument.fact(of: line) else { return }
      try matches.follow(fact, of: line.document.key, at: position)
      if case .finished(let result, _) = fact { results.add(result, at: position) }
    case RoomDocument.number:
      switch RoomDocument.reach(of: line) {
      case .round(let round): try matches.close(in: line.document.key, before: round &- 1)
      case .closed: try matches.closeAll(in: line.document.key)
      case nil: break
      }
    case PlayerDocument.number: if PlayerDocument.changesKind(line) { try standings.updateKind(of: line.document.key) }
    case ServerDocument.number:
      guard case .day(let day, let start) = ServerDocument.fact(of: line) else { return }
      // Those of the day before may be finished for a while.
      try matches.close(before: day &- 1)
      try standings.begin(day: day)
      if let start { retention.begin(before: start) }
    default: break
    }
  }

  package func write(_ position: inout Int) throws(DatabaseError) {
    try matches.write(&position)
    for result in try results.write(&position, matches) { try standings.add(result) }
    try standings.write()
  }

  /// What is counted of matches stays: statistics, boards, streaks.
  package func continueWork() throws(DatabaseError) -> [DocumentID] { try retention.next() }

  package func delete(_ document: DocumentID) throws(DatabaseError) {
    if document.kind == MatchDocument.number { try remove.run(document.key) }
  }

  package func documents(naming player: Int64) throws(DatabaseError) -> [DocumentID] {
    try matches.shared(with: player).map(MatchDocument.id)
  }

  /// Deletes a player's results, statistics and own matches. Moves in matches that belong to all stay.
  package func forget(_ player: Int64) throws(DatabaseError) {
    for statement in forgetting { try statement.run(player) }
  }

  package func lastKey() throws(DatabaseError) -> Int64 { try lastMatch.first { row in row.integer() } ?? 0 }
}
