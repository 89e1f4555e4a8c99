internal import ClientKit
internal import WireProtocol

/// Guesses Wordle: by the tree where it was made for the server's words, else by what tells most.
struct WordleBot: PuzzleBot {
  private let tree: DecisionTree?
  private var solver: Solver
  private var place: DecisionTree.Place?
  private var isHard = false

  /// - Parameters:
  ///   - words: the accepted words.
  ///   - tree: left aside if it was made for other words.
  init(words: [String], tree: DecisionTree?) {
    self.tree = tree.flatMap { $0.checksum == WordChecksum.of(words) ? $0 : nil }
    solver = Solver(words: words)
  }

  /// The project's tree, or that of another file; `nil` if there is none.
  static func tree(_ file: String?) -> DecisionTree? {
    guard let path = file ?? Files.find("Clients/Bots/Tables/wordle.tree"), let bytes = Files.read(path) else {
      return nil
    }
    return DecisionTree(text: String(decoding: bytes, as: UTF8.self))
  }

  /// Whether it plays by a tree.
  var usesTree: Bool { tree != nil }

  mutating func begin(_ board: Board, settings: JSON?) {
    isHard = settings?["hard"]?.boolValue ?? false
    solver.restart()
    // Hard mode forbids the guesses that only tell words apart: most of what makes the tree good.
    place = isHard ? nil : tree?.root
    for row in board.rows {
      guard let guess = Word(row.letters), let colours = Colours(tiles: row.tiles) else { break }
      note(guess, colours)
    }
  }

  mutating func next() -> Attempt? {
    guard let guess = place?.guess ?? solver.guess(onlyFitting: isHard) else { return nil }
    let note = place == nil ? "\(solver.candidates.count) fitted" : ""
    return Attempt(move: ["guess": .string(guess.text)], note: note)
  }

  mutating func learn(_ moved: Moved) {
    guard let guess = moved.turn["guess"]?.stringValue.flatMap({ Word($0) }),
      let colours = moved.turn["tiles"]?.stringValue.flatMap({ Colours(tiles: $0) })
    else { return }
    note(guess, colours)
  }

  mutating func wasRefused(_ attempt: Attempt) {
    place = nil
    if let word = attempt.move["guess"]?.stringValue.flatMap({ Word($0) }) { solver.strike(word) }
  }

  private mutating func note(_ guess: Word, _ colours: Colours) {
    solver.note(guess, colours)
    place = place.flatMap { $0.guess == guess ? tree?.place(after: $0, colours) : nil }
  }
}
