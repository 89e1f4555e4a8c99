public import GameKit
public import Kernel
import Names
import TextMode
public import WireProtocol

/// The inputs of the core: games, limits, secrets, the calendar and the random source.
public struct ServerConfiguration: Sendable {
  /// The games, in the order in which the lobby lists them.
  public var games: [GameModule]
  /// Files of games that failed to start, and may be added later: ``Parlor/add(_:of:at:)``.
  public var missingGames: [String] = []
  /// By game: settings of its dailies that override the game's defaults.
  public var dailySettings: [String: JSONObject] = [:]
  /// The server's limits.
  public var limits = Limits()
  /// The secret from which the dailies derive.
  public var season: SeasonKey
  /// Created with the data folder and constant across restarts.
  public var epoch: String
  /// Whether stored data outlives the process: outputs then wait for it, and rooms' events are stored as well.
  public var isDurable = true
  /// The least number of a room's facts between snapshots: a start reads at most these, and the history window.
  public var snapshotFacts = 128
  /// How long a board of the day stays in memory after its player has left; it is loaded on demand.
  public var boardSeconds = 60
  /// Called, on any thread, with the stored board that is about to be replayed, since its game may trap; with `nil`
  /// when that is done.
  public var replayWatch: (@Sendable (Int64?) -> Void)?
  /// The names of the house bots.
  public var houseBots: [String] = []
  /// The only credential for those names; without it there are no house bots.
  public var houseToken: AccessToken?
  /// Whether every finished daily is shared automatically.
  public var autoShare = false
  /// Whether shared results have public addresses: ``Parlor/sharedResult(at:_:)``.
  public var linksShares = false
  /// Whether passwords may come from other machines over unencrypted connections.
  public var allowsPlainPasswords = false
  /// Name and version for `hello`.
  public var server: String
  /// The features, in order.
  public var features: [any Feature] = []
  /// The civil day of a moment.
  public var calendar: any CivilCalendar = UTCCalendar()
  /// Microseconds from any origin, preferably of processor time, read while a puzzle is made, to bound the cost for
  /// others; without it nothing is measured or bounded.
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
  /// A game by its id, ignoring case.
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
