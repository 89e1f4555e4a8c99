internal import GameKit
internal import WireProtocol
internal import WordleSearch

/// Plays Wordle: by the decision tree for the server's words and the game's rule, or else by the most informative
/// guess.
struct WordleBot: PuzzleBot {
  private let trees: [GuessRule: DecisionTree]
  private var solver: Solver
  private var tree: DecisionTree?
  private var place: DecisionTree.Place?
  private var rule = GuessRule.free
  private var hasBegun = false
  /// The guesses since the solver's last update; while there is a tree it is not needed.
  private var pending: [(guess: PackedWord, colours: PackedColours)] = []

  /// - Parameter trees: the first one for a rule is used; those for other words are ignored.
  init(words: [String], trees: [DecisionTree]) {
    let checksum = WordChecksum.of(words)
    self.trees = Dictionary(
      trees.filter { $0.checksum == checksum }.map { ($0.rule, $0) }, uniquingKeysWith: { first, _ in first })
    solver = Solver(words: words)
  }

  func usesTree(for rule: GuessRule) -> Bool { trees[rule] != nil }

  mutating func begin(_ board: Board, settings: JSON?) {
    rule = GuessRule(settings: settings)
    pending = []
    hasBegun = false
    tree = trees[rule]
    place = tree?.root
    for row in board.rows {
      guard let guess = PackedWord(row.letters), let colours = PackedColours(tiles: row.tiles) else { break }
      note(guess, colours)
    }
  }

  mutating func next() -> Attempt? {
    if let place { return Attempt(move: ["guess": .string(place.guess.text)]) }
    tellSolver()
    guard let guess = solver.guess() else { return nil }
    return Attempt(move: ["guess": .string(guess.text)], note: "\(solver.candidates.count) fitted")
  }

  mutating func learn(_ moved: Moved) {
    guard let guess = moved.turn["guess"]?.stringValue.flatMap({ PackedWord($0) }),
      let colours = moved.turn["tiles"]?.stringValue.flatMap({ PackedColours(tiles: $0) })
    else { return }
    note(guess, colours)
  }

  mutating func wasRefused(_ attempt: Attempt) {
    place = nil
    tellSolver()
    if let word = attempt.move["guess"]?.stringValue.flatMap({ PackedWord($0) }) { solver.eliminate(word) }
  }

  private mutating func note(_ guess: PackedWord, _ colours: PackedColours) {
    pending.append((guess, colours))
    place = place.flatMap { $0.guess == guess ? tree?.place(after: $0, colours) : nil }
  }

  private mutating func tellSolver() {
    if !hasBegun { solver.restart(rule) }
    hasBegun = true
    for (guess, colours) in pending { solver.note(guess, colours) }
    pending = []
  }
}
