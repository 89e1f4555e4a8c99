public import GameKit
public import WireProtocol

/// The player guesses a five-letter word in six tries; colours show how close each guess is.
public struct Wordle: Game {
  public struct Puzzle: Codable, Hashable, Sendable {
    /// Five letters, `a` to `z`.
    public let answer: String

    public init(answer: String) { self.answer = answer }
  }

  /// How strictly hints bind later guesses.
  public struct Settings: GameSettings {
    /// Revealed hints must be used in later guesses.
    public var hard: Bool
    /// As `hard`; in addition, letters that the colours have ruled out cannot be used.
    public var ultra: Bool

    public init() { self.init(hard: false) }

    /// `ultra` implies `hard`.
    public init(hard: Bool, ultra: Bool = false) {
      self.hard = hard
      self.ultra = ultra
    }

    var isHard: Bool { hard || ultra }
  }

  public typealias Move = WordGuess

  /// The number of guesses.
  public static let maximumTries = 6

  let answer: PackedWord
  let settings: Settings
  private(set) var guesses: [JudgedGuess] = []
  private(set) var isGivenUp = false
  private var givingUp = Agreement()

  public init(puzzle: Puzzle, settings: Settings) {
    answer = PackedWord(puzzle.answer) ?? .blank
    self.settings = settings
  }

  public static func key(of puzzle: Puzzle) -> PuzzleKey { PuzzleKey(puzzle.answer) }

  public static func solution(of puzzle: Puzzle) -> [Move] { [Move(guess: puzzle.answer)] }

  public static func parse(_ line: String) throws(Rejection) -> Move { Move(typed: line) }

  public mutating func play(
    _ move: Move, by player: PlayerID, at elapsed: Elapsed
  ) throws(Rejection) -> Turn {
    guard !isOver else { throw .gameOver }
    guard case .word(let text) = move else { return givingUp.giveUp(&isGivenUp, by: player, at: elapsed) }
    let word = try PackedWord(checking: text)
    if settings.isHard {
      try HardMode(ultra: settings.ultra).check(word, after: guesses)
    }
    givingUp.note(player, at: elapsed)
    let guess = JudgedGuess(word, at: answer)
    guesses.append(guess)
    return Turn(
      secret: ["guess": .string(word.text)],
      open: ["tiles": .string(guess.tiles), "tries": .int(guesses.count)],
      remark: isOver ? "" : GuessKeyboard(guesses).remark)
  }

  public func outcome(for player: PlayerID) -> Outcome? {
    guard isOver else { return nil }
    let tries = guesses.count
    return Outcome(
      won: isWon,
      tries: isWon ? tries : nil,
      score: isWon ? Self.maximumTries + 1 - tries : 0,
      secret: ["answer": .string(answer.text)],
      praise: isWon ? Self.praises[tries - 1] : "The word was \(answer.text.uppercased())",
      grid: ShareGrid(headline: standing + (settings.isHard ? "*" : ""), rows: guesses.map(\.tiles)))
  }

  public func missed(by player: PlayerID) -> [MissedWord] {
    isWon ? [] : [MissedWord(language: "English", word: WordDeck.Word(original: answer.text, translation: ""))]
  }

  /// The result: `4/6` or `X/6`.
  var standing: String { isWon ? Self.triesText(guesses.count) : "X/\(Self.maximumTries)" }

  /// `4/6`. Short strings are joined without memory of their own, as an interpolation is not.
  static func triesText(_ tries: Int) -> String { String(tries) + "/" + String(maximumTries) }

  var isWon: Bool { guesses.last?.word == answer }

  var isOver: Bool { isWon || isGivenUp || guesses.count >= Self.maximumTries }

  private static let praises = ["Genius", "Magnificent", "Impressive", "Splendid", "Great", "Phew"]
}

extension Wordle.Puzzle: HandWritten {
  public var json: JSON { ["answer": .string(answer)] }

  public init?(_ view: JSONView) {
    guard let answer = view["answer"]?.string else { return nil }
    self.init(answer: answer)
  }
}

extension Wordle.Settings: HandWritten {
  public var json: JSON { ["hard": .bool(hard), "ultra": .bool(ultra)] }

  // Settings are read once per room: no hand-written form.
  public init?(_ view: JSONView) { nil }
}
