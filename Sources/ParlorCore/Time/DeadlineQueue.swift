/// What is to be woken when: a binary heap of moments. The same key may stand in it several times; being
/// woken too often does no harm.
struct DeadlineQueue<Key> {
  private var heap: [(at: Instant, key: Key)] = []

  /// The earliest moment.
  var next: Instant? { heap.first?.at }

  mutating func add(_ key: Key, at instant: Instant) {
    heap.append((instant, key))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[child].at < heap[parent].at else { break }
      heap.swapAt(child, parent)
      child = parent
    }
  }

  /// Takes out the earliest key that is due.
  mutating func popDue(at now: Instant) -> Key? {
    guard let first = heap.first, first.at <= now else { return nil }
    let last = heap.removeLast()
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return first.key
  }

  private mutating func sink() {
    var parent = 0
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].at < heap[least].at {
        least = child
      }
      guard least != parent else { return }
      heap.swapAt(parent, least)
      parent = least
    }
  }
}
