internal import WireProtocol

/// A result as a grid of tiles that can reveal its letters.
struct GridItem: Sendable {
  let id: Int
  var title: String
  var rows: [String]
  /// The letters of the tiles, if they are known.
  var letters: [String] = []
  var revealed: Set<BoardCell> = []
  /// The text below the grid.
  var remark = ""
  /// For two grids side by side: the column, and the key of the pair.
  var side: (column: Int, of: String)?
  /// A result of the channel, and the viewer's reaction to it.
  var shared: SharedResult?
  var own: Reaction?
}

struct GridList: Sendable {
  /// The newest first.
  var items: [GridItem] = [] { didSet { fit() } }
  private(set) var chosen = 0
  private(set) var cell = BoardCell(x: 0, y: 0)

  var item: GridItem? { items.indices.contains(chosen) ? items[chosen] : nil }

  mutating func insertFirst(_ item: GridItem) {
    let isLookedAt = chosen > 0 || cell.y > 0
    items.insert(item, at: 0)
    if isLookedAt { chosen = min(chosen + 1, items.count - 1) }
  }

  mutating func point(at index: Int, _ cell: BoardCell) {
    (chosen, self.cell) = (index, cell)
    fit()
  }

  private mutating func fit() {
    chosen = min(max(chosen, 0), max(0, items.count - 1))
    guard let item else { return }
    cell.y = min(max(cell.y, 0), max(0, item.rows.count - 1))
    let row = item.rows.indices.contains(cell.y) ? item.rows[cell.y].count : 1
    cell.x = min(max(cell.x, 0), max(0, row - 1))
  }

  /// - Returns: whether the key moves the cursor.
  mutating func go(_ key: Key) -> Bool {
    switch key {
    case .up, .character("k"): move(-1)
    case .down, .character("j"): move(1)
    case .left: cell.x -= 1
    case .right: cell.x += 1
    case .pageUp: jump(-1)
    case .pageDown, .tab: jump(1)
    case .home: jump(-items.count)
    case .end: jump(items.count)
    default: return false
    }
    fit()
    return true
  }

  private mutating func move(_ dy: Int) {
    cell.y += dy
    if let item, cell.y >= item.rows.count, chosen + 1 < items.count {
      chosen += 1
      cell.y = 0
    } else if cell.y < 0, chosen > 0 {
      chosen -= 1
      cell.y = items[chosen].rows.count - 1
    }
  }

  private mutating func jump(_ step: Int) {
    chosen += step
    cell = BoardCell(x: 0, y: 0)
  }

  /// The cells that a key reveals: the one at the cursor, its row, or all.
  func cells(under key: Key) -> Set<BoardCell>? {
    func row(_ y: Int) -> [BoardCell] {
      guard let item, item.rows.indices.contains(y) else { return [] }
      return (0..<item.rows[y].count).map { BoardCell(x: $0, y: y) }
    }
    switch key {
    case .character(" "), .enter: return [cell]
    case .character("r"): return Set(row(cell.y))
    case .character("a"): return Set((item?.rows ?? []).indices.flatMap(row))
    default: return nil
    }
  }

  /// Shows letters, or hides them if all are shown; `false` if they are unknown.
  mutating func reveal(_ cells: Set<BoardCell>) -> Bool {
    guard let item, !item.letters.isEmpty else { return false }
    if item.revealed.isSuperset(of: cells) {
      items[chosen].revealed.subtract(cells)
    } else {
      items[chosen].revealed.formUnion(cells)
    }
    return true
  }
}
