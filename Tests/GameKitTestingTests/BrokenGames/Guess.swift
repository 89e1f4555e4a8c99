import GameKit
import WireProtocol

/// A small game that is sound: guess a word of four letters, and be told how many of yours are in their place.
///
/// What it does goes through the hooks of a ``Flaw``, so that a broken game is a few lines that say what is broken.
struct Guess<F: Flaw>: Game {
  struct Puzzle: Codable, Hashable, Sendable {
    let word: String

    init(word: String) { self.word = word }

    init(from decoder: any Decoder) throws { word = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(F.stored(puzzle: word))
    }
  }

  struct Move: Codable, Hashable, Sendable {
    let guess: String

    init(guess: String) { self.guess = guess }

    init(from decoder: any Decoder) throws { guess = try decoder.singleValueContainer().decode(String.self) }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(F.stored(move: guess))
    }
  }

  static var info: GameInfo { F.info(Sound.soundInfo) }
  static var tries: Int { 5 }

  let word: String
  private(set) var guesses: [String] = []
  var extra: F.Extra

  static func key(of puzzle: Puzzle) -> PuzzleKey { PuzzleKey(puzzle.word) }

  static func solution(of puzzle: Puzzle) -> [Move] { F.solution(puzzle.word).map(Move.init(guess:)) }

  init(puzzle: Puzzle, settings: F.Settings) {
    word = puzzle.word
    extra = F.makeExtra(settings)
  }

  static func parse(_ line: String) throws(Rejection) -> Move { Move(guess: try F.parse(line)) }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard !F.closes || !isOver else { throw .gameOver }
    try F.willPlay(move.guess, &self)
    guard move.guess.utf8.count == 4 else { throw F.rejection(Rejection("four_letters", "Type four letters")) }
    guesses.append(move.guess)
    let turn = Turn(secret: ["guess": .string(move.guess)], open: ["hits": .int(F.hits(move.guess, word))])
    return F.turn(turn, &self)
  }

  func board(for viewer: Viewer) -> Board {
    let rows = guesses.map { guess in
      let hits = min(guess.count, F.hits(guess, word))
      let tiles = String(repeating: "🟩", count: hits) + String(repeating: "⬛", count: guess.count - hits)
      return Board.Row(letters: viewer == .outsider ? String(guess.map { _ in " " }) : guess, tiles: tiles)
    }
    let board = Board(
      title: "Guess", rows: rows, prompt: isOver ? "" : "Type four letters", notes: ["\(guesses.count)/\(Self.tries)"],
      gestures: isOver ? [] : [Gesture(.key, "{letters}")])
    return F.board(board, self, viewer)
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard isOver else { return nil }
    let isWon = guesses.last == word
    let outcome = Outcome(
      won: isWon, tries: guesses.count, score: isWon ? Self.tries - guesses.count : 0, secret: ["word": .string(word)],
      grid: ShareGrid(headline: "\(guesses.count)/\(Self.tries)", rows: []))
    return F.outcome(outcome, self)
  }

  var isOver: Bool { F.isOver(guesses, word) }
}

struct GuessSource<F: Flaw>: PuzzleSource {
  static var words: [String] {
    [
      "barn", "bark", "bird", "bolt", "cold", "cord", "dart", "film", "gold", "hand", "lamp", "mild", "moth", "palm",
      "salt", "wind",
    ]
  }

  func puzzle(for day: Day, season: SeasonKey, settings: F.Settings) throws(Rejection) -> Guess<F>.Puzzle {
    let index = season.index(for: day, purpose: "guess", count: Self.words.count)
    return Guess.Puzzle(word: Self.words[try F.daily(index, day.number)])
  }

  func puzzle(seed: UInt64, settings: F.Settings, excluding: PuzzleSet) throws(Rejection) -> Guess<F>.Puzzle {
    let start = F.start(of: seed)
    for step in Self.words.indices {
      let word = Self.words[(start + step) % Self.words.count]
      if !F.excludes || !excluding.contains(PuzzleKey(word)) { return Guess.Puzzle(word: word) }
    }
    throw .noPuzzlesLeft
  }

