import TextMode
package import WireProtocol

extension PuzzleAnswer: LinkedText {
  package func page() -> DrawnPage {
    let clue = puzzle.clue.map { ": \(Drawing.spoken($0))" } ?? ""
    var page = DrawnPage("Puzzle \(puzzle.code) by \(puzzle.player)\(clue)")
    if !puzzle.words.isEmpty {
      let link = puzzle.link.map { ", and at \($0) on this server's pages" } ?? ""
      let line = "Anybody plays it, without an account"
      page.add(line, typed: "\(line): /puzzle \(puzzle.code)\(link)", [])
      page.offer(puzzle.copying, .init("play it", Request.OpenPuzzle(code: puzzle.code), key: "p"))
    }
    for line in Drawing.results(of: puzzle) { page.add(line) }
    return page
  }
}

extension PuzzlesAnswer: LinkedText {
  package func page() -> DrawnPage {
    var page = DrawnPage(
      puzzles.isEmpty ? "You have made no puzzle" : "",
      typed: puzzles.isEmpty ? ": /make wordle brisk clue=\"what tea should be\"" : "")
    for puzzle in puzzles {
      let clue = puzzle.clue.map { ": \(Drawing.spoken($0))" } ?? ""
      let (code, words) = (puzzle.code, puzzle.words.joined(separator: " "))
      let rest = "\(clue) · \(Drawing.played(puzzle))"
      page.add(
        "\(words)  \(puzzle.day)  \(puzzle.game)\(rest)",
        typed: "\(code)  \(puzzle.day)  \(puzzle.game) \(words)\(rest)",
        [
          .init("how others did", Request.PuzzleResults(code: code)), puzzle.copying,
          .init("take it down", Request.RemovePuzzle(code: code), key: "d", asks: []),
        ])
    }
    if !puzzles.isEmpty {
      page.advise("/puzzle-results CODE shows how others did, /remove-puzzle CODE takes one down")
    }
    page.offer(
      .init(
        "make a puzzle", Request.MakePuzzle(game: "", words: []), key: "n",
        asks: ["game", "words", "clue", "meaning", "settings"]), .refresh(Request.Puzzles()))
    return page
  }
}

extension MadePuzzle {
  /// What brings it to others.
  fileprivate var copying: DrawnPage.Link { .init("copy the link", copies: link ?? code, key: "y") }
}

extension PuzzleRemoved: Drawable {
  package func drawn() -> String { "Puzzle \(code) is taken down." }
}

extension Drawing {
  fileprivate static func played(_ puzzle: MadePuzzle) -> String {
    let solved = puzzle.results.map { ", \($0.solved) solved it" } ?? ""
    return puzzle.played == 0 ? "nobody has finished it yet" : "\(puzzle.played) finished\(solved)"
  }

  fileprivate static func results(of puzzle: MadePuzzle) -> [String] {
    guard let results = puzzle.results else { return [] }
    return [played(puzzle)] + bars(results.distribution)
  }
}
