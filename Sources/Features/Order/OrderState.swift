import GameKit
import Names
import ParlorCore
import WireProtocol

/// The acts of moderators and the operator, and the resulting sanctions and moderators.
///
/// A temporary sanction is over at its time, which is passed in, and is deleted by the next act.
struct OrderState {
  /// The newest acts, the oldest first.
  private(set) var acts: [Act] = []
  private var sanctions: [StoredSanction.Key: StoredSanction] = [:]
  /// Sanctions that cover newcomers from an address.
  private var origins: [String: Set<StoredSanction.Key>] = [:]
  /// The banned ranges, parsed once.
  private var blocks: [(block: AddressBlock, key: StoredSanction.Key)] = []

  /// The most banned ranges: each new connection is compared with all of them.
  static let mostBlocks = 4096

  init() {}

  /// The number of the last act.
  var lastAct: Int64 { acts.last?.number ?? 0 }

  /// Applies a change.
  mutating func apply(_ fact: OrderFact) {
    switch fact {
    case .acted(let act, let origin):
      acts.append(act)
      for (key, sanction) in sanctions where !sanction.isInForce(at: act.at) { end(key) }
      switch act.change(covering: origin) {
      case .begins(let sanction): begin(sanction)
      case .ends(let key): end(key)
      case nil: break
      }
    case .followed(let player, let other): follow(player, to: other)
    case .dropped(let number): drop(before: number)
    case .forgot(let player, let origin): forget(player, leaving: origin)
    case .kept(let act): acts.append(act)
    case .began(let sanction): begin(sanction)
    }
  }

  private mutating func drop(before number: Int64) {
    let count = acts.partitioningIndex { $0.number >= number }
    acts.removeFirst(min(count, max(0, acts.count - 1)))
  }

  /// Applies a player's mutes and exclusions to another account too, until they end.
  private mutating func follow(_ player: PlayerID, to other: PlayerID) {
    for sanction in sanctions.values where sanction.key.player == player && sanction.key.kind.followsLogin {
      var own = sanction
      (own.key.player, own.origin) = (other, nil)
      if let known = sanctions[own.key], known.lasts(asLongAs: own) { continue }
      begin(own)
    }
  }

  /// Whether a player has a sanction that applies to the player's other accounts.
  func follows(_ player: PlayerID, at now: Instant) -> Bool {
    sanctions.values.contains { $0.key.player == player && $0.key.kind.followsLogin && $0.isInForce(at: now) }
  }

  private mutating func forget(_ player: PlayerID, leaving origin: StoredSanction.Origin?) {
    for index in acts.indices where acts[index].mentions(player) { acts[index].forget(player) }
    for sanction in sanctions.values where sanction.key.player == player {
      end(sanction.key)
      if let origin, let left = sanction.left(at: origin) { begin(left) }
    }
  }

  /// Whether an act or a sanction is about a player, or by one.
  func mentions(_ player: PlayerID) -> Bool {
    sanctions.values.contains { $0.key.player == player } || acts.contains { $0.mentions(player) }
  }

  /// Whether a player has a sanction that covers newcomers from the address.
  func coversNewcomers(for player: PlayerID) -> Bool {
    sanctions.values.contains { $0.key.player == player && $0.origin != nil }
  }

  private mutating func begin(_ sanction: StoredSanction) {
    end(sanction.key)
    sanctions[sanction.key] = sanction
    if let address = sanction.origin?.address { origins[address, default: []].insert(sanction.key) }
    guard sanction.key.kind == .ban, sanction.key.player == nil, let block = AddressBlock(sanction.key.target) else {
      return
    }
    blocks.append((block, sanction.key))
  }

  private mutating func end(_ key: StoredSanction.Key) {
    guard let ended = sanctions.removeValue(forKey: key) else { return }
    if let address = ended.origin?.address {
      origins[address]?.remove(key)
      if origins[address]?.isEmpty == true { origins[address] = nil }
    }
    blocks.removeAll { $0.key == key }
  }

