import GameKit
import ParlorCore

/// A sanction on a player or an address range: a fold of the acts (``Act``).
struct StoredSanction: Codable, Hashable, Sendable {
  /// Its kind and subject, which are unique together.
  var key: Key
  /// When it began.
  var since: Instant
  /// When it ends by itself; `nil` for never.
  var until: Instant?
  /// The reason.
  var reason: String?
  /// The covered newcomers.
  var origin: Origin?
  /// Whether it is the operator's: no moderator changes it.
  var isOperators = false

  /// The newcomers from the player's address: since every new connection is another guest, a sanction covers them as
  /// well, as a room owner's does (``Exclusions``).
  struct Origin: Codable, Hashable, Sendable {
    /// The address.
    var address: String
    /// The end; `nil` for that of the sanction.
    var until: Instant?
    /// The name of a guest, of whom nothing else is left later.
    var guest: String?
  }

  /// The kind and subject.
  struct Key: Codable, Hashable, Sendable {
    /// The kind.
    var kind: Kind
    /// The player; `nil` for an address range.
    var player: PlayerID?
    /// An address range, or the room of an exclusion; empty for neither.
    var target: String

    init(_ kind: Kind, player: PlayerID?, target: String = "") {
      self.kind = kind
      self.player = player
      self.target = target
    }
  }

  /// The kinds of sanctions; each has a word in the tables.
  enum Kind: String, CaseIterable, Codable, Sendable {
    /// Refused by the server.
    case ban
    /// Silent in public.
    case mute
    /// Silent in the server's own rooms.
    case quiet
    /// Excluded from a room.
    case away
    /// Not a sanction: a moderator.
    case moderator

    /// Whether it applies to another account that its player logs in to. Guests are banned by address.
    var followsLogin: Bool { self == .mute || self == .quiet || self == .away }
  }

  /// The core's form.
  var sanction: Sanction { Sanction(until: until, reason: reason) }

  /// Whether it is in force at a moment.
  func isInForce(at now: Instant) -> Bool { until.map { now < $0 } ?? true }

  /// Whether it ends no earlier than another.
  func lasts(asLongAs other: StoredSanction) -> Bool {
    guard let until else { return true }
    return other.until.map { $0 <= until } ?? false
  }

  /// The order in which sanctions are shown and checked: the oldest first.
  func isBefore(_ other: StoredSanction) -> Bool {
    (since, key.kind.rawValue, key.player?.number ?? 0, key.target)
      < (other.since, other.key.kind.rawValue, other.key.player?.number ?? 0, other.key.target)
  }
}

extension Act {
  /// An act's change of the sanctions.
  enum Change: Hashable, Sendable {
    case begins(StoredSanction)
    case ends(StoredSanction.Key)
  }

  /// The act's change; `nil` if it changes nothing that lasts.
  ///
  /// - Parameter origin: the covered newcomers.
  func change(covering origin: StoredSanction.Origin?) -> Change? {
    func key(_ kind: StoredSanction.Kind, target: String = "") -> StoredSanction.Key {
      StoredSanction.Key(kind, player: player, target: target)
    }
    func begins(_ key: StoredSanction.Key) -> Change {
      .begins(
        StoredSanction(
          key: key, since: at, until: until, reason: text, origin: origin, isOperators: actor.isOperator))
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
  /// Whether it covers a player who came after it began, by the address.
  func covers(newcomer player: Player, at now: Instant) -> Bool {
    guard let origin, player.address == origin.address, origin.until.map({ now < $0 }) ?? true else { return false }
    return player.cameAt.map { $0 >= since } ?? false
  }

  /// As newcomers from the address are told of it: it ends sooner for them, and the reason is somebody else's.
  var forNewcomers: StoredSanction {
    var own = self
    own.reason = nil
    if let last = origin?.until { own.until = until.map { min($0, last) } ?? last }
    return own
  }

  /// The rest of it after its player, who was at that address, is forgotten; `nil` if it did not cover newcomers.
  func left(at origin: Origin) -> StoredSanction? {
    guard self.origin != nil else { return nil }
    var left = self
    left.origin = origin
    return left.forNewcomers
  }

  /// The coverage of newcomers; `nil` if the limit says that there is none.
  static func origin(of player: Player, seconds: Int, at now: Instant) -> Origin? {
    guard let address = player.address, seconds > 0 else { return nil }
    // A guest has no other identity.
    return player.isGuest
      ? Origin(address: address, until: nil, guest: player.name)
      : Origin(address: address, until: now.adding(milliseconds: Int64(seconds) * 1000), guest: nil)
  }
}
