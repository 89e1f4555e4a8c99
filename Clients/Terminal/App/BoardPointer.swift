internal import WireProtocol

/// A cell of a board: column and row, from 0 on, or a card by its position in its row.
struct BoardCell: Hashable, Sendable {
  var x: Int
  var y: Int
  /// On a board with parts, the index in ``Board/fields``.
  var part = 0
}

/// The position of the cursor or mouse on a board, and the moves that result from the board's gestures.
///
/// It knows no game: it sends a gesture's text with the coordinates filled in.
struct BoardPointer: Hashable, Sendable {
  private(set) var cell = BoardCell(x: 0, y: 0)
  /// The scroll position of a board that exceeds its area: follows the keys, but not the mouse, which points at visible
  /// cells.
  private(set) var focus = BoardCell(x: 0, y: 0)
  /// Where a selection began, or the picked-up tile.
  private(set) var anchor: BoardCell?
  /// Whether a mouse button is held.
  private var isHeld = false
  /// Whether the cursor was used: a board for typing shows none.
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

  /// Removes the cursor.
  mutating func hide() { (anchor, isHeld, isShown) = (nil, false, false) }

  /// Moves the cursor to a cell, and scrolls the board to it.
  mutating func place(_ cell: BoardCell) { (self.cell, focus) = (cell, cell) }

  /// Moves the cursor as a mouse does, without scrolling.
  mutating func point(at cell: BoardCell) { (self.cell, isShown) = (cell, true) }

  /// Corrects the cursor after a change of the board.
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

  /// Begins or ends a selection at the cursor, for space and Enter; returns the text to send when a move is complete.
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

  /// Begins or ends a drag at the cursor; one without a second cell completes at once.
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

  /// Handles the mouse; `nil` means outside the board. Returns the text to send when a move is complete.
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

  /// A button released outside the board selects nothing.
  mutating func release(_ act: Mouse.Act) {
    if act == .release, isHeld { (anchor, isHeld) = (nil, false) }
  }

  /// Handles a mouse button at the cursor.
  mutating func press(_ act: Mouse.Act, _ play: (inout Self) -> String?) -> String? {
    switch act {
    case .press:
      // Two clicks on different cells are a selection too.
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

  /// The selected cells: the straight line from the anchor to the cursor, or only both.
  func selection(on board: Board) -> [BoardCell] {
    guard let anchor else { return [] }
    guard board.drag != nil, anchor.part == cell.part else { return [anchor] }
    return Self.line(anchor, cell)
  }

  /// The cells of a straight line between two cells; of any other, only its ends.
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
  var enter: String? { text(of: .enter) }
  /// The moves that a key makes at once where nothing is typed.
  var keyMoves: [String] { choices.map(\.move) + actions.map(\.move) }
  var swap: String? { text(of: .swap) }
  var key: String? { text(of: .key) }

  /// The row to play on: the first open one of tries, the last one of tiles to sort.
  var openRow: Int? {
    guard !isGrid, !gestures.isEmpty else { return nil }
    func isOpen(_ row: Row) -> Bool { !row.tiles.isEmpty && row.tiles.allSatisfy { $0 == Tile.open.rawValue } }
    if swap != nil { return rows.lastIndex(where: isOpen) }
    return key == nil ? nil : rows.firstIndex { isOpen($0) && $0.letters.allSatisfy { $0 == " " } }
  }
}
