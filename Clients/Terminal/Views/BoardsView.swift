internal import ClientKit
internal import WireProtocol

extension Board {
  /// The board with its grids as rows in place of its parts, for a display of many boards.
  var picture: Board {
    guard !parts.isEmpty else { return self }
    return Board(title: title, rows: pictureRows, notes: notes, isGrid: true)
  }
}

/// The boards of several players, side by side, as large as possible.
struct BoardsView: ShellView {
  struct Entry {
    var player: String
    var state = ""
    var board: Board
    var isLast = false
    var isAway = false
    /// The row to play on, if the board does not say.
    var row: Int?
  }

  let shell: Shell
  let entries: [Entry]
  var isSmall = false

  /// - Returns: the number of lines used.
  @discardableResult
  func draw(in area: Area, on frame: inout Frame) -> Int {
    guard !entries.isEmpty, area.height > 3 else { return 0 }
    let rows = entries.map(\.board.rows.count).max() ?? 0
    let most = max(1, area.width / (entries.map(leastWidth).max() ?? 24))
    let lines = min((entries.count + most - 1) / most, max(1, area.height / (isSmall ? rows + 1 : 9)))
    let columns = max(1, min((entries.count + lines - 1) / lines, most))
    let left = entries.count - columns * lines
    let height = area.height / lines
    let size = (width: area.width / columns, height: isSmall ? min(height, rows + 1) : height)
    for (index, entry) in entries.prefix(columns * lines).enumerated() {
      var entry = entry
      if left > 0, index == columns * lines - 1 {
        entry.state += (entry.state.isEmpty ? "" : " · ") + "and \(left) more"
      }
      let x = area.x + index % columns * size.width
      let place = Area(x: x, y: area.y + index / columns * size.height, width: size.width - 1, height: size.height)
      draw(entry, place, on: &frame)
    }
    return lines * size.height
  }

  private func needsSigns(_ board: Board) -> Bool {
    guard !look.isPlainColour else { return false }
    if isSmall { return board.rows.contains { $0.letters.contains { $0 != " " } } }
    return !board.isGrid || board.rows.contains { $0.tiles.contains { $0 != Tile.open.rawValue } }
  }

  private func leastWidth(_ entry: Entry) -> Int {
    let columns = entry.board.rows.map(\.tiles.count).max() ?? 0
    return max(14, columns * (needsSigns(entry.board) ? 3 : 2) + (entry.board.isGrid ? 4 : 2))
  }

  private func draw(_ entry: Entry, _ place: Area, on frame: inout Frame) {
    var place = place
    let top = place.takeTop(1)
    let style = entry.isLast ? look.good : entry.isAway ? look.faint : isSmall ? .bold : look.heading
    let end = frame.put(TextWidth.clippedName(entry.player, to: top.width), top.x, top.y, style)
    var state = entry.state
    let x = end + (isSmall ? 1 : 2)
    if x + TextWidth.of(state) > top.right {
      state = state.replacing("not solved", with: "X").replacing("solved in", with: "✓")
    }
    frame.put(TextWidth.clipped(state, to: top.right - x), x, top.y, look.good)
    let notes = TextWidth.wrapped(entry.board.notes.joined(separator: " · "), to: place.width)
    let below = entry.board.notes.isEmpty ? [] : notes.prefix(max(0, min(4, place.height - entry.board.rows.count - 1)))
    let last = place.takeBottom(below.count)
    if place.height > entry.board.rows.count + 2 { _ = place.takeTop(1) }
    let focus = BoardCell(
      x: 0, y: entry.row ?? entry.board.rows.lastIndex { $0.tiles != entry.board.rows.last?.tiles } ?? 0)
    let layout = BoardLayout(
      entry.board, in: place, needsSigns: needsSigns(entry.board), focus: focus, isSmall: isSmall)
    let room = RoomModel(Joined(room: "", seq: 0, viewer: "", state: .finished, players: []), at: now)
    BoardView(room: room, board: entry.board, layout: layout, look: look, isAnimated: false, now: now).draw(on: &frame)
    for (index, text) in below.enumerated() {
      frame.put(text, place.x, min(layout.area.bottom, last.y) + index, look.faint, limit: last.right)
    }
  }
}
