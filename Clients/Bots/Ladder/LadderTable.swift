internal import ParlorCore
internal import WireProtocol

/// The standings of a ladder, for people and programs.
struct LadderTable {
  struct Row: Equatable {
    let rank: Int
    let name: String
    let standing: LadderStanding
    /// Whether it is one of the entries that play now.
    let isPresent: Bool
    /// Why its command cannot be started.
    let startFault: String?
  }

  let book: LadderBook
  let rows: [Row]

  /// - Parameters:
  ///   - names: the entries that play now; `nil` if none do, since the table is only shown.
  ///   - withoutStart: those whose command cannot be started.
  init(_ book: LadderBook, names: [String]?, withoutStart: [String: String] = [:]) {
    self.book = book
    let all = Set(book.standings.keys).union(names ?? [])
    let sorted = all.map { (name: $0, standing: book.standing(of: $0)) }.sorted { one, other in
      // Those without a game have no place among the others.
      let (isNew, isOtherNew) = (one.standing.games == 0, other.standing.games == 0)
      if isNew != isOtherNew { return isOtherNew }
      let (rating, otherRating) = (one.standing.rating.value, other.standing.rating.value)
      return rating == otherRating ? one.name < other.name : rating > otherRating
    }
    rows = sorted.enumerated().map { index, entry in
      Row(
        rank: index + 1, name: entry.name, standing: entry.standing, isPresent: names?.contains(entry.name) ?? true,
        startFault: withoutStart[entry.name])
    }
  }

  // MARK: - Text

  private static let titles = ["", "", "rating", "games", "won", "drawn", "lost", "faults"]

  var text: String {
    let games = book.games.count
    var head = "\(book.game), \(rows.count) \(rows.count == 1 ? "entry" : "entries")"
    head += ", \(games) \(games == 1 ? "game" : "games")"
    let cells = [Self.titles] + rows.map(Self.cells)
    let widths = Self.titles.indices.map { column in cells.map { $0[column].count }.max() ?? 0 }
    let lines = cells.map { row in
      "  "
        + zip(row, widths).enumerated().map { column, cell in
          let spaces = String(repeating: " ", count: cell.1 - cell.0.count)
          return column == 1 ? cell.0 + spaces : spaces + cell.0
        }.joined(separator: "  ")
    }
    return ([head] + lines + notes).joined(separator: "\n")
  }

  private static func cells(_ row: Row) -> [String] {
    let standing = row.standing
    let rating = [standing.rating.value, standing.rating.deviation].map { String(Int($0.rounded())) }
    let counts = [standing.games, standing.won, standing.drawn, standing.lost, standing.faultCount].map(String.init)
    return ["\(row.rank)", row.name + (row.isPresent ? "" : " *"), rating.joined(separator: " ± ")] + counts
  }

  private var notes: [String] {
    var notes = rows.compactMap { row in
      row.startFault.map { "\(row.name) does not play: \($0)" }
    }
    notes += rows.compactMap { row in
      guard row.standing.faultCount > 0, let last = row.standing.lastFault else { return nil }
      let kinds = row.standing.faults.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      return "\(row.name) lost by its own fault: \(kinds.joined(separator: ", ")); the last: \(last)"
    }
    if book.repeated > 0 {
      notes.append(
        "\(book.repeated) \(book.repeated == 1 ? "game repeats an earlier one" : "games repeat earlier ones") of the "
          + "same two, move by move, and \(book.repeated == 1 ? "is" : "are") not rated.")
    }
    if rows.contains(where: { !$0.isPresent }) { notes.append("* does not play any more") }
    return notes
  }

  // MARK: - JSON

  var json: JSONObject {
    let pairs = book.pairs.sorted { ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second) }
    return [
      "game": .string(book.game), "settings": .object(book.settings), "games": .int(book.games.count),
      "repeated": .int(book.repeated), "method": "Glicko-2, a game a period, without growth between periods",
      "entries": .array(rows.map(Self.json)),
      "pairs": .array(
        pairs.map { pair, record in
          [
            "first": .string(pair.first), "second": .string(pair.second), "games": .int(record.games),
            "won": .int(record.won), "drawn": .int(record.drawn), "lost": .int(record.lost),
            "not_played": .int(record.withoutPlay),
          ]
        }),
    ]
  }

  private static func json(_ row: Row) -> JSON {
    let standing = row.standing
    var faults = JSONObject()
    for (kind, count) in standing.faults.sorted(by: { $0.key < $1.key }) { faults[kind] = .int(count) }
    var json: JSONObject = [
      "rank": .int(row.rank), "name": .string(row.name),
      "rating": FigureText.json(standing.rating.value, digits: 1),
      "deviation": FigureText.json(standing.rating.deviation, digits: 1), "games": .int(standing.games),
      "won": .int(standing.won), "drawn": .int(standing.drawn), "lost": .int(standing.lost),
      "faults": .object(faults), "plays": .bool(row.isPresent),
    ]
    if let last = standing.lastFault { json["last_fault"] = .string(last) }
    if let fault = row.startFault { json["cannot_start"] = .string(fault) }
    return .object(json)
  }
}
