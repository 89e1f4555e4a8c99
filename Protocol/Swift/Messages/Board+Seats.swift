extension Board {
  /// The players as texts: mark, name, points and clock, with an arrow before those to move: `▸🟥 ana 4:58`.
  ///
  /// - Parameters:
  ///   - passed: milliseconds since the board was received; running clocks have that much less.
  ///   - time: formats the remaining time in milliseconds.
  public func seatTexts(after passed: Int, time: (Int) -> String) -> [String] {
    seats.map { seat in
      let clock = clocks.first { $0.player == seat.player }
      let left = clock.map { time($0.runs ? $0.milliseconds - passed : $0.milliseconds) }
      let words = [seat.mark, seat.player, seat.score.map(String.init) ?? "", left ?? ""].filter { !$0.isEmpty }
      return (toMove.contains(seat.player) ? "▸" : "") + words.joined(separator: " ")
    }
  }
}
