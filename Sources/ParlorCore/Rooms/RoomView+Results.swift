import GameKit
import WireProtocol

/// A round's results as a table.
extension RoomView {
  /// The latest round's results: of finished players, and the progress of the others.
  func results() throws(WireError) -> RoundResults {
    guard let scope, rounds.number > 0 else { throw WireError(.notPlaying, mode.noResults(in: name)) }
    let played = (Array(seats.values) + formerSeats.values).filter { $0.played.scope == scope }
    let table = ResultsTable(Standings.sorted(played, wins: [:])) { id in
      played.first { $0.player.id == id }.flatMap { $0.result?.outcome.grid.rows.joined(separator: " ") } ?? ""
    }
    return RoundResults(room: name, number: rounds.number, csv: table.csv)
  }
}

/// Standings with a column for each public field of outcomes.
struct ResultsTable {
  private let headings: [String]
  private let lines: [[String]]

  /// - Parameter grid: the tiles of a player's result.
  init(_ standings: [Standing], grid: (PlayerID) -> String) {
    let outcomes = standings.map { $0.result?.outcome.fields(informed: false) ?? [:] }
    var told: [String] = []
    for outcome in outcomes {
      let known = outcome["result"] == nil ? ["place"] : ["place", "won"]
      for (name, value) in outcome.members where !(known + told).contains(name) && value.cell != nil {
        told.append(name)
      }
    }
    headings = ["place", "player"] + told + ["progress", "time_ms", "tiles"]
    lines = zip(standings, outcomes).map { standing, outcome in
      let place = outcome["place"]?.intValue ?? standing.place
      let shown = place > 0 ? "\(place)" : ""
      let fields = told.map { outcome[$0]?.cell ?? "" }
      let time = standing.result.map { "\($0.elapsed.milliseconds)" } ?? ""
      return [shown, standing.player] + fields
        + [standing.result == nil ? "\(standing.progress)" : "", time, grid(standing.id)]
    }
  }

  /// The table with its headings.
  var csv: String {
    var bytes: [UInt8] = []
    for line in [headings] + lines { DelimitedRecord.write(line, separator: UInt8(ascii: ","), to: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }
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
