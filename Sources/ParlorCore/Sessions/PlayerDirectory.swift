import GameKit
import Names
import WireProtocol

/// Everybody there is: players by name and by token. A name belongs to one player, whatever its case.
struct PlayerDirectory {
  private var byName: [String: Player] = [:]
  private var bySkeleton: [String: Player] = [:]
  private var namedPlayers: Set<PlayerID> = []
  private var byID: [PlayerID: Player] = [:]
  private var byToken: [SHA256.Digest: Player] = [:]
  private var newFromAddress: [NewFromAddress: Int] = [:]

  /// How many players there are, guests included.
  var count: Int { byID.count }

  /// How many of them have a name.
  var namedCount: Int { namedPlayers.count }

  func named(_ name: String) -> Player? { byName[PlayerName.fold(name)] }

  /// The player whose name looks like this one.
  func lookingLike(_ name: PlayerName, besides player: Player) -> Player? {
    name.skeletons.sorted().lazy.compactMap { bySkeleton[$0] }.first { $0 !== player }
  }

  func withID(_ id: PlayerID) -> Player? { byID[id] }

  func withToken(_ token: String) -> Player? { byToken[SHA256.hash(token.utf8)] }

  /// A guest with a name that nobody has: `guest-` and four hexadecimal digits, more when it gets crowded.
  mutating func makeGuest(id: PlayerID, at now: Instant, _ random: () -> UInt64) -> Player {
    var digits = 4
    while true {
      for _ in 0..<16 {
        let bits = Hex.text(of: (0..<8).map { [number = random()] in UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
        let name = KnownNames.guestPrefix + bits.prefix(digits)
        if byName[name] == nil {
          let player = Player(id: id, name: name, at: now)
          player.cameAt = now
          byName[name] = player
          byID[id] = player
          return player
        }
      }
      digits = min(16, digits + 2)
    }
  }

  /// A guest whom another core has named.
  mutating func makeGuest(id: PlayerID, named name: String, at now: Instant) -> Player {
    let player = Player(id: id, name: name, at: now)
    byName[PlayerName.fold(name)] = player
    byID[id] = player
    return player
  }

  /// All of them, in no order that means anything.
  var all: some Sequence<Player> { byID.values }

  /// Makes room for as many players as are about to be taken up.
  mutating func reserve(_ count: Int) {
    byName.reserveCapacity(count)
    bySkeleton.reserveCapacity(count)
    namedPlayers.reserveCapacity(count)
    byID.reserveCapacity(count)
    byToken.reserveCapacity(count)
  }

  /// Takes up a stored player.
  @discardableResult
  mutating func restore(_ stored: StoredPlayer) -> Player {
    let player = Player(stored)
    add(player)
    return player
  }

  private mutating func add(_ player: Player) {
    byName[PlayerName.fold(player.name)] = player
    if !player.isGuest { noteLooks(of: player, LookAlikes.skeletons(of: player.name)) }
    byID[player.id] = player
    for hash in player.tokens { byToken[hash] = player }
  }

  /// Gives a player a name; the old one is free again.
  mutating func rename(_ player: Player, to name: PlayerName, _ hub: Hub) {
    dropNames(of: player)
    hub.change(player, .named(name.text))
    byName[name.folded] = player
    noteLooks(of: player, name.skeletons)
  }

  private mutating func noteLooks(of player: Player, _ skeletons: Set<String>) {
    for skeleton in skeletons { bySkeleton[skeleton] = player }
    namedPlayers.insert(player.id)
  }

  /// Makes a token that brings the player back. It is kept as a hash and shown this once; the oldest goes where there
  /// are too many.
  mutating func issueToken(for player: Player, _ hub: Hub) -> String {
    let bytes = (0..<LoginToken.randomBytes / 8).flatMap { _ in
      let number = hub.randomNumber()
      return (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }
    let token = LoginToken.prefix + Hex.text(of: bytes)
    let hash = SHA256.hash(token.utf8)
    changeTokens(of: player) { hub.change(player, .tokenGiven(hash)) }
    return token
  }

  /// Revokes a token.
  mutating func endToken(_ hash: SHA256.Digest, of player: Player, _ hub: Hub) {
    guard byToken[hash] === player else { return }
    changeTokens(of: player) { hub.change(player, .tokenEnded(hash)) }
  }

  /// Revokes all tokens of a player.
  mutating func endTokens(of player: Player, _ hub: Hub) {
    guard !player.tokens.isEmpty else { return }
    changeTokens(of: player) { hub.change(player, .tokensEnded) }
  }

  private mutating func changeTokens(of player: Player, _ change: () -> Void) {
    for hash in player.tokens { byToken[hash] = nil }
    change()
    for hash in player.tokens { byToken[hash] = player }
  }

  mutating func remove(_ player: Player) {
    byID[player.id] = nil
    dropNames(of: player)
    for hash in player.tokens { byToken[hash] = nil }
  }

  private mutating func dropNames(of player: Player) {
    let folded = PlayerName.fold(player.name)
    if byName[folded] === player { byName[folded] = nil }
    guard namedPlayers.remove(player.id) != nil else { return }
    for skeleton in LookAlikes.skeletons(of: player.name) where bySkeleton[skeleton] === player {
      bySkeleton[skeleton] = nil
    }
  }

  /// Counts something new against its address.
  ///
  /// - Returns: whether the address may have one more today.
  mutating func count(_ new: NewFromAddress, limit: Int) -> Bool {
    guard mayHave(new, limit: limit) else { return false }
    newFromAddress[new, default: 0] += 1
    return true
  }

  /// Whether an address may have one more today.
  func mayHave(_ new: NewFromAddress, limit: Int) -> Bool { newFromAddress[new, default: 0] < limit }

  /// A new day: every address may have new ones again.
  mutating func forgetNewCounts() { newFromAddress = [:] }
}

/// What an address may have only so many of in a day, since they are kept.
enum NewFromAddress: Hashable {
  case name(String)
  /// The token of a guest.
  case token(String)
}
