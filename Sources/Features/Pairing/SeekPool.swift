import GameKit
import ParlorCore

/// Seeks by what they want and by rating.
///
/// A search examines the ``mostLooked`` nearest of each possible list, so its cost does not grow with the number of
/// seeks.
struct SeekPool {
  private struct Key: Hashable {
    let play: Seek.Play
    let kind: Seek.Kind
    let stake: Seek.Stake
  }

  /// By rating, then by age.
  private var lists: [Key: [Seek]] = [:]
  private var addresses: [String: Int] = [:]
  private(set) var count = 0

  /// More than a player may have blocked, and has been paired with in vain.
  static let mostLooked = 256

  /// All seeks, unordered.
  var all: some Sequence<Seek> { lists.values.lazy.flatMap { $0 } }

  func count(from address: String) -> Int { addresses[address, default: 0] }

  mutating func add(_ seek: Seek) {
    let key = Self.key(of: seek)
    lists[key, default: []].insert(seek, at: Self.place(of: seek, in: lists[key] ?? []))
    addresses[seek.address, default: 0] += 1
    count += 1
  }

  mutating func remove(_ seek: Seek) {
    let key = Self.key(of: seek)
    guard var list = lists.removeValue(forKey: key) else { return }
    let place = Self.place(of: seek, in: list)
    if place < list.count, list[place].player == seek.player {
      list.remove(at: place)
      count -= 1
      let left = addresses[seek.address, default: 1] - 1
      addresses[seek.address] = left > 0 ? left : nil
    }
    if !list.isEmpty { lists[key] = list }
  }

  /// The nearest matching seek; of equally near ones the oldest.
  ///
  /// - Parameter mayMeet: whether there is no block between the two.
  func partner(for seek: Seek, at now: Instant, where mayMeet: (PlayerID) -> Bool) -> Seek? {
    var found: Seek?
    for kind in Seek.Kind.allCases where seek.kind.mayMeet(kind) {
      for stake in Seek.Stake.allCases where seek.stake.mayMeet(stake) {
        guard let list = lists[Key(play: seek.play, kind: kind, stake: stake)] else { continue }
        let place = Self.place(of: seek, in: list)
        let near = list[max(0, place - Self.mostLooked / 2)..<min(list.count, place + Self.mostLooked / 2)]
        for other in near where seek.suits(other, at: now) && isNearer(other, than: found, to: seek) {
          if mayMeet(other.player) { found = other }
        }
      }
    }
    return found
  }

  private func isNearer(_ other: Seek, than found: Seek?, to seek: Seek) -> Bool {
    guard let found else { return true }
    let (distance, before) = (abs(other.rating - seek.rating), abs(found.rating - seek.rating))
    return (distance, other.since, other.player.number) < (before, found.since, found.player.number)
  }

  private static func key(of seek: Seek) -> Key { Key(play: seek.play, kind: seek.kind, stake: seek.stake) }

  /// A seek's index in a list, present or not.
  private static func place(of seek: Seek, in list: [Seek]) -> Int {
    var (low, high) = (0, list.count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(list[middle], seek) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func isBefore(_ left: Seek, _ right: Seek) -> Bool {
    (left.rating, left.since, left.player.number) < (right.rating, right.since, right.player.number)
  }
}
