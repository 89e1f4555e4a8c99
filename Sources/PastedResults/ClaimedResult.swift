import GameKit

/// The result of a game on another site, as stated by its share text.
package struct ClaimedResult: Hashable {
  package var game: ClaimedGame
  /// The number of the puzzle there.
  package var puzzle: Int
  package var won: Bool
  /// The number of tries, if the game counts them and the puzzle was solved.
  package var tries: Int?
  /// Greater is better; leaderboards of claims sum it.
  package var score: Int
  /// The text after the number: `3/6*`, `4/6 (100%)`; may be empty.
  package var headline: String
  /// The grid in dark tiles; empty if only the header was pasted.
  package var rows: [String]

  /// The result as shown here: rendered from the parsed values, without any other pasted text.
  package var text: String {
    let head = [game.title, game.mark + ShareGrid.numberText(puzzle), headline].filter { !$0.isEmpty }
      .joined(separator: " ")
    return rows.isEmpty ? head : head + "\n\n" + rows.joined(separator: "\n")
  }
}

extension ClaimedGame {
  /// The prefix of a puzzle's number.
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
