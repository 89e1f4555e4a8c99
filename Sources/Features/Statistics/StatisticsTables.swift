import GameKit
import Kernel
import ParlorCore

/// The counts of ranked results, which follow the documents of matches.
final class StatisticsTables: IndexTables {
  static let exports: [any ExportSource] = [StatisticsExport()]

  private var ranked: [(result: StoredResult, position: Int)] = []
  private var tallies: TallyTable
  private var standings: StandingTable
  private let database: any TableConnection

  private static let puzzleDay = "SELECT puzzle_day FROM result WHERE match = ? AND player = ?"

  init(_ database: any TableConnection, _: [DocumentForm]) {
    (self.database, tallies, standings) = (database, TallyTable(database), StandingTable(database))
  }

  func begin() {
    ranked = []
    tallies.begin()
    standings.begin()
  }

  func follow(_ line: DocumentLine, at position: Int) throws(DatabaseError) {
    switch line.document.kind {
    case MatchDocument.number:
      switch MatchDocument.fact(of: line) {
      case .finished(let result, _), .givenUp(let result): if result.isRanked { ranked.append((result, position)) }
      default: break
      }
    case PlayerDocument.number: if PlayerDocument.changesKind(line) { try standings.updateKind(of: line.document.key) }
    case ServerDocument.number:
      if case .day(let day, _) = ServerDocument.fact(of: line) { try standings.begin(day: day) }
    default: break
    }
  }

  /// The results are written: for a daily the puzzle's day counts, not that on which it was finished.
  func write(_ position: inout Int) throws(DatabaseError) {
    defer { ranked = [] }
    for (result, place) in ranked {
      position = place
      try tallies.add(result, puzzleDay: result.mode == "daily" ? try puzzleDay(of: result) : nil)
      try standings.add(result)
    }
    try tallies.write()
    try standings.write()
  }

  private func puzzleDay(of result: StoredResult) throws(DatabaseError) -> Int? {
    try database.first(Self.puzzleDay, result.match, result.player.number) { row in row.optionalNumber() } ?? nil
  }

  func documents(naming player: Int64) throws(DatabaseError) -> [DocumentID] { [] }

  func forget(_ player: Int64) throws(DatabaseError) {
    for table in ["tally", "distribution", "standing"] {
      try database.run("DELETE FROM \(table) WHERE player = ?", player)
    }
  }

  func lastKey() throws(DatabaseError) -> Int64 { 0 }
}
