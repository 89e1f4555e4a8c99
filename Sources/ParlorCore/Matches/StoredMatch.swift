public import GameKit
import TextMode
import WireProtocol

/// A match as stored: with its complete puzzle and settings, so that it can always be replayed.
public struct StoredMatch: Hashable, Sendable {
  /// Unique on a server.
  public var id: Int64
  /// The room in which it is played.
  public var room: Int64
  /// The game's id.
  public var game: String
  /// The mode's name.
  public var mode: String
  /// The key of the puzzle's content.
  public var puzzleKey: String
  /// The puzzle as JSON; empty for a damaged row, in which anything may be wrong.
  public var puzzle: [UInt8]
  /// The settings as JSON.
  public var settings: [UInt8]
  /// The number of the puzzle's day, for dailies.
  public var day: Int?
  /// The room's round, for other matches.
  public var round: Int?
  /// The number of the past day whose daily the puzzle was.
  public var archiveDay: Int?
  /// Whether the room votes for its moves: see ``VoteMode``.
  public var isVoted = false
  /// The player of an own board; `nil` for a shared one.
  public var player: PlayerID?
  /// Whether it counts in statistics.
  public var isRanked: Bool
  /// When it began.
  public var startedAt: Instant
}

/// A move as stored.
public struct StoredMove: Hashable, Sendable {
  /// The match.
  public var match: Int64
  /// 0 for the first move of the match.
  public var index: Int
  /// The mover.
  public var player: PlayerID
  /// The typed move as JSON.
  public var move: [UInt8]
  /// Time since the match began.
  public var elapsed: Elapsed
  /// The client's id of the move.
  public var moveID: String?
  /// The number of the room's event for the move.
  public var seq: Int
  /// A hash of the state after the move, which detects a diverging replay.
  public var stateHash: UInt64
}

/// A player's result as stored.
public struct StoredResult: Hashable, Sendable {
  /// The match.
  public var match: Int64
  /// The player.
  public var player: PlayerID
  /// The game's id.
  public var game: String
  /// The mode's name.
  public var mode: String
  /// The number of the civil day on which it was finished.
  public var day: Int
  /// Whether the puzzle was solved.
  public var won: Bool
  /// The number of tries, if the game counts them and the puzzle was solved.
  public var tries: Int?
  /// Greater is better.
  public var score: Int
  /// The playing time.
  public var elapsed: Elapsed
  /// Whether it counts in statistics.
  public var isRanked: Bool
  /// The share text, without letters.
  public var share: String
  /// The secret part of the outcome as JSON, for the player's own history.
  public var secret: [UInt8]
  /// The time.
  public var finishedAt: Instant
}

/// How a fact was published in its room.
public struct StoredTelling: Hashable, Sendable {
  /// The room.
  public var room: Int64
  /// The number of the event.
  public var seq: Int
  /// What resuming sessions get besides the fact's own members, as a JSON object in internal form.
  public var body: [UInt8]
  /// The event as a line of the room, where that is written already.
  var line: [UInt8]?
}

extension ShareGrid {
  /// The label of a past daily in a share text: `archive 323`.
  static func archiveText(_ day: Int) -> String { "archive \(numberText(day))" }
}

extension StoredMatch {
  /// The number of a match in a request.
  static func number(_ text: String) throws(WireError) -> Int64 {
    guard let number = Int64(text), number > 0 else {
      throw WireError(.notFound, .match, "A match is named by a number, as history tells it")
    }
    return number
  }
}
