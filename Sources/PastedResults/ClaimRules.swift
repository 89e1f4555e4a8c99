/// Validates results: a header and rows that contradict each other, or the game, are not a result.
package enum ClaimRules {
  static func result(_ header: ClaimHeader, _ rows: [String]) throws(NotAResult) -> ClaimedResult {
    switch header.game {
    case .wordle: try wordle(header, rows)
    case .worldle: try worldle(header, rows)
    case .quordle: try quordle(header, rows)
    case .connections: try connections(header, rows)
    case .strands: try strands(header, rows)
    }
  }

  /// Whether no further rows can follow.
  package static func isComplete(_ header: ClaimHeader, _ rows: [String]) -> Bool {
    switch header.game {
    case .wordle, .worldle: rows.count >= min(6, header.count?.tries ?? 6)
    case .quordle: rows.count >= 2
    case .connections: groups(rows).solved >= 4 || groups(rows).mistakes >= 4
    // Rows have four words; the last one may have fewer.
    case .strands: (rows.last?.count ?? 4) < 4
    }
  }

  private static func sixTries(_ header: ClaimHeader) throws(NotAResult) -> Int? {
    let game = header.game.title
    guard let count = header.count, count.most == 6 else { throw NotAResult("\(game) has six tries") }
    if let tries = count.tries, !(1...6).contains(tries) { throw NotAResult("\(game) has six tries, not \(tries)") }
    return count.tries
  }

  private static func wordle(_ header: ClaimHeader, _ rows: [String]) throws(NotAResult) -> ClaimedResult {
    let tries = try sixTries(header)
    let colours = Set(rows.joined())
    let isContrast = colours.contains("🟧") || colours.contains("🟦")
    guard !isContrast || (!colours.contains("🟩") && !colours.contains("🟨")) else {
      throw NotAResult("The grid mixes the colours of two themes")
    }
    let grid = rows.map { row in String(row.map(normalized)) }
    guard grid.allSatisfy({ $0.count == 5 }) else { throw NotAResult("Wordle's rows have five tiles") }
    try check(grid, tries: tries, solved: "🟩🟩🟩🟩🟩")
    // With four letters in their places, the fifth has no other place left.
    guard !grid.contains(where: { row in row.count { $0 == "🟩" } == 4 && row.contains("🟨") }) else {
      throw NotAResult("No guess of Wordle has four letters in their places and the fifth elsewhere")
    }
    if header.isHard { try checkHard(grid) }
    return ClaimedResult(
      game: .wordle, puzzle: header.puzzle, won: tries != nil, tries: tries, score: tries.map { 7 - $0 } ?? 0,
      headline: "\(tries.map { String($0) } ?? "X")/6\(header.isHard ? "*" : "")", rows: grid)
  }

  /// In hard mode a letter with a known place stays there.
  private static func checkHard(_ grid: [String]) throws(NotAResult) {
    for (row, next) in zip(grid, grid.dropFirst()) {
      guard zip(row, next).allSatisfy({ $0 != "🟩" || $1 == "🟩" }) else {
        throw NotAResult("In hard mode a green letter stays where it is: this grid drops one")
      }
    }
  }

  private static func worldle(_ header: ClaimHeader, _ rows: [String]) throws(NotAResult) -> ClaimedResult {
    let tries = try sixTries(header)
    if let percent = header.percent {
      guard (0...100).contains(percent), (percent == 100) == (tries != nil) else {
        throw NotAResult("The percentage disagrees with the number of tries")
      }
    }
    try check(rows, tries: tries, solved: "🟩🟩🟩🟩🟩🎉")
    let percent = header.percent.map { " (\($0)%)" } ?? ""
    return ClaimedResult(
      game: .worldle, puzzle: header.puzzle, won: tries != nil, tries: tries, score: tries.map { 7 - $0 } ?? 0,
      headline: "\(tries.map { String($0) } ?? "X")/6\(percent)", rows: rows)
  }

  /// A grid, if there is one, has one row per try, and only the last one is solved.
  private static func check(_ rows: [String], tries: Int?, solved: String) throws(NotAResult) {
    guard !rows.isEmpty else { return }
    guard rows.count == tries ?? 6 else {
      let count = rows.count == 1 ? "1 row" : "\(rows.count) rows"
      throw NotAResult("The grid has \(count), which is not what its header says")
    }
    for (index, row) in rows.enumerated() where (row == solved) != (index + 1 == tries) {
      throw NotAResult("The grid disagrees with its header about when it was solved")
    }
  }

  private static func quordle(_ header: ClaimHeader, _ rows: [String]) throws(NotAResult) -> ClaimedResult {
    let cells = rows.joined().map { $0 }
    guard rows.count == 2, cells.count == 4 else { throw NotAResult("Quordle has two rows of two numbers") }
    let tries = cells.compactMap { $0.unicodeScalars.first.map { Int($0.value) - 0x30 } }.filter {
      (1...9).contains($0)
    }
    guard Set(tries).count == tries.count else { throw NotAResult("No two words of Quordle are solved at once") }
    let won = tries.count == 4
    return ClaimedResult(
      game: .quordle, puzzle: header.puzzle, won: won, tries: won ? tries.max() : nil,
      score: tries.reduce(0) { $0 + 10 - $1 }, headline: "", rows: rows)
  }

  private static func connections(_ header: ClaimHeader, _ rows: [String]) throws(NotAResult) -> ClaimedResult {
    guard rows.allSatisfy({ $0.count == 4 }), !rows.isEmpty else {
      throw NotAResult("Connections has rows of four tiles")
    }
    let (solved, mistakes) = groups(rows)
    let found = rows.filter { Set($0).count == 1 }
    guard Set(found).count == found.count else { throw NotAResult("A group of Connections is found once") }
    let won = solved == 4
    guard won ? mistakes < 4 : mistakes == 4, let last = rows.last, (Set(last).count == 1) == won else {
      throw NotAResult("Connections ends with four groups or with four mistakes")
    }
    return ClaimedResult(
      game: .connections, puzzle: header.puzzle, won: won, tries: won ? rows.count : nil,
      score: won ? 5 - mistakes : 0, headline: "", rows: rows)
  }

  private static func groups(_ rows: [String]) -> (solved: Int, mistakes: Int) {
    let solved = rows.count { Set($0).count == 1 }
    return (solved, rows.count - solved)
  }

  private static func strands(_ header: ClaimHeader, _ rows: [String]) throws(NotAResult) -> ClaimedResult {
    let marks = rows.joined()
    guard marks.count(where: { $0 == "🟡" }) == 1, marks.contains("🔵") else {
      throw NotAResult("Strands has one spangram and some words")
    }
    guard rows.allSatisfy({ $0.count <= 4 }), rows.dropLast().allSatisfy({ $0.count == 4 }) else {
      throw NotAResult("Strands has rows of four")
    }
    let hints = marks.count { $0 == "💡" }
    return ClaimedResult(
      game: .strands, puzzle: header.puzzle, won: true, tries: nil, score: max(1, 5 - hints), headline: "",
      rows: rows)
  }

  private static func normalized(_ tile: Character) -> Character {
    switch tile {
    case "⬜": "⬛"
    case "🟧": "🟩"
    case "🟦": "🟨"
    default: tile
    }
  }
}
