public import GameKit
public import Kernel
internal import WireProtocol

/// One fact to be kept. Records of a batch are applied in order.
///
/// Boxed (`indirect`), since each passes through several arrays on its way to log and tables.
public indirect enum Record: Sendable {
  /// The server is at this day, by its number: no server on these data goes back before it. Matches of days before are
  /// not loaded at start any more. Those that began before a time, and are over, need not be kept.
  case day(Int, keepingFrom: Instant? = nil)
  /// A player is forgotten: the row, the results and whatever else is the player's alone go; moves in matches
  /// with others stay, under a number that leads nowhere. What is left of all that in files goes before long.
  case playerForgotten(PlayerID)
  /// A day has begun: guests who were last seen long ago and can never come back may go, but for those who are here.
  case guestsLapse(now: Instant, present: [PlayerID])
  /// A round has begun, which is told in the room: its line comes from it. Matches of rounds before the last one are
  /// not loaded at start any more.
  case dealt(StoredDeal)
  /// A room is gone: its document goes, its open matches are closed. The number of its last
  /// event is remembered, since a room opened later under the same name goes on from there.
  case roomClosed(Int64, lastSeq: Int)
  /// A match has begun.
  case match(StoredMatch)
  /// A move was played, and told in its room: the move's row and a line of the room come from it.
  case moved(StoredMove, told: StoredTelling?)
  /// A match is over for everybody, or its day or round is: it is not loaded at start any more.
  case matchClosed(Int64)
  /// A player's match is over, and that is told in the room: the result's row, what is counted and a line of the room
  /// come from it.
  case finished(StoredResult, told: StoredTelling?)
  /// A fact of a document.
  case line(DocumentLine)

  /// The document that it belongs to.
  public var document: DocumentID {
    switch self {
    case .day, .guestsLapse: DocumentID(kind: 1)
    case .playerForgotten(let player): DocumentID(kind: PlayerDocument.number, key: player.number)
    case .dealt(let deal): RoomDocument.id(deal.room)
    case .roomClosed(let room, _): RoomDocument.id(room)
    case .match(let match): DocumentID(kind: 3, key: match.id)
    case .moved(let move, _): DocumentID(kind: 3, key: move.match)
    case .matchClosed(let match): DocumentID(kind: 3, key: match)
    case .finished(let result, _): DocumentID(kind: 3, key: result.match)
    case .line(let line): line.document
    }
  }
}

/// The beginning of a round.
public struct StoredDeal: Hashable, Sendable {
  /// The room.
  public var room: Int64
  /// The number of the event; `nil` where nobody can resume.
  public var seq: Int?
  /// The round's number.
  public var round: Int
  /// When it began.
  public var dealtAt: Instant
  /// When it ends by itself.
  public var endsAt: Instant?
  /// Whether all puzzles had been dealt in the room, and come again.
  public var startsOver: Bool
  /// Whose match has which number.
  public var boards: [Board]
  /// The puzzle as JSON.
  public var puzzle: [UInt8]

  /// A player's match.
  public struct Board: Hashable, Sendable {
    /// Whose it is.
    public var player: PlayerID
    /// The match; at a board that all share, everybody's has the same number.
    public var match: Int64

    /// A player's match.
    public init(player: PlayerID, match: Int64) {
      self.player = player
      self.match = match
    }
  }

  /// A deal.
  public init(
    room: Int64, seq: Int?, round: Int, dealtAt: Instant, endsAt: Instant?, startsOver: Bool, boards: [Board],
    puzzle: [UInt8]
  ) {
    self.room = room
    self.seq = seq
    self.round = round
    self.dealtAt = dealtAt
    self.endsAt = endsAt
    self.startsOver = startsOver
    self.boards = boards
    self.puzzle = puzzle
  }
}

