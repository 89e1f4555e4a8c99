internal import WireProtocol

struct DailySortBot: PuzzleBot {
  private let knowledge: SpellingKnowledge
  private var solver: SortSolver?

  /// - Parameter words: Wordle's accepted words: all English words that the wire reveals.
  init(words: [String], dictionary: [String]) {
    knowledge = SpellingKnowledge(accepted: words, common: dictionary)
  }

  mutating func begin(_ board: Board, settings: JSON?) {
    guard let letters = board.data["row"]?.stringValue else { return }
    var solver = SortSolver(letters: letters, knowledge)
    for row in board.rows where !row.tiles.contains("⬜") { solver.note(row.letters, tiles: row.tiles) }
    self.solver = solver
  }

  mutating func next() -> Attempt? {
    guard let solver, let word = solver.next() else { return nil }
    return Attempt(move: ["arrange": .string(word)], note: "\(solver.candidates.count) fitted")
  }

  mutating func learn(_ moved: Moved) {
    guard let word = moved.turn["letters"]?.stringValue, let tiles = moved.turn["tiles"]?.stringValue else { return }
    solver?.note(word, tiles: tiles)
  }

  mutating func wasRefused(_ attempt: Attempt) {
    if let word = attempt.move["arrange"]?.stringValue { solver?.eliminate(word) }
  }
}
