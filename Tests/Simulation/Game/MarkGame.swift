import GameKit
import WireProtocol

/// A game with marked secrets: every secret text has a mark, `#PUZZLE/PLAYER/MOVE`, which its receiver must be allowed
/// to see. A move is `PLAYER/MOVE=GUESS`, where the client chooses its marks; the guess is right if it is the puzzle's
/// number. Five tries.
struct MarkGame: Game {
  struct Puzzle: Codable, Sendable {
    /// The public number of the puzzle.
    let id: Int
    let answer: Int
    /// A mark, for replays and opened dailies.
    let mark: String
  }

  struct Move: Codable, Sendable {
    let guess: String
  }

  static let answers = 12
  static let tries = 5

  static let info = GameInfo(
    id: "mark", title: "Mark", summary: "Guess the number", rules: ["Type 1/2=3: your marks and a number below 12."],
    roundSeconds: 20)

  let puzzle: Puzzle
  private var rows: [(mark: String, hit: Bool)] = []
  private var isWon = false

  private enum Key: CodingKey { case puzzle }

  init(puzzle: Puzzle, settings: NoSettings) { self.puzzle = puzzle }

  init(from decoder: any Decoder) throws {
    puzzle = try decoder.container(keyedBy: Key.self).decode(Puzzle.self, forKey: .puzzle)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(puzzle, forKey: .puzzle)
  }

  static func key(of puzzle: Puzzle) -> PuzzleKey { PuzzleKey("\(puzzle.id)") }

  static func parse(_ line: String) throws(Rejection) -> Move {
    guard line.utf8.count <= 40, line.utf8.contains(UInt8(ascii: "=")) else { throw .badMove("Type 1/2=3") }
    return Move(guess: line)
  }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    let parts = move.guess.split(separator: "=")
    guard parts.count == 2, let guess = Int(parts[1]), (0..<Self.answers).contains(guess) else {
      throw Rejection("bad_guess", "A guess is a number below 12")
    }
    let mark = "#\(puzzle.id)/\(parts[0])"
    rows.append((mark, guess == puzzle.answer))
    if guess == puzzle.answer { isWon = true }
    let open: JSONObject = ["n": .int(rows.count), "hit": .bool(guess == puzzle.answer)]
    return Turn(secret: ["guess": .string(mark)], open: Planted.leaksMoves ? ["n": .string(mark)] : open)
  }

  func board(for viewer: Viewer) -> Board {
    let shown = rows.map { row in
      let letters = viewer == .outsider ? " " : row.mark
      return Board.Row(letters: letters, tiles: String(repeating: row.hit ? "🟩" : "⬛", count: letters.utf8.count))
    }
    return Board(
      title: "Mark", rows: shown, prompt: isOver ? "" : "Type 1/2=3", notes: ["P\(puzzle.id)"],
      gestures: [])
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard isOver else { return nil }
    let secret: JSONObject = ["answer": .string(puzzle.mark)]
    return Outcome(
      won: isWon, tries: rows.count, score: isWon ? Self.tries + 1 - rows.count : 0,
      open: Planted.leaksAnswers ? secret : [:], secret: secret,
      grid: ShareGrid(headline: "\(rows.count)/\(Self.tries)", rows: []))
  }

  static func solution(of puzzle: Puzzle) -> [Move] { [Move(guess: "0/0=\(puzzle.answer)")] }

  func progress(of player: PlayerID) -> Int { rows.count }

  private var isOver: Bool { isWon || rows.count >= Self.tries }
}

/// Deals marked puzzles: a day's has the day's number, a seeded one a number far above.
struct MarkSource: PuzzleSource {
  func puzzle(for day: Day, season: SeasonKey, settings: NoSettings) throws(Rejection) -> MarkGame.Puzzle {
    Self.puzzle(day.number)
  }

  func key(for day: Day, season: SeasonKey, settings: NoSettings) throws(Rejection) -> PuzzleKey {
    PuzzleKey("\(day.number)")
  }

  func puzzle(
    seed: UInt64, settings: NoSettings, excluding: PuzzleSet
  ) throws(Rejection) -> MarkGame.Puzzle {
    var chance = SimulationChance(seed: seed)
    return Self.puzzle(Self.firstDealt + chance.below(1 << 40))
  }

  /// Below this, puzzles are of days.
  static let firstDealt = 1_000_000

  private static func puzzle(_ id: Int) -> MarkGame.Puzzle {
    var chance = SimulationChance(seed: UInt64(id))
    return MarkGame.Puzzle(id: id, answer: chance.below(MarkGame.answers), mark: "#\(id)/0/0")
  }

  func candidateMoves(
    in game: MarkGame, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [MarkGame.Move] { [] }
}
