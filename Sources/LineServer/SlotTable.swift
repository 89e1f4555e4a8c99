/// A dense table of objects by slot. A lookup retains that object only, not the table as well, as an array in a class
/// would: the loop looks a connection up for every line and every output.
final class SlotTable<Element: AnyObject> {
  private var elements: UnsafeMutablePointer<Element?>
  private var capacity: Int
  /// One more than the highest slot that was ever set.
  private(set) var count = 0

  init() {
    capacity = 64
    elements = .allocate(capacity: capacity)
  }

  deinit {
    elements.deinitialize(count: count)
    elements.deallocate()
  }

  /// The object in a slot; `nil` if it is free or was never used.
  subscript(slot: Int) -> Element? {
    get { slot >= 0 && slot < count ? elements[slot] : nil }
    set {
      guard slot >= 0 else { return }
      if slot >= count { grow(to: slot + 1) }
      elements[slot] = newValue
    }
  }

  private func grow(to needed: Int) {
    if needed > capacity {
      let larger = max(needed, capacity * 2)
      let moved = UnsafeMutablePointer<Element?>.allocate(capacity: larger)
      moved.moveInitialize(from: elements, count: count)
      elements.deallocate()
      elements = moved
      capacity = larger
    }
    (elements + count).initialize(repeating: nil, count: needed - count)
    count = needed
  }
}
