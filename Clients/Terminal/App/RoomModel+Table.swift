internal import WireProtocol

/// Matches against others: players, turns, and running clocks.
extension RoomModel {
  /// `▸🟥 ana 4:58 · 🟦 ben 5:00 · 0:12 left`; `nil` in games without opponents.
  func tableText(at now: Int) -> String? {
    guard let board, !board.seats.isEmpty || board.endsInMilliseconds != nil || tally != nil else { return nil }
    let passed = now - boardAt
    var parts = board.seatTexts(after: passed, time: ShellFormat.clock) + tallyTexts
    if let left = board.endsInMilliseconds { parts.append("\(ShellFormat.clock(left - passed)) left") }
    return parts.joined(separator: " · ")
  }

  /// `crane 3, moist 2`, `your vote: crane`, `5 of 9 have voted`.
  private var tallyTexts: [String] {
    guard let tally else { return [] }
    let leading = tally.leading.map { "\($0.text) \($0.votes)" }.joined(separator: ", ")
    let own = tally.own.map { "your vote: \($0.text)" }
    return [leading, own ?? "", "\(tally.votes) of \(tally.players) have voted"].filter { !$0.isEmpty }
  }

  /// Counts of votes; what the player has voted for stands in answers alone.
  mutating func receive(_ new: VoteCounts, at now: Int) {
    let own = new.own ?? tally?.own
    tally = new
    tally?.own = own
    board?.endsInMilliseconds = new.endsInMilliseconds
    boardAt = now
  }

  /// Whether the board has no rows, so that notes and prompt are all it shows, such as the table and the hand.
  var showsTable: Bool {
    guard let board, board.rows.isEmpty, board.choices.isEmpty else { return false }
    return !board.toMove.isEmpty || !board.prompt.isEmpty
  }

  /// When the next second of a clock ends; `nil` if none runs.
  func nextTick(at now: Int) -> Int? {
    guard let board, board.endsInMilliseconds != nil || board.clocks.contains(where: \.runs) else { return nil }
    return now + 1000 - (now - boardAt) % 1000
  }
}
