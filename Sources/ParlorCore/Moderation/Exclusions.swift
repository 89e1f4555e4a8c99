import GameKit
import Names

/// The players whom a room's owner has excluded or muted.
///
/// A player stays excluded while the room exists, under any name. Since every new connection is another guest, the
/// player's address counts too, for a while and for two kinds of players only: guests, and those who have taken a name
/// since. It does not count while other members of the room have it: removing one guest does not lock out a class
/// behind one router.
struct Exclusions: Codable {
  /// An address, for a while.
  struct Address: Codable, Hashable {
    let text: String
    let since: Instant
    let until: Instant
    /// The player and the name at that time, unless that player is forgotten.
    var player: PlayerID?
    var name: String?
  }

  /// The most players, and the most addresses, that are kept: the oldest are dropped first.
  static let most = 256

  private(set) var players: [PlayerID] = []
  private(set) var addresses: [Address] = []

  func contains(_ player: PlayerID) -> Bool { players.contains(player) }

  /// Excludes a player and, for a while, an address.
  mutating func add(_ player: PlayerID, named name: String? = nil, _ address: Address? = nil) {
    players.removeAll { $0 == player }
    players.append(player)
    if players.count > Self.most { players.removeFirst() }
    guard var address else { return }
    (address.player, address.name) = (player, name)
    add(address)
  }

  private mutating func add(_ address: Address) {
    addresses.removeAll { $0.text == address.text || $0.until <= address.since }
    addresses.append(address)
    if addresses.count > Self.most { addresses.removeFirst() }
  }

  /// Readmits a player, with an address and all of the player's addresses.
  mutating func remove(_ player: PlayerID, _ address: Address?) {
    players.removeAll { $0 == player }
    addresses.removeAll { $0.text == address?.text || $0.player == player }
  }

  /// The excluded player with a name: its present owner or, of guests who have left, its owner at that time.
  ///
  /// - Parameter player: the present owner of the name.
  /// - Returns: `nil` for nobody.
  func find(
    _ name: String, _ player: Player?, at now: Instant
  ) -> (player: PlayerID, name: String, address: Address?)? {
    if let player, covers(newcomer: player, at: now) {
      return (player.id, player.name, addresses.first { $0.text == player.address })
    }
    let folded = PlayerName.fold(name)
    let then = addresses(at: now).last { $0.name.map(PlayerName.fold) == folded }
    return then.flatMap { then in then.player.map { ($0, then.name ?? name, then) } }
  }

  /// The names of the excluded players, the latest last: the present ones of known players, otherwise the former ones.
  func names(at now: Instant, _ playerNamed: (PlayerID) -> String?) -> [String] {
    let then = Dictionary(addresses(at: now).compactMap { address in address.player.map { ($0, address.name) } }) { $1 }
    return players.compactMap { playerNamed($0) ?? then[$0].flatMap { $0 } }
  }

  /// The player is forgotten, and is somebody else from now on: only the address stays.
  ///
  /// - Returns: whether the player was excluded.
  mutating func forget(_ player: PlayerID, _ address: Address?) -> Bool {
    guard contains(player) || addresses.contains(where: { $0.player == player }) else { return false }
    for index in addresses.indices where addresses[index].player == player {
      (addresses[index].player, addresses[index].name) = (nil, nil)
    }
    players.removeAll { $0 == player }
    if let address { add(address) }
    return true
  }

  /// Whether a joining player is excluded, or comes from an excluded address without an older name.
  func covers(newcomer player: Player, at now: Instant) -> Bool {
    if contains(player.id) { return true }
    guard let address = addresses.first(where: { $0.text == player.address }), now < address.until,
      player.namedAt.map({ $0 >= address.since }) ?? true
    else { return false }
    return true
  }

  /// Without expired addresses.
  func current(at now: Instant) -> Exclusions { Exclusions(players: players, addresses: addresses(at: now)) }

  /// Addresses that have not expired.
  func addresses(at now: Instant) -> [Address] { addresses.filter { now < $0.until } }
}

extension Exclusions.Address {
  /// A player's last address, for this many seconds; `nil` for none.
  init?(of player: Player, seconds: Int, since now: Instant) {
    guard let text = player.address, seconds > 0 else { return nil }
    self.init(text: text, since: now, until: now.adding(milliseconds: Int64(seconds) * 1000))
  }
}
