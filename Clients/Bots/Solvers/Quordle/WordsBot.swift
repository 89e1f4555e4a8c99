internal import GameKit
internal import WireProtocol

/// Plays Quordle and Octordle: has a solver for each word, and guesses at the word of which it knows most.
struct WordsBot: PuzzleBot {
  private let fresh: Solver
  /// `nil` for a word that has been found.
  private var solvers: [Solver?] = []

  init(words: [String]) { fresh = Solver(words: words) }

  mutating func begin(_ board: Board, settings: JSON?) {
    solvers = board.parts.map { part in
      var solver = fresh
      solver.restart(tries: board.parts.count + 5)
      for guess in part.grid?.rows.compactMap(JudgedGuess.init) ?? [] {
        guard guess.colours != .solved else { return nil }
        solver.note(guess.word, guess.colours)
      }
      return solver
    }
  }

  mutating func next() -> Attempt? {
    let known = solvers.compactMap(\.self).filter { !$0.candidates.isEmpty }
    guard let solver = known.min(by: { $0.candidates.count < $1.candidates.count }), let guess = solver.guess() else {
      return nil
    }
    return Attempt(move: ["guess": .string(guess.text)], note: "\(solver.candidates.count) fitted")
  }

  mutating func learn(_ moved: Moved) {
    guard let guess = moved.turn["guess"]?.stringValue.flatMap({ PackedWord($0) }) else { return }
    for (index, tiles) in (moved.turn["words"]?.arrayValue ?? []).enumerated() where solvers.indices.contains(index) {
      guard let colours = tiles.stringValue.flatMap({ PackedColours(tiles: $0) }) else { continue }
      if colours == .solved { solvers[index] = nil } else { solvers[index]?.note(guess, colours) }
    }
  }

  mutating func wasRefused(_ attempt: Attempt) {
    guard let word = attempt.move["guess"]?.stringValue.flatMap({ PackedWord($0) }) else { return }
    for index in solvers.indices { solvers[index]?.eliminate(word) }
  }
}
