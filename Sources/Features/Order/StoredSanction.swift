import GameKit
import ParlorCore

/// What is in force for a player or an address range: a fold of the acts (``Act``).
struct StoredSanction: Hashable, Sendable {
  /// What it is, and for whom: there is one of each.
  var key: Key
  /// When it began.
  var since: Instant
  /// When it ends by itself; `nil` for never.
  var until: Instant?
  /// Why.
  var reason: String?
  /// Who else is meant.
  var origin: Origin?

  /// Newcomers from the player's address: since anybody is a new guest through a new connection, a measure against a
  /// player counts for them as well, as a room's owner's does (``Exclusions``).
  struct Origin: Hashable, Sendable {
    /// The address.
    var address: String
    /// Until when; `nil` for as long as the measure lasts.
    var until: Instant?
    /// The name of a guest, of whom nothing else is left later.
    var guest: String?
  }

  /// What, and for whom.
  struct Key: Hashable, Sendable {
    /// What it is.
    var kind: Kind
    /// For whom; `nil` for an address range.
    var player: PlayerID?
    /// An address range, or the room that somebody is sent away from; empty for neither.
    var target: String

    /// A key.
    init(_ kind: Kind, player: PlayerID?, target: String = "") {
      self.kind = kind
      self.player = player
      self.target = target
    }
  }

  /// What is in force; each has its word in the tables.
  enum Kind: String, CaseIterable, Sendable {
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

    /// Whether it goes along to another account that its player logs in to. Guests are banned by their address.
    var followsLogin: Bool { self == .mute || self == .quiet || self == .away }
  }

  /// As the core sees it.
  var sanction: Sanction { Sanction(until: until, reason: reason) }

  /// Whether it is in force at a moment.
  func isInForce(at now: Instant) -> Bool { until.map { now < $0 } ?? true }

  /// Whether it ends no sooner than another.
  func lasts(asLongAs other: StoredSanction) -> Bool {
    guard let until else { return true }
    return other.until.map { $0 <= until } ?? false
  }

  /// The order in which measures are shown, and looked at where several hold: the oldest first.
  func isBefore(_ other: StoredSanction) -> Bool {
    (since, key.kind.rawValue, key.player?.number ?? 0, key.target)
      < (other.since, other.key.kind.rawValue, other.key.player?.number ?? 0, other.key.target)
  }
}

extension Act {
  /// What an act changes of what is in force.
  enum Change: Hashable, Sendable {
    case begins(StoredSanction)
    case ends(StoredSanction.Key)
  }

  /// What the act changes; `nil` for what changes nothing that lasts.
  ///
  /// - Parameter origin: the newcomers who are meant, too.
  func change(covering origin: StoredSanction.Origin?) -> Change? {
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
    default: nil
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
  func left(at origin: Origin) -> StoredSanction? {
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
