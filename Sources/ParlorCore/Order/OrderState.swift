import GameKit
import Names
import WireProtocol

/// What the acts of those who keep order have led to: who is kept out, silent, sent away, a moderator.
///
/// What ends by itself is over once the time that is passed in says so; its row goes with the next act.
struct OrderState {
  /// The number of the last act.
  private(set) var lastAct: Int64 = 0
  private var sanctions: [StoredSanction.Key: StoredSanction] = [:]
  /// Measures that newcomers from an address are meant by, too.
  private var origins: [String: [StoredSanction.Key]] = [:]
  /// The banned ranges, read once.
  private var blocks: [(block: AddressBlock, key: StoredSanction.Key)] = []

  /// The most address ranges that are banned at a time: each new connection is held against all of them.
  static let mostBlocks = 4096

  init() {}

  /// What storage has kept of it.
  init(_ stored: StoredState) {
    lastAct = stored.lastAct
    for sanction in stored.sanctions { begin(sanction) }
  }

  /// Takes in an act: the only thing that changes any of this, but for ``forget(_:leaving:)``.
  mutating func apply(_ act: StoredAct) {
    lastAct = max(lastAct, act.number)
    for (key, sanction) in sanctions where !sanction.isInForce(at: act.at) { end(key) }
    switch act.change {
    case .begins(let sanction): begin(sanction)
    case .ends(let key): end(key)
    case nil: break
    }
  }

  /// A player is forgotten. Measures that newcomers from an address are meant by, too, go on for those, without their
  /// reasons: whoever is forgotten is a newcomer.
  ///
  /// - Parameter origin: where the player was.
  mutating func forget(_ player: PlayerID, leaving origin: StoredSanction.Origin?) {
    for sanction in sanctions.values where sanction.key.player == player {
      end(sanction.key)
      if let origin, let left = sanction.left(at: origin) { begin(left) }
    }
  }

  /// Whether something is in force against a player that newcomers from an address are meant by, too.
  func coversNewcomers(for player: PlayerID) -> Bool {
    sanctions.values.contains { $0.key.player == player && $0.origin != nil }
  }

  private mutating func begin(_ sanction: StoredSanction) {
    end(sanction.key)
    sanctions[sanction.key] = sanction
    if let address = sanction.origin?.address { origins[address, default: []].append(sanction.key) }
    guard sanction.key.kind == .ban, sanction.key.player == nil, let block = AddressBlock(sanction.key.target) else {
      return
    }
    blocks.append((block, sanction.key))
  }

  private mutating func end(_ key: StoredSanction.Key) {
    guard let ended = sanctions.removeValue(forKey: key) else { return }
    if let address = ended.origin?.address {
      origins[address]?.removeAll { $0 == key }
      if origins[address]?.isEmpty == true { origins[address] = nil }
    }
    blocks.removeAll { $0.key == key }
  }

  // MARK: - What is in force

  /// How many address ranges are banned.
  var blockCount: Int { blocks.count }

  /// All that is in force, the oldest first.
  func all(at now: Instant) -> [StoredSanction] {
    sanctions.values.filter { $0.isInForce(at: now) }.sorted { left, right in
      (left.since, left.key.kind.rawValue, left.key.player?.number ?? 0, left.key.target)
        < (right.since, right.key.kind.rawValue, right.key.player?.number ?? 0, right.key.target)
    }
  }

  subscript(key: StoredSanction.Key, at now: Instant) -> StoredSanction? {
    sanctions[key].flatMap { $0.isInForce(at: now) ? $0 : nil }
  }

  /// Why nobody comes in from an address, as sessions have it; `nil` if they may.
  func ban(of address: String, at now: Instant) -> StoredSanction? {
    guard !blocks.isEmpty, let from = AddressBlock(address) else { return nil }
    return blocks.lazy.filter { $0.block.contains(from) }.compactMap { self[$0.key, at: now] }.first
  }

  /// Why a player is kept out.
  func ban(of player: PlayerID, at now: Instant) -> StoredSanction? {
    sanctions.isEmpty ? nil : self[StoredSanction.Key(.ban, player: player), at: now]
  }

  /// Why a player is silent; in the server's own rooms, or elsewhere.
  func mute(of player: Player, inOwnRoom: Bool, at now: Instant) -> StoredSanction? {
    guard !sanctions.isEmpty else { return nil }
    return measure(.mute, against: player, at: now) ?? (inOwnRoom ? measure(.quiet, against: player, at: now) : nil)
  }

  /// Why a player is kept out of a room, by its folded name.
  func absence(of player: Player, from room: String, at now: Instant) -> StoredSanction? {
    sanctions.isEmpty ? nil : measure(.away, target: room, against: player, at: now)
  }

  /// A measure against the player, or against one from the same address where the player is new.
  private func measure(
    _ kind: StoredSanction.Kind, target: String = "", against player: Player, at now: Instant
  ) -> StoredSanction? {
    if let own = self[StoredSanction.Key(kind, player: player.id, target: target), at: now] { return own }
    guard let keys = player.address.flatMap({ origins[$0] }) else { return nil }
    return keys.lazy.filter { $0.kind == kind && $0.target == target }.compactMap { self[$0, at: now] }
      .first { $0.covers(newcomer: player, at: now) }
  }

  /// A guest who is gone, by the name of then: of what is in force against one nothing else is left.
  func goneGuest(named name: String, at now: Instant) -> (id: PlayerID, name: String)? {
    let folded = PlayerName.fold(name)
    for sanction in sanctions.values where sanction.isInForce(at: now) {
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
