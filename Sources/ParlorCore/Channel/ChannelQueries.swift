public import GameKit

/// A question about the channel.
public enum ChannelQuery: Hashable, Sendable {
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
