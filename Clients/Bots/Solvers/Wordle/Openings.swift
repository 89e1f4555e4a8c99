internal import WordleSearch

/// Evaluates all openings: which one leads to the fewest guesses, and a lower bound for all.
struct Openings: Sendable {
  private let table: PatternTable
  private let tries: Int
  private let rule: GuessRule
  private let loss: Int

  /// - Parameter loss: the cost of an answer that is not found in time; by default such strategies are excluded.
  init(_ table: PatternTable, tries: Int, rule: GuessRule = .free, loss: Int = TreeSearch.impossible) {
    self.table = table
    self.tries = tries
    self.rule = rule
    self.loss = loss
  }

  struct Choice: Sendable {
    let opening: Int
    let cost: Int
    var tree: DecisionTree
  }

  /// The best of the `count` most promising openings, each followed by the `width` best guesses at every step.
  /// Promising openings have a low bound among those that distinguish most colours.
  func best(of count: Int, width: Int, threads: Int) async -> Choice? {
    var scores = [UInt16](repeating: 0, count: table.guesses.count)
    table.scores(of: table.answers, into: &scores)
    let order = scores.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }.prefix(count * Self.fieldFactor)
    let bounds = await each(Array(order), threads: threads, keeping: 0) { opening, _ in
      quickBound(of: opening, enough: TreeSearch.impossible)
    }
    let promising = bounds.sorted { ($0.result, $0.opening) < ($1.result, $1.opening) }.prefix(count).map(\.opening)
    let found = await each(promising, threads: threads, keeping: TreeSearch.impossible) { opening, best in
      let search = TreeSearch(table, width: SearchWidth(width), rule: rule, loss: loss)
      let cost = self.cost(of: opening, search, below: best)
      // A cost that is not below the best so far is only a bound.
      guard cost < best else { return TreeSearch.impossible }
      best = cost
      return cost
    }
    guard let best = found.min(by: { ($0.result, $0.opening) < ($1.result, $1.opening) }),
      best.result < TreeSearch.impossible
    else { return nil }
    let search = TreeSearch(table, width: SearchWidth(width), rule: rule, loss: loss)
    let cost = self.cost(of: best.opening, search, below: TreeSearch.impossible)
    guard let tree = DecisionTree(opening: best.opening, of: table, tries: tries, search) else { return nil }
    return Choice(opening: best.opening, cost: cost, tree: tree)
  }

  /// The number of openings examined for each one that is tried.
  private static let fieldFactor = 6

  struct Proof: Sendable {
    /// No strategy takes fewer guesses over all answers, with any number of tries.
    let bound: Int
    /// Openings that needed more than the bound of their second guesses.
    let computedCount: Int
  }

  /// Proves that no strategy takes fewer than `claim` guesses over all answers, or finds the best provable bound.
  ///
  /// For each opening the answers fall into parts, and each part costs at least what its best second guess could reach
  /// if every third guess were optimal: ``TreeSearch`` explains why that is `3n - (k + s)`. Openings whose sum is below
  /// the claim are searched guess by guess until it is not.
  func proof(of claim: Int, threads: Int) async -> Proof {
    let bounds = await each(Array(table.guesses.indices), threads: threads, keeping: 0) { opening, _ in
      quickBound(of: opening, enough: claim)
    }
    let left = bounds.filter { $0.result < claim }.sorted { $0.result < $1.result }.map(\.opening)
    let worked = await each(left, threads: threads, keeping: 0) { opening, _ in
      // With unlimited tries, so that the bound also holds for strategies that may lose.
      self.cost(of: opening, TreeSearch(table), below: claim, tries: table.answerCount)
    }
    return Proof(bound: min(claim, worked.map(\.result).min() ?? claim), computedCount: left.count)
  }

  /// A bound of an opening's cost, from all possible second guesses; the largest parts first, until it suffices.
  func quickBound(of opening: Int, enough: Int) -> Int {
    let parts = table.parts(of: table.answers, by: opening).map(\.answers).sorted { $0.count > $1.count }
    var scores = [UInt16](repeating: 0, count: table.guesses.count)
    var total = table.answerCount + parts.reduce(0) { $0 + 2 * $1.count - 1 }
    for part in parts where part.count > 2 {
      if total >= enough { break }
      table.scores(of: part, into: &scores)
      total += max(0, part.count + 1 - Int(scores.max() ?? 0))
    }
    return total
  }

  /// An opening's cost if it is below `limit`; otherwise a bound that is at least `limit`.
  func cost(of opening: Int, _ search: TreeSearch, below limit: Int, tries: Int? = nil) -> Int {
    let tries = tries ?? self.tries
    let start = TreeSearch.Position(set: table.answers, tries: tries)
    let parts = table.parts(of: start.set, by: opening).sorted { $0.answers.count < $1.answers.count }
    if parts.count == 1, parts[0].answers.count == table.answerCount { return TreeSearch.impossible }
    var total = table.answerCount + parts.reduce(0) { $0 + 2 * $1.answers.count - 1 }
    for part in parts {
      let least = 2 * part.answers.count - 1
      let place = search.position(after: start, opening, part.colours, leaving: part.answers)
      total += search.cost(of: place, below: limit - total + least) - least
      if total >= limit { break }
    }
    return total
  }

  /// Evaluates openings in several tasks. Each task passes its own value from one opening to the next.
  private func each(
    _ openings: [Int], threads: Int, keeping start: Int, _ work: @escaping @Sendable (Int, inout Int) -> Int
  ) async -> [(opening: Int, result: Int)] {
    await withTaskGroup(of: [(opening: Int, result: Int)].self) { group in
      for thread in 0..<threads {
        group.addTask {
          var kept = start
          return stride(from: thread, to: openings.count, by: threads).map { (openings[$0], work(openings[$0], &kept)) }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }
}
