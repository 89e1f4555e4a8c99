/// A player for its client: what was acknowledged must be there ever after.
final class Identity {
  var name = ""
  var wanted: Set<String> = []
  var names: Set<String> = []
  var isNamed = false
  var token: String?
  /// `forget_me` was sent: the token may be revoked.
  var mayBeForgotten = false
  /// Puzzles that this player has finished, or played when their round ended.
  var knows: Set<Int> = []
  /// Puzzles with a board of this player's own.
  var satAt: Set<Int> = []
  /// By puzzle: acknowledged moves.
  var moves: [Int: [Int]] = [:]
  /// Puzzles with an attempted move.
  var tried: Set<Int> = []
  /// Ranked puzzles with an acknowledged end.
  var finished: Set<Int> = []
  /// By room: the last received event.
  var cursors: [String: Int] = [:]
  /// Rooms, except daily ones, with a reserved seat.
  var places: Set<String> = []
  var shares: Set<Int> = []
  /// By shared result: this player's reaction.
  var reactions: [Int: OwnReaction] = [:]
  /// By name: acknowledged reports of trials.
  var reports: [String: TrialFigures] = [:]
  /// Rooms in which this player had a seat in the last description, or has requested one.
  var seats: Set<String> = []
  var records: [Int: MoveRecord] = [:]
}

/// A move that was sent under a `move_id`.
struct MoveRecord {
  let room: String
  let move: Int
  let guess: Int
  /// The first answer: its puzzle, and its number in the room.
  var answer: (puzzle: Int, seq: Int)?
}

/// A player's reaction as its client knows it.
struct OwnReaction {
  var emoji: String?
  var pending = 0
  /// A request or its answer was lost.
  var isUnsure = false
  var tick = 0
}

/// A room as a client knows it on this connection.
final class View {
  let room: Ledger.Room
  var cursor = 0
  /// The room's last event in its description.
  var last = 0
  /// Events up to this one are sent again after a resume.
  var resumeEnd: Int?
  /// The last event received on this connection before the resume.
  var heard = 0
  var isSeated = false
  /// Whether there was a seat before: rounds may have passed while its player was away.
  var wasSeated = false
  /// The current message is the room's description, which knows what this player has finished.
  var isDescribing = true
  var isPlaying = false
  /// The puzzle that this player has finished according to the server.
  var done: Int?
  var isAtBoard = false
  var mode = ""
  /// The channel's tick when this client joined.
  var askedAt = 0
  var puzzle: Int?

  init(room: Ledger.Room) { self.room = room }
}

/// A pending request.
struct Ask {
  enum Kind {
    case login, claim, rename, forgetMe, join, watch, leave, create, move, again, statistics, probe
    case share, unshare, react, page, trial, trialMove, giveUp, trialReport, account, other
  }

  let kind: Kind
  var room = ""
  /// The `move_id`, the `since`, the shared result, or a lower bound for statistics.
  var number = -1
  /// The identity that sent it.
  var asker: Identity?
  /// The latest day of any message when it was sent.
  var day = 0
  /// The channel's tick when it was sent.
  var tick = 0
  /// The expectation when a probe was sent.
  var expected: Expectation?
}

/// Seats that a returning player must find.
struct Expectation {
  var places: Set<String>
  let life: Int
  let failures: Int
}

/// What a client can observe besides the wire, only to derive expectations.
struct Circumstances {
  var life = 0
  var failures = 0
  var day = 0
  var wall: Int64 = 0
  /// When the server was started, by its clock.
  var startedAt: Int64 = 0
  /// Whether the disk works now.
  var isCalm = true
}
