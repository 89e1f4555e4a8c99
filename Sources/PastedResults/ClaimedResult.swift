import GameKit

/// A result from a game that is played elsewhere, as far as its shared text says what it was.
package struct ClaimedResult: Hashable {
  package var game: ClaimedGame
  /// The number of the puzzle there.
  package var puzzle: Int
  package var won: Bool
  /// Tries, where the game counts them and the puzzle was solved.
  package var tries: Int?
  /// Greater is better; leaderboards of claims add it up.
  package var score: Int
  /// What follows the number: `3/6*`, `4/6 (100%)`; empty where nothing does.
  package var headline: String
  /// The grid in dark tiles; empty where only the header was pasted.
  package var rows: [String]

  /// The result as it is shown here: drawn anew from what was understood, and nothing else that was pasted.
  package var text: String {
    let head = [game.title, game.mark + ShareGrid.numberText(puzzle), headline].filter { !$0.isEmpty }
      .joined(separator: " ")
    return rows.isEmpty ? head : head + "\n\n" + rows.joined(separator: "\n")
  }
}

extension ClaimedGame {
  /// What stands before the number of a puzzle.
  fileprivate var mark: String {
    switch self {
    case .wordle, .quordle: ""
    case .worldle, .connections, .strands: "#"
    }
  }
}

/// Why a text is not a result, in one sentence.
package struct NotAResult: Error, Hashable {
  package let message: String

  init(_ message: String) { self.message = message }
}
