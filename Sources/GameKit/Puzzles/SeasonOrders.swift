internal import Synchronization

/// A cache of the latest orders of dailies. An order costs a shuffle of the whole pool, and callers ask for hundreds of
/// days of one order.
final class SeasonOrders: Sendable {
  struct Key: Hashable {
    let purpose: String
    let count: Int
    let cycle: Int
  }

  /// Enough for several games with their current and previous order.
  private static let most = 16

  /// The oldest first.
  private let orders = Mutex<[(key: Key, order: [UInt32])]>([])

  /// The cached order, or the one that `make` computes.
  func order(_ key: Key, _ make: () -> [UInt32]) -> [UInt32] {
    if let known = orders.withLock({ $0.first { $0.key == key }?.order }) { return known }
    let made = make()
    orders.withLock { orders in
      if orders.count >= Self.most { orders.removeFirst() }
      orders.append((key, made))
    }
    return made
  }
}
