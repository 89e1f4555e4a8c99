/// Planned events, the earliest first; simultaneous ones in the order of planning.
struct Agenda {
  private struct Entry {
    let at: Int64
    let order: Int
    let happening: Happening

    static func < (left: Entry, right: Entry) -> Bool {
      left.at == right.at ? left.order < right.order : left.at < right.at
    }
  }

  private var heap: [Entry] = []
  private var planned = 0

  var isEmpty: Bool { heap.isEmpty }
  var count: Int { heap.count }

  mutating func plan(_ happening: Happening, at moment: Int64) {
    planned += 1
    heap.append(Entry(at: moment, order: planned, happening: happening))
    var place = heap.count - 1
    while place > 0, heap[place] < heap[(place - 1) / 2] {
      heap.swapAt(place, (place - 1) / 2)
      place = (place - 1) / 2
    }
  }

  mutating func next() -> (at: Int64, happening: Happening)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    if !heap.isEmpty {
      heap[0] = last
      sink()
    }
    return (first.at, first.happening)
  }

  private mutating func sink() {
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2] where child < heap.count && heap[child] < heap[least] {
        least = child
      }
      guard least != place else { return }
      heap.swapAt(place, least)
      place = least
    }
  }
}
