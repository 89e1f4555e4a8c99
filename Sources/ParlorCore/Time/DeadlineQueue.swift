/// A timer queue: a binary heap of times in which each key occurs once.
struct DeadlineQueue<Key: Hashable> {
  private var heap: [(at: Instant, key: Key)] = []
  private var positions: [Key: Int] = [:]

  /// The earliest time.
  var next: Instant? { heap.first?.at }

  /// The number of keys.
  var count: Int { heap.count }

  /// Whether a key is in the queue.
  func contains(_ key: Key) -> Bool { positions[key] != nil }

  /// Sets the time of a key, which replaces an earlier one; `nil` removes it.
  mutating func set(_ key: Key, at instant: Instant?) {
    guard let instant else { return remove(key) }
    if let position = positions[key] {
      heap[position].at = instant
      restore(position)
    } else {
      heap.append((instant, key))
      positions[key] = heap.count - 1
      restore(heap.count - 1)
    }
  }

  /// Sets the time of a key, unless it has an earlier one.
  mutating func set(_ key: Key, noLaterThan instant: Instant) {
    if let position = positions[key], heap[position].at <= instant { return }
    set(key, at: instant)
  }

  /// Removes the earliest key that is due.
  mutating func popDue(at now: Instant) -> Key? {
    guard let first = heap.first, first.at <= now else { return nil }
    remove(first.key)
    return first.key
  }

  private mutating func remove(_ key: Key) {
    guard let position = positions.removeValue(forKey: key) else { return }
    let last = heap.removeLast()
    guard position < heap.count else { return }
    heap[position] = last
    positions[last.key] = position
    restore(position)
  }

  /// Moves an entry up or down to its position.
  private mutating func restore(_ position: Int) {
    var place = position
    while place > 0, heap[place].at < heap[(place - 1) / 2].at {
      exchange(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child].at < heap[least].at {
        least = child
      }
      guard least != place else { return }
      exchange(place, least)
      place = least
    }
  }

  private mutating func exchange(_ first: Int, _ second: Int) {
    heap.swapAt(first, second)
    positions[heap[first].key] = first
    positions[heap[second].key] = second
  }
}
