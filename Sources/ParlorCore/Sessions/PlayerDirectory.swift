import GameKit
import Names
import WireProtocol

/// All players by name and by token. A name belongs to one player, ignoring case.
///
/// Present and referenced players are objects. Others are a ``PackedPlayer``, which becomes an object when it is looked
/// up. There is never more than one object of a player.
final class PlayerDirectory {
  private enum Place {
    case free
    case present(Player)
    case packed(PackedPlayer)

    var id: PlayerID? {
      switch self {
      case .free: nil
      case .present(let player): player.id
      case .packed(let packed): packed.id
      }
    }
  }

  private var places: [Place] = []
  private var freeSlots: [Int] = []
  private var byID = SlotIndex()
  /// By folded name.
  private var byName = SlotIndex()
  private var byToken = SlotIndex()
  /// By skeleton, except assigned names.
  private var bySkeleton = SlotIndex()
  private var newFromAddress: [NewFromAddress: Int] = [:]
  /// By address, guests who have taken a nickname today; some have gone since.
  private var nicknamed: [String: Set<PlayerID>] = [:]
  /// When players may be packed.
  private var departures = DeadlineQueue<PlayerID>()

  /// The number of players, guests included.
  var count: Int { byID.count }

  /// The number of players with a name.
  private(set) var namedCount = 0

  // MARK: - Finding

  func named(_ name: String) -> Player? { slot(named: PlayerName.fold(name)).flatMap { present($0) } }

  /// A player by name, present or not.
  ///
  /// - Throws: `not_found`.
  func known(_ name: String) throws(WireError) -> Player {
    if let player = named(name) { return player }
    let shown = try CleanText.line(name, as: "A name", maximum: 64)
    throw WireError(.notFound, .player, "There is no player \(shown)")
  }

  /// The player whose name looks like this one.
  func lookingLike(_ name: PlayerName, besides player: Player) -> Player? {
    for skeleton in name.skeletons.sorted() {
      let slot = bySkeleton.first(skeleton) { slot in
        guard let kept = kept(in: slot), kept.id != player.id else { return false }
        return LookAlikes.skeletons(of: kept.name).contains(skeleton)
      }
      if let slot { return present(slot) }
    }
    return nil
  }

  func withID(_ id: PlayerID) -> Player? { slot(of: id).flatMap { present($0) } }

  func withToken(_ token: String) -> Player? {
    let hash = SHA256.hash(token.utf8)
    return byToken.first(hash) { kept(in: $0)?.tokens.contains(hash) == true }.flatMap { present($0) }
  }

  func contains(_ id: PlayerID) -> Bool { slot(of: id) != nil }

  /// The state of a player's document.
  func kept(_ id: PlayerID) -> StoredPlayer? { slot(of: id).flatMap { kept(in: $0) } }

  /// All players' numbers.
  var ids: [PlayerID] { places.compactMap(\.id) }

  /// Players who are objects: all present ones, and all who cannot return.
  var present: some Sequence<Player> {
    places.lazy.compactMap { if case .present(let player) = $0 { player } else { nil } }
  }

  /// All rated players.
  var rated: some Sequence<StoredPlayer> {
    places.lazy.compactMap { place in
      switch place {
      case .present(let player) where !player.ratings.isEmpty: player.kept
      case .packed(let packed) where packed.isRated: packed.kept
      default: nil
      }
    }
  }

  /// The last visits of stored players who can return.
  var lastVisits: some Sequence<(player: PlayerID, seenAt: Instant)> {
    places.lazy.compactMap { place in
      switch place {
      case .present(let player) where player.isStored && player.canReturn: (player.id, player.kept.seenAt)
      case .packed(let packed) where packed.canReturn: (packed.id, packed.seenAt)
      default: nil
      }
    }
  }

  private func slot(of id: PlayerID) -> Int? { byID.first(id) { places[$0].id == id } }

  private func slot(named folded: String) -> Int? {
    byName.first(folded) { slot in kept(in: slot).map { PlayerName.fold($0.name) == folded } ?? false }
  }

  private func kept(in slot: Int) -> StoredPlayer? {
    switch places[slot] {
    case .free: nil
    case .present(let player): player.kept
    case .packed(let packed): packed.kept
    }
  }

  // MARK: - Coming and going

  /// A guest with a name that the server assigns.
  func makeGuest(_ hub: Hub) -> Player {
    let player = makeGuest(id: PlayerID(hub.numbers.next()), named: freeGuestName(hub), at: hub.now)
    player.cameAt = hub.now
    return player
  }

