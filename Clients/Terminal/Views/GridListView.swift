internal import WireProtocol

struct GridListView: ShellView {
  let shell: Shell
  let grids: GridList

  /// The visible grids: pages of whole rows of grids, so that the chosen one is always visible.
  private var places: [(index: Int, area: Area)] {
    let area = Area(x: 1, y: 2, width: width - 2, height: height - 3)
    let lines = self.lines
    let columns = max(1, lines.map(\.count).max() ?? 1)
    let columnWidth = area.width / columns
    var y = area.y
    let rows = lines.map { line in
      let heights = line.compactMap { $0 }.map {
        grids.items[$0].rows.count + title(of: grids.items[$0], columnWidth - 2).count
      }
      return (line: line, height: (heights.max() ?? 0) + 2)
    }
    var start = rows.firstIndex { $0.line.contains(grids.chosen) } ?? 0
    // The previous row is visible too, if there is room.
    if start > 0, rows[start - 1].height + rows[start].height <= area.height { start -= 1 }
    var places: [(Int, Area)] = []
    for row in rows.dropFirst(start) where y < area.bottom {
      for case (let column, let index?) in row.line.enumerated() {
        let height = min(row.height, area.bottom - y)
        places.append((index, Area(x: area.x + column * columnWidth, y: y, width: columnWidth - 2, height: height)))
      }
      y += row.height
    }
    return places
  }

  /// The grids of each row: as many as fit, or the two of a day.
  private var lines: [[Int?]] {
    guard grids.items.contains(where: { $0.side != nil }) else {
      let columns = max(1, min(4, width / 44))
      return stride(from: 0, to: grids.items.count, by: columns).map { first in
        (first..<min(first + columns, grids.items.count)).map { $0 }
      }
    }
    var lines: [[Int?]] = []
    var days: [String] = []
    for (index, item) in grids.items.enumerated() {
      let (column, day) = item.side ?? (0, item.title)
      if let line = days.lastIndex(of: day), lines[line][column == 0 ? 0 : 1] == nil {
        lines[line][column == 0 ? 0 : 1] = index
      } else {
        days.append(day)
        lines.append(column == 0 ? [index, nil] : [nil, index])
      }
    }
    return lines
  }

  private func roomForGrid(_ item: GridItem, _ area: Area) -> Int {
    max(1, area.height - title(of: item, area.width).count - 1)
  }

  private func firstRow(_ item: GridItem, isChosen: Bool, _ area: Area) -> Int {
    let room = roomForGrid(item, area)
    return isChosen ? max(0, min(grids.cell.y - room / 2, item.rows.count - room)) : 0
  }

  func draw(on frame: inout Frame) {
    for (index, place) in places { draw(grids.items[index], isChosen: index == grids.chosen, place, on: &frame) }
  }

  func cell(at mouse: Mouse) -> (index: Int, cell: BoardCell)? {
    guard let (index, area) = places.first(where: { $0.area.contains(mouse.x, mouse.y) }) else { return nil }
    let item = grids.items[index]
    let y =
      mouse.y - area.y - title(of: item, area.width).count + firstRow(item, isChosen: index == grids.chosen, area)
    let x = (mouse.x - area.x - 2) / 3
    guard item.rows.indices.contains(y), mouse.x >= area.x + 2, x < item.rows[y].count else { return nil }
    return (index, BoardCell(x: x, y: y))
  }

  /// The player and the result on as many lines as needed, with the result at the end.
  private func title(of item: GridItem, _ width: Int) -> [String] {
    Array(TextWidth.wrapped(item.title, to: max(8, width - 2)).prefix(3))
  }

  private func draw(_ item: GridItem, isChosen: Bool, _ area: Area, on frame: inout Frame) {
    let title = title(of: item, area.width)
    for (line, text) in title.enumerated() where line < area.height {
      let mark = isChosen && line == 0 ? "▸ " : "  "
      frame.put(mark + text, area.x, area.y + line, isChosen ? look.heading : .bold, limit: area.right)
    }
    let top = area.y + title.count
    let room = roomForGrid(item, area)
    let first = firstRow(item, isChosen: isChosen, area)
    for (line, row) in item.rows.enumerated().dropFirst(first).prefix(room) {
      let letters = item.letters.indices.contains(line) ? Array(item.letters[line]) : []
      var x = area.x + 2
      for (column, tile) in row.enumerated() {
        let cell = BoardCell(x: column, y: line)
        let letter = item.revealed.contains(cell) && letters.indices.contains(column) ? letters[column] : " "
        let isPointed = isChosen && grids.cell == cell
        x = draw(tile, letter, isPointed: isPointed, x, top + line - first, limit: area.right, on: &frame)
      }
    }
    let y = top + min(room, item.rows.count)
    if y < area.bottom { frame.put(item.remark, area.x + 2, y, limit: area.right) }
  }

  private func draw(
    _ tile: Character, _ letter: Character, isPointed: Bool, _ x: Int, _ y: Int, limit: Int, on frame: inout Frame
  ) -> Int {
    guard Tile(rawValue: tile) != nil else { return frame.put(String(tile), x, y, limit: limit) }
    var style = look.tile(tile)
    if isPointed { style = TextStyle(isBold: true, isReversed: true) }
    let shown = letter == " " ? String(look.sign(tile)) : letter.uppercased()
    return frame.put(isPointed ? "›\(shown)‹" : look.cell(tile, shown), x, y, style, limit: limit)
  }
}
