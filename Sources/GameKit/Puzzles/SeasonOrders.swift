internal import Synchronization

/// The orders of dailies that were computed last. An order takes as long as shuffling the whole pool, and whoever asks
/// for one day asks for hundreds of days of the same order.
final class SeasonOrders: Sendable {
  struct Key: Hashable {
    let purpose: String
    let count: Int
    let cycle: Int
  }

  /// A few games with the present order and the one before.
  private static let most = 16

  /// Oldest first.
  private let orders = Mutex<[(key: Key, order: [UInt32])]>([])

  /// An order, computed by `make` where it is not known.
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
