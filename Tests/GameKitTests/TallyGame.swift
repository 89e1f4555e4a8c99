import GameKit
import WireProtocol

/// A game for tests: naming the hidden number wins. It deliberately changes itself before it throws.
struct TallyGame: Game {
  struct Settings: GameSettings {
    var most = 9
    var name = "tally"
    var strict = false

    func validate() throws(Rejection) {
      guard (1...99).contains(most) else { throw .badSettings("most is a number from 1 to 99") }
    }
  }

  struct Move: Codable, Sendable { let say: Int }

  static let info = GameInfo(id: "tally", title: "Tally", summary: "Say the number", rules: ["Say a number"])

  let hidden: Int
  let settings: Settings
  var said: [Int] = []

  static func key(of puzzle: Int) -> PuzzleKey { PuzzleKey(String(puzzle)) }

  init(puzzle: Int, settings: Settings) {
    hidden = puzzle
    self.settings = settings
  }

  static func parse(_ line: String) throws(Rejection) -> Move {
    guard let number = Int(line) else { throw .badMove("Say a number") }
    return Move(say: number)
  }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    said.append(move.say)
    if move.say > settings.most { throw Rejection("too_much", "At most \(settings.most)") }
    return Turn(secret: ["said": .int(move.say)], open: ["tries": .int(said.count)])
  }

  func board(for viewer: Viewer) -> Board { Board(title: "Tally", rows: [], notes: said.map(String.init)) }

  func outcome(for player: PlayerID) -> Outcome? {
    guard said.last == hidden else { return nil }
    return Outcome(
      won: true, tries: said.count, score: 1, open: ["shown": 1], secret: ["hidden": .int(hidden)],
      grid: ShareGrid(headline: "won", rows: []))
  }

  static func solution(of puzzle: Int) -> [Move] { [Move(say: puzzle)] }
}

/// A day's number is its puzzle, and so is a seed's.
struct TallySource: PuzzleSource {
  func puzzle(for day: Day, season: SeasonKey, settings: TallyGame.Settings) throws(Rejection) -> Int { day.number }

  func puzzle(seed: UInt64, settings: TallyGame.Settings, excluding: PuzzleSet) throws(Rejection) -> Int {
    let number = Int(seed % 10)
    if excluding.contains(PuzzleKey(String(number))) { throw .noPuzzlesLeft }
    return number
  }

  func admit(_ move: TallyGame.Move, to puzzle: Int) throws(Rejection) {
    if move.say == 13 { throw Rejection("unlucky", "Not that one") }
  }

  func candidateMoves(
    in game: TallyGame, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [TallyGame.Move] { [] }
}
