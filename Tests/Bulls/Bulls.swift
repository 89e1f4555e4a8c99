public import GameKit
import WireProtocol

/// The game with its words: sorted, of four letters, one a line.
public func bulls(words bytes: [UInt8]) throws(ResourceFault) -> GameModule {
  GameModule(try BullsSource(words: bytes))
}

/// Guess a word of four letters: each guess tells how many of its letters are in their place.
struct Bulls: Game {
  struct Puzzle: Codable {
    let word: String
  }

  struct Settings: GameSettings {
    var tries = 8

    func validate() throws(Rejection) {
      guard (4...20).contains(tries) else { throw .badSettings("\"tries\" is a number from 4 to 20") }
    }
  }

  static let info = GameInfo(
    id: "bulls", title: "Bulls", summary: "Guess the word by how many letters are in their place",
    rules: ["Type a word of four letters, such as moth. Type ? for the first letter, which costs a try."],
    moveSchema: [
      "oneOf": [
        ["type": "object", "properties": ["guess": ["type": "string"]], "required": ["guess"]],
        ["title": "Hint", "type": "object", "properties": ["hint": ["const": true]], "required": ["hint"]],
      ]
    ],
    settingsSchema: ["type": "object", "properties": ["tries": ["type": "integer", "minimum": 4, "maximum": 20]]])

  let word: String
  let tries: Int
  private(set) var moves: [Move] = []

  init(puzzle: Puzzle, settings: Settings) {
    word = puzzle.word
    tries = settings.tries
  }

  static func key(of puzzle: Puzzle) -> PuzzleKey { PuzzleKey(puzzle.word) }

  static func solution(of puzzle: Puzzle) -> [Move] { [.guess(puzzle.word)] }

  var isWon: Bool { moves.last == .guess(word) }
  var isOver: Bool { isWon || moves.count >= tries }
}

extension Bulls {
  enum Move: Codable, Equatable {
    case guess(String)
    case hint

    private enum Key: CodingKey { case guess, hint }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      if let word = try container.decodeIfPresent(String.self, forKey: .guess) {
        self = .guess(word)
      } else if try container.decode(Bool.self, forKey: .hint) {
        self = .hint
      } else {
        throw DecodingError.dataCorruptedError(forKey: .hint, in: container, debugDescription: "\"hint\" is true")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      switch self {
      case .guess(let word): try container.encode(word, forKey: .guess)
      case .hint: try container.encode(true, forKey: .hint)
      }
    }
  }
}

extension Bulls {
  static func parse(_ line: String) throws(Rejection) -> Move { line == "?" ? .hint : .guess(line.lowercased()) }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    guard !isOver else { throw .gameOver }
    switch move {
    case .guess(let guess):
      guard guess.count == 4 else { throw Rejection("four_letters", "Type a word of four letters") }
      moves.append(move)
      let hits = hits(guess)
      return Turn(
        secret: ["guess": .string(guess)], open: ["hits": .int(hits)],
        remark: "\(guess.uppercased()): \(hits) in place", openRemark: "\(hits) in place")
    case .hint:
      moves.append(move)
      let first = String(word.prefix(1))
      return Turn(
        secret: ["letter": .string(first)], open: ["hint": true],
        remark: "It begins with \(first.uppercased())", openRemark: "took a hint")
    }
  }

  private func hits(_ guess: String) -> Int { zip(guess, word).count { $0 == $1 } }
}

extension Bulls {
  func board(for viewer: Viewer) -> Board {
    let rows = moves.map { move in
      let text = viewer == .outsider ? "    " : letters(move)
      return Board.Row(letters: text, tiles: tiles(move))
    }
    return Board(
      title: "Bulls", rows: rows, prompt: isOver ? "" : "Type a word of four letters, or ?",
      notes: ["\(moves.count)/\(tries)"], gestures: isOver ? [] : [Gesture(.key, "{letters}")])
  }

  private func letters(_ move: Move) -> String {
    switch move {
    case .guess(let guess): guess
    case .hint: word.prefix(1) + "   "
    }
  }

  private func tiles(_ move: Move) -> String {
    guard case .guess(let guess) = move else { return "🟨⬜⬜⬜" }
    let hits = hits(guess)
    return String(repeating: "🟩", count: hits) + String(repeating: "⬛", count: 4 - hits)
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard isOver else { return nil }
    let headline = (isWon ? "\(moves.count)" : "X") + "/\(tries)"
    return Outcome(
      won: isWon, tries: moves.count, score: isWon ? tries + 1 - moves.count : 0, secret: ["word": .string(word)],
      grid: ShareGrid(headline: headline, rows: moves.map(tiles)))
  }
}

struct BullsSource: PuzzleSource {
  private let words: WordList

  init(words bytes: [UInt8]) throws(ResourceFault) { words = try WordList(file: bytes, length: 4) }

  var publicLists: [String: WordList] { ["guesses": words] }

  func puzzleCount(settings: Bulls.Settings) -> Int? { words.count }

  func puzzle(for day: Day, season: SeasonKey, settings: Bulls.Settings) throws(Rejection) -> Bulls.Puzzle {
    Bulls.Puzzle(word: words.words[season.index(for: day, purpose: Bulls.info.id, count: words.count)])
  }

  func puzzle(
    seed: UInt64, settings: Bulls.Settings, excluding: PuzzleSet
  ) throws(Rejection) -> Bulls.Puzzle {
    var generator = SeededGenerator(seed: seed)
    var left = words.words.filter { !excluding.contains(PuzzleKey($0)) }
    generator.shuffle(&left)
    guard let word = left.first else { throw .noPuzzlesLeft }
    return Bulls.Puzzle(word: word)
  }

  func admit(_ move: Bulls.Move, to puzzle: Bulls.Puzzle) throws(Rejection) {
    guard case .guess(let word) = move, word.count == 4, !words.contains(word) else { return }
    throw Rejection("not_in_word_list", "Not in the word list")
  }

  func candidateMoves(
    in game: Bulls, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [Bulls.Move] {
    guard !game.isOver else { return [] }
    var guesses = words.words
    generator.shuffle(&guesses)
    return guesses.prefix(max(0, limit)).map { .guess($0) }
  }
}
