/// The line that identifies a shared result: the game, the puzzle, and the result.
package struct ClaimHeader: Hashable {
  package var game: ClaimedGame
  var puzzle: Int
  /// `3/6`: the tries, and the most; no tries for `X/6`.
  var count: Count?
  /// Worldle's percentage.
  var percent: Int?
  var isHard = false
  /// The rest of its line.
  package var remainder: String

  struct Count: Hashable {
    var tries: Int?
    var most: Int
  }

  /// Parses a header at the beginning of a text.
  package init?(at text: some StringProtocol) { self.init(Scanner(text)) }

  /// Parses a header at the scanner's position.
  init?(_ scanner: Scanner) {
    for game in ClaimedGame.allCases {
      if let header = Self.read(game, scanner) {
        self = header
        return
      }
    }
    return nil
  }

  private init(_ game: ClaimedGame, _ puzzle: Int, _ scanner: Scanner) {
    self.game = game
    self.puzzle = puzzle
    var rest = scanner
    rest.skipSpaces()
    remainder = rest.rest
  }

  private static func read(_ game: ClaimedGame, _ start: Scanner) -> ClaimHeader? {
    switch game {
    case .wordle: wordle(start)
    case .worldle: worldle(start)
    case .quordle: quordle(start)
    case .connections: connections(start)
    case .strands: strands(start)
    }
  }

  /// `Wordle 1,492 3/6*`.
  private static func wordle(_ start: Scanner) -> ClaimHeader? {
    var scanner = start
    _ = scanner.skip("#")
    guard scanner.skipWord("Wordle") else { return nil }
    scanner.skipDash()
    scanner.skipSpaces()
    _ = scanner.skip("#")
    guard let puzzle = scanner.number() else { return nil }
    scanner.skipDash()
    scanner.skipSpaces()
    guard let count = count(&scanner) else { return nil }
    let isHard = scanner.skip("*")
    guard isAtBoundary(scanner) else { return nil }
    var header = ClaimHeader(.wordle, puzzle, scanner)
    header.count = count
    header.isHard = isHard
    return header
  }

  /// `#Worldle #123 4/6 (100%)`, recently with a date: `#Worldle #1200 (05.05.2025) 4/6 (100%)`.
  private static func worldle(_ start: Scanner) -> ClaimHeader? {
    var scanner = start
    _ = scanner.skip("#")
    guard scanner.skipWord("Worldle") else { return nil }
    scanner.skipSpaces()
    _ = scanner.skip("#")
    guard let puzzle = scanner.number() else { return nil }
    scanner.skipSpaces()
    skipDate(&scanner)
    scanner.skipSpaces()
    guard let count = count(&scanner) else { return nil }
    scanner.skipSpaces()
    var percent: Int?
    if scanner.skip("(") {
      percent = scanner.number()
      guard percent != nil, scanner.skip("%"), scanner.skip(")") else { return nil }
    }
    guard isAtBoundary(scanner) else { return nil }
    var header = ClaimHeader(.worldle, puzzle, scanner)
    header.count = count
    header.percent = percent
    return header
  }

  /// `Daily Quordle 1234`.
  private static func quordle(_ start: Scanner) -> ClaimHeader? {
    var scanner = start
    guard scanner.skipWord("Daily") else { return nil }
    scanner.skipSpaces()
    guard scanner.skipWord("Quordle") else { return nil }
    scanner.skipSpaces()
    _ = scanner.skip("#")
    guard let puzzle = scanner.number(), isAtBoundary(scanner) else { return nil }
    return ClaimHeader(.quordle, puzzle, scanner)
  }

  /// `Connections` and, on the next line, `Puzzle #123`; the lines are joined by a space.
  private static func connections(_ start: Scanner) -> ClaimHeader? {
    var scanner = start
    guard scanner.skipWord("Connections") else { return nil }
    scanner.skipSpaces()
    guard scanner.skipWord("Puzzle") else { return nil }
    scanner.skipSpaces()
    guard scanner.skip("#"), let puzzle = scanner.number(), isAtBoundary(scanner) else { return nil }
    return ClaimHeader(.connections, puzzle, scanner)
  }

  /// `Strands #1`, and a title in quotation marks on the same or the next line.
  private static func strands(_ start: Scanner) -> ClaimHeader? {
    var scanner = start
    guard scanner.skipWord("Strands") else { return nil }
    scanner.skipSpaces()
    guard scanner.skip("#"), let puzzle = scanner.number(), isAtBoundary(scanner) else { return nil }
    return ClaimHeader(.strands, puzzle, scanner)
  }

  /// `3/6` or `X/6`; the range is checked later, so that the refusal can name `7/6`.
  private static func count(_ scanner: inout Scanner) -> Count? {
    var ahead = scanner
    var tries: Int?
    if !ahead.skip("X"), !ahead.skip("x") {
      tries = ahead.number()
      guard tries != nil else { return nil }
    }
    guard ahead.skip("/"), let most = ahead.number() else { return nil }
    scanner = ahead
    return Count(tries: tries, most: most)
  }

  private static func skipDate(_ scanner: inout Scanner) {
    var ahead = scanner
    guard ahead.skip("(") else { return }
    // 05.05.2025 or 05/05/2025: digits and separators, no percent sign.
    while true {
      if ahead.skip(")") {
        scanner = ahead
        return
      }
      guard !ahead.isAtEnd, !ahead.skip("%"), ahead.skipDatePart() else { return }
    }
  }

  /// Whether the piece ends here: `3/6ish` and `3/60` are something else.
  private static func isAtBoundary(_ scanner: Scanner) -> Bool {
    guard let next = scanner.rest.unicodeScalars.first else { return true }
    return !Scanner.isWordPart(next) && !["/", "%", "*"].contains(next)
  }
}

extension Scanner {
  /// Skips a digit or a separator of a date.
  fileprivate mutating func skipDatePart() -> Bool {
    for part in "0123456789./-".unicodeScalars where skip(part) { return true }
    return false
  }
}
