import GameKit
import WireProtocol

/// How a room lets people play: who may come, which board a player has, what begins when, what is kept and what is
/// said.
///
/// A mode is a value of rules, without a state: it is asked what is to happen, and changes nothing. Games never know
/// which mode they are played in, and rooms never ask which mode they are in: what differs between modes is a
/// requirement here. Most have a default, which is what holds for a room that a player has opened.
protocol Mode: Sendable {
  // MARK: Names

  /// Its name in snapshots and statistics.
  var name: String { get }
  /// What the wire calls it; `nil` where nothing is played.
  var kind: ModeKind? { get }
  /// What names its rounds in share texts.
  var shareLabel: String { get }
  /// What players call what is under way: `round`, `match`.
  var roundNoun: String { get }
  /// Why there are no results to ask for.
  func noResults(in room: String) -> String
  /// The answer to somebody at a terminal who types on after the end; `nil` where it is as after any round.
  func adviceWhenDone(in room: RoomView) -> String?
  /// What a line is that somebody at a terminal types without a slash.
  var typedLine: TypedLine { get }

  // MARK: Who may come

  /// Whether it is a room of the server's own: always there, nobody's, without a limit of members, and nobody's place
  /// is kept in it.
  var isPermanent: Bool { get }
  /// Whether everybody may see a room without a code.
  var isListed: Bool { get }
  /// Where it stands in the list of rooms, the smallest first.
  var listPlace: Int { get }
  /// Refuses somebody who wants to come in, beyond what holds for every room.
  func checkEntry(of player: Player, isWatching: Bool, to room: RoomView) throws(WireError)
  /// Refuses a seat.
  func checkSeat(in room: RoomView) throws(WireError)
  /// Refuses talk.
  func checkTalk(in room: RoomView) throws(WireError)

  // MARK: Which board a player has

  /// How many sit at one board against each other; `nil` for puzzles.
  var seats: Seats? { get }
  /// Whether all seats are at one board.
  var sharesBoard: Bool { get }
  /// Whether the puzzle is the day's: each player is dealt a board of it, which stays when the player leaves.
  var playsTheDay: Bool { get }
  /// Whether it is played alone: only the room's owner has a seat, and puzzles that the owner has had in any room do
  /// not come again.
  var isSolitary: Bool { get }
  /// Whether players see each other's boards, and not only those who watch.
  var showsOthersBoards: Bool { get }
  /// Whether results count for statistics, where the server chooses the puzzle.
  var isRanked: Bool { get }
  /// Whether comings and goings are told in digests however few are here.
  var digestsAlways: Bool { get }
  /// In which order those who are here are given the boards of a round.
  func playOrder(of present: [Member], in round: Int) -> [PlayerID]

  // MARK: What begins when

  /// Whether several play its rounds: the owner leads through them, maintenance waits for them, and their ends are
  /// worth a line of the log.
  var hasCommonRounds: Bool { get }
  /// Whether its rounds end by time.
  var endsByTime: Bool { get }
  /// How many seconds there are to vote for the next move; `nil` where whoever moves plays.
  var ballotSeconds: Int? { get }
  /// Whether the first round begins as soon as somebody sits down.
  var dealsAtOnce: Bool { get }
  /// Whether there is no round after the first.
  var hasOneRound: Bool { get }
  /// Whether moves are taken: what is on the table is still a secret to somebody who plays for it.
  func isPlaying(_ rounds: Rounds) -> Bool
  /// Whether the room's owner, or anyone in a room without one, may ask for a round at this moment.
  func checkStart(_ situation: ModeSituation) throws(WireError)
  /// What is to happen because of what has happened; `nil` for nothing.
  func action(after event: ModeEvent, in situation: ModeSituation, at now: Instant) -> ModeAction?
}

/// What a line means that has no slash.
enum TypedLine { case move, talk, result }

/// What a mode reacts to.
enum ModeEvent {
  /// A player took a seat.
  case seated
  /// A board is done or takes no more moves from its player, or somebody has given a seat up.
  case boardsChanged
  /// `start` was asked for and ``Mode/checkStart(_:)`` had nothing against it.
  case startAsked
  /// The board of somebody with a seat takes no more moves.
  case boardFull
  /// ``Rounds/deadline`` has come. `present` says how many of those with a seat are here, `isIdle` whether nobody has
  /// moved.
  case timeReached(present: Int, isIdle: Bool)
}

/// What a mode decides by.
struct ModeSituation {
  /// Where the rounds stand.
  let rounds: Rounds
  /// How long a round lasts, where the room's owner has said so.
  let roundSeconds: Int?
  /// How many have a seat.
  let seatedCount: Int
  /// Their boards.
  let seats: [PlayerID: Seat]

  /// Whether a board of the round under way is not done.
  var hasUnfinished: Bool { seats.values.contains { !$0.isDone } }
}

/// What a mode wants done.
enum ModeAction {
  /// Deal the next round to everyone with a seat.
  case beginRound(endsAt: Instant?)
  /// Close the boards of the round and tell the standings.
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
  func playOrder(of present: [Member], in round: Int) -> [PlayerID] { present.map(\.player.id) }

  var hasCommonRounds: Bool { false }
  var endsByTime: Bool { false }
  var ballotSeconds: Int? { nil }
  var dealsAtOnce: Bool { false }
  var hasOneRound: Bool { false }
  func isPlaying(_ rounds: Rounds) -> Bool { false }
  func checkStart(_ situation: ModeSituation) throws(WireError) { throw WireError(.notPlaying, "There are no rounds") }
  func action(after event: ModeEvent, in situation: ModeSituation, at now: Instant) -> ModeAction? { nil }
}

/// The modes that there are.
enum Modes {
  /// By their names. A feature that brings a mode adds it here.
  private static let makers: [String: @Sendable (GameModule?) -> any Mode] = [
    ModeKind.daily.rawValue: { _ in DailyMode() },
    ModeKind.race.rawValue: { RaceMode(usualSeconds: $0?.info.roundSeconds ?? 0) },
    ModeKind.together.rawValue: { $0?.info.seats.map { seats -> any Mode in TableMode(seats) } ?? TogetherMode() },
    ModeKind.practice.rawValue: { _ in PracticeMode() },
    TalkMode().name: { _ in TalkMode() },
    ChannelMode().name: { _ in ChannelMode() },
  ]

  /// The mode of a name, for a game; `nil` where there is none.
  static func named(_ name: String, for game: GameModule?) -> (any Mode)? { makers[name]?(game) }
}
