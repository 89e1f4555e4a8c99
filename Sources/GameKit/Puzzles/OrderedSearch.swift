extension RandomAccessCollection where Index == Int {
  /// The first place from which on a condition holds, which for no element before it does; the end if for none.
  ///
  /// A binary search: it asks as often as the count has digits, in base two.
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
