import GameKit

/// The values of sets of letter orders, for judging past tries.
///
/// A strategy tries only orders that fit: of a small set all, so that the value is exact; of a large set some, of which
/// the most informative one is tried. So a player may have found a better try.
struct OrderValues {
  /// An order of at most seven letters, the first in the lowest byte.
  struct Order: Hashable {
    fileprivate let packed: UInt64
    fileprivate let count: Int

    init(_ letters: some Collection<UInt8>) {
      packed = letters.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
      count = min(8, letters.count)
    }

    var text: String {
      String(decoding: (0..<count).map { UInt8(truncatingIfNeeded: packed >> UInt64(8 * $0)) }, as: UTF8.self)
    }

    /// A bit for each place at which two orders have the same letter.
    func agreement(with other: Order) -> Int {
      var difference = packed ^ other.packed
      var bits = 0
      for place in 0..<count {
        if difference & 0xFF == 0 { bits |= 1 << place }
        difference >>= 8
      }
      return bits
    }
  }

  struct Value {
    /// Tries for all orders together.
    let cost: Int
    let best: Order?
  }

  /// At so many orders all are tried.
  private static let few = 6
  /// Else so many.
  private static let sample = 16

  /// All different orders of some letters, in the order of the alphabet.
  static func orders(of word: String) -> [Order] {
    var found: [Order] = []
    var order: [UInt8] = []
    func extend(by rest: [UInt8]) {
      guard !rest.isEmpty else { return found.append(Order(order)) }
      for index in rest.indices where index == 0 || rest[index] != rest[index - 1] {
        var others = rest
        order.append(others.remove(at: index))
        extend(by: others)
        order.removeLast()
      }
    }
    extend(by: word.utf8.prefix(7).sorted())
    return found
  }

  /// The parts of a set by their agreement with an order, which itself is in none.
  static func parts(of set: [Order], by guess: Order) -> [(agreement: Int, orders: [Order])] {
    let whole = (1 << guess.count) - 1
    var parts = [[Order]](repeating: [], count: whole + 1)
    for order in set { parts[order.agreement(with: guess)].append(order) }
    var found: [(agreement: Int, orders: [Order])] = []
    for agreement in 0..<whole where !parts[agreement].isEmpty { found.append((agreement, parts[agreement])) }
    return found
  }

  static func value(of set: [Order]) -> Value {
    guard set.count > 2 else { return Value(cost: max(0, 2 * set.count - 1), best: set.first) }
    if set.count <= few {
      let costs = set.map { (cost: cost(of: set, by: $0), guess: $0) }
      let best = costs.reduce(costs[0]) { $1.cost < $0.cost ? $1 : $0 }
      return Value(cost: best.cost, best: best.guess)
    }
    var best = (guess: set[0], parts: 0)
    for index in 0..<min(sample, set.count) {
      let guess = set[index * set.count / min(sample, set.count)]
      let parts = countOfParts(of: set, by: guess)
      if parts > best.parts { best = (guess, parts) }
    }
    return Value(cost: cost(of: set, by: best.guess), best: best.guess)
  }

  private static func cost(of set: [Order], by guess: Order) -> Int {
    set.count + parts(of: set, by: guess).reduce(0) { $0 + value(of: $1.orders).cost }
  }

  private static func countOfParts(of set: [Order], by guess: Order) -> Int {
    var seen = [Bool](repeating: false, count: 1 << guess.count)
    var count = 0
    for order in set {
      let agreement = order.agreement(with: guess)
      if !seen[agreement] { count += 1 }
      seen[agreement] = true
    }
    return count
  }
}
