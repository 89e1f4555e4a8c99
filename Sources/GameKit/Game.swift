public import WireProtocol

/// The rules of a game and nothing else: a pure, deterministic state machine of
/// `(puzzle, settings, moves with their elapsed time) → state`.
///
/// A value of a conforming type is one match: the state of one board. It has no clock, no randomness of
/// its own, no I/O, and knows neither rooms nor modes. The same puzzle, settings and moves give the same
/// bytes on every platform and in every process, so never let the order of a `Set` or `Dictionary` reach
/// a turn, a board or an outcome. Everything else (replays, recovery, races, spectators, share grids)
/// follows from that and needs no code in a game.
///
/// Whether a move is in the *vocabulary* (a word list, say) is for the ``PuzzleSource`` to say, which owns the data: a
/// logged move has been admitted once and replays for ever, whatever later lists hold.
public protocol Game: Codable, Sendable {
  /// What is hidden, the same for all who play it. Stored whole with every match.
  associatedtype Puzzle: Codable & Sendable
  /// What a room's creator may choose. `init()` is the default.
  associatedtype Settings: GameSettings = NoSettings
  /// One typed move, as it stands in `"move":{…}` on the wire and in the match's log.
  associatedtype Move: Codable & Sendable

  /// What the lobby, `help` and `schema` say about the game.
  static var info: GameInfo { get }

  /// Names a puzzle's content: equal for two puzzles whose solutions give each other away.
  static func key(of puzzle: Puzzle) -> PuzzleKey

  /// A match before its first move.
  init(puzzle: Puzzle, settings: Settings)

  /// Reads what a person types, `crane` or `3,1 3,5`. The line is NFC, trimmed and never empty.
  ///
  /// - Throws: a rejection that says in one sentence what a move looks like.
  static func parse(_ line: String) throws(Rejection) -> Move

  /// Plays a move. A throw changes nothing: the caller discards this value's changes.
  ///
  /// - Parameter elapsed: time since the match began, never less than at the move before.
  /// - Throws: a rejection; it spends no try.
  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn

  /// Draws the match as `viewer` may see it.
  func board(for viewer: Viewer) -> Board

  /// How the match ended for a player; `nil` while it is on.
  func outcome(for player: PlayerID) -> Outcome?

  /// How far a player has come in a match that is still on: greater is better. Orders those who have not finished when
  /// a race ends by time. The default is 0 for everybody.
  func progress(of player: PlayerID) -> Int

  /// Words that a player has met and not found in a match that is over: players can learn them. The default has none.
  func missed(by player: PlayerID) -> [MissedWord]

  /// The moves that a player may make now and that are worth trying: a bot chooses among them without knowing the
  /// rules. Empty for a player who may not move, and for all in a game with more moves than can be listed, such as one
  /// of words: that is the default.
  ///
  /// There are at most ``CandidateMoves/maximum``; ``play(_:by:at:)`` accepts each of them, and they depend on nothing
  /// that the player may not know.
  func candidates(for player: PlayerID) -> [Move]

  /// Moves that win, for checks and bots that test the server. Never shown to a player.
  static func solution(of puzzle: Puzzle) -> [Move]

  /// Hears of what happens at the table besides moves, in games with ``GameInfo/seats``. A throw changes nothing.
  ///
  /// - Parameter elapsed: time since the match began, never less than before.
  /// - Returns: what it brought, as for a move.
  /// - Throws: a rejection for what is not part of the game, which is the default. ``TableEvent/begin(_:)`` and
  ///   ``TableEvent/time`` come only to games that want them, and must be taken.
  mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn

  /// Whose turn it is; several where they move at once, nobody where there are no turns, which is the default. The
  /// room's clocks run for them.
  var toMove: [PlayerID] { get }

  /// When the game wants to hear ``TableEvent/time``: later than the last move. `nil`, the default, where only players
  /// move things on.
  var deadline: Elapsed? { get }

  /// When a player's own time is up, where everybody has some: boards count down to it. `nil`, the default, where time
  /// is the same for all, or the room's.
  func timeIsUp(for player: PlayerID) -> Elapsed?
}

extension Game {
  public func progress(of player: PlayerID) -> Int { 0 }
  public func missed(by player: PlayerID) -> [MissedWord] { [] }
  public var toMove: [PlayerID] { [] }
  public func candidates(for player: PlayerID) -> [Move] { [] }
  public var deadline: Elapsed? { nil }
  public func timeIsUp(for player: PlayerID) -> Elapsed? { nil }

  public mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn {
    throw .notHere
  }
}

/// Settings of a game: a small value with a default, decoded from `"settings":{…}` of `create`.
///
/// Fields that a client leaves out keep their defaults, unknown ones are refused, and ``validate()``
/// refuses values out of range.
public protocol GameSettings: Codable, Hashable, Sendable {
  /// The default settings.
  init()

  /// Refuses values that decode but make no sense.
  ///
  /// - Throws: a rejection that names the field and its range.
  func validate() throws(Rejection)
}

extension GameSettings {
  public func validate() throws(Rejection) {}
}

/// For games without anything to choose.
public struct NoSettings: GameSettings {
  /// The only value.
  public init() {}
}
