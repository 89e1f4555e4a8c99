/// Elements that are paused until a time, the earliest first: a binary heap.
package struct PauseQueue<Element> {
  private var heap: [(due: UInt64, element: Element)] = []

  package init() {}

  /// When the first pause ends.
  package var nextDue: UInt64? { heap.first?.due }

  package mutating func insert(_ element: Element, due: UInt64) {
    heap.append((due, element))
    var child = heap.count - 1
    while child > 0, heap[child].due < heap[(child - 1) / 2].due {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Takes out an element whose time has come.
  package mutating func popDue(at now: UInt64) -> (due: UInt64, element: Element)? {
    guard let first = heap.first, first.due <= now else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].due < heap[least].due {
        least = child
      }
      guard least != parent else { return first }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
