public import GameKit
public import Kernel
import Names
import TextMode
public import WireProtocol

/// Everything that is passed into the core: games, limits, secrets, the calendar and the source of chance.
public struct ServerConfiguration: Sendable {
  /// The games, in the order in which the lobby lists them.
  public var games: [GameModule]
  /// Files of games that could not be started, and may be added later: ``Parlor/add(_:of:at:)``.
  public var missingGames: [String] = []
  /// By game: settings of its dailies that are not the game's own defaults.
  public var dailySettings: [String: JSONObject] = [:]
  /// What the server allows.
  public var limits = Limits()
  /// The secret from which the dailies derive.
  public var season: SeasonKey
  /// Made with the data folder and kept across restarts.
  public var epoch: String
  /// Whether what is stored outlives the process: outputs then wait for it, and rooms' events are stored as well.
  public var isDurable = true
  /// How many facts of a room come, at least, before a snapshot of it is stored: a start reads these at most, and what
  /// those who resume are told.
  public var snapshotFacts = 128
  /// For how long a board of the day stays in memory after its player has left; it is loaded when it is asked for.
  public var boardSeconds = 60
  /// Is called, on any thread, with the stored board that is played again next, as its game may trap; `nil` when that
  /// is done.
  public var replayWatch: (@Sendable (Int64?) -> Void)?
  /// The names of the operator's own bots, which may be invited to tables.
  public var houseBots: [String] = []
  /// What opens those names, and nothing else does; without it nobody can be such a bot.
  public var houseToken: AccessToken?
  /// Whether every finished daily is shared automatically.
  public var autoShare = false
  /// Whether shared results have addresses for those who are no players: ``Parlor/sharedResult(at:_:)``.
  public var linksShares = false
  /// Whether passwords may come from other machines, over connections that are not encrypted.
  public var allowsPlainPasswords = false
  /// Name and version for `hello`.
  public var server: String
  /// What the server can do besides rooms and games, in the order in which it is set up.
  public var features: [any Feature] = []
  /// Which civil day a moment belongs to.
  public var calendar: any CivilCalendar = UTCCalendar()
  /// Microseconds from any moment on, of processor time best, read while a puzzle is made, to bound what making puzzles
  /// costs everybody else; without it nothing is measured and nothing bounded.
  public var stopwatch: (@Sendable () -> Int64)?
  /// The source of guests' names, tokens and server-chosen seeds. It must be unpredictable on a real server.
  public var entropy: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

  /// A configuration with default limits, days in UTC and the system's randomness.
  public init(games: [GameModule], season: SeasonKey, epoch: String, server: String) {
    self.games = games
    self.season = season
    self.epoch = epoch
    self.server = server
  }
}

extension ServerConfiguration {
  /// A game by its id, whatever its case.
  func game(named name: String) throws(WireError) -> GameModule {
    if let game = games.first(where: { $0.info.id == name.lowercased() }) { return game }
    let shown = try CleanText.line(name, as: "A game's name", maximum: 64)
    let games = games.map(\.info.id)
    let hint =
      Spelling.nearest(to: shown, among: games).map { "did you mean \($0)?" }
      ?? "there \(games.count == 1 ? "is" : "are") \(games.joined(separator: ", "))"
    throw WireError(.notFound, .game, "There is no game \(shown); \(hint)")
  }
}
