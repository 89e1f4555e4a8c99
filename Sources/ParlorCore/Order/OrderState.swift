import GameKit
import WireProtocol

/// What the acts of those who keep order have led to: who is kept out, silent, sent away, a moderator.
///
/// What ends by itself is over once the time that is passed in says so; its row goes with the next act.
struct OrderState {
  /// The number of the last act.
  private(set) var lastAct: Int64 = 0
  private var sanctions: [StoredSanction.Key: StoredSanction] = [:]
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

  /// Takes in an act: the only thing that changes any of this, but for ``forget(_:)``.
  mutating func apply(_ act: StoredAct) {
    lastAct = max(lastAct, act.number)
    for (key, sanction) in sanctions where !sanction.isInForce(at: act.at) { end(key) }
    switch act.change {
    case .begins(let sanction): begin(sanction)
    case .ends(let key): end(key)
    case nil: break
    }
  }

  /// A player is forgotten; ranges of addresses stay.
  mutating func forget(_ player: PlayerID) {
    for key in sanctions.keys where key.player == player { end(key) }
  }

  private mutating func begin(_ sanction: StoredSanction) {
    end(sanction.key)
    sanctions[sanction.key] = sanction
    guard sanction.key.kind == .ban, sanction.key.player == nil, let block = AddressBlock(sanction.key.target) else {
      return
    }
    blocks.append((block, sanction.key))
  }

  private mutating func end(_ key: StoredSanction.Key) {
    guard sanctions.removeValue(forKey: key) != nil else { return }
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
  func mute(of player: PlayerID, inOwnRoom: Bool, at now: Instant) -> StoredSanction? {
    guard !sanctions.isEmpty else { return nil }
    return self[StoredSanction.Key(.mute, player: player), at: now]
      ?? (inOwnRoom ? self[StoredSanction.Key(.quiet, player: player), at: now] : nil)
  }

  /// Why a player is kept out of a room, by its folded name.
  func absence(of player: PlayerID, from room: String, at now: Instant) -> StoredSanction? {
    sanctions.isEmpty ? nil : self[StoredSanction.Key(.away, player: player, target: room), at: now]
  }

  func isModerator(_ player: PlayerID) -> Bool {
    !sanctions.isEmpty && sanctions[StoredSanction.Key(.moderator, player: player)] != nil
  }
}
