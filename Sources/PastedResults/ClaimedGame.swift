package import GameKit

/// The games that are played elsewhere and whose results can be claimed here.
package enum ClaimedGame: String, CaseIterable {
  case wordle, worldle, quordle, connections, strands

  /// The name as people write it.
  package var title: String {
    switch self {
    case .wordle: "Wordle"
    case .worldle: "Worldle"
    case .quordle: "Quordle"
    case .connections: "Connections"
    case .strands: "Strands"
    }
  }

  /// The number of the first puzzle, and the day on which it came; there has been one a day since.
  private var first: (puzzle: Int, day: Day?) {
    switch self {
    case .wordle: (0, Day(year: 2021, month: 6, day: 19))
    case .worldle: (1, Day(year: 2022, month: 1, day: 22))
    case .quordle: (1, Day(year: 2022, month: 1, day: 25))
    case .connections: (1, Day(year: 2023, month: 6, day: 12))
    case .strands: (1, Day(year: 2024, month: 3, day: 4))
    }
  }

  /// The greatest number that somebody can have played: a day begins earlier elsewhere than here, by up to a day.
  package func newest(on today: Day) -> Int {
    let (puzzle, day) = first
    return puzzle + (today.number - (day?.number ?? today.number)) + 1
  }
}
