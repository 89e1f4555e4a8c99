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
  /// Who else is meant.
  public var origin: Origin?

  /// Newcomers from the player's address: since anybody is a new guest through a new connection, a measure against a
  /// player counts for them as well, as a room's owner's does (``Exclusions``).
  public struct Origin: Hashable, Sendable {
    /// The address.
    public var address: String
    /// Until when; `nil` for as long as the measure lasts.
    public var until: Instant?
    /// The name of a guest, of whom nothing else is left later.
    public var guest: String?

    /// An origin.
    public init(address: String, until: Instant?, guest: String?) {
      self.address = address
      self.until = until
      self.guest = guest
    }
  }

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
  public init(key: Key, since: Instant, until: Instant?, reason: String?, origin: Origin? = nil) {
    self.key = key
    self.since = since
    self.until = until
    self.reason = reason
    self.origin = origin
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
      .begins(StoredSanction(key: key, since: at, until: until, reason: text, origin: origin))
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

extension StoredSanction {
  /// Whether somebody who came after it began is meant because of the address.
  func covers(newcomer player: Player, at now: Instant) -> Bool {
    guard let origin, player.address == origin.address, origin.until.map({ now < $0 }) ?? true else { return false }
    return player.cameAt.map { $0 >= since } ?? false
  }

  /// What is left of it once its player is forgotten, who was at that address; `nil` where newcomers were not meant.
  public func left(at origin: Origin) -> StoredSanction? {
    guard self.origin != nil else { return nil }
    var left = self
    left.origin = origin
    left.reason = nil
    if let last = origin.until { left.until = until.map { min($0, last) } ?? last }
    return left
  }

  /// What it is that newcomers are meant by; `nil` where the limit says that none are.
  static func origin(of player: Player, seconds: Int, at now: Instant) -> Origin? {
    guard let address = player.address, seconds > 0 else { return nil }
    // A guest is known by nothing else.
    return player.isGuest
      ? Origin(address: address, until: nil, guest: player.name)
      : Origin(address: address, until: now.adding(milliseconds: Int64(seconds) * 1000), guest: nil)
  }
}
