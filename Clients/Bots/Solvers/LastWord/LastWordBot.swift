internal import WireProtocol

/// Plays Last Word as Wordle, one word after the other: words found early take most time from the others.
struct LastWordBot: PuzzleBot {
  private var wordle: WordleBot
  /// The index of the current word.
  private var word: Int?

  init(_ wordle: WordleBot) { self.wordle = wordle }

  mutating func begin(_ board: Board, settings: JSON?) {
    word = board.data["word"]?.intValue
    wordle.begin(board, settings: nil)
  }

  mutating func next() -> Attempt? { wordle.next() }

  mutating func learn(_ moved: Moved) {
    if let board = moved.board, board.data["word"]?.intValue != word {
      begin(board, settings: nil)
    } else {
      wordle.learn(moved)
    }
  }

  mutating func wasRefused(_ attempt: Attempt) { wordle.wasRefused(attempt) }
}
