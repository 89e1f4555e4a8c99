public import GameKit
import WireProtocol

public let hangman = GameModule(HangmanSource())

/// Guess a word letter by letter: the same game as Clients/Python/hangman.py, to measure that one beside.
struct Hangman: Game {
  struct Puzzle: Codable { let word: String }
  struct Move: Codable { let guess: String }

  struct Settings: GameSettings {
    var tries = 7

    func validate() throws(Rejection) {
      guard (3...12).contains(tries) else { throw .badSettings("\"tries\" is a number from 3 to 12") }
    }
  }

  static let info = GameInfo(
    id: "hangman", title: "Hangman", summary: "Guess a word letter by letter",
    rules: ["Type a letter, such as e, or the whole word. A letter that is not in the word costs a try."],
    moveSchema: [
      "type": "object", "required": ["guess"],
      "properties": ["guess": ["type": "string", "minLength": 1, "maxLength": 20]],
    ],
    settingsSchema: ["type": "object", "properties": ["tries": ["type": "integer", "minimum": 3, "maximum": 12]]],
    puzzleNoun: "word")

  let word: String
  let tries: Int
  var guesses: [String] = []
  var wrong = 0

  init(puzzle: Puzzle, settings: Settings) { (word, tries) = (puzzle.word, settings.tries) }

  static func key(of puzzle: Puzzle) -> PuzzleKey { PuzzleKey(puzzle.word) }
  static func solution(of puzzle: Puzzle) -> [Move] { [Move(guess: puzzle.word)] }
  static func parse(_ line: String) throws(Rejection) -> Move { Move(guess: String(line.lowercased().prefix(20))) }

  /// The word's letters, as far as they are guessed.
  var shown: [Character] {
    word.map { guesses.contains(word) || guesses.contains(String($0)) ? $0 : "·" }
  }

  var isWon: Bool { !shown.contains("·") }
  var isOver: Bool { isWon || wrong >= tries }
  var tiles: String { shown.map { $0 == "·" ? "⬜" : "🟩" }.joined() }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    let (guess, before) = (move.guess, shown)
    guard !isOver else { throw .gameOver }
    guard guess.utf8.allSatisfy({ (0x61...0x7A).contains($0) }), [1, word.count].contains(guess.count) else {
      throw Rejection("bad_guess", "Type a letter, or a word of \(word.count) letters")
    }
    guard !guesses.contains(guess) else { throw Rejection("guessed_already", "That was guessed already") }
    guesses.append(guess)
    let places = zip(before, shown).enumerated().filter { $1.0 != $1.1 }.map(\.offset)
    if places.isEmpty { wrong += 1 }
    return Turn(
      secret: ["guess": .string(guess)], open: ["places": .array(places.map(JSON.int))], spentTry: places.isEmpty,
      remark: "\(guess.uppercased()): \(places.count) found", openRemark: "\(places.count) found")
  }
}

extension Hangman {
  private var keys: [Board.Keys] {
    let letters = guesses.filter { $0.count == 1 }.sorted()
    return [(Tile.right, true), (.absent, false)].compactMap { tile, isFound in
      let keys = letters.filter { word.contains($0) == isFound }.joined().uppercased()
      return keys.isEmpty ? nil : Board.Keys(tile: tile, letters: keys)
    }
  }

  func board(for viewer: Viewer) -> Board {
    let (isSeen, left) = (viewer != .outsider, tries - wrong)
    let letters = isSeen ? String(shown).uppercased() : String(repeating: " ", count: word.count)
    return Board(
      title: "Hangman", rows: [Board.Row(letters: letters, tiles: tiles)], keys: isSeen ? keys : [],
      prompt: isOver ? "" : "Type a letter, or the word", notes: ["\(left) \(left == 1 ? "try" : "tries") left"],
      gestures: isOver ? [] : [Gesture(.key, "{letters}")])
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard isOver else { return nil }
    return Outcome(
      won: isWon, tries: wrong, score: isWon ? 1 + tries - wrong : 0, secret: ["word": .string(word)],
      grid: ShareGrid(headline: "\(isWon ? "\(wrong)" : "X")/\(tries)", rows: [tiles]))
  }

  func progress(of player: PlayerID) -> Int { shown.count { $0 != "·" } }

  func candidates(for player: PlayerID) -> [Move] {
    isOver ? [] : "etaoinshrdlucmfwypvbgkjqxz".map { Move(guess: String($0)) }.filter { !guesses.contains($0.guess) }
  }
}

struct HangmanSource: PuzzleSource {
  private static let words = """
    anchor animal basket beacon bottle branch bridge candle carpet castle copper corner cotton desert dragon engine
    falcon farmer flower forest garden ginger guitar hammer harbor island jacket jungle kettle ladder lantern magnet
    marble meadow mirror monkey needle orange orchid pepper pillow planet pocket puzzle rabbit ribbon river rocket
    saddle sailor shadow silver spider spring stable summer teapot temple ticket tunnel turtle valley velvet violin
    walnut window winter yellow zipper
    """.split { $0 == " " || $0 == "\n" }.map(String.init)

  func puzzle(
    for day: Day, season: SeasonKey, settings: Hangman.Settings
  ) throws(Rejection) -> Hangman.Puzzle {
    Hangman.Puzzle(word: Self.words[season.index(for: day, purpose: "hangman", count: Self.words.count)])
  }

  func puzzle(
    seed: UInt64, settings: Hangman.Settings, excluding: PuzzleSet
  ) throws(Rejection) -> Hangman.Puzzle {
    var generator = SeededGenerator(seed: seed)
    let words = Self.words.filter { !excluding.contains(PuzzleKey($0)) }
    guard !words.isEmpty else { throw .noPuzzlesLeft }
    return Hangman.Puzzle(word: words[generator.number(below: words.count)])
  }

  func puzzleCount(settings: Hangman.Settings) -> Int? { Self.words.count }

  func candidateMoves(
    in game: Hangman, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [Hangman.Move] {
    guard case .seat(let player) = viewer else { return [] }
    var moves = game.candidates(for: player)
    generator.shuffle(&moves)
    return Array(moves.prefix(limit))
  }
}