  /// Acts before a given one, the newest first, of all or about a player, and whether there are older ones.
  func page(of player: PlayerID?, before: Int64?, limit: Int) -> (acts: [Act], more: Bool) {
    let end = before.map { before in acts.partitioningIndex { $0.number >= before } } ?? acts.endIndex
    let own = acts[..<end].reversed().lazy.filter { act in player.map { act.player == $0 } ?? true }
    let found = Array(own.prefix(limit + 1))
    return (Array(found.prefix(limit)), found.count > limit)
  }

  // MARK: - What is in force

  /// The number of banned ranges.
  var blockCount: Int { blocks.count }

  /// All sanctions that were not lifted, the oldest first; some may be over.
  var sanctionsInOrder: [StoredSanction] { sanctions.values.sorted { $0.isBefore($1) } }

  /// All sanctions in force, the oldest first.
  func all(at now: Instant) -> [StoredSanction] { sanctionsInOrder.filter { $0.isInForce(at: now) } }

  subscript(key: StoredSanction.Key, at now: Instant) -> StoredSanction? {
    sanctions[key].flatMap { $0.isInForce(at: now) ? $0 : nil }
  }

  /// The ban of a session's address; `nil` if there is none.
  func ban(of address: String, at now: Instant) -> StoredSanction? {
    guard !blocks.isEmpty, let from = AddressBlock(address) else { return nil }
    return blocks.lazy.filter { $0.block.contains(from) }.compactMap { self[$0.key, at: now] }
      .min { $0.isBefore($1) }
  }

  /// The ban of a player.
  func ban(of player: PlayerID, at now: Instant) -> StoredSanction? {
    sanctions.isEmpty ? nil : self[StoredSanction.Key(.ban, player: player), at: now]
  }

  /// The mute of a player, in the server's own rooms or elsewhere.
  func mute(of player: Player, inOwnRoom: Bool, at now: Instant) -> StoredSanction? {
    guard !sanctions.isEmpty else { return nil }
    return measure(.mute, against: player, at: now) ?? (inOwnRoom ? measure(.quiet, against: player, at: now) : nil)
  }

  /// The exclusion of a player from a room, by its folded name.
  func absence(of player: Player, from room: String, at now: Instant) -> StoredSanction? {
    sanctions.isEmpty ? nil : measure(.away, target: room, against: player, at: now)
  }

  /// A sanction on the player, or one that covers newcomers from the player's address.
  private func measure(
    _ kind: StoredSanction.Kind, target: String = "", against player: Player, at now: Instant
  ) -> StoredSanction? {
    if let own = self[StoredSanction.Key(kind, player: player.id, target: target), at: now] { return own }
    guard let keys = player.address.flatMap({ origins[$0] }) else { return nil }
    return keys.lazy.filter { $0.kind == kind && $0.target == target }.compactMap { self[$0, at: now] }
      .filter { $0.covers(newcomer: player, at: now) }.min { $0.isBefore($1) }?.forNewcomers
  }

  /// A guest who has left, by name: nothing else is left of a sanctioned one.
  func goneGuest(named name: String, at now: Instant) -> (id: PlayerID, name: String)? {
    let folded = PlayerName.fold(name)
    for sanction in all(at: now) {
      guard let player = sanction.key.player, let guest = sanction.origin?.guest, PlayerName.fold(guest) == folded
      else { continue }
      return (player, guest)
    }
    return nil
  }

  func isModerator(_ player: PlayerID) -> Bool {
    !sanctions.isEmpty && sanctions[StoredSanction.Key(.moderator, player: player)] != nil
  }
}

extension OrderState: Equatable {
  // The rest follows from these.
  static func == (left: OrderState, right: OrderState) -> Bool {
    left.acts == right.acts && left.sanctions == right.sanctions
  }
}
