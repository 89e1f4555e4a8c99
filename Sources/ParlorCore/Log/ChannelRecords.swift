public import GameKit

/// A change of the channel, to be kept.
public enum ChannelRecord: Sendable {
  /// A result was shared.
  case shared(StoredShare)
  /// A shared result is gone, with the reactions to it.
  case unshared(Int64)
  /// A player's reaction to a shared result, in place of an earlier one; `nil` for none any more.
  case reacted(share: Int64, player: PlayerID, emoji: String?)
}

/// A shared result as it is kept.
public struct StoredShare: Hashable, Sendable {
  /// Unique on a server, and never given again.
  public var id: Int64
  /// The player who shared it.
  public var player: PlayerID
  /// The game's id; of a claimed result, a game's that is played elsewhere.
  public var game: String
  /// The match that was played here; one player shares it once.
  public var match: Int64?
  /// The puzzle's number elsewhere, of a claimed result; one player claims it once.
  public var claim: Int?
  /// The number of the civil day on which it was finished; of a claimed result, shared.
  public var day: Int
  /// Whether the puzzle was solved.
  public var won: Bool
  /// Greater is better.
  public var score: Int
  /// What else the channel shows, as JSON: the core's own business.
  public var body: [UInt8]
  /// When it was shared.
  public var sharedAt: Instant

  /// A row.
  public init(
    id: Int64, player: PlayerID, game: String, match: Int64?, claim: Int?, day: Int, won: Bool, score: Int,
    body: [UInt8], sharedAt: Instant
  ) {
    self.id = id
    self.player = player
    self.game = game
    self.match = match
    self.claim = claim
    self.day = day
    self.won = won
    self.score = score
    self.body = body
    self.sharedAt = sharedAt
  }
}

/// A question about the channel.
public enum ChannelQuery: Sendable {
  /// A finished match of a player, and under which number it is in the channel already.
  case finished(player: PlayerID, FinishedMatch)
  /// One shared result as a viewer sees it, with the match that it comes from.
  case share(Int64, viewer: PlayerID)
  /// A page, the newest first, as a viewer sees it.
  case page(ShareFilter, before: Int64?, limit: Int, viewer: PlayerID)
  /// Under which number a player has claimed a puzzle.
  case claim(player: PlayerID, game: String, puzzle: Int, today: Int)
  /// Who has claimed most in a period, by the sum of scores.
  case board(game: String, period: LeaderboardPeriod, today: Int, bots: Bool, limit: Int)
}

/// Which finished match of a player is meant.
public enum FinishedMatch: Hashable, Sendable {
  /// The one that was finished last.
  case last
  /// The last one in a room, by the room's number.
  case lastInRoom(Int64)
  /// This one.
  case match(Int64)
  /// The last one whose shared text is one of these.
  case text([String])
}

/// What a page of the channel is limited to.
public struct ShareFilter: Hashable, Sendable {
  /// One game's.
  public var game: String?
  /// One player's.
  public var player: PlayerID?
  /// One civil day's.
  public var day: Int?

  /// A filter; without values it lets everything through.
  public init(game: String? = nil, player: PlayerID? = nil, day: Int? = nil) {
    self.game = game
    self.player = player
    self.day = day
  }
}

/// The answer to a ``ChannelQuery``, in the same order of cases.
public enum ChannelAnswer: Sendable {
  /// `nil` when there is no such match that the player has finished.
  case finished(StoredMatchHistory?, share: Int64?)
  case share(SharedMatch?)
  case page([SeenShare], more: Bool)
  /// `nil` when the player has not claimed it.
  case claim(Int64?, today: Int)
  case board([LeaderboardEntry])
}

/// A shared result as a viewer sees it.
public struct SeenShare: Hashable, Sendable {
  /// The result.
  public var share: StoredShare
  /// The player's present name.
  public var name: String
  /// Whether a program has played it.
  public var isBot: Bool
  /// How often each emoji stands under it.
  public var reactions: [String: Int]
  /// The viewer's own.
  public var own: String?

  /// A result as it is seen.
  public init(share: StoredShare, name: String, isBot: Bool, reactions: [String: Int], own: String?) {
    self.share = share
    self.name = name
    self.isBot = isBot
    self.reactions = reactions
    self.own = own
  }
}

/// A shared result together with the match that it comes from.
public struct SharedMatch: Sendable {
  /// The result.
  public var seen: SeenShare
  /// The match; `nil` for what was claimed.
  public var history: StoredMatchHistory?
  /// Whether the viewer has finished that very round, maybe on a board of the viewer's own.
  public var viewerHasFinished: Bool
  /// Whether the viewer has moved in that very round: once it is over, that is enough.
  public var viewerHasMoved: Bool

  /// A result and its match.
  public init(
    seen: SeenShare, history: StoredMatchHistory?, viewerHasFinished: Bool, viewerHasMoved: Bool = false
  ) {
    self.seen = seen
    self.history = history
    self.viewerHasFinished = viewerHasFinished
    self.viewerHasMoved = viewerHasMoved
  }
}
