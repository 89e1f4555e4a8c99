public import GameKit

/// What is in force for a player or an address range: a fold of the acts (``StoredAct``).
public struct StoredSanction: Hashable, Sendable {
  /// What it is, and for whom: there is one of each.
  public var key: Key
  /// When it began.
  public var since: Instant
  /// When it ends by itself; `nil` for never.
  public var until: Instant?
  /// Why.
  public var reason: String?

  /// What, and for whom.
  public struct Key: Hashable, Sendable {
    /// What it is.
    public var kind: Kind
    /// For whom; `nil` for an address range.
    public var player: PlayerID?
    /// An address range, or the room that somebody is sent away from; empty for neither.
    public var target: String

    /// A key.
    public init(_ kind: Kind, player: PlayerID?, target: String = "") {
      self.kind = kind
      self.player = player
      self.target = target
    }
  }

  /// What is in force; each has its word in the tables.
  public enum Kind: String, CaseIterable, Sendable {
    /// Kept out.
    case ban
    /// Silent wherever all can read it.
    case mute
    /// Silent in the server's own rooms.
    case quiet
    /// Kept out of a room.
    case away
    /// No sanction but an office: a moderator.
    case moderator
  }

  /// Something in force.
  public init(key: Key, since: Instant, until: Instant?, reason: String?) {
    self.key = key
    self.since = since
    self.until = until
    self.reason = reason
  }

  /// Whether it is in force at a moment.
  public func isInForce(at now: Instant) -> Bool { until.map { now < $0 } ?? true }
}

extension StoredAct {
  /// What an act changes of what is in force.
  public enum Change: Hashable, Sendable {
    case begins(StoredSanction)
    case ends(StoredSanction.Key)
  }

  /// What the act changes; `nil` for what changes nothing that lasts.
  public var change: Change? {
    func key(_ kind: StoredSanction.Kind, target: String = "") -> StoredSanction.Key {
      StoredSanction.Key(kind, player: player, target: target)
    }
    func begins(_ key: StoredSanction.Key) -> Change {
      .begins(StoredSanction(key: key, since: at, until: until, reason: text))
    }
    let target = target ?? ""
    return switch kind {
    case .ban: begins(key(.ban, target: target))
    case .unban: .ends(key(.ban, target: target))
    case .mute: begins(key(.mute))
    case .unmute: .ends(key(.mute))
    case .quiet: begins(key(.quiet))
    case .unquiet: .ends(key(.quiet))
    case .sendAway: begins(key(.away, target: target))
    case .letBack: .ends(key(.away, target: target))
    case .appoint: begins(key(.moderator))
    case .dismiss: .ends(key(.moderator))
    case .announce, .disconnect, .removeShare, .removeScore, .hide, .rename, .resetTokens, .resetPassword, .closeRoom,
      .settleReport:
      nil
    }
  }
}
