internal import WireProtocol

/// The channel of shared results: grids whose letters can be looked under.
struct SharesView: ShellView {
  let shell: Shell
  let shares: SharesState

  func draw(on frame: inout Frame) {
    let filter = shares.filter.title
    drawHeader("Shared results" + (filter.isEmpty ? "" : " · \(filter)"), on: &frame)
    let hints =
      "space letter  esc back  r row  a all  1-6 \(SharesState.emoji.joined())  s share yours  f filter  y copy  "
      + (shares.hasMore ? "o older  " : "") + "l leaderboard  ? help"
    drawFooter(hints, on: &frame)
    let area = Area(x: 1, y: 2, width: width - 2, height: height - 3)
    if shares.items.isEmpty {
      let text =
        shares.complaint
        ?? (filter.isEmpty
          ? "Nothing has been shared yet. s shares the last match that you have finished; a result from elsewhere is pasted."
          : "Nothing of this kind has been shared yet. f looks at others.")
      for (line, text) in TextWidth.wrapped(text, to: area.width).enumerated() {
        frame.put(text, area.x, area.y + line)
      }
      return
    }
    for (index, place) in places {
      draw(shares.items[index], isChosen: index == shares.chosen, place, on: &frame)
    }
  }

  /// Where the shared results stand that are seen: pages of whole rows of grids, so that what is pointed at is always
  /// among them.
  private var places: [(index: Int, area: Area)] {
    let area = Area(x: 1, y: 2, width: width - 2, height: height - 3)
    let columns = max(1, min(4, width / 44))
    let columnWidth = area.width / columns
    var (y, first) = (area.y, 0)
    var rows: [(range: Range<Int>, height: Int)] = []
    while first < shares.items.count {
      let range = first..<min(first + columns, shares.items.count)
      let heights = range.map { shares.items[$0].rows.count + title(of: shares.items[$0], columnWidth - 2).count }
      rows.append((range, (heights.max() ?? 0) + 2))
      first = range.upperBound
    }
    var start = rows.firstIndex { $0.range.contains(shares.chosen) } ?? 0
    // What comes before is seen as well, where there is room.
    if start > 0, rows[start - 1].height + rows[start].height <= area.height { start -= 1 }
    var places: [(Int, Area)] = []
    for row in rows.dropFirst(start) where y < area.bottom {
      for (column, index) in row.range.enumerated() {
        let height = min(row.height, area.bottom - y)
        places.append((index, Area(x: area.x + column * columnWidth, y: y, width: columnWidth - 2, height: height)))
      }
      y += row.height
    }
    return places
  }

  /// How many rows of a grid there is room for.
  private func roomForGrid(_ item: SharedItem, _ area: Area) -> Int {
    max(1, area.height - title(of: item, area.width).count - 1)
  }

  /// The first row of a grid that is seen: a long grid shows the part that is pointed at.
  private func firstRow(_ item: SharedItem, isChosen: Bool, _ area: Area) -> Int {
    let room = roomForGrid(item, area)
    return isChosen ? max(0, min(shares.cell.y - room / 2, item.rows.count - room)) : 0
  }

  /// The result and the cell under the mouse.
  func cell(at mouse: Mouse) -> (index: Int, cell: BoardCell)? {
    guard let (index, area) = places.first(where: { $0.area.contains(mouse.x, mouse.y) }) else { return nil }
    let item = shares.items[index]
    let y =
      mouse.y - area.y - title(of: item, area.width).count + firstRow(item, isChosen: index == shares.chosen, area)
    let x = (mouse.x - area.x - 2) / 3
    guard item.rows.indices.contains(y), mouse.x >= area.x + 2, x < item.rows[y].count else { return nil }
    return (index, BoardCell(x: x, y: y))
  }

  /// Whose it is and how it went, in as many lines as that needs: how it went stands at the end.
  private func title(of item: SharedItem, _ width: Int) -> [String] {
    let title =
      "\(item.player) · \(item.headline)" + (item.isClaimed ? " · claimed" : "") + (item.isBot ? " · bot" : "")
    return Array(TextWidth.wrapped(title, to: max(8, width - 2)).prefix(3))
  }

  private func draw(_ item: SharedItem, isChosen: Bool, _ area: Area, on frame: inout Frame) {
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
        let isPointed = isChosen && shares.cell == cell
        x = draw(tile, letter, isPointed: isPointed, x, top + line - first, limit: area.right, on: &frame)
      }
    }
    let counts = SharesState.emoji.compactMap { emoji in item.reactions[emoji].map { "\(emoji) \($0)" } }
    let y = top + min(room, item.rows.count)
    if !counts.isEmpty, y < area.bottom { frame.put(counts.joined(separator: "  "), area.x + 2, y, limit: area.right) }
  }

  private func draw(
    _ tile: Character, _ letter: Character, isPointed: Bool, _ x: Int, _ y: Int, limit: Int, on frame: inout Frame
  ) -> Int {
    guard Tile(rawValue: tile) != nil else { return frame.put(String(tile), x, y, limit: limit) }
    var style = look.tile(tile)
    if isPointed { style = Style(isBold: true, isReversed: true) }
    let shown = letter == " " ? (look.isPlainColour ? " " : String(Look.sign(tile))) : letter.uppercased()
    let signs = look.isPlainColour ? (left: Character(" "), right: Character(" ")) : Look.signs(tile)
    let (left, right) = isPointed ? ("›", "‹") : (String(signs.left), String(signs.right))
    return frame.put(left + shown + right, x, y, style, limit: limit)
  }
}
