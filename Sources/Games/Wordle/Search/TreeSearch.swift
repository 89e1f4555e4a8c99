package import GameKit

/// Searches for the strategy with the fewest guesses in total over a set of answers.
///
/// **The bound.** A guess costs one guess for each of the `n` answers of a set. At most one of them is the guess
/// itself; the others fall into `p` parts by their colours. In a part of `m` answers at most one is found by the next
/// guess and the others by the one after: `2m - 1`. So a guess that distinguishes `k` different colours, all right
/// included, and is in the set (`s = 1`) or not (`s = 0`), costs at least `n + 2(n - s) - (k - s) = 3n - (k + s)`
/// guesses in total. Guesses are tried in the order of that bound, until it is not below the best cost found.
///
/// With all guesses tried at every step (``SearchWidth/all``) the result is exact. With fewer it is the cost of an
/// existing strategy.
///
/// **Rules.** If hints bind, a position consists of the remaining answers and of the guesses that the rule still
/// allows. The bound is valid there too, since it considers one guess and the best possible continuation.
package final class TreeSearch {
  /// No strategy within the remaining tries.
  package static let impossible = 1 << 30

  /// A position of the search: the possible answers, the allowed guesses, and the remaining tries.
  package struct Position {
    package var set: [UInt16]
    package var allowed: AllowedGuesses
    package var tries: Int

    package init(set: [UInt16], allowed: AllowedGuesses = .all, tries: Int) {
      (self.set, self.allowed, self.tries) = (set, allowed, tries)
    }
  }

  private let table: PatternTable
  /// The number of guesses tried at each step, by the number of answers.
  private let width: SearchWidth
  private let rule: GuessRule
  /// The cost of an answer that is not found in time, in addition to the guesses used for it.
  private let loss: Int
  private var known: [Key: Known] = [:]
  private let hashes: [(UInt64, UInt64)]
  private var spareScores: [[UInt16]] = []
  private var spareParts: [[[UInt16]]] = []

  /// A position's key: the answers by two independent 64-bit sums, the allowed guesses by one, and the remaining tries.
  private struct Key: Hashable {
    let first: UInt64
    let second: UInt64
    let allowed: UInt64
    let tries: Int
  }

  private struct Known {
    var cost: Int
    /// Whether `cost` is exact, not only a lower bound.
    var isExact: Bool
    var guess: UInt16
  }

  /// - Parameter loss: the cost of an answer that is not found; ``impossible`` searches only for strategies that find
  ///   all.
  package init(
    _ table: PatternTable, width: SearchWidth = .all, rule: GuessRule = .free, loss: Int = TreeSearch.impossible
  ) {
    self.table = table
    self.width = width
    self.rule = rule
    self.loss = loss
    var random = SeededGenerator(seed: 0x5EED)
    hashes = table.guesses.map { _ in (random.next(), random.next()) }
  }

  /// The least cost of a position, in total guesses, if it is below `limit`; otherwise a bound between `limit` and the
  /// cost.
  package func cost(of position: Position, below limit: Int = TreeSearch.impossible) -> Int {
    let count = position.set.count
    let tries = position.tries
    if count <= 2, tries >= count { return [0, 1, 3][count] }
    if tries < 2 { return lossCost(count, tries) }
    if 2 * count - 1 >= limit { return 2 * count - 1 }
    let key = key(of: position)
    var floor = 2 * count - 1
    if let entry = known[key] {
      if entry.isExact || entry.cost >= limit { return entry.cost }
      floor = max(floor, entry.cost)
    }
    let found = search(position, below: limit)
    let isExact = found.cost < limit
    known[key] = Known(cost: max(found.cost, isExact ? 0 : floor), isExact: isExact, guess: found.guess)
    return isExact ? found.cost : max(found.cost, floor)
  }

  /// With one try left one answer can be found, with none none.
  private func lossCost(_ count: Int, _ tries: Int) -> Int {
    loss == Self.impossible ? Self.impossible : count * tries + (count - tries) * loss
  }

  /// The guess with which ``cost(of:below:)`` was reached; `nil` for a position that was not searched.
  package func guess(for position: Position) -> Int? {
    if let first = position.set.first, position.set.count <= 2 || position.tries == 1 { return Int(first) }
    if let answer = position.set.first(where: { splits(position.set, by: Int($0)) }) { return Int(answer) }
    if let entry = known[key(of: position)], entry.isExact { return Int(entry.guess) }
    return nil
  }

  /// The position after the colours of a guess, with the answers that they leave.
  package func position(
    after position: Position, _ guess: Int, _ colours: PackedColours, leaving set: [UInt16]
  ) -> Position { self.position(after: position, table.guesses[guess], colours, leaving: set) }

  /// The same for a guess that need not be in the table.
  package func position(
    after position: Position, _ guess: PackedWord, _ colours: PackedColours, leaving set: [UInt16]
  ) -> Position {
    Position(set: set, allowed: allowed(after: position.allowed, guess, colours), tries: position.tries - 1)
  }

  private func allowed(after allowed: AllowedGuesses, _ guess: PackedWord, _ colours: PackedColours) -> AllowedGuesses {
    let demand = rule.demand(of: guess, colours)
    if case .nothing = demand { return allowed }
    var left: [UInt16] = []
    var hash: UInt64 = 0
    func look(_ candidate: UInt16) {
      guard demand.allows(table.guesses[Int(candidate)]) else { return }
      left.append(candidate)
      hash ^= hashes[Int(candidate)].0
    }
    if let before = allowed.guesses {
      left.reserveCapacity(before.count)
      for candidate in before { look(candidate) }
    } else {
      for candidate in table.guesses.indices { look(UInt16(truncatingIfNeeded: candidate)) }
    }
    return AllowedGuesses(guesses: left, hash: hash)
  }

  private func key(of position: Position) -> Key {
    var (first, second): (UInt64, UInt64) = (0, 0)
    for answer in position.set {
      first ^= hashes[Int(answer)].0
      second ^= hashes[Int(answer)].1
    }
    // No strategy needs more tries than there are answers, so that more of them make no difference.
    let tries = min(position.tries, position.set.count)
    return Key(first: first, second: second, allowed: position.allowed.hash, tries: tries)
  }

  private func search(_ position: Position, below limit: Int) -> (cost: Int, guess: UInt16) {
    let set = position.set
    let count = set.count
    // A possible answer that distinguishes all others is optimal, and allowed by every rule.
    for answer in set where splits(set, by: Int(answer)) { return (2 * count - 1, answer) }
    if 2 * count >= limit { return (2 * count, 0) }
    if count == 3 && position.tries >= 3 { return (6, set[0]) }
    var scores = spareScores.popLast() ?? [UInt16](repeating: 0, count: table.guesses.count)
    defer { spareScores.append(scores) }
    table.scores(of: set, among: position.allowed.guesses, into: &scores)
    var best = (cost: limit, guess: UInt16(0))
    var bound = Self.impossible
    for index in candidates(scores[..<(position.allowed.guesses?.count ?? scores.count)], at: count) {
      let candidate = position.allowed.guesses?[Int(index)] ?? index
      let least = 3 * count - Int(scores[Int(index)])
      if least >= best.cost {
        bound = min(bound, least)
        break
      }
      let cost = self.cost(of: position, by: Int(candidate), atLeast: least, below: best.cost)
      if cost < best.cost { best = (cost, candidate) } else { bound = min(bound, cost) }
    }
    if best.cost < limit { return best }
    // Nothing below the limit: no guess costs less than this, tried or not.
    return (max(limit, min(bound, Self.impossible)), 0)
  }

  /// An answer that distinguishes all others, with which no guess is wasted; `nil` where none does.
  package func splitter(of set: [UInt16]) -> Int? { set.first { splits(set, by: Int($0)) }.map { Int($0) } }

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

  /// The guesses with the highest scores, as many as are to be tried.
  private func candidates(_ scores: ArraySlice<UInt16>, at answers: Int) -> [UInt16] {
    var starts = [Int](repeating: 0, count: 260)
    for score in scores { starts[258 - min(258, Int(score))] += 1 }
    var sum = 0
    for index in starts.indices {
      let number = starts[index]
      starts[index] = sum
      sum += number
    }
    var order = [UInt16](repeating: 0, count: scores.count)
    for (index, score) in scores.enumerated() {
      let place = 258 - min(258, Int(score))
      order[starts[place]] = UInt16(truncatingIfNeeded: index)
      starts[place] += 1
    }
    let width = width.guesses(answers)
    if width < order.count { order.removeSubrange(width...) }
    return order
  }

  /// The cost of a position that begins with a guess, if it is below `limit`; otherwise a bound that is at least
  /// `limit`.
  private func cost(of position: Position, by guess: Int, atLeast least: Int, below limit: Int) -> Int {
    var parts = spareParts.popLast() ?? [[UInt16]](repeating: [], count: PackedColours.count)
    defer { spareParts.append(parts) }
    var used: [Int] = []
    table.withRow(of: guess) { row in
      for answer in position.set {
        let code = Int(row[Int(answer)])
        if parts[code].isEmpty { used.append(code) }
        parts[code].append(answer)
      }
    }
    defer { for code in used { parts[code].removeAll(keepingCapacity: true) } }
    if used.count == 1, parts[used[0]].count == position.set.count { return Self.impossible }
    var total = least
    // Small parts first: they are cheap, and often suffice to reject a guess.
    used.sort { parts[$0].count < parts[$1].count }
    for code in used where code != Int(PackedColours.solved.code) && (parts[code].count > 2 || position.tries <= 2) {
      let least = 2 * parts[code].count - 1
      let part = self.part(of: position, guess, PackedColours.all[code], parts[code])
      total += part.map { cost(of: $0, below: limit - total + least) - least } ?? 0
      if total >= limit { return total }
    }
    return total
  }

  /// The position after a guess; `nil` if it need not be searched, because one of its answers distinguishes all others.
  private func part(of position: Position, _ guess: Int, _ colours: PackedColours, _ set: [UInt16]) -> Position? {
    if rule == .free || position.tries <= 2 || set.count <= 2 {
      return Position(set: set, tries: position.tries - 1)
    }
    // Computing the allowed guesses is slow, and not needed here.
    if set.contains(where: { splits(set, by: Int($0)) }) { return nil }
    return self.position(after: position, guess, colours, leaving: set)
  }
}

/// How many guesses a search tries at each step: the more answers there are left, the fewer.
package struct SearchWidth: Sendable {
  /// The number of guesses at so many answers.
  fileprivate let guesses: @Sendable (_ answers: Int) -> Int

  /// Any width; it depends on the number of answers alone, so that a position always has the same value.
  package init(_ guesses: @escaping @Sendable (_ answers: Int) -> Int) { self.guesses = guesses }

  /// The same number at each step.
  package init(_ guesses: Int) { self.init { _ in guesses } }

  /// All guesses, so that the result is exact.
  package static let all = SearchWidth(.max)
}
