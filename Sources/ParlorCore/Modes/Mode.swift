import GameKit
import WireProtocol

/// How a room lets people play: who gets which puzzle when, and when a round is over.
///
/// A mode is a value of rules, without a state: it is asked what is to happen, and changes nothing. Games never know
/// which mode they are played in.
protocol Mode: Sendable {
  /// The mode's name.
  var kind: ModeKind { get }
  /// Whether all seats are at one board.
  var sharesBoard: Bool { get }
  /// Whether the puzzle is the day's: whoever sits down is dealt a board of it, which stays when its player leaves.
  var playsTheDay: Bool { get }
  /// Whether it is played alone: only the room's owner has a seat, puzzles that the owner has had in any room do not
  /// come again, and its rounds are not worth a line of the log.
  var isSolitary: Bool { get }
  /// Whether players see each other's boards, and not only those who watch.
  var showsOthersBoards: Bool { get }
  /// Whether its rounds end by time.
  var endsByTime: Bool { get }
  /// Whether moves are taken: what is on the table is still a secret to somebody who plays for it.
  func isPlaying(_ rounds: Rounds) -> Bool
  /// Whether the room's owner, or anyone in a room without one, may ask for a round at this moment.
  func checkStart(_ situation: ModeSituation) throws(WireError)
  /// What is to happen because of what has happened; `nil` for nothing.
  func action(after event: ModeEvent, in situation: ModeSituation, at now: Instant) -> ModeAction?
}

/// What a mode hears about.
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
  var playsTheDay: Bool { false }
  var isSolitary: Bool { false }
  var showsOthersBoards: Bool { false }
  var endsByTime: Bool { false }
}

extension ModeKind {
  /// The mode of a room.
  ///
  /// - Parameter seats: of a game that is played with others.
  func makeMode(roundSeconds: Int, seats: Seats?) -> any Mode {
    switch self {
    case .daily: DailyMode()
    case .race: RoundMode(rules: .race(seconds: roundSeconds))
    case .together: RoundMode(rules: .together(seats))
    case .practice: RoundMode(rules: .practice)
    }
  }
}
