public import WireProtocol

/// The rules of a game: a pure, deterministic state machine of `(puzzle, settings, moves with their elapsed time) →
/// state`.
///
/// A value of a conforming type is one match: the state of one board. It has no clock, no randomness, no I/O, and knows
/// neither rooms nor modes. The same puzzle, settings and moves give the same bytes on every platform and in every
/// process, so the order of a `Set` or `Dictionary` must never affect a turn, a board or an outcome. Replays, recovery,
/// races, spectators and share grids follow from that and need no code in a game.
///
/// Whether a move is in the *vocabulary* (such as a word list) is decided by the ``PuzzleSource``, which owns the data:
/// a logged move was admitted once and can always be replayed, whatever later lists hold.
public protocol Game: Codable, Sendable {
  /// The hidden content, the same for all players of a puzzle. Stored with every match.
  associatedtype Puzzle: Codable & Sendable
  /// The options of a room's creator. `init()` is the default.
  associatedtype Settings: GameSettings = NoSettings
  /// A typed move, as in `"move":{…}` on the wire and in the match's log.
  associatedtype Move: Codable & Sendable

  /// The game's description in the lobby, `help` and `schema`.
  static var info: GameInfo { get }

  /// Identifies a puzzle's content: two puzzles have the same key if the solution of one reveals the other's.
  static func key(of puzzle: Puzzle) -> PuzzleKey

  /// A match before its first move.
  init(puzzle: Puzzle, settings: Settings)

  /// Parses a typed line, such as `crane` or `3,1 3,5`. The line is NFC, trimmed and never empty.
  ///
  /// - Throws: a rejection that describes the form of a move in one sentence.
  static func parse(_ line: String) throws(Rejection) -> Move

  /// Plays a move. If it throws, the caller discards all changes to this value.
  ///
  /// - Parameter elapsed: the time since the match began; it never decreases from move to move.
  /// - Throws: a rejection; it spends no try.
  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn

  /// The match as `viewer` may see it.
  func board(for viewer: Viewer) -> Board

  /// The result for a player; `nil` while the match is in progress.
  func outcome(for player: PlayerID) -> Outcome?

  /// A player's progress in an unfinished match: greater is better. Ranks unfinished players when a race ends by time.
  /// The default is 0.
  func progress(of player: PlayerID) -> Int

  /// Words that a player has met and not found in a finished match, for learning. Default: none.
  func missed(by player: PlayerID) -> [MissedWord]

  /// The moves worth trying that a player may make now, so that a bot can choose without knowing the rules. Empty for a
  /// player who may not move, and in games whose moves are too many to list, such as word games. Default: empty.
  ///
  /// There are at most ``CandidateMoves/maximum``; ``play(_:by:at:)`` accepts each of them, and they depend only on
  /// what the player may know.
  func candidates(for player: PlayerID) -> [Move]

  /// Moves that win, for checks and test bots. Never shown to a player.
  static func solution(of puzzle: Puzzle) -> [Move]

  /// Handles an event at the table other than a move, in games with ``GameInfo/seats``. If it throws, nothing changes.
  ///
  /// - Parameter elapsed: the time since the match began; it never decreases.
  /// - Returns: its effects, as for a move.
  /// - Throws: a rejection of an event that the game does not support, which is the default. ``TableEvent/begin(_:)``
  ///   and ``TableEvent/time`` are sent only to games that use them, which must accept them.
  mutating func handle(_ event: TableEvent, at elapsed: Elapsed) throws(Rejection) -> Turn

  /// The players to move: several if they move simultaneously, none in a game without turns, which is the default. The
  /// room's clocks run for them.
  var toMove: [PlayerID] { get }

  /// When the game needs ``TableEvent/time``: later than the last move. `nil`, the default: never.
  var deadline: Elapsed? { get }

  /// When a player's own time ends, in games where each player has some; boards count down to it. Default: `nil`.
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

/// The settings of a game: a small value with defaults, decoded from `"settings":{…}` of `create`.
///
/// Omitted fields keep their defaults, unknown fields are rejected, and ``validate()`` rejects values out of range.
public protocol GameSettings: Codable, Hashable, Sendable {
  /// The default settings.
  init()

  /// Rejects values that can be decoded but are invalid.
  ///
  /// - Throws: a rejection that names the field and its range.
  func validate() throws(Rejection)
}

extension GameSettings {
  public func validate() throws(Rejection) {}
}

/// For games without options.
public struct NoSettings: GameSettings {
  /// The only value.
  public init() {}
}

/// The limit of ``Game/candidates(for:)``.
public enum CandidateMoves {
  /// The most moves that a game may list: more than the 218 of chess. A server sends no more.
  public static let maximum = 256
}
