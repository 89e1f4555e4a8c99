/// The chosen line of a list, which determines the visible part.
struct ListCursor: Hashable, Sendable {
  private(set) var chosen = 0

  mutating func choose(_ index: Int, of count: Int) { chosen = min(max(index, 0), max(0, count - 1)) }

  /// - Parameter room: the number of visible lines.
  /// - Returns: whether the key moves in a list.
  mutating func go(_ key: Key, of count: Int, room: Int) -> Bool {
    switch key {
    case .up: choose(chosen - 1, of: count)
    case .down: choose(chosen + 1, of: count)
    case .pageUp: choose(chosen - max(1, room), of: count)
    case .pageDown: choose(chosen + max(1, room), of: count)
    case .home: chosen = 0
    case .end: choose(count - 1, of: count)
    default: return false
    }
    return true
  }
}
