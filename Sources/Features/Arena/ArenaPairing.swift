import GameKit

/// The next pairings. A pure function of the free players, without state between calls.
///
/// Waves come every ``waveSeconds``. Each pairs all free players in the order of their points, so that opponents are
/// near in the standing. While another pairing is possible nobody meets the last opponent again, nor a player with a
/// block between them. Of an odd number, the longest waiting is not left out. Remaining players are paired nevertheless
/// once one of them has waited ``repeatSeconds``, those with a block last: otherwise a block would keep both from
/// playing, and a player could block all strong opponents. The wave after a player becomes free counts from that
/// moment, so that of two free players neither waits longer than three waves, nine seconds.
struct ArenaPairing {
  /// A free player.
  struct Waiting: Hashable {
    let player: PlayerID
    let points: Int
    /// How long, in milliseconds.
    let waited: Int64
    let lastOpponent: PlayerID?
    /// Players who have blocked this one.
    var blockers: Set<PlayerID> = []
  }

  static let waveSeconds = 3
  static let repeatSeconds = 5

  private var pairs: [(Waiting, Waiting)] = []
  private var left: [Waiting] = []

  /// Pairs as many as possible.
  static func pairs(of waiting: [Waiting]) -> [(PlayerID, PlayerID)] {
    var pairing = ArenaPairing()
    pairing.pairByPoints(waiting)
    pairing.freeOthers()
    pairing.seatLongestWaiting()
    pairing.repeatGames()
    return pairing.pairs.map { ($0.player, $1.player) }
  }

  /// From the top, each with the next who was not the last opponent.
  private mutating func pairByPoints(_ waiting: [Waiting]) {
    var rest = waiting.sorted { ($0.points, $0.waited, $1.player) > ($1.points, $1.waited, $0.player) }[...]
    while let first = rest.popFirst() {
      if let index = rest.firstIndex(where: { Self.mayMeet(first, $0) }) {
        pairs.append((first, rest.remove(at: index)))
      } else {
        left.append(first)
      }
    }
  }

  /// Pairs two remaining players by splitting one pair or two.
  private mutating func freeOthers() {
    while left.count > 1, let changed = rearranged() {
      (pairs, left) = (changed.pairs, left.filter { $0 != changed.seated.0 && $0 != changed.seated.1 })
    }
  }

  private func rearranged() -> (pairs: [(Waiting, Waiting)], seated: (Waiting, Waiting))? {
    for (place, first) in left.enumerated() {
      for second in left[(place + 1)...] {
        if let changed = inserting(first, second) { return (changed, (first, second)) }
      }
    }
    return nil
  }

  /// The pairs with two more players; the last pairs, which have the fewest points, are split first.
  private func inserting(_ first: Waiting, _ second: Waiting) -> [(Waiting, Waiting)]? {
    // The possible opponents of each pair's halves: a chain from the first player through pairs to the second.
    let halves: [(pair: Int, near: Waiting, far: Waiting)] = pairs.indices.reversed().flatMap {
      [($0, pairs[$0].0, pairs[$0].1), ($0, pairs[$0].1, pairs[$0].0)]
    }
    let starts = halves.filter { Self.mayMeet(first, $0.near) }
    let ends = halves.filter { Self.mayMeet($0.far, second) }
    for (index, near, far) in starts where Self.mayMeet(far, second) {
      return replacing([index], by: [(first, near), (far, second)])
    }
    for (index, near, far) in starts {
      for (other, nearOther, farOther) in ends where other != index && Self.mayMeet(far, nearOther) {
        return replacing([index, other], by: [(first, near), (far, nearOther), (farOther, second)])
      }
    }
    return nil
  }

  private func replacing(_ indices: Set<Int>, by new: [(Waiting, Waiting)]) -> [(Waiting, Waiting)] {
    pairs.indices.filter { !indices.contains($0) }.map { pairs[$0] } + new
  }

  /// The longest waiting player replaces one who has just become free.
  private mutating func seatLongestWaiting() {
    for index in left.indices {
      let candidate = left[index]
      var places: [(pair: Int, isFirst: Bool, waited: Int64)] = []
      for (pair, players) in pairs.enumerated() {
        if Self.mayMeet(candidate, players.1) { places.append((pair, true, players.0.waited)) }
        if Self.mayMeet(candidate, players.0) { places.append((pair, false, players.1.waited)) }
      }
      guard let place = places.min(by: { ($0.waited, -$0.pair) < ($1.waited, -$1.pair) }),
        place.waited < candidate.waited
      else { continue }
      let pair = pairs[place.pair]
      left[index] = place.isFirst ? pair.0 : pair.1
      pairs[place.pair] = place.isFirst ? (candidate, pair.1) : (pair.0, candidate)
    }
  }

  /// Pairs remaining players who have waited long enough, although they have just met, or there is a block.
  private mutating func repeatGames() {
    while left.count > 1, left.contains(where: { $0.waited >= Int64(Self.repeatSeconds) * 1000 }) {
      left.sort { $0.waited > $1.waited }
      let first = left.removeFirst()
      let second = left.firstIndex { !Self.isBlocked(first, $0) } ?? left.startIndex
      pairs.append((first, left.remove(at: second)))
    }
  }

  private static func mayMeet(_ first: Waiting, _ second: Waiting) -> Bool {
    first.lastOpponent != second.player && second.lastOpponent != first.player && !isBlocked(first, second)
  }

  private static func isBlocked(_ first: Waiting, _ second: Waiting) -> Bool {
    first.blockers.contains(second.player) || second.blockers.contains(first.player)
  }
}
