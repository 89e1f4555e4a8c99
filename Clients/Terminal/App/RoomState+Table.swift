internal import WireProtocol

/// Matches against others: who plays, whose turn it is, and clocks that run down by themselves.
extension RoomState {
  /// `▸🟥 ana 4:58 · 🟦 ben 5:00 · 0:12 left`; `nil` where nobody plays against anybody.
  func tableText(at now: Int) -> String? {
    guard let board, !board.seats.isEmpty || board.endsInMilliseconds != nil else { return nil }
    let passed = now - boardAt
    var parts = board.seats.map { seat in
      let clock = board.clocks.first { $0.player == seat.player }
      let time = clock.map { ShellFormat.clock($0.runs ? $0.milliseconds - passed : $0.milliseconds) } ?? ""
      let words = [seat.mark, seat.player, seat.score.map(String.init) ?? "", time].filter { !$0.isEmpty }
      return (board.toMove.contains(seat.player) ? "▸" : "") + words.joined(separator: " ")
    }
    if let left = board.endsInMilliseconds { parts.append("\(ShellFormat.clock(left - passed)) left") }
    return parts.joined(separator: " · ")
  }

  /// When the next second of a clock is over; `nil` while none runs.
  func nextTick(at now: Int) -> Int? {
    guard let board, board.endsInMilliseconds != nil || board.clocks.contains(where: \.runs) else { return nil }
    return now + 1000 - (now - boardAt) % 1000
  }
}
