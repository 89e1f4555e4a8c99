internal import ClientKit
internal import WireProtocol

/// What a screen would show, in sentences that can be read aloud.
enum PlainWords {
  /// A board: what it is, its rows, what to do.
  static func board(_ board: Board, onlyLast: Bool = false) -> [String] {
    var lines = onlyLast ? [] : [board.title]
    if board.isGrid {
      lines.append(
        "columns "
          + (board.rows.first?.tiles.indices.enumerated().map { Board.columnName($0.offset) } ?? []).joined(
            separator: " "))
      lines += board.rows.enumerated().map { "row \($0 + 1): \(field($1))" }
    } else {
      let open = board.openRow
      var rows = Array(board.rows.enumerated()).filter { $0 == open || $1.tiles.contains { $0 != Tile.open.rawValue } }
      if board.drag != nil { rows = Array(board.rows.enumerated()) }
      var told = rows.compactMap { row($1) }
      if onlyLast { told = told.suffix(board.swap == nil ? 1 : 2) }
      lines += told
    }
    let remarks = board.notes.joined(separator: ", ")
    lines.append([board.prompt, remarks.isEmpty ? "" : "(\(remarks))"].filter { !$0.isEmpty }.joined(separator: " "))
    return lines.filter { !$0.isEmpty }
  }

  /// `crane: c no, r elsewhere, a no, n no, e right`.
  static func row(_ row: Board.Row) -> String? {
    let tiles = Array(row.tiles)
    let letters = Array(row.letters)
    if tiles.allSatisfy({ $0 == Tile.open.rawValue }) {
      let text = row.letters.filter { $0 != " " }
      return text.isEmpty ? nil : text.map { String($0) }.joined(separator: " ")
    }
    let cells = zip(letters, tiles).map { letter, tile in letter == " " ? word(tile) : "\(letter) \(word(tile))" }
    let text = row.letters.allSatisfy { $0 == " " } ? "" : row.letters + ": "
    return text + cells.joined(separator: ", ")
  }

  /// A row of a field: its letters, those that are found in parentheses.
  private static func field(_ row: Board.Row) -> String {
    zip(row.letters, row.tiles).map { letter, tile in
      tile == Tile.open.rawValue ? String(letter) : "(\(letter))"
    }.joined(separator: " ")
  }

  static func word(_ tile: Character) -> String {
    switch Tile(rawValue: tile) {
    case .right: "right"
    case .elsewhere: "elsewhere"
    case .absent: "no"
    case .open: "open"
    case nil: String(tile)
    case let other?: "\(other)"
    }
  }

  static func tiles(_ tiles: String) -> String { tiles.map(word).joined(separator: ", ") }

  static func stats(_ stats: StatsAnswer) -> [String] {
    var lines = [
      "\(stats.player), \(stats.game): \(stats.played) played, \(stats.winPercent) % won, streak \(stats.streak), "
        + "best streak \(stats.bestStreak)."
    ]
    lines += stats.distribution.map { "solved in \($0.tries): \($0.count)" }
    return lines
  }

  static func leaderboard(_ board: LeaderboardAnswer) -> [String] {
    guard !board.lines.isEmpty else {
      return [
        board.claimed
          ? "Nobody has claimed a result of \(board.game) in this time: /share and the result, pasted, claims one."
          : "Nobody is on the leaderboard of \(board.game) yet."
      ]
    }
    return ["Leaderboard of \(board.game), \(board.claimed ? "claimed, " : "")\(board.period):"]
      + board.lines.map { line in
        let points = board.claimed ? "\(line.score) points" : "\(line.average) points on average"
        return "\(line.place.map { "\($0). " } ?? "")\(line.player): \(line.won) of \(line.played) won, \(points)"
      }
  }

  static func standing(_ board: OwnBoard) -> String {
    board.outcome.map(RoomState.result) ?? (["playing"] + board.notes).joined(separator: " ")
  }

  static func calendar(_ answer: CalendarAnswer, today: String) -> [String] {
    guard let month = Month(answer.month) else { return [] }
    let shown = CalendarMonth(month, answer, today: today)
    let lines = answer.entries.map { entry in
      let tries = entry.tries.map { " in \($0)" } ?? ""
      return "\(entry.day): \(entry.won ? "solved\(tries)" : "not solved")"
    }
    let run = "most days in a row \(shown.longestRun)"
    return ["\(answer.player), \(answer.game), \(month.title):"] + lines
      + ["Solved \(shown.solvedCount) of \(shown.playedCount), \(run)."]
  }

  static func result(_ result: PastResult) -> String {
    "\(result.match): \(result.day) \(result.game) \(result.mode): \(RoomState.result(result.outcome))"
  }

  static func shared(_ item: SharedItem) -> [String] {
    ["\(item.id): \(item.player), \(item.headline)\(item.isClaimed ? ", claimed" : "")"]
      + item.rows.map { "  \(tiles($0))" }
  }
}
