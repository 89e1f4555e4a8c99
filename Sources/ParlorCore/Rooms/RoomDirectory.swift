import GameKit
import Names

/// The rooms that there are, by all that they are found by.
struct RoomDirectory {
  private var byName: [String: Room] = [:]
  private var byNumber: [Int64: Room] = [:]
  private var bySkeleton: [String: Room] = [:]
  /// How many rooms there are that were opened from an address.
  private var fromAddress: [String: Int] = [:]
  /// Folded names of stored rooms that cannot be used: nobody else may have them.
  private var quarantined: Set<String> = []
  /// Rooms that may hold something of players who have never been in them: the server's own, in which results are
  /// shared from elsewhere.
  private var ofAnybody: Set<Int64> = []

  var count: Int { byNumber.count }

  /// Their names, folded.
  var names: [String] { byName.keys.sorted() }

  /// All of them, in no order that means anything.
  var all: some Collection<Room> { byNumber.values }

  /// All of them, the oldest first.
  var inOrder: [Room] { byNumber.values.sorted { $0.number < $1.number } }

  /// The room of a name, which is folded.
  subscript(folded: String) -> Room? { byName[folded] }

  subscript(number: Int64) -> Room? { byNumber[number] }

  /// The room whose name looks like this one.
  func lookingLike(_ skeletons: [String]) -> Room? { skeletons.lazy.compactMap { bySkeleton[$0] }.first }

  func count(from address: String) -> Int { fromAddress[address, default: 0] }

  func isQuarantined(_ folded: String) -> Bool { quarantined.contains(folded) }

  mutating func quarantine(_ folded: String) { quarantined.insert(folded) }

  /// A room that was in quarantine is there again.
  mutating func release(_ folded: String) { quarantined.remove(folded) }

  /// The rooms that may hold something of a player, the oldest first.
  func knowing(_ player: Player) -> [Room] { player.visited.union(ofAnybody).sorted().compactMap { byNumber[$0] } }

  mutating func add(_ room: Room) {
    byName[room.plan.name.folded] = room
    byNumber[room.number] = room
    for skeleton in room.plan.name.skeletons { bySkeleton[skeleton] = room }
    if let address = room.openedFrom { fromAddress[address, default: 0] += 1 }
    if room.mode.isPermanent { ofAnybody.insert(room.number) }
  }

  /// Takes a room out.
  ///
  /// - Returns: whether it was there.
  @discardableResult
  mutating func remove(_ room: Room) -> Bool {
    guard byNumber[room.number] === room else { return false }
    byNumber[room.number] = nil
    ofAnybody.remove(room.number)
    if byName[room.plan.name.folded] === room { byName[room.plan.name.folded] = nil }
    for skeleton in room.plan.name.skeletons where bySkeleton[skeleton] === room { bySkeleton[skeleton] = nil }
    if let address = room.openedFrom, let count = fromAddress[address] {
      fromAddress[address] = count > 1 ? count - 1 : nil
    }
    return true
  }
}
