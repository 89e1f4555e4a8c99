/// A player as the player knows it: what was acknowledged, and must be there ever after.
final class Identity {
  var name = ""
  var wanted: Set<String> = []
  var names: Set<String> = []
  var isNamed = false
  var token: String?
  /// `forget_me` was sent: the token may be revoked.
  var mayBeForgotten = false
  /// Puzzles that this player has finished, or sat at when their round ended.
  var knows: Set<Int> = []
  /// Puzzles of which this player has seen a board of its own.
  var satAt: Set<Int> = []
  /// By puzzle: acknowledged moves.
  var moves: [Int: [Int]] = [:]
  /// Puzzles at which any move was tried.
  var tried: Set<Int> = []
  /// Ranked puzzles that this player was told to have finished.
  var finished: Set<Int> = []
  /// By room: the last event that was heard.
  var cursors: [String: Int] = [:]
  /// Rooms, but daily ones, in which there is a place that nobody has given up.
  var places: Set<String> = []
  var shares: Set<Int> = []
  /// By shared result: this player's answer to it.
  var reactions: [Int: OwnReaction] = [:]
  /// By name: reports of trials that were told to be kept.
  var reports: [String: TrialFigures] = [:]
  /// Rooms in which this player had a seat when they last described themselves, or took one and did not hear of it.
  var seats: Set<String> = []
  var records: [Int: MoveRecord] = [:]
}

/// A move that was sent under a `move_id`.
struct MoveRecord {
  let room: String
  let move: Int
  let guess: Int
  /// The answer that came first: its puzzle, and its number in the room.
  var answer: (puzzle: Int, seq: Int)?
}

/// What a player answers a shared result with, as far as its client knows.
struct OwnReaction {
  var emoji: String?
  var pending = 0
  /// A request was lost on its way, there or back.
  var isUnsure = false
  var tick = 0
}

/// A room as a client has heard of it on this connection.
final class View {
  let room: Ledger.Room
  var cursor = 0
  /// The room's last event when it described itself.
  var last = 0
  /// Events up to this one are told again after a resume.
  var resumeEnd: Int?
  /// What was heard on this connection before it was asked to resume.
  var heard = 0
  var isSeated = false
  /// Whether there was a seat before: rounds may have come and gone while its player was away.
  var wasSeated = false
  /// What is heard is the room's description of itself, which knows what this player has finished unheard.
  var isDescribing = true
  var isPlaying = false
  /// The puzzle that this player was told to have finished.
  var done: Int?
  var isAtBoard = false
  var mode = ""
  /// How much had been heard of the channel when this client asked to come in.
  var askedAt = 0
  var puzzle: Int?

  init(room: Ledger.Room) { self.room = room }
}

/// A request that waits for its answer.
struct Ask {
  enum Kind {
    case login, claim, rename, forgetMe, join, watch, leave, create, move, again, statistics, probe
    case share, unshare, react, page, trial, trialMove, giveUp, trialReport, account, other
  }

  let kind: Kind
  var room = ""
  /// The `move_id`, the `since`, the shared result, or the least that statistics may say.
  var number = -1
  /// As whom it was asked.
  var asker: Identity?
  /// The latest day that anybody had been told of when it was asked.
  var day = 0
  /// How much had been heard of the channel when it was asked.
  var tick = 0
  /// What was expected when a probe was sent.
  var expected: Expectation?
}

/// Places that a player who comes back must find.
struct Expectation {
  var places: Set<String>
  let life: Int
  let failures: Int
}

/// What a person can see of the world besides the wire: only to know what may be expected.
struct Circumstances {
  var life = 0
  var failures = 0
  var day = 0
  var wall: Int64 = 0
  /// When the server was started, by its clock.
  var startedAt: Int64 = 0
  /// Whether the disk works at this moment.
  var isCalm = true
}
