internal import WireProtocol

/// The positions of a board's cells on the screen: the largest tiles that fit, or a part of the board if none do.
struct BoardLayout: Hashable, Sendable {
  var area: Area
  private(set) var cellWidth = 3
  private(set) var cellHeight = 1
  private(set) var gapX = 0
  private(set) var gapY = 0
  private(set) var columns: Range<Int> = 0..<0
  private(set) var rows: Range<Int> = 0..<0
  let hasNames: Bool

  private static let tiles = [
    (11, 5, 2, 1), (7, 3, 2, 1), (5, 1, 1, 1), (5, 1, 1, 0), (3, 1, 1, 0), (3, 1, 0, 0), (2, 1, 0, 0), (1, 1, 0, 0),
  ]
  private static let fields = [(7, 3, 0, 0), (5, 1, 0, 1), (4, 1, 0, 0), (3, 1, 0, 0), (2, 1, 0, 0), (1, 1, 0, 0)]

  /// - Parameters:
  ///   - needsSigns: whether tiles need room for signs beside the letter.
  ///   - focus: the cell that must be visible.
  ///   - isSmall: whether to use the smallest readable tiles.
  init(_ board: Board, in space: Area, needsSigns: Bool, focus: BoardCell, isSmall: Bool = false) {
    hasNames = board.isGrid
    let columnCount = board.rows.map(\.tiles.count).max() ?? 0
    let left = hasNames ? 3 : 0
    let top = hasNames ? 1 : 0
    let width = space.width - left
    let height = space.height - top
    area = space
    var sizes = (board.isGrid ? Self.fields : Self.tiles).filter { !needsSigns || $0.0 >= 3 }
    // Large boards with gaps would be hard to read.
    if board.rows.count > 12 { sizes.removeAll { $0.1 > 1 || $0.3 > 0 } }
    if isSmall { sizes = needsSigns ? [(3, 1, 0, 0)] : [(2, 1, 0, 0), (1, 1, 0, 0)] }
    func fits(_ size: (Int, Int, Int, Int), _ needsHeight: Bool) -> Bool {
      columnCount * (size.0 + size.2) - size.2 <= width
        && (!needsHeight || board.rows.count * (size.1 + size.3) - size.3 <= height)
    }
    let flat = sizes.filter { $0.1 == 1 && $0.3 == 0 }
    let size = sizes.first { fits($0, true) } ?? flat.first { fits($0, false) } ?? flat.last ?? (1, 1, 0, 0)
    (cellWidth, cellHeight, gapX, gapY) = size
    columns = Self.part(columnCount, of: max(1, (width + gapX) / (cellWidth + gapX)), around: focus.x)
    rows = Self.part(board.rows.count, of: max(1, (height + gapY) / (cellHeight + gapY)), around: focus.y)
    area.width = left + max(0, columns.count * (cellWidth + gapX) - gapX)
    area.height = min(space.height, top + max(0, rows.count * (cellHeight + gapY) - gapY))
    if !isSmall { area.x += max(0, (space.width - area.width) / 2) }
  }

  private static func part(_ count: Int, of room: Int, around focus: Int) -> Range<Int> {
    guard count > room else { return 0..<count }
    let first = min(max(0, focus - room / 2), count - room)
    return first..<(first + room)
  }

  /// Whether adjacent rows of tiles are distinguished only by their content.
  var isDense: Bool { gapY == 0 && !hasNames }

  func place(of cell: BoardCell) -> Area? {
    guard columns.contains(cell.x), rows.contains(cell.y) else { return nil }
    return Area(
      x: area.x + (hasNames ? 3 : 0) + (cell.x - columns.lowerBound) * (cellWidth + gapX),
      y: area.y + (hasNames ? 1 : 0) + (cell.y - rows.lowerBound) * (cellHeight + gapY), width: cellWidth,
      height: cellHeight)
  }

  func cell(at x: Int, _ y: Int) -> BoardCell? {
    let (dx, dy) = (x - area.x - (hasNames ? 3 : 0), y - area.y - (hasNames ? 1 : 0))
    guard dx >= 0, dy >= 0, dx % (cellWidth + gapX) < cellWidth, dy % (cellHeight + gapY) < cellHeight else {
      return nil
    }
    let cell = BoardCell(
      x: columns.lowerBound + dx / (cellWidth + gapX), y: rows.lowerBound + dy / (cellHeight + gapY))
    return place(of: cell) == nil ? nil : cell
  }
}
