/// Connections that are not read until a moment, the earliest first: a binary heap.
struct PauseQueue {
  private var heap: [(due: UInt64, connection: ConnectionID)] = []

  /// When the first one is to be read again.
  var nextDue: UInt64? { heap.first?.due }

  mutating func insert(_ connection: ConnectionID, due: UInt64) {
    heap.append((due, connection))
    var child = heap.count - 1
    while child > 0, heap[child].due < heap[(child - 1) / 2].due {
      heap.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// Takes out one whose moment has come.
  mutating func popDue(at now: UInt64) -> (due: UInt64, connection: ConnectionID)? {
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
