import GameKit
import WireProtocol

/// How a room lets people play: who gets which puzzle when, and when a round is over.
///
/// A mode is a value that sees only turns and outcomes, never a game's type; it answers events with actions
/// that the room carries out. Games never know which mode they are played in.
protocol Mode {
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
  /// The number of the round under way or just over; 0 before the first, and in modes without rounds.
  var round: Int { get }
  /// When the round under way ends by itself.
  var roundEnd: Instant? { get }
  /// Whether moves are taken: what is on the table is still a secret to somebody who plays for it.
  var isPlaying: Bool { get }
  /// Who has a seat, as far as the mode keeps track of it.
  var seated: [PlayerID] { get }
  /// When the mode wants to hear `timeReached`.
  var deadline: Instant? { get }
  /// What a restart must not lose, as JSON; `nil` for nothing.
  var state: JSON? { get }
  /// Takes up a state again.
  mutating func restore(_ state: JSON)
  /// Whether the room's owner, or anyone in a room without one, may ask for a round at this moment.
  func checkStart() throws(WireError)
  /// Reacts to what happened.
  mutating func react(to event: ModeEvent, at now: Instant) -> [ModeAction]
}

/// What a mode hears about.
enum ModeEvent {
  /// A player took a seat.
  case seated(PlayerID)
  /// A player gave the seat up, or lost it.
  case vacated(PlayerID)
  /// `start` was asked for and ``Mode/checkStart()`` had nothing against it.
  case startAsked
  /// No puzzle could be dealt for the round that was asked for.
  case dealFailed
  /// A turn was played.
  case turned(PlayerID, Turn)
  /// A player's board is done; a shared board tells it once for each seat.
  case finished(PlayerID, Outcome)
  /// The board of somebody with a seat takes no more moves.
  case boardFull
  /// The deadline has come. `present` says how many of those with a seat are here, `isIdle` whether nobody has moved.
  case timeReached(present: Int, isIdle: Bool)
}

/// What a mode wants done.
enum ModeAction {
  /// Who gets a board.
  enum Deal {
    /// Everyone with a seat.
    case everyone
    /// One player, who joins what is under way.
    case player(PlayerID)
  }
  /// Give out boards on a round's puzzle.
  case dealRound(Int, Deal)
  /// Tell that a round has begun.
  case announceRound(Int, endsAt: Instant?)
  /// Close the boards of a round and tell the standings.
  case closeRound(Int, nextAt: Instant?)
}

extension Mode {
  var playsTheDay: Bool { false }
  var isSolitary: Bool { false }
  var showsOthersBoards: Bool { false }
  var state: JSON? { nil }
  mutating func restore(_ state: JSON) {}
  var round: Int { 0 }
  var seated: [PlayerID] { [] }
  var roundEnd: Instant? { nil }
  var deadline: Instant? { nil }
}

extension ModeKind {
  /// The mode of a new room.
  func makeMode(roundSeconds: Int) -> any Mode {
    switch self {
    case .daily: DailyMode()
    case .race: RoundMode(rules: .race(seconds: roundSeconds))
    case .together: RoundMode(rules: .together)
    case .practice: RoundMode(rules: .practice)
    }
  }
}
