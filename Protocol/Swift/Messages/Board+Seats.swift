extension Board {
  /// Who plays, a text each: mark, name, points and clock, an arrow before those whose turn it is: `▸🟥 ana 4:58`.
  ///
  /// - Parameters:
  ///   - passed: milliseconds since the board was told; clocks that run have so much less.
  ///   - time: how what is left of a clock is written, from milliseconds.
  public func seatTexts(after passed: Int, time: (Int) -> String) -> [String] {
    seats.map { seat in
      let clock = clocks.first { $0.player == seat.player }
      let left = clock.map { time($0.runs ? $0.milliseconds - passed : $0.milliseconds) }
      let words = [seat.mark, seat.player, seat.score.map(String.init) ?? "", left ?? ""].filter { !$0.isEmpty }
      return (toMove.contains(seat.player) ? "▸" : "") + words.joined(separator: " ")
    }
  }
}
