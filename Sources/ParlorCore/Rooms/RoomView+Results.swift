import GameKit
import WireProtocol

/// A round's results as a table.
extension RoomView {
  /// The latest round's results: of finished players, and the progress of the others.
  func results() throws(WireError) -> RoundResults {
    guard let scope, rounds.number > 0 else { throw WireError(.notPlaying, mode.noResults(in: name)) }
    let played = seatsPlayed(scope)
    // What is missed at a table everybody was asked; elsewhere it is what others may still have to find.
    let tellsMissed = mode.seats != nil && !rounds.isRunning
    let table = ResultsTable(Standings.ranked(played, wins: [:])) { id in
      guard let seat = played.first(where: { $0.player.id == id }), let result = seat.result else { return [:] }
      let missed = tellsMissed ? seat.played.match.missed(by: id) : []
      return [
        "time_ms": mode.seats == nil ? "\(result.elapsed.milliseconds)" : "",
        "missed": missed.map { "\($0.word.original) = \($0.word.translation)" }.joined(separator: "; "),
        "tiles": result.outcome.grid.rows.joined(separator: " "),
      ]
    }
    return RoundResults(room: name, number: rounds.number, csv: table.csv)
  }

  /// The standings of the last round, for players who join after it, without those who left it unfinished; none in a
  /// room that is too large to rank for each.
  func lastStandings(for viewer: Player) -> [RoundOver.Standing] {
    guard mode.hasCommonRounds, rounds.number > 0, !rounds.isRunning, let scope else { return [] }
    let played = seatsPlayed(scope).filter { $0.isDone || seats[$0.player.id] != nil }
    guard played.count <= hub.limits.digestMembers else { return [] }
    let informed = hub.mayKnow(viewer, scope)
    return Standings.ranked(played, wins: state.wins).prefix(standingsShown).map { line($0, informed: informed) }
  }

  private func seatsPlayed(_ scope: PuzzleScope) -> [Seat] {
    (Array(seats.values) + formerSeats.values).filter { $0.played.scope == scope }
  }
}

/// Standings with a column for each public field of outcomes.
struct ResultsTable {
  private let headings: [String]
  private let lines: [[String]]

  /// - Parameter more: what else there is of a player's result. A column in which nobody has anything is left out.
  init(_ standings: [Standing], more: (PlayerID) -> [String: String]) {
    let outcomes = standings.map { $0.result?.outcome.fields(informed: false) ?? [:] }
    var told: [String] = []
    for outcome in outcomes {
      let known = outcome["result"] == nil ? ["place"] : ["place", "won"]
      for (name, value) in outcome.members where !(known + told).contains(name) && value.cell != nil {
        told.append(name)
      }
    }
    let others = standings.map { standing in
      standing.result == nil ? ["progress": "\(standing.progress)"] : more(standing.id)
    }
    let columns = ["progress", "time_ms", "missed", "tiles"].filter { column in
      others.contains { $0[column]?.isEmpty == false }
    }
    headings = ["place", "player"] + told + columns
    lines = zip(standings, zip(outcomes, others)).map { standing, found in
      let (outcome, other) = found
      let place = outcome["place"]?.intValue ?? standing.place
      let shown = place > 0 ? "\(place)" : ""
      let fields = told.map { outcome[$0]?.cell ?? "" }
      return [shown, standing.player] + fields + columns.map { other[$0] ?? "" }
    }
  }

  /// The table with its headings.
  var csv: String { DelimitedRecord.csv([headings] + lines) }
}

extension JSON {
  /// The text of a table's cell; `nil` for lists and objects.
  fileprivate var cell: String? {
    switch self {
    case .string(let text): text
    case .int(let number): "\(number)"
    case .double(let number): "\(number)"
    case .bool(let flag): flag ? "true" : "false"
    case .null, .array, .object: nil
    }
  }
}
