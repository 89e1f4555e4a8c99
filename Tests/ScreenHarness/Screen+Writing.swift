extension Screen {
  mutating func write(_ scalar: Unicode.Scalar) {
    if attach(scalar) { return }
    let width = CellWidth.of(Character(scalar))
    if cursor.isPastEdge || cursor.column + width > columns, modes.contains(7) {
      cursor.column = 0
      cursor.isPastEdge = false
      lineFeed()
    }
    guard cursor.column + width <= columns else { return }
    put(Cell(text: String(scalar), style: cursor.style), width: width, column: cursor.column, row: cursor.row)
    lastWritten = (cursor.column, cursor.row)
    advance(by: width)
  }

  /// Appends a combining mark or a part of an emoji to the preceding character.
  private mutating func attach(_ scalar: Unicode.Scalar) -> Bool {
    guard let (column, row) = lastWritten, cells.indices.contains(row), cells[row].indices.contains(column) else {
      guard CellWidth.isAttached(scalar, to: "") else { return false }
      faults.append("a mark that follows no character")
      return true
    }
    guard CellWidth.isAttached(scalar, to: cells[row][column].text) else { return false }
    let before = CellWidth.of(cells[row][column].text)
    cells[row][column].text.unicodeScalars.append(scalar)
    let cell = cells[row][column]
    let after = CellWidth.of(cell.text)
    if after > before, column + after <= columns {
      put(cell, width: after, column: column, row: row)
      advance(by: after - before)
    }
    return true
  }

  private mutating func advance(by width: Int) {
    cursor.column += width
    cursor.isPastEdge = cursor.column >= columns
    if cursor.isPastEdge { cursor.column = columns - 1 }
  }

  private mutating func put(_ cell: Cell, width: Int, column: Int, row: Int) {
    for place in column..<column + width { freeHalves(atColumn: place, row: row) }
    cells[row][column] = cell
    if width == 2 { cells[row][column + 1] = Cell(text: "", style: cell.style) }
  }

  /// Overwriting one half of a wide character leaves a blank in the other.
  private mutating func freeHalves(atColumn column: Int, row: Int) {
    if cells[row][column].text.isEmpty, column > 0 { cells[row][column - 1] = .blank(cells[row][column - 1].style) }
    if CellWidth.of(cells[row][column].text) == 2, column + 1 < columns {
      cells[row][column + 1] = .blank(cells[row][column + 1].style)
    }
  }

  mutating func erase(_ range: Range<Int>, row: Int) {
    for column in range.clamped(to: 0..<columns) {
      freeHalves(atColumn: column, row: row)
      cells[row][column] = .blank(cursor.style)
    }
  }

  mutating func move(toColumn column: Int, row: Int) {
    cursor.column = min(max(0, column), columns - 1)
    cursor.row = min(max(0, row), rows - 1)
    cursor.isPastEdge = false
    lastWritten = nil
  }

  mutating func lineFeed() {
    lastWritten = nil
    if cursor.row == region.upperBound - 1 {
      scroll(by: 1)
    } else {
      cursor.row = min(cursor.row + 1, rows - 1)
    }
  }

  mutating func reverseLineFeed() {
    lastWritten = nil
    if cursor.row == region.lowerBound {
      scroll(by: -1)
    } else {
      cursor.row = max(0, cursor.row - 1)
    }
  }

  mutating func scroll(by count: Int, from top: Int? = nil) {
    let region = (top ?? region.lowerBound)..<region.upperBound
    let moved = min(abs(count), region.count)
    let blanks = Array(repeating: Array(repeating: Cell.blank(cursor.style), count: columns), count: moved)
    if count > 0 {
      cells.replaceSubrange(region, with: Array(cells[region].dropFirst(moved)) + blanks)
      if region.lowerBound == 0 { scrolledLines += moved }
    } else {
      cells.replaceSubrange(region, with: blanks + Array(cells[region].dropLast(moved)))
    }
  }

  mutating func showAlternate(_ wanted: Bool) {
    guard wanted != isAlternate else { return }
    isAlternate = wanted
    if wanted {
      hidden = (cells, cursor)
      cells = Self.blank(columns, rows)
    } else if let hidden {
      cells = hidden.cells
      self.hidden = nil
    }
    lastWritten = nil
  }
}
