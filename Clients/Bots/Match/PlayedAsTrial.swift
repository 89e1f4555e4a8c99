internal import WireProtocol

/// Presents the puzzles of a match to a program that plays trials: as one trial over all games, with its own room.
final class PlayedAsTrial {
  private let game: String
  private let seed: Int
  private let games: Int
  /// Whether the program has opened it.
  private(set) var isOpen = false
  private var boards = Request.Trial.Boards.atStart
  private var settings: JSON = [:]
  private var number = 0
  private var seq = 0
  private var results: [SideResult] = []

  init(_ options: Referee.Options) {
    game = options.game
    seed = options.seed
    games = options.games
  }

  /// The answer to `trial`: the present state.
  func opening(_ start: MatchStart, _ request: JSONObject) -> JSON {
    isOpen = true
    boards = request["send_boards"]?.boolValue.map { $0 ? .always : .never } ?? .atStart
    settings = start.joined["settings"] ?? [:]
    number = start.number
    var trial = message("trial")
    trial["game"] = .string(game)
    trial["settings"] = settings
    trial["seed"] = .int(seed)
    trial["puzzles"] = .int(games)
    trial["n"] = .int(number)
    trial["solved"] = .int(solved)
    if boards != .never { trial["board"] = start.joined["board"] }
    return .object(trial)
  }

  /// The program is gone: its successor will open the trial again.
  func close() { isOpen = false }

  /// Begins the next puzzle.
  func begin(_ start: MatchStart) -> JSON {
    number = start.number
    var round = message("round")
    round["n"] = .int(number)
    if boards != .never { round["board"] = start.joined["board"] }
    return .object(round)
  }

  /// Why a request is not for this puzzle; `nil` if it is.
  func refusal(of request: JSONObject) -> String? {
    guard let puzzle = request["puzzle"]?.intValue, puzzle != number else { return nil }
    return "Puzzle \(puzzle) is not being played: this is \(number)"
  }

  func moved(_ answer: JSON, isOver: Bool) -> JSON {
    var moved = placed(answer)
    if boards != .always { moved["board"] = nil }
    if isOver { moved["over"] = true }
    return .object(moved)
  }

  func finished(_ event: JSON) -> JSON { .object(placed(event)) }

  func finish(_ result: SideResult) { results.append(result) }

  /// The message at the end of the trial.
  func report(of player: String) -> JSON {
    let tries = results.map { isSolved($0) ? $0.outcome?["tries"]?.intValue : nil }
    let counts = Dictionary(tries.compactMap { $0.map { ($0, 1) } }, uniquingKeysWith: +)
    let summary = TrialSummary(
      game: game, settings: settings, seed: seed, puzzles: games, series: "match", solved: solved, givenUp: 0,
      distribution: [NamedCount](byNumber: counts), moves: 0, rejections: 0, medianMicroseconds: 0, p99Microseconds: 0,
      longestMicroseconds: 0,
      elapsedMilliseconds: 0, day: "")
    let report = TrialReport(
      player: player, isKept: false, summary: summary, tries: tries, points: results.map { $0.points ?? 0 })
    return TrialText.json(of: report)
  }

  private var solved: Int { results.count(where: isSolved) }

  private func isSolved(_ result: SideResult) -> Bool { result.outcome?["won"]?.boolValue == true }

  private func message(_ type: String) -> JSONObject {
    seq += 1
    return ["type": .string(type), "room": .string(KnownNames.trial), "seq": .int(seq)]
  }

  /// A message of the room as one of the trial.
  private func placed(_ message: JSON) -> JSONObject {
    guard case .object(var object) = message else { return [:] }
    seq += 1
    object["room"] = .string(KnownNames.trial)
    object["seq"] = .int(seq)
    return object
  }
}
