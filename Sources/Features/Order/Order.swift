public import Kernel
import ParlorCore

/// Moderation: bans, mutes and moderators, blocks, reports, and what moderators can look up.
public struct Order: Feature {
  public init() {}

  public static var documents: [DocumentForm] {
    [DocumentForm(OrderDocument.self), DocumentForm(SafetyDocument.self)]
  }

  public func register(in kernel: Kernel) {
    let (order, safety) = (DocumentTable<OrderDocument>(), DocumentTable<SafetyDocument>())
    kernel.add(order)
    kernel.add(safety)
    Sanctions(order[0]).register(in: kernel)
    OrderRecords(order[0]).register(in: kernel)
    Blocks(safety[0]).register(in: kernel)
    Reports(safety[0]).register(in: kernel)
  }
}
