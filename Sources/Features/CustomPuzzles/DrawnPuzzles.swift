import TextMode
package import WireProtocol

extension PuzzleAnswer: Drawable {
  package func drawn() -> String { Drawing.lines(of: puzzle).joined(separator: "\n") }
}

extension PuzzlesAnswer: Drawable {
  package func drawn() -> String {
    guard !puzzles.isEmpty else { return "You have made no puzzle: /make wordle brisk clue=\"what tea should be\"" }
    return puzzles.map { puzzle in
      let clue = puzzle.clue.map { ": \(Drawing.spoken($0))" } ?? ""
      let words = puzzle.words.joined(separator: " ")
      return "\(puzzle.code)  \(puzzle.day)  \(puzzle.game) \(words)\(clue) · \(Drawing.played(puzzle))"
    }.joined(separator: "\n") + "\n/puzzle-results CODE shows how others did, /remove-puzzle CODE takes one down"
  }
}

extension PuzzleRemoved: Drawable {
  package func drawn() -> String { "Puzzle \(code) is taken down." }
}

extension Drawing {
  fileprivate static func played(_ puzzle: MadePuzzle) -> String {
    let solved = puzzle.results.map { ", \($0.solved) solved it" } ?? ""
    return puzzle.played == 0 ? "nobody has finished it yet" : "\(puzzle.played) finished\(solved)"
  }

  fileprivate static func lines(of puzzle: MadePuzzle) -> [String] {
    let clue = puzzle.clue.map { ": \(spoken($0))" } ?? ""
    var lines = ["Puzzle \(puzzle.code) by \(puzzle.player)\(clue)"]
    if !puzzle.words.isEmpty {
      let link = puzzle.link.map { ", and at \($0) on this server's pages" } ?? ""
      lines.append("Anybody plays it, without an account: /puzzle \(puzzle.code)\(link)")
    }
    guard let results = puzzle.results else { return lines }
    lines.append(played(puzzle))
    let most = results.distribution.map(\.count).max() ?? 0
    for tries in results.distribution.prefix(20) {
      let bar = String(repeating: "🟩", count: most > 0 ? (tries.count * 20 + most - 1) / most : 0)
      lines.append("\(tries.name)  \(bar) \(tries.count)")
    }
    return lines
  }
}
