public import Kernel
import ParlorCore

/// Keeping order among players: whom somebody does not want to hear, what is reported to those who keep order, and what
/// these can look up.
public struct Order: Feature {
  public init() {}

  public static var documents: [DocumentForm] { [DocumentForm(SafetyDocument.self)] }

  public func register(in kernel: Kernel) {
    let table = DocumentTable<SafetyDocument>()
    kernel.add(table)
    Blocks(table[0]).register(in: kernel)
    Reports(table[0]).register(in: kernel)
    OrderRecords.register(in: kernel)
  }
}
