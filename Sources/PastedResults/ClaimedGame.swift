package import GameKit

/// Games on other sites whose results can be claimed here.
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

  /// The number and the day of the first puzzle; there has been one per day since.
  private var first: (puzzle: Int, day: Day?) {
    switch self {
    case .wordle: (0, Day(year: 2021, month: 6, day: 19))
    case .worldle: (1, Day(year: 2022, month: 1, day: 22))
    case .quordle: (1, Day(year: 2022, month: 1, day: 25))
    case .connections: (1, Day(year: 2023, month: 6, day: 12))
    case .strands: (1, Day(year: 2024, month: 3, day: 4))
    }
  }

  /// The greatest valid number: in other time zones a day may begin up to a day earlier.
  package func newest(on today: Day) -> Int {
    let (puzzle, day) = first
    return puzzle + (today.number - (day?.number ?? today.number)) + 1
  }
}