  /// A free name: `guest-` and four hexadecimal digits, or more if many are taken.
  private func freeGuestName(_ hub: Hub) -> String {
    var digits = 4
    while true {
      for _ in 0..<16 {
        let number = hub.randomNumber()
        let bits = Hex.text(of: (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) })
        let name = KnownNames.guestPrefix + bits.prefix(digits)
        if !isTaken(name, besides: nil) { return name }
      }
      digits = min(16, digits + 2)
    }
  }

  /// A guest whom another core has named.
  func makeGuest(id: PlayerID, named name: String, at now: Instant) -> Player {
    let player = Player(id: id, name: name, at: now)
    add(player.kept, .present(player))
    return player
  }

  /// Reserves capacity for players about to be restored.
  func reserve(_ count: Int) {
    places.reserveCapacity(places.count + count)
    byID.reserve(count)
    byName.reserve(count)
    byToken.reserve(count)
    bySkeleton.reserve(count)
  }

  /// Restores a stored player. A guest who can only return by the connection stays an object until it comes.
  func restore(_ stored: StoredPlayer) {
    let player = Player(stored)
    add(stored, stored.canReturn ? .packed(PackedPlayer(player)) : .present(player))
  }

  private func add(_ kept: StoredPlayer, _ place: Place) {
    let slot = freeSlots.popLast() ?? places.count
    if slot == places.count { places.append(place) } else { places[slot] = place }
    byID.insert(slot, kept.id)
    addNames(of: kept, slot)
    for hash in kept.tokens { byToken.insert(slot, hash) }
  }

  func remove(_ player: Player) {
    guard let slot = slot(of: player.id) else { return }
    departures.set(player.id, at: nil)
    byID.remove(slot, player.id)
    removeNames(of: player.kept, slot)
    for hash in player.tokens { byToken.remove(slot, hash) }
    places[slot] = .free
    freeSlots.append(slot)
  }

  // MARK: - Names

  /// Renames a player; the old name is free again.
  func rename(_ player: Player, to name: PlayerName, _ hub: Hub) { rename(player, by: .named(name.text), hub) }

  private func rename(_ player: Player, by fact: PlayerFact, _ hub: Hub) {
    guard let slot = slot(of: player.id) else { return }
    removeNames(of: player.kept, slot)
    hub.change(player, fact)
    addNames(of: player.kept, slot)
  }

  /// Gives a guest a nickname: `guest-ana`, or `guest-ana-2` if another guest is called so or alike.
  ///
  /// - Parameter nickname: the name after the prefix.
  /// - Returns: whether one of the first hundred was free.
  func giveNickname(_ nickname: PlayerName, to guest: Player, _ hub: Hub) -> Bool {
    let base = KnownNames.guestPrefix + nickname.text
    // Like a name that the server assigns, by which clients recognise a guest who has not chosen one.
    let first = nickname.folded.count >= 4 && nickname.folded.allSatisfy(\.isHexDigit) ? 2 : 1
    for number in first..<(first + 100) {
      let name = number == 1 ? base : "\(base)-\(number)"
      if isTaken(name, besides: guest.id) { continue }
      rename(guest, by: .nicknamed(name), hub)
      return true
    }
    return false
  }

  /// Gives a guest an assigned name in place of a nickname.
  func removeNickname(of guest: Player, _ hub: Hub) { rename(guest, by: .nicknamed(freeGuestName(hub)), hub) }

  /// Whether another player has a guest's name, or one that looks like it.
  private func isTaken(_ name: String, besides guest: PlayerID?) -> Bool {
    func isOthers(_ slot: Int) -> Bool { places[slot].id != guest }
    if let slot = slot(named: PlayerName.fold(name)), isOthers(slot) { return true }
    return LookAlikes.skeletons(of: name).contains { skeleton in
      // Assigned names have no other letters that look alike.
      let assigned = skeleton.replacing("l", with: "1").replacing("o", with: "0")
      if let slot = slot(named: assigned), isOthers(slot) { return true }
      return bySkeleton.first(skeleton) { slot in
        isOthers(slot) && kept(in: slot).map { LookAlikes.skeletons(of: $0.name).contains(skeleton) } ?? false
      } != nil
    }
  }

  /// Whether a name is found by its letters alone: it has only digits that the server has drawn.
  private static func isAssigned(_ kept: StoredPlayer) -> Bool {
    kept.isGuest && kept.name.dropFirst(KnownNames.guestPrefix.count).allSatisfy(\.isHexDigit)
  }

  private func addNames(of kept: StoredPlayer, _ slot: Int) {
    byName.insert(slot, PlayerName.fold(kept.name))
    namedCount += kept.isGuest ? 0 : 1
    guard !Self.isAssigned(kept) else { return }
    for skeleton in LookAlikes.skeletons(of: kept.name) { bySkeleton.insert(slot, skeleton) }
  }

  private func removeNames(of kept: StoredPlayer, _ slot: Int) {
    byName.remove(slot, PlayerName.fold(kept.name))
    namedCount -= kept.isGuest ? 0 : 1
    guard !Self.isAssigned(kept) else { return }
    for skeleton in LookAlikes.skeletons(of: kept.name) { bySkeleton.remove(slot, skeleton) }
  }

  // MARK: - Tokens

  /// Makes a token for the player. It is stored as a hash and shown once; beyond the limit the oldest one ends.
  func issueToken(for player: Player, _ hub: Hub) -> String {
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
  func endToken(_ hash: SHA256.Digest, of player: Player, _ hub: Hub) {
    guard player.tokens.contains(hash) else { return }
    changeTokens(of: player) { hub.change(player, .tokenEnded(hash)) }
  }

  /// Revokes all tokens of a player.
  func endTokens(of player: Player, _ hub: Hub) {
    guard !player.tokens.isEmpty else { return }
    changeTokens(of: player) { hub.change(player, .tokensEnded) }
  }

  private func changeTokens(of player: Player, _ change: () -> Void) {
    guard let slot = slot(of: player.id) else { return }
    for hash in player.tokens { byToken.remove(slot, hash) }
    change()
    for hash in player.tokens { byToken.insert(slot, hash) }
  }

  // MARK: - Packing

  /// The object in a used slot.
  private func present(_ slot: Int) -> Player? {
    switch places[slot] {
    case .free: return nil
    case .present(let player): return player
    case .packed(let packed):
      let player = packed.player
      places[slot] = .present(player)
      departures.set(player.id, at: Instant(milliseconds: 0))
      return player
    }
  }

  /// The most absent players who are objects because they may come back soon.
  private static let mostDeparted = 1024

  /// A player has disconnected, and may be packed at a time, or earlier when very many have.
  ///
  /// - Returns: the number of packed players.
  func noteDeparture(of player: Player, at time: Instant) -> Int {
    guard contains(player.id) else { return 0 }
    departures.set(player.id, at: time)
    guard departures.count > Self.mostDeparted, let first = departures.next else { return 0 }
    return packNext(at: first, again: time) == true ? 1 : 0
  }

  /// When ``packAbsent(at:again:)`` is next due.
  var nextDeparture: Instant? { departures.next }

  /// The most players examined per turn of the loop.
  private static let mostPacked = 64

  /// Packs absent players to whom nothing refers. Referenced ones are examined again after a while; present ones, once
  /// they have left.
  ///
  /// - Returns: the number of packed players.
  func packAbsent(at now: Instant, again: Instant) -> Int {
    var count = 0
    for _ in 0..<Self.mostPacked {
      guard let isPacked = packNext(at: now, again: again) else { break }
      if isPacked { count += 1 }
    }
    if departures.count == 0 { departures = DeadlineQueue() }
    return count
  }

  /// - Returns: whether the next player who is due was packed; `nil` if none is due.
  private func packNext(at now: Instant, again: Instant) -> Bool? {
    guard let id = departures.popDue(at: now) else { return nil }
    guard let slot = slot(of: id), case .present(var player) = places[slot], player.session == nil else { return false }
    places[slot] = .free
    let isUnused = isKnownUniquelyReferenced(&player) && player.mayBePacked
    places[slot] = isUnused ? .packed(PackedPlayer(player)) : .present(player)
    if !isUnused { departures.set(id, at: again) }
    return isUnused
  }

  // MARK: - New players by address

  /// Counts a new name or token for its address.
  ///
  /// - Returns: whether the address may have another one today.
  func count(_ new: NewFromAddress, limit: Int) -> Bool {
    guard mayHave(new, limit: limit) else { return false }
    newFromAddress[new, default: 0] += 1
    return true
  }

  /// Whether an address may have another one today.
  func mayHave(_ new: NewFromAddress, limit: Int) -> Bool { newFromAddress[new, default: 0] < limit }

  /// Counts a guest who takes a nickname for its address, while the guest is here: who comes back as ever another guest
  /// does not use up what others there may have.
  ///
  /// - Returns: whether the address may have so many.
  func countNickname(of guest: PlayerID, from address: String, limit: Int) -> Bool {
    var guests = nicknamed[address, default: []]
    if guests.count >= limit { guests = guests.filter(isHere) }
    defer { nicknamed[address] = guests }
    guard guests.count < limit || guests.contains(guest) else { return false }
    guests.insert(guest)
    return true
  }

  private func isHere(_ id: PlayerID) -> Bool {
    guard let slot = slot(of: id), case .present(let player) = places[slot] else { return false }
    return player.session != nil
  }

  /// A new day: every address may have new ones again.
  func forgetNewCounts() { (newFromAddress, nicknamed) = ([:], [:]) }
}

/// What is limited per address and day, since it is stored.
enum NewFromAddress: Hashable {
  case name(String)
  /// The token of a guest.
  case token(String)
  /// One of a guest's nicknames.
  case nicknameOf(PlayerID)
}
