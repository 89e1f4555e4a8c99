internal import WireProtocol

/// A cell of a board: column and row, from 0 on, or a card by its place in its row.
struct BoardCell: Hashable, Sendable {
  var x: Int
  var y: Int
  /// On a board with parts, which of ``Board/fields``.
  var part = 0
}

/// Where a player points on a board, by cursor or mouse, and what that means by the board's gestures.
///
/// It knows no game: what it sends are a gesture's texts with the places filled in.
struct BoardPointer: Hashable, Sendable {
  private(set) var cell = BoardCell(x: 0, y: 0)
  /// What a board that is larger than its place is scrolled to: where the keys have gone. A mouse points at what is
  /// seen and scrolls nothing away under itself.
  private(set) var focus = BoardCell(x: 0, y: 0)
  /// Where a selection began, or the tile that was picked up.
  private(set) var anchor: BoardCell?
  /// Whether the button of a mouse holds it.
  private var isHeld = false
  /// Whether the player has used it: nobody wants a cursor on a board that is typed on.
  private(set) var isShown = false

  mutating func fit(_ board: Board?, after old: Board? = nil) {
    if let board, !board.parts.isEmpty {
      if old != nil { (anchor, isHeld) = (nil, false) }
      return fitParts(board.fields)
    }
    if let old, old.rows.map(\.letters) != board?.rows.map(\.letters) || board?.gestures.isEmpty == true {
      anchor = nil
    }
    guard let board, !board.rows.isEmpty else { return self = BoardPointer() }
    if !board.gestures.contains(where: { $0.act != .key }) { hide() }
    cell.part = 0
    if board.drag == nil, board.swap != nil, let row = board.openRow { (cell.y, focus.y) = (row, row) }
    cell.y = min(max(cell.y, 0), board.rows.count - 1)
    cell.x = min(max(cell.x, 0), max(0, board.rows[cell.y].tiles.count - 1))
  }

  mutating func cancel() -> Bool {
    defer { (anchor, isHeld) = (nil, false) }
    return anchor != nil
  }

  /// Nothing can be pointed at.
  mutating func hide() { (anchor, isHeld, isShown) = (nil, false, false) }

  /// Points at a cell, to which a board that is larger than its place is scrolled.
  mutating func place(_ cell: BoardCell) { (self.cell, focus) = (cell, cell) }

  /// Points at a cell, as a mouse does.
  mutating func point(at cell: BoardCell) { (self.cell, isShown) = (cell, true) }

  /// What is pointed at is somewhere else by now, or nothing.
  mutating func correct(_ cell: BoardCell) {
    if cell.part != self.cell.part { focus = cell }
    self.cell = cell
  }

  /// - Returns: whether the board can be pointed at.
  mutating func move(_ dx: Int, _ dy: Int, on board: Board) -> Bool {
    guard board.parts.isEmpty else { return moveOnParts(dx, dy, on: board) }
    guard board.drag != nil || board.swap != nil else { return false }
    if !isShown, anchor == nil {
      isShown = true
      fit(board)
      focus = cell
      return true
    }
    cell.x += dx
    if board.drag != nil { cell.y += dy }
    fit(board)
    focus = cell
    return true
  }

  /// Begins or ends at the cursor, as space and enter do; returns the text to send, once there is one.
  mutating func act(on board: Board) -> String? {
    guard board.parts.isEmpty else { return actOnParts(board) }
    guard board.drag != nil || board.swap != nil else { return nil }
    isShown = true
    fit(board)
    if let drag = board.drag { return act(byDrag: drag) }
    guard let start = anchor else {
      anchor = cell
      return nil
    }
    anchor = nil
    guard let swap = board.swap, start.x != cell.x else { return nil }
    return Self.fill(swap, BoardCell(x: start.x + 1, y: start.y), BoardCell(x: cell.x + 1, y: cell.y))
  }

  /// Begins or ends a drag at the cursor; one that needs no second cell is done at once.
  mutating func act(byDrag drag: String) -> String? {
    if !drag.contains("{x2}"), !drag.contains("{y2}") {
      anchor = nil
      return Self.fill(drag, cell, cell)
    }
    guard let start = anchor, start.part == cell.part else {
      anchor = cell
      return nil
    }
    anchor = nil
    return Self.fill(drag, start, cell)
  }

  /// Follows the mouse, for which outside the board is nowhere; returns the text to send, once there is one.
  mutating func follow(_ act: Mouse.Act, at place: BoardCell?, on board: Board) -> String? {
    guard board.parts.isEmpty else { return followOnParts(act, at: place, on: board) }
    guard board.drag != nil || board.swap != nil else { return nil }
    guard let place, board.drag != nil || place.y == board.openRow else {
      release(act)
      return nil
    }
    cell = place
    fit(board)
    isShown = true
    return press(act) { $0.act(on: board) }
  }

  /// A button that is let go of outside of the board selects nothing.
  mutating func release(_ act: Mouse.Act) {
    if act == .release, isHeld { (anchor, isHeld) = (nil, false) }
  }

  /// What a mouse's button does at the cursor.
  mutating func press(_ act: Mouse.Act, _ play: (inout Self) -> String?) -> String? {
    switch act {
    case .press:
      // A click, then a click elsewhere, is a selection as well.
      if anchor != nil, !isHeld { return play(&self) }
      let text = play(&self)
      isHeld = anchor != nil
      return text
    case .release where isHeld:
      isHeld = false
      return anchor == cell ? nil : play(&self)
    default: return nil
    }
  }

  /// The cells that are selected: the straight line from the anchor to the cursor, or both alone.
  func selection(on board: Board) -> [BoardCell] {
    guard let anchor else { return [] }
    guard board.drag != nil, anchor.part == cell.part else { return [anchor] }
    return Self.line(anchor, cell)
  }

  /// The cells of a straight line from one cell to another; of one that is crooked its ends alone.
  static func line(_ from: BoardCell, _ to: BoardCell) -> [BoardCell] {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    guard dx == 0 || dy == 0 || dx.magnitude == dy.magnitude, max(dx.magnitude, dy.magnitude) < 1000 else {
      return [from, to]
    }
    return (0...max(abs(dx), abs(dy))).map { step in
      BoardCell(x: from.x + dx.signum() * step, y: from.y + dy.signum() * step, part: from.part)
    }
  }

  private static func fill(_ text: String, _ from: BoardCell, _ to: BoardCell) -> String {
    text.replacing("{x1}", with: "\(from.x)").replacing("{y1}", with: "\(from.y)")
      .replacing("{x2}", with: "\(to.x)").replacing("{y2}", with: "\(to.y)")
  }
}

extension Board {
  func text(of act: Gesture.Act) -> String? { gestures.first { $0.act == act }?.text }
  var drag: String? { text(of: .drag) }
  var swap: String? { text(of: .swap) }
  var key: String? { text(of: .key) }

  /// The row that is played on: of tries the first that is open; of tiles that are sorted the last.
  var openRow: Int? {
    guard !isGrid, !gestures.isEmpty else { return nil }
    func isOpen(_ row: Row) -> Bool { !row.tiles.isEmpty && row.tiles.allSatisfy { $0 == Tile.open.rawValue } }
    if swap != nil { return rows.lastIndex(where: isOpen) }
    return key == nil ? nil : rows.firstIndex { isOpen($0) && $0.letters.allSatisfy { $0 == " " } }
  }
}
