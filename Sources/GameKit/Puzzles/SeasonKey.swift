public import WireProtocol

/// The secret from which the order of the dailies derives. It computes every daily.
public struct SeasonKey: Hashable, Sendable {
  /// 32 bytes.
  public let bytes: [UInt8]
  /// Copies of a key share what was computed from it.
  private let orders = SeasonOrders()

  /// Any bytes, or the text given with `--season-key`, are brought to 32 bytes by SHA-256.
  public init(hashing material: some Sequence<UInt8>) {
    bytes = SHA256.hash(material).bytes
  }

  /// A generator for one purpose: different purposes are independent of each other, and none gives the key away.
  ///
  /// - Parameter purpose: such as `wordle/order/0`.
  public func generator(for purpose: String) -> SeededGenerator {
    SeededGenerator(digest: digest(for: purpose))
  }

  /// A digest for one purpose, such as the nonce of a commitment.
  public func digest(for purpose: String) -> SHA256.Digest {
    var hash = SHA256()
    hash.update(bytes)
    hash.update(purpose.utf8)
    return hash.finished()
  }

  /// Which entry of a pool belongs to a day: each comes once until all have been used, then a new order
  /// begins.
  ///
  /// - Parameters:
  ///   - purpose: the game's id, so that games do not share an order.
  ///   - count: entries in the pool; the result is 0 when there are none.
  public func index(for day: Day, purpose: String, count: Int) -> Int {
    guard count > 0 else { return 0 }
    let zeroBased = day.number - 1
    let cycle = zeroBased >= 0 ? zeroBased / count : (zeroBased - count + 1) / count
    let order = orders.order(SeasonOrders.Key(purpose: purpose, count: count, cycle: cycle)) {
      var order = (0..<count).map { UInt32(truncatingIfNeeded: $0) }
      var generator = generator(for: "\(purpose)/order/\(cycle)")
      generator.shuffle(&order)
      return order
    }
    return Int(order[zeroBased - cycle * count])
  }

  public static func == (one: SeasonKey, other: SeasonKey) -> Bool { one.bytes == other.bytes }

  public func hash(into hasher: inout Hasher) { hasher.combine(bytes) }
}