/// A match as it is kept: with its puzzle and settings whole, so that it replays for ever.
public struct StoredMatch: Hashable, Sendable {
  /// Unique on a server.
  public var id: Int64
  /// The room in which it is played.
  public var room: Int64
  /// The game's id.
  public var game: String
  /// The mode's name.
  public var mode: String
  /// Names the puzzle's content.
  public var puzzleKey: String
  /// The puzzle as JSON; empty when the row is not what was stored, so that anything in it may be wrong.
  public var puzzle: [UInt8]
  /// The settings as JSON.
  public var settings: [UInt8]
  /// The number of the puzzle's day, for dailies.
  public var day: Int?
  /// The room's round, for the others.
  public var round: Int?
  /// Whose board it is; `nil` for a shared one.
  public var player: PlayerID?
  /// Whether it counts in statistics.
  public var isRanked: Bool
  /// When it began.
  public var startedAt: Instant

  /// A row.
  public init(
    id: Int64, room: Int64, game: String, mode: String, puzzleKey: String, puzzle: [UInt8], settings: [UInt8],
    day: Int?, round: Int?, player: PlayerID?, isRanked: Bool, startedAt: Instant
  ) {
    self.id = id
    self.room = room
    self.game = game
    self.mode = mode
    self.puzzleKey = puzzleKey
    self.puzzle = puzzle
    self.settings = settings
    self.day = day
    self.round = round
    self.player = player
    self.isRanked = isRanked
    self.startedAt = startedAt
  }
}

/// A move as it is kept.
public struct StoredMove: Hashable, Sendable {
  /// The match.
  public var match: Int64
  /// 0 for the first move of the match.
  public var index: Int
  /// Who moved.
  public var player: PlayerID
  /// The typed move as JSON.
  public var move: [UInt8]
  /// Time since the match began.
  public var elapsed: Elapsed
  /// The client's own name for the move.
  public var moveID: String?
  /// The number of the room's event that told of the move.
  public var seq: Int
  /// A hash of the state after the move: a replay that disagrees is found out.
  public var stateHash: UInt64

  /// A row.
  public init(
    match: Int64, index: Int, player: PlayerID, move: [UInt8], elapsed: Elapsed, moveID: String?, seq: Int,
    stateHash: UInt64
  ) {
    self.match = match
    self.index = index
    self.player = player
    self.move = move
    self.elapsed = elapsed
    self.moveID = moveID
    self.seq = seq
    self.stateHash = stateHash
  }
}

/// A player's result as it is kept.
public struct StoredResult: Hashable, Sendable {
  /// The match.
  public var match: Int64
  /// Whose result it is.
  public var player: PlayerID
  /// The game's id.
  public var game: String
  /// The mode's name.
  public var mode: String
  /// The number of the civil day on which it was finished.
  public var day: Int
  /// Whether the puzzle was solved.
  public var won: Bool
  /// Tries spent, where the game counts them and the puzzle was solved.
  public var tries: Int?
  /// Greater is better.
  public var score: Int
  /// How long it took.
  public var elapsed: Elapsed
  /// Whether it counts in statistics.
  public var isRanked: Bool
  /// The result as players share it, without letters.
  public var share: String
  /// The secret part of the outcome as JSON, for the player's own history.
  public var secret: [UInt8]
  /// When.
  public var finishedAt: Instant

  /// A row.
  public init(
    match: Int64, player: PlayerID, game: String, mode: String, day: Int, won: Bool, tries: Int?, score: Int,
    elapsed: Elapsed, isRanked: Bool, share: String, secret: [UInt8], finishedAt: Instant
  ) {
    self.match = match
    self.player = player
    self.game = game
    self.mode = mode
    self.day = day
    self.won = won
    self.tries = tries
    self.score = score
    self.elapsed = elapsed
    self.isRanked = isRanked
    self.share = share
    self.secret = secret
    self.finishedAt = finishedAt
  }
}

/// How a fact was told in its room.
public struct StoredTelling: Hashable, Sendable {
  /// The room.
  public var room: Int64
  /// The number of the event.
  public var seq: Int
  /// What those who resume are told besides the fact's own members, as a JSON object: the core's own business.
  public var body: [UInt8]

  /// A telling.
  public init(room: Int64, seq: Int, body: [UInt8]) {
    self.room = room
    self.seq = seq
    self.body = body
  }
}