  func candidateMoves(
    in game: Guess<F>, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [Guess<F>.Move] {
    guard !game.isOver else { return [] }
    var words = Self.words
    generator.shuffle(&words)
    return F.candidates(words, game, limit).map { Guess.Move(guess: $0) }
  }
}

/// What can be broken in ``Guess``. The defaults break nothing.
protocol Flaw: Sendable {
  associatedtype Extra: Codable & Sendable = Nothing
  associatedtype Settings: GameSettings = NoSettings
  static func makeExtra(_ settings: Settings) -> Extra
  static func makeExtra() -> Extra
  static func info(_ info: GameInfo) -> GameInfo
  static func parse(_ line: String) throws(Rejection) -> String
  static func willPlay(_ guess: String, _ game: inout Guess<Self>) throws(Rejection)
  static func hits(_ guess: String, _ word: String) -> Int
  static func rejection(_ rejection: Rejection) -> Rejection
  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board
  static func outcome(_ outcome: Outcome, _ game: Guess<Self>) -> Outcome?
  static func isOver(_ guesses: [String], _ word: String) -> Bool
  static func solution(_ word: String) -> [String]
  static func candidates(_ words: [String], _ game: Guess<Self>, _ limit: Int) -> [String]
  static func stored(puzzle: String) -> String
  static func stored(move: String) -> String
  static func daily(_ index: Int, _ day: Int) throws(Rejection) -> Int
  static func start(of seed: UInt64) -> Int
  static var excludes: Bool { get }
  static var closes: Bool { get }
}

struct Nothing: Codable, Sendable {}

extension Flaw where Extra == Nothing {
  static func makeExtra() -> Nothing { Nothing() }
}

extension Flaw where Settings == NoSettings {
  static func makeExtra(_ settings: NoSettings) -> Extra { makeExtra() }
}

extension Flaw {
  static func info(_ info: GameInfo) -> GameInfo { info }
  static func parse(_ line: String) throws(Rejection) -> String { line.lowercased() }
  static func willPlay(_ guess: String, _ game: inout Guess<Self>) throws(Rejection) {}
  static func hits(_ guess: String, _ word: String) -> Int { zip(guess, word).count { $0 == $1 } }
  static func rejection(_ rejection: Rejection) -> Rejection { rejection }
  static func turn(_ turn: Turn, _ game: inout Guess<Self>) -> Turn { turn }
  static func board(_ board: Board, _ game: Guess<Self>, _ viewer: Viewer) -> Board { board }
  static func outcome(_ outcome: Outcome, _ game: Guess<Self>) -> Outcome? { outcome }
  static func isOver(_ guesses: [String], _ word: String) -> Bool { guesses.last == word || guesses.count >= 5 }
  static func solution(_ word: String) -> [String] { [word] }
  static func candidates(_ words: [String], _ game: Guess<Self>, _ limit: Int) -> [String] {
    Array(words.prefix(max(0, limit)))
  }
  static func stored(puzzle: String) -> String { puzzle }
  static func stored(move: String) -> String { move }
  static func daily(_ index: Int, _ day: Int) throws(Rejection) -> Int { index }
  static func start(of seed: UInt64) -> Int { Int(seed % 16) }
  static var excludes: Bool { true }
  static var closes: Bool { true }
}

enum Sound: Flaw {
  static let soundInfo = GameInfo(
    id: "guess", title: "Guess", summary: "Guess the word", rules: ["Type four letters, such as barn."])
}

/// What is written down as nothing: read back it begins anew.
protocol Unwritten: Codable, Sendable { init() }

extension Unwritten {
  init(from decoder: any Decoder) throws { self.init() }
  func encode(to encoder: any Encoder) throws { _ = encoder.container(keyedBy: NoKey.self) }
}

private enum NoKey: CodingKey {}

/// A count that a restored game has lost.
struct ForgottenCount: Unwritten { var turns = 0 }
