import GameKit

/// Those whom a room's owner has sent away, or silenced.
///
/// A player stays excluded for as long as the room exists, whatever the player is called. Since anybody is a new guest
/// through a new connection, the address that the player came from counts too, for a while and for two kinds of players
/// only: guests, and those who have taken a name since. So a class behind one router is not locked out for one guest's
/// sake: whoever had a name before comes in, whoever is in already stays, and the others need to wait, or to be let in by
/// another address.
struct Exclusions {
  /// An address, for a while.
  struct Address: Hashable {
    let text: String
    let since: Instant
    let until: Instant

    init(text: String, since: Instant, until: Instant) {
      self.text = text
      self.since = since
      self.until = until
    }

    /// Where a player was last here from, for so many seconds; `nil` for none.
    init?(of player: Player, seconds: Int, since now: Instant) {
      guard let text = player.address, seconds > 0 else { return nil }
      self.init(text: text, since: now, until: now.adding(milliseconds: Int64(seconds) * 1000))
    }
  }

  /// The most players, and the most addresses, that are remembered: the oldest are forgotten first.
  static let most = 256

  private(set) var players: [PlayerID] = []
  private(set) var addresses: [Address] = []

  init() {}

  /// As they were stored.
  init(players: [PlayerID], addresses: [Address]) {
    self.players = players
    self.addresses = addresses
  }

  func contains(_ player: PlayerID) -> Bool { players.contains(player) }

  /// Excludes a player and, for a while, an address.
  mutating func add(_ player: PlayerID, _ address: Address? = nil) {
    players.removeAll { $0 == player }
    players.append(player)
    if players.count > Self.most { players.removeFirst() }
    if let address { add(address) }
  }

  private mutating func add(_ address: Address) {
    addresses.removeAll { $0.text == address.text || $0.until <= address.since }
    addresses.append(address)
    if addresses.count > Self.most { addresses.removeFirst() }
  }

  /// Lets a player be, and with the player an address.
  mutating func remove(_ player: PlayerID, _ address: Address?) {
    players.removeAll { $0 == player }
    addresses.removeAll { $0.text == address?.text }
  }

  /// The player is forgotten, and is somebody else from now on: the address is all that is left.
  ///
  /// - Returns: whether the player was excluded.
  mutating func forget(_ player: PlayerID, _ address: Address?) -> Bool {
    guard contains(player) else { return false }
    players.removeAll { $0 == player }
    if let address { add(address) }
    return true
  }

  /// Whether a player who comes is excluded: by itself, or by coming from an excluded address without a name of before.
  func covers(newcomer player: Player, at now: Instant) -> Bool {
    if contains(player.id) { return true }
    guard let address = addresses.first(where: { $0.text == player.address }), now < address.until,
      player.namedAt.map({ $0 >= address.since }) ?? true
    else { return false }
    return true
  }

  /// Addresses that still count.
  func addresses(at now: Instant) -> [Address] { addresses.filter { now < $0.until } }
}
