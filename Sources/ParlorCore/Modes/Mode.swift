import GameKit
import WireProtocol

/// The rules of a room: who may join, which board a player has, what begins when, what is stored and what is sent.
///
/// A mode is a value without state: it decides, and changes nothing. Games never know their mode, and rooms never ask
/// for it: what differs between modes is a requirement here. Most have a default for rooms that players open.
protocol Mode: Sendable {
  // MARK: Names

  /// Its name in snapshots and statistics.
  var name: String { get }
  /// Its kind on the wire; `nil` if nothing is played.
  var kind: ModeKind? { get }
  /// The label of its rounds in share texts.
  var shareLabel: String { get }
  /// The players' noun for what is in progress: `round`, `match`.
  var roundNoun: String { get }
  /// The error for results that do not exist.
  func noResults(in room: String) -> String
  /// The answer to a text session that types on after the end; `nil` for that of any round.
  func adviceWhenDone(in room: RoomView) -> String?
  /// The meaning of a typed line without a slash.
  var typedLine: TypedLine { get }

  // MARK: Who may come

  /// Whether it is a room of the server's own: permanent, without an owner, a limit of members or reserved seats.
  var isPermanent: Bool { get }
  /// Whether a room without a code is visible to everybody.
  var isListed: Bool { get }
  /// Its position in the list of rooms, the smallest first.
  var listPlace: Int { get }
  /// Refuses a player who joins, beyond the rules of every room.
  func checkEntry(of player: Player, isWatching: Bool, to room: RoomView) throws(WireError)
  /// Refuses a seat.
  func checkSeat(in room: RoomView) throws(WireError)
  /// Refuses talk.
  func checkTalk(in room: RoomView) throws(WireError)

  // MARK: Which board a player has

  /// The number of players at one board against each other; `nil` for puzzles.
  var seats: Seats? { get }
  /// Whether all players share one board.
  var sharesBoard: Bool { get }
  /// Whether the puzzle is the day's: each player is dealt a board of it, which stays when the player leaves.
  var playsTheDay: Bool { get }
  /// Whether it is for one player: only the room's owner has a seat, and puzzles that the owner has had in any room are
  /// not repeated.
  var isSolitary: Bool { get }
  /// Whether players see each other's boards, and not only watchers.
  var showsOthersBoards: Bool { get }
  /// Whether results count for statistics, if the server chooses the puzzle.
  var isRanked: Bool { get }
  /// Whether joins and leaves are sent in digests, however few members there are.
  var digestsAlways: Bool { get }
  /// The order in which members with a seat get the boards of a round.
  func playOrder(of seated: [Member], in round: Int) -> [PlayerID]

  // MARK: What begins when

  /// Whether its rounds have several players: the owner leads them, maintenance waits for them, and their ends are
  /// logged.
  var hasCommonRounds: Bool { get }
  /// Whether its rounds have a time limit.
  var endsByTime: Bool { get }
  /// The seconds of a vote for the next move; `nil` if each mover plays.
  var ballotSeconds: Int? { get }
  /// Whether the first round begins as soon as somebody sits down.
  var dealsAtOnce: Bool { get }
  /// Whether there is no round after the first.
  var hasOneRound: Bool { get }
  /// Whether moves are accepted: the puzzle is still secret from a player.
  func isPlaying(_ rounds: Rounds) -> Bool
  /// Whether the room's owner, or anyone in a room without one, may start a round now.
  ///
  /// - Parameter players: how many would play it.
  func checkStart(in room: RoomState, with players: Int) throws(WireError)
  /// The action after an event; `nil` for none.
  func action(after event: ModeEvent, in room: RoomState, at now: Instant) -> ModeAction?
}

/// The meaning of a line without a slash.
enum TypedLine { case move, talk, result }

/// The events of a mode.
enum ModeEvent {
  /// A player took a seat, or is back at it.
  case seated
  /// A board is done or full, or a seat was given up.
  case boardsChanged
  /// `start` was requested, and ``Mode/checkStart(_:)`` allowed it.
  case startAsked
  /// The board of a player with a seat is full.
  case boardFull
  /// ``Rounds/deadline`` is reached.
  case timeReached
}

/// A mode's decision.
enum ModeAction {
  /// Deal the next round to all players with a seat.
  case beginRound(endsAt: Instant?)
  /// Close the boards of the round and send the standings.
  case endRound(nextAt: Instant?)
}

extension Mode {
  var name: String { kind?.rawValue ?? "" }
  var shareLabel: String { name }
  var roundNoun: String { "round" }
  func noResults(in room: String) -> String { "No round has been played in \(room)" }
  func adviceWhenDone(in room: RoomView) -> String? { nil }
  var typedLine: TypedLine { .move }

  var isPermanent: Bool { false }
  var isListed: Bool { true }
  var listPlace: Int { 2 }
  func checkEntry(of player: Player, isWatching: Bool, to room: RoomView) throws(WireError) {}
  func checkSeat(in room: RoomView) throws(WireError) {}
  func checkTalk(in room: RoomView) throws(WireError) {}

  var seats: Seats? { nil }
  var sharesBoard: Bool { false }
  var playsTheDay: Bool { false }
  var isSolitary: Bool { false }
  var showsOthersBoards: Bool { false }
  var isRanked: Bool { true }
  var digestsAlways: Bool { false }
  func playOrder(of seated: [Member], in round: Int) -> [PlayerID] { seated.map(\.player.id) }

  var hasCommonRounds: Bool { false }
  var endsByTime: Bool { false }
  var ballotSeconds: Int? { nil }
  var dealsAtOnce: Bool { false }
  var hasOneRound: Bool { false }
  func isPlaying(_ rounds: Rounds) -> Bool { false }
  func checkStart(in room: RoomState, with players: Int) throws(WireError) {
    throw WireError(.notPlaying, "There are no rounds")
  }
  func action(after event: ModeEvent, in room: RoomState, at now: Instant) -> ModeAction? { nil }
}

extension Mode {
  /// The fewest players of a round.
  var leastPlayers: Int { seats?.count.lowerBound ?? 1 }
}

/// The modes.
enum Modes {
  /// By name. A feature that brings a mode adds it here.
  private static let makers: [String: @Sendable (GameModule?) -> any Mode] = [
    ModeKind.daily.rawValue: { _ in DailyMode() },
    ModeKind.race.rawValue: { RaceMode(usualSeconds: $0?.info.roundSeconds ?? 0) },
    ModeKind.together.rawValue: { $0?.info.seats.map { seats -> any Mode in TableMode(seats) } ?? TogetherMode() },
    ModeKind.practice.rawValue: { _ in PracticeMode() },
    TalkMode().name: { _ in TalkMode() },
    ChannelMode().name: { _ in ChannelMode() },
  ]

  /// The mode with a name, for a game; `nil` if there is none.
  static func named(_ name: String, for game: GameModule?) -> (any Mode)? { makers[name]?(game) }
}
