public import WireProtocol

/// The secret that determines the order of the dailies, and so every daily.
public struct SeasonKey: Hashable, Sendable {
  /// 32 bytes.
  public let bytes: [UInt8]
  /// Computed orders, shared by copies of a key.
  private let orders = SeasonOrders()

  /// Hashes any bytes, or the text of `--season-key`, to 32 bytes with SHA-256.
  public init(hashing material: some Sequence<UInt8>) {
    bytes = SHA256.hash(material).bytes
  }

  /// A generator for one purpose: those of different purposes are independent, and none reveals the key.
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

  /// The index of a day's entry in a pool: each entry comes once until all have been used, then a new order begins.
  ///
  /// - Parameters:
  ///   - purpose: the game's id, so that games do not share an order.
  ///   - count: the size of the pool; the result is 0 if it is empty.
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
