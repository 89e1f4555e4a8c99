internal import WireProtocol

/// Matches against others: players, turns, and running clocks.
extension RoomModel {
  /// `▸🟥 ana 4:58 · 🟦 ben 5:00 · 0:12 left`; `nil` in games without opponents.
  func tableText(at now: Int) -> String? {
    guard let board, !board.seats.isEmpty || board.endsInMilliseconds != nil else { return nil }
    let passed = now - boardAt
    var parts = board.seatTexts(after: passed, time: ShellFormat.clock)
    if let left = board.endsInMilliseconds { parts.append("\(ShellFormat.clock(left - passed)) left") }
    return parts.joined(separator: " · ")
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
