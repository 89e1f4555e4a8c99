extension RandomAccessCollection where Index == Int {
  /// The first index from which on a condition holds, if it holds for no element before; otherwise the end. A binary
  /// search.
  @inlinable
  package func firstPlace(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
