public import GameKit
import WireProtocol

/// Guess a five-letter word in six tries; colours tell how close each guess came.
public struct Wordle: Game {
  /// The hidden word.
  public struct Puzzle: Codable, Hashable, Sendable {
    /// Five letters, `a` to `z`.
    public let answer: String

    /// A puzzle around a word of five letters.
    public init(answer: String) { self.answer = answer }
  }

  /// How strictly hints bind the guesses after them.
  public struct Settings: GameSettings {
    /// Revealed hints must be used in later guesses.
    public var hard: Bool
    /// As `hard`, and nothing that the colours have ruled out may be guessed again.
    public var ultra: Bool

    /// The default: hints bind nobody.
    public init() { self.init(hard: false) }

    /// `ultra` implies `hard`.
    public init(hard: Bool, ultra: Bool = false) {
      self.hard = hard
      self.ultra = ultra
    }

    var isHard: Bool { hard || ultra }
  }

  /// One guess.
  public struct Move: Codable, Hashable, Sendable {
    /// A word of five letters; case does not matter.
    public let guess: String

    /// A move that guesses a word, kept in lower case.
    public init(guess: String) { self.guess = guess.lowercased() }

    private enum CodingKeys: String, CodingKey { case guess }

    public init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      self.init(guess: try container.decode(String.self, forKey: .guess))
    }
  }

  /// Letters in a word.
  public static let length = 5
  /// Guesses a player has.
  public static let maximumTries = 6

  let answer: Word
  let settings: Settings
  private(set) var guesses: [JudgedGuess] = []

  public init(puzzle: Puzzle, settings: Settings) {
    answer = Word(puzzle.answer) ?? .blank
    self.settings = settings
  }

  public static func key(of puzzle: Puzzle) -> PuzzleKey { PuzzleKey(puzzle.answer) }

  public static func solution(of puzzle: Puzzle) -> [Move] { [Move(guess: puzzle.answer)] }

  public static func parse(_ line: String) throws(Rejection) -> Move { Move(guess: line) }

  public mutating func play(
    _ move: Move, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Turn {
    guard !isOver else { throw .gameOver }
    let word = try Word(checking: move.guess)
    if settings.isHard {
      try HardMode(ultra: settings.ultra).check(word, after: guesses)
    }
    let guess = JudgedGuess(word: word, marks: Mark.judge(word, against: answer))
    guesses.append(guess)
    return Turn(
      secret: ["guess": .string(word.text)],
      open: ["tiles": .string(guess.tiles), "tries": .int(guesses.count)],
      remark: isOver ? "" : Keyboard(guesses).remark)
  }

  public func outcome(for player: PlayerID) -> Outcome? {
    guard isOver else { return nil }
    let tries = guesses.count
    let star = settings.isHard ? "*" : ""
    return Outcome(
      won: isWon,
      tries: isWon ? tries : nil,
      score: isWon ? Self.maximumTries + 1 - tries : 0,
      secret: ["answer": .string(answer.text)],
      praise: isWon ? Self.praises[tries - 1] : "The word was \(answer.text.uppercased())",
      grid: ShareGrid(
        headline: "\(isWon ? "\(tries)" : "X")/\(Self.maximumTries)\(star)", rows: guesses.map(\.tiles)))
  }

  var isWon: Bool { guesses.last?.word == answer }

  var isOver: Bool { isWon || guesses.count >= Self.maximumTries }

  /// What a winner is told, by number of tries.
  private static let praises = ["Genius", "Magnificent", "Impressive", "Splendid", "Great", "Phew"]
}
