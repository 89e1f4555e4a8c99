import GameKit

/// The order of players in a round.
enum Standings {
  /// From the best down: solved before unsolved, greater scores first, then the shorter time; unfinished players come
  /// last, the further ones first. Equal results share a place, and nobody has one if the best have no point.
  ///
  /// - Parameters:
  ///   - wins: the rounds that each has won before.
  ///   - isOver: whether the round is over and counts: the count of its winners rises, those who solved it best or, if
  ///     nobody did, got furthest.
  static func ranked(_ seats: [Seat], wins: [PlayerID: Int], isOver: Bool = false) -> [Standing] {
    let ranks = seats.map(rank)
    let ordered = seats.indices.sorted { left, right in
      ranks[left] == ranks[right] ? seats[left].player.id < seats[right].player.id : ranks[left] < ranks[right]
    }
    let arePlaced = ordered.first.map { isWinner(seats[$0]) || ranks[$0].negativeScore < 0 } ?? false
    var standings: [Standing] = []
    for (position, index) in ordered.enumerated() {
      let seat = seats[index]
      let sharesPlace = position > 0 && ranks[index] == ranks[ordered[position - 1]]
      let hasWon = isOver && isWinner(seat) && ranks[index] == ranks[ordered[0]]
      standings.append(
        Standing(
          place: !arePlaced ? 0 : sharesPlace ? standings[position - 1].place : position + 1,
          player: seat.player.name, id: seat.player.id, result: seat.result, progress: progress(seat),
          wins: (wins[seat.player.id] ?? 0) + (hasWon ? 1 : 0)))
    }
    return standings
  }

  /// Smaller is better, compared part by part.
  private struct Rank: Comparable {
    let unsolved: Int
    let negativeScore: Int
    let milliseconds: Int64

    static func < (left: Rank, right: Rank) -> Bool {
      (left.unsolved, left.negativeScore, left.milliseconds)
        < (right.unsolved, right.negativeScore, right.milliseconds)
    }
  }

  private static func isWinner(_ seat: Seat) -> Bool { seat.result?.outcome.won ?? (progress(seat) > 0) }

  /// How far an unfinished player got.
  private static func progress(_ seat: Seat) -> Int {
    seat.isDone ? 0 : max(0, seat.played.match.progress(of: seat.player.id))
  }

  private static func rank(_ seat: Seat) -> Rank {
    guard let result = seat.result else {
      return Rank(unsolved: 2, negativeScore: 0 - progress(seat), milliseconds: 0)
    }
    return Rank(
      unsolved: result.outcome.won ? 0 : 1, negativeScore: 0 - max(-Int.max, result.outcome.score),
      milliseconds: result.elapsed.milliseconds)
  }
}
