internal import GameKit

/// Looks for the way to guess that takes the fewest guesses in all over a set of answers, each of them once.
///
/// **The bound.** A guess spends one guess on each of the `n` answers of a set. It is itself at most one of them; the
/// others fall into `p` parts by their colours. Of a part of `m` answers one at best is found by the next guess and the
/// others by the one after: `2m - 1`. So a guess that makes `k` different colours, all right counted as one, and is in
/// the set (`s = 1`) or not (`s = 0`), costs at least `n + 2(n - s) - (k - s) = 3n - (k + s)` guesses in all. Guesses
/// are tried in the order of that bound, and no further once it is not below the best cost found.
///
/// With every guess tried at every step (`width` = `.max`) the result is exact. With fewer it is the cost of a way
/// to guess that exists.
///
/// **Rules.** Where hints bind, a place in the search is not only the answers that are left but also the guesses that
/// the rule still allows. The bound holds there as well, since it looks at one guess and at the best that could follow.
final class TreeSearch {
  /// No way at all, within the tries that are left.
  static let impossible = 1 << 30

  /// A place in the search: what the answer may be, what may be guessed, and how often.
  struct Position {
    var set: [UInt16]
    var allowed = AllowedGuesses.all
    var tries: Int
  }

  private let table: PatternTable
  /// How many guesses are tried at each step.
  private let width: Int
  private let rule: GuessRule
  /// What an answer costs that is not found within the tries, beside the guesses that were spent on it.
  private let loss: Int
  private var known: [Key: Known] = [:]
  private let hashes: [(UInt64, UInt64)]
  private var spareScores: [[UInt16]] = []
  private var spareParts: [[[UInt16]]] = []

  /// A set of answers by two independent 64-bit sums, the guesses that are allowed by one, and the tries that are left.
  private struct Key: Hashable {
    let first: UInt64
    let second: UInt64
    let allowed: UInt64
    let tries: Int
  }

  private struct Known {
    var cost: Int
    /// Whether `cost` is the cost itself and not only a bound below it.
    var isExact: Bool
    var guess: UInt16
  }

  /// - Parameter loss: what an answer costs that is not found; ``impossible`` looks only for ways that find every one.
  init(_ table: PatternTable, width: Int = .max, rule: GuessRule = .free, loss: Int = TreeSearch.impossible) {
    self.table = table
    self.width = width
    self.rule = rule
    self.loss = loss
    var random = SeededGenerator(seed: 0x5EED)
    hashes = table.guesses.map { _ in (random.next(), random.next()) }
  }

  /// The least cost of a set, guesses in all, if it is below `limit`; else a bound that is at least `limit` and not
  /// above the cost.
  func cost(of position: Position, below limit: Int = TreeSearch.impossible) -> Int {
    let count = position.set.count
    let tries = position.tries
    if count <= 2, tries >= count { return [0, 1, 3][count] }
    if tries < 2 { return outOfTries(count, tries) }
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

  /// With one try left one answer can still be found, with none none.
  private func outOfTries(_ count: Int, _ tries: Int) -> Int {
    loss == Self.impossible ? Self.impossible : count * tries + (count - tries) * loss
  }

  /// The guess with which ``cost(of:below:)`` was reached; `nil` for a place that was never worked out.
  func guess(for position: Position) -> Int? {
    if let first = position.set.first, position.set.count <= 2 || position.tries == 1 { return Int(first) }
    if let answer = position.set.first(where: { splits(position.set, by: Int($0)) }) { return Int(answer) }
    if let entry = known[key(of: position)], entry.isExact { return Int(entry.guess) }
    return nil
  }

  /// The place to which the colours of a guess lead, with those answers that they leave.
  func position(after position: Position, _ guess: Int, _ colours: Colours, leaving set: [UInt16]) -> Position {
    Position(set: set, allowed: allowed(after: position.allowed, guess, colours), tries: position.tries - 1)
  }

  private func allowed(after allowed: AllowedGuesses, _ guess: Int, _ colours: Colours) -> AllowedGuesses {
    let demand = rule.demand(of: table.guesses[guess], colours)
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
    return Key(first: first, second: second, allowed: position.allowed.hash, tries: position.tries)
  }

  private func search(_ position: Position, below limit: Int) -> (cost: Int, guess: UInt16) {
    let set = position.set
    let count = set.count
    // One of the set that tells all others apart: nothing is better, and no rule forbids what may be the answer.
    for answer in set where splits(set, by: Int(answer)) { return (2 * count - 1, answer) }
    if 2 * count >= limit { return (2 * count, 0) }
    if count == 3 && position.tries >= 3 { return (6, set[0]) }
    var scores = spareScores.popLast() ?? [UInt16](repeating: 0, count: table.guesses.count)
    defer { spareScores.append(scores) }
    table.scores(of: set, among: position.allowed.guesses, into: &scores)
    var best = (cost: limit, guess: UInt16(0))
    var bound = Self.impossible
    for index in candidates(scores[..<(position.allowed.guesses?.count ?? scores.count)]) {
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
    // Nothing below the limit: no guess that was tried costs less than this, nor any that was not.
    return (max(limit, min(bound, Self.impossible)), 0)
  }

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

  /// The places of the highest scores first, so many as are to be tried.
  private func candidates(_ scores: ArraySlice<UInt16>) -> [UInt16] {
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
    if width < order.count { order.removeSubrange(width...) }
    return order
  }

  /// The cost of a set when it begins with a guess, if it is below `limit`; else a bound that is at least `limit`.
  private func cost(of position: Position, by guess: Int, atLeast least: Int, below limit: Int) -> Int {
    var parts = spareParts.popLast() ?? [[UInt16]](repeating: [], count: Colours.count)
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
    // Small parts first: they cost little to work out and often are enough to give a guess up.
    used.sort { parts[$0].count < parts[$1].count }
    for code in used where code != Int(Colours.solved.code) && (parts[code].count > 2 || position.tries <= 2) {
      let least = 2 * parts[code].count - 1
      let part = self.part(of: position, guess, Colours.all[code], parts[code])
      total += part.map { cost(of: $0, below: limit - total + least) - least } ?? 0
      if total >= limit { return total }
    }
    return total
  }

  /// The place after a guess; `nil` where it need not be looked at, one of its answers telling all the others apart.
  private func part(of position: Position, _ guess: Int, _ colours: Colours, _ set: [UInt16]) -> Position? {
    if rule == .free || position.tries <= 2 || set.count <= 2 {
      return Position(set: set, tries: position.tries - 1)
    }
    // Which guesses are allowed takes long to say and does not matter here.
    if set.contains(where: { splits(set, by: Int($0)) }) { return nil }
    return self.position(after: position, guess, colours, leaving: set)
  }
}
