internal import WireProtocol

/// Pointing at boards with parts: arrow keys move across the edges of parts, and a card is played in place.
extension BoardPointer {
  mutating func moveOnParts(_ dx: Int, _ dy: Int, on board: Board) -> Bool {
    let fields = board.fields
    guard fields.contains(where: \.isPlayable) else { return false }
    guard isShown else {
      show(on: fields)
      return true
    }
    fitParts(fields)
    guard fields.indices.contains(cell.part) else { return true }
    let (width, height) = fields[cell.part].size(atRow: cell.y)
    let (x, y) = (cell.x + dx, cell.y + dy)
    if x >= 0, x < width, y >= 0, y < height {
      place(BoardCell(x: x, y: y, part: cell.part))
    } else if let next = Self.next(after: cell.part, dx + dy, fields) {
      let size = fields[next].size(atRow: 0)
      let end = dx < 0 ? size.width - 1 : dx > 0 ? 0 : cell.x
      place(BoardCell(x: end, y: dy < 0 ? size.height - 1 : dy > 0 ? 0 : cell.y, part: next))
    }
    fitParts(fields)
    return true
  }

  /// - Returns: the text to send, when a move is complete.
  mutating func actOnParts(_ board: Board) -> String? {
    let fields = board.fields
    guard fields.contains(where: \.isPlayable) else { return nil }
    // An invisible cursor plays nothing.
    guard isShown else {
      show(on: fields)
      return nil
    }
    fitParts(fields)
    guard fields.indices.contains(cell.part) else { return nil }
    let field = fields[cell.part]
    if let cards = field.cards {
      // A selection on a grid can only end on that grid.
      guard !cancel() else { return nil }
      let move = cards.indices.contains(cell.x) ? cards[cell.x].move : ""
      return move.isEmpty ? nil : move
    }
    guard let drag = field.grid?.drag, !drag.isEmpty else { return nil }
    return act(byDrag: drag)
  }

  mutating func followOnParts(_ act: Mouse.Act, at place: BoardCell?, on board: Board) -> String? {
    let fields = board.fields
    guard let place, fields.indices.contains(place.part), fields[place.part].isPlayable else {
      release(act)
      return nil
    }
    point(at: place)
    fitParts(fields)
    return press(act) { $0.actOnParts(board) }
  }

  /// After a change of the board the cursor stays, unless its cell is gone.
  mutating func fitParts(_ fields: [Board.Part]) {
    guard fields.contains(where: \.isPlayable) else { return hide() }
    var place = cell
    if !fields.indices.contains(place.part) || fields[place.part].isEmpty {
      place = BoardCell(x: 0, y: 0, part: fields.firstIndex(where: \.isPlayable) ?? 0)
    }
    place.y = min(max(place.y, 0), max(0, fields[place.part].size(atRow: 0).height - 1))
    place.x = min(max(place.x, 0), max(0, fields[place.part].size(atRow: place.y).width - 1))
    correct(place)
  }

  private mutating func show(on fields: [Board.Part]) {
    fitParts(fields)
    let part = fields.indices.contains(cell.part) && fields[cell.part].isPlayable ? cell.part : nil
    let first = part ?? fields.firstIndex(where: \.isPlayable) ?? 0
    if part == nil { correct(BoardCell(x: 0, y: 0, part: first)) }
    if let cards = fields[first].cards, !cards.indices.contains(cell.x) || cards[cell.x].move.isEmpty {
      correct(BoardCell(x: cards.firstIndex { !$0.move.isEmpty } ?? 0, y: 0, part: first))
    }
    point(at: cell)
    place(cell)
  }

  private static func next(after part: Int, _ step: Int, _ fields: [Board.Part]) -> Int? {
    let step = step.signum()
    var next = part + step
    while step != 0, fields.indices.contains(next) {
      if !fields[next].isEmpty { return next }
      next += step
    }
    return nil
  }
}

extension Board {
  /// Whether a part offers a move.
  var hasPlayableParts: Bool { parts.contains(where: \.isPlayable) }
}

extension Board.Part {
  /// Whether moves are possible there.
  var isPlayable: Bool {
    switch content {
    case .grid(let grid): !grid.drag.isEmpty && !grid.rows.isEmpty
    case .cards(let cards): cards.contains { !$0.move.isEmpty }
    }
  }

  fileprivate var isEmpty: Bool { size(atRow: 0).height == 0 }

  fileprivate func size(atRow row: Int) -> (width: Int, height: Int) {
    switch content {
    case .grid(let grid): (grid.rows.indices.contains(row) ? grid.rows[row].tiles.count : 0, grid.rows.count)
    case .cards(let cards): (cards.count, cards.isEmpty ? 0 : 1)
    }
  }
}
