public import GameKit
public import WireProtocol

/// The word that evades: none is chosen. Each guess gets the colours that leave the most words possible, until one is
/// left and guessed.
///
/// The rule is that of [Absurdle](https://qntm.org/absurdle) by qntm, whose name for the game this is: the possible
/// words fall into classes by the colours that the guess would get, and the largest class stays. Of equal classes the
/// one whose colours tell least stays: fewest greens, then fewest yellows, then the lowest ``PackedColours/code``.
/// Guesses are unlimited, as there. Other than there, a puzzle begins with a draw of the answers, so that guesses that
/// have won once do not win every day.
///
/// A guess is judged against at most ``drawn`` words, twice, which takes 30 µs; all answers would take 110 µs.
public struct Absurdle: Game {
  public struct Puzzle: Codable, Hashable, Sendable {
    /// Identifies the draw.
    public let name: String
    /// The words that are possible at first, one after the other.
    public let words: String
  }

  public typealias Move = WordGuess

  /// The number of words that are possible at first.
  static let drawn = 600
  /// The number of guesses that a board and a share grid show: the last ones.
  static let rowsShown = 20

  private(set) var possible: [PackedWord]
  private(set) var guesses: [JudgedGuess] = []
  private var isGivenUp = false
  private var givingUp = Agreement()

  public init(puzzle: Puzzle, settings: NoSettings) {
    let letters = Array(puzzle.words.utf8)
    possible = stride(from: 0, to: letters.count, by: PackedWord.length).compactMap { start in
      PackedWord(String(decoding: letters[start...].prefix(PackedWord.length), as: UTF8.self))
    }
  }

  public static func key(of puzzle: Puzzle) -> PuzzleKey { PuzzleKey(puzzle.name) }

  public static func parse(_ line: String) throws(Rejection) -> Move { Move(typed: line) }

  /// Guesses the first possible word, over and over: the word itself is never in the class that stays before the end.
  public static func solution(of puzzle: Puzzle) -> [Move] {
    var game = Absurdle(puzzle: puzzle, settings: NoSettings())
    while !game.isOver, let word = game.possible.first { game.evade(word) }
    return game.guesses.map { .word($0.word.text) }
  }

  public mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard !isOver else { throw .gameOver }
    guard case .word(let text) = move else { return givingUp.giveUp(&isGivenUp, by: player, at: elapsed) }
    let word = try PackedWord(checking: text)
    givingUp.note(player, at: elapsed)
    evade(word)
    return Turn(
      secret: ["guess": .string(word.text)],
      open: ["tiles": .string(guesses.last?.tiles ?? ""), "tries": .int(guesses.count)],
      remark: isOver ? "" : GuessKeyboard(guesses).remark)
  }

  private mutating func evade(_ word: PackedWord) {
    let colours = Self.colours(of: word, among: possible)
    possible.removeAll { PackedColours(of: word, against: $0) != colours }
    guesses.append(JudgedGuess(word, colours))
  }

  /// The colours of the class that stays.
  static func colours(of word: PackedWord, among possible: [PackedWord]) -> PackedColours {
    var sizes = [Int](repeating: 0, count: PackedColours.count)
    for other in possible { sizes[Int(PackedColours(of: word, against: other).code)] += 1 }
    var best = leastTelling[0]
    for colours in leastTelling where sizes[Int(colours.code)] > sizes[Int(best.code)] { best = colours }
    return best
  }

  /// All colours, the least informative first.
  private static let leastTelling = PackedColours.all.sorted { one, other in
    func count(_ colours: PackedColours, _ tile: Tile) -> Int { (0..<PackedWord.length).count { colours[$0] == tile } }
    return (count(one, .right), count(one, .elsewhere), one.code)
      < (count(other, .right), count(other, .elsewhere), other.code)
  }

  var isWon: Bool { guesses.last?.colours == .solved }
  var isOver: Bool { isWon || isGivenUp }
}

extension Absurdle {
  public func board(for viewer: Viewer) -> Board {
    let showsLetters = viewer != .outsider
    let rows = guesses.suffix(Self.rowsShown).map { $0.row(showsLetters: showsLetters) }
    return Board(
      title: Self.info.title, rows: isOver ? rows : rows + [JudgedGuess.openRow],
      keys: showsLetters ? GuessKeyboard(guesses).keys : [], prompt: isOver ? "" : "Guess a five-letter word",
      notes: [isOver ? headline : "guess \(guesses.count + 1)"] + (isOver && showsLetters ? [praise] : []),
      gestures: isOver ? [] : [Gesture(.key, "{letters}")])
  }

  /// 12 points, minus 1 per guess; at least 1 for a player who has cornered the word.
  public func outcome(for player: PlayerID) -> Outcome? {
    guard isOver else { return nil }
    let tries = guesses.count
    return Outcome(
      won: isWon, tries: isWon ? tries : nil, score: isWon ? max(1, 12 - tries) : 0, open: [:],
      secret: ["answer": .string(possible.first?.text ?? ""), "possible": .int(possible.count)], praise: praise,
      grid: ShareGrid(headline: headline, rows: guesses.suffix(Self.rowsShown).map(\.tiles)))
  }

  public func missed(by player: PlayerID) -> [MissedWord] {
    guard !isWon, let word = possible.first?.text else { return [] }
    return [MissedWord(language: "English", word: WordDeck.Word(original: word, translation: ""))]
  }

  private var headline: String { "\(isWon ? "\(guesses.count)" : "X")/∞" }

  private var praise: String {
    if isWon { return guesses.count < 5 ? "Genius" : guesses.count < 7 ? "Splendid" : "Cornered" }
    let word = possible.first?.text.uppercased() ?? ""
    return possible.count == 1 ? "Only \(word) was left" : "\(possible.count) words were left, such as \(word)"
  }
}
