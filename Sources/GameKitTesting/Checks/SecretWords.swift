import GameKit
import WireProtocol

/// The words of a puzzle's solution that are not visible at the start. Texts for others must not contain them.
struct SecretWords {
  private let words: [String]

  /// - Parameter viewer: the reader of the texts; words on that viewer's first board are not secret.
  init<S: PuzzleSource>(_ subject: Subject<S>, _ puzzle: S.G.Puzzle, hiddenFrom viewer: Viewer) {
    let board = subject.board(subject.newGame(puzzle), for: viewer)
    let visible = board.texts.joined(separator: " ").lowercased()
    words = subject.solution(of: puzzle).compactMap { Subject<S>.text($0) }.flatMap(Mangling.words)
      .filter { !visible.contains($0) }
  }

  /// The first word that one of the texts contains and `move` does not.
  func first(in texts: [String], besides move: String = "") -> String? {
    let move = move.lowercased()
    let texts = texts.map { $0.lowercased() }
    return words.first { word in !move.contains(word) && texts.contains { $0.contains(word) } }
  }

  /// The public texts of an outcome.
  static func publicTexts(_ outcome: Outcome) -> [String] {
    [outcome.grid.headline] + outcome.grid.rows + Mangling.strings(in: JSON.object(outcome.open).text)
  }
}

extension Board {
  /// All texts of the board.
  var texts: [String] {
    rows.map(\.letters) + keys.map(\.letters) + notes + [prompt, title] + Mangling.strings(in: JSON.object(data).text)
      + parts.flatMap(\.texts)
  }
}

extension Board.Part {
  /// All texts of the part.
  fileprivate var texts: [String] {
    switch content {
    case .grid(let grid): [title] + grid.rows.map(\.letters) + grid.signs.map(\.text)
    case .cards(let cards): [title] + cards.flatMap { [$0.face, $0.name, $0.move] }
    }
  }
}

extension Mangling {
  /// The strings of four or more characters in a JSON text, in lower case. Shorter ones occur in other words by chance.
  static func words(in text: String) -> [String] {
    strings(in: text).filter { $0.count > 3 && Int($0) == nil }.map { $0.lowercased() }
  }
}
