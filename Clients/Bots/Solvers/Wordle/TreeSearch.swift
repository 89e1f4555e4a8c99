/// Looks for the way to guess that takes the fewest guesses in all over a set of answers, each of them once.
///
/// **The bound.** A guess spends one guess on each of the `n` answers of a set. It is itself at most one of them; the
/// others fall into `p` parts by their colours. Of a part of `m` answers one at best is found by the next guess and the
/// others by the one after: `2m - 1`. So a guess that makes `k` different colours, all right counted as one, and is in
/// the set (`s = 1`) or not (`s = 0`), costs at least `n + 2(n - s) - (k - s) = 3n - (k + s)` guesses in all. Guesses
/// are tried in the order of that bound, and no further once it is not below the best cost found.
///
/// With every guess allowed at every step (`width` = `.max`) the result is exact. With fewer it is the cost of a way
/// to guess that exists.
final class TreeSearch {
  /// No way at all, within the tries that are left.
  static let impossible = 1 << 30

  private let table: PatternTable
  /// How many guesses are tried at each step.
  private let width: Int
  private var known: [Key: Known] = [:]
  private let hashes: [(UInt64, UInt64)]
  private var spareScores: [[UInt16]] = []
  private var spareParts: [[[UInt16]]] = []

  /// A set of answers by two independent 64-bit sums, and the tries that are left.
  private struct Key: Hashable {
    let first: UInt64
    let second: UInt64
    let tries: Int
  }

  private struct Known {
    var cost: Int
    /// Whether `cost` is the cost itself and not only a bound below it.
    var isExact: Bool
    var guess: UInt16
  }

  init(_ table: PatternTable, width: Int = .max) {
    self.table = table
    self.width = width
    var random = SplitMix(seed: 0x5EED)
    hashes = (0..<table.answerCount).map { _ in (random.next(), random.next()) }
  }

  /// Forgets what was found about sets, to save memory.
  func forget(above count: Int) {
    if known.count > count { known.removeAll(keepingCapacity: true) }
  }

  /// The least cost of a set, guesses in all, if it is below `limit`; else a bound that is at least `limit` and not
  /// above the cost.
  func cost(of set: [UInt16], tries: Int, below limit: Int = TreeSearch.impossible) -> Int {
    let count = set.count
    if count <= 2 { return tries >= count ? [0, 1, 3][count] : Self.impossible }
    if tries < 2 { return Self.impossible }
    if 2 * count - 1 >= limit { return 2 * count - 1 }
    let key = key(of: set, tries)
    var floor = 2 * count - 1
    if let entry = known[key] {
      if entry.isExact || entry.cost >= limit { return entry.cost }
      floor = max(floor, entry.cost)
    }
    let found = search(set, tries, below: limit)
    let isExact = found.cost < limit
    known[key] = Known(cost: max(found.cost, isExact ? 0 : floor), isExact: isExact, guess: found.guess)
    return isExact ? found.cost : max(found.cost, floor)
  }

  /// The guess with which ``cost(of:tries:below:)`` was reached; `nil` for a set that was never worked out.
  func guess(for set: [UInt16], tries: Int) -> Int? {
    if let first = set.first, set.count <= 2 { return Int(first) }
    if let entry = known[key(of: set, tries)], entry.isExact { return Int(entry.guess) }
    return nil
  }

  private func key(of set: [UInt16], _ tries: Int) -> Key {
    var (first, second): (UInt64, UInt64) = (0, 0)
    for answer in set {
      first ^= hashes[Int(answer)].0
      second ^= hashes[Int(answer)].1
    }
    return Key(first: first, second: second, tries: tries)
  }

  private func search(_ set: [UInt16], _ tries: Int, below limit: Int) -> (cost: Int, guess: UInt16) {
    let count = set.count
    // One of the set that tells all others apart: nothing is better.
    for answer in set where splits(set, by: Int(answer)) { return (2 * count - 1, answer) }
    if 2 * count >= limit { return (2 * count, 0) }
    if count == 3 && tries >= 3 { return (6, set[0]) }
    var scores = spareScores.popLast() ?? [UInt16](repeating: 0, count: table.guesses.count)
    defer { spareScores.append(scores) }
    table.scores(of: set, into: &scores)
    let order = candidates(scores, count)
    var best = (cost: limit, guess: UInt16(0))
    var bound = Self.impossible
    for candidate in order {
      let least = 3 * count - Int(scores[Int(candidate)])
      if least >= best.cost {
        bound = min(bound, least)
        break
      }
      let cost = self.cost(of: set, by: Int(candidate), tries, atLeast: least, below: best.cost)
      if cost < best.cost { best = (cost, candidate) } else { bound = min(bound, cost) }
    }
    if best.cost < limit { return best }
    // Nothing below the limit: no guess that was tried costs less than this, nor any that was not.
    return (max(limit, min(bound, Self.impossible)), 0)
  }

  /// Whether a guess tells all of a set apart.
  private func splits(_ set: [UInt16], by guess: Int) -> Bool {
    var seen: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    return table.withRow(of: guess) { row in
      withUnsafeMutableBytes(of: &seen) { bytes in
        let words = bytes.bindMemory(to: UInt64.self)
        for answer in set {
          let code = Int(row[Int(answer)])
          let bit: UInt64 = 1 << UInt64(code & 63)
          if words[code >> 6] & bit != 0 { return false }
          words[code >> 6] |= bit
        }
        return true
      }
    }
  }

  /// Guesses with the highest scores first, so many as are to be tried.
  private func candidates(_ scores: [UInt16], _ count: Int) -> [UInt16] {
    var starts = [Int](repeating: 0, count: 260)
    for score in scores { starts[258 - min(258, Int(score))] += 1 }
    var sum = 0
    for index in starts.indices {
      let number = starts[index]
      starts[index] = sum
      sum += number
    }
    var order = [UInt16](repeating: 0, count: scores.count)
    for (guess, score) in scores.enumerated() {
      let place = 258 - min(258, Int(score))
      order[starts[place]] = UInt16(truncatingIfNeeded: guess)
      starts[place] += 1
    }
    if width < order.count { order.removeSubrange(width...) }
    return order
  }

  /// The cost of a set when it begins with a guess, if it is below `limit`; else a bound that is at least `limit`.
  private func cost(of set: [UInt16], by guess: Int, _ tries: Int, atLeast least: Int, below limit: Int) -> Int {
    var parts = spareParts.popLast() ?? [[UInt16]](repeating: [], count: Colours.count)
    defer { spareParts.append(parts) }
    var used: [Int] = []
    table.withRow(of: guess) { row in
      for answer in set {
        let code = Int(row[Int(answer)])
        if parts[code].isEmpty { used.append(code) }
        parts[code].append(answer)
      }
    }
    defer { for code in used { parts[code].removeAll(keepingCapacity: true) } }
    if used.count == 1, parts[used[0]].count == set.count { return Self.impossible }
    var total = least
    // Small parts first: they cost little to work out and often are enough to give a guess up.
    used.sort { parts[$0].count < parts[$1].count }
    for code in used where code != Int(Colours.solved.code) && (parts[code].count > 2 || tries <= 2) {
      let least = 2 * parts[code].count - 1
      total += cost(of: parts[code], tries: tries - 1, below: limit - total + least) - least
      if total >= limit { return total }
    }
    return total
  }
}
