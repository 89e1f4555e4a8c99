internal import WireProtocol

/// Draws the parts of a board: grids with titles, and cards.
struct PartsView {
  let room: RoomModel
  let board: Board
  let layout: PartsLayout
  let look: Look
  let isAnimated: Bool
  let now: Int

  func draw(on frame: inout Frame) {
    let fields = board.fields
    for place in layout.places where fields.indices.contains(place.part) {
      let field = fields[place.part]
      let title = TextWidth.clipped(heading(of: field, place.part), to: place.title.width - 1)
      if place.title.height > 0 {
        frame.put(title, place.title.x + (place.grid == nil ? 1 : 0), place.title.y, look.heading)
      }
      if let grid = field.grid, let layout = place.grid {
        BoardView(
          room: room, board: grid.board, layout: layout, look: look, isAnimated: isAnimated, now: now,
          part: place.part
        ).draw(on: &frame)
      }
      draw(place.tokens, of: field.cards ?? [], part: place.part, on: &frame)
      if field.cards?.isEmpty == true { frame.put("none", place.title.x + 2, place.title.y + 1, look.faint) }
    }
  }

  /// The title with a description of the cell at the cursor: `Your hand · seven of spades`, `Their sea · B3 hit`.
  private func heading(of field: Board.Part, _ part: Int) -> String {
    let cell = room.pointer.cell
    guard room.pointer.isShown, room.takesMoves, cell.part == part else { return field.heading }
    if let cards = field.cards {
      return cards.indices.contains(cell.x) ? "\(field.heading) · \(cards[cell.x].words)" : field.heading
    }
    guard let grid = field.grid, grid.rows.indices.contains(cell.y) else { return field.heading }
    let letters = Array(grid.rows[cell.y].letters)
    let sign = grid.signs.first { letters.indices.contains(cell.x) && $0.letter == letters[cell.x] }
    return "\(field.heading) · \(Board.columnName(cell.x))\(cell.y + 1)" + (sign.map { " \($0.text)" } ?? "")
  }

  private func draw(_ tokens: [PartsLayout.Token], of cards: [Board.Card], part: Int, on frame: inout Frame) {
    for token in tokens where cards.indices.contains(token.cards.lowerBound) {
      let card = cards[token.cards.lowerBound]
      var style = card.tile.map { look.tile($0.rawValue) } ?? .plain
      if card.move.isEmpty { style.isFaint = card.tile == nil } else { style.isBold = true }
      let cell = room.pointer.cell
      if room.pointer.isShown, room.takesMoves, cell.part == part, token.cards.contains(cell.x) {
        style = look.chosen
        style.isUnderlined = true
      }
      frame.put(token.text, token.area.x, token.area.y, style, limit: token.area.right)
    }
  }
}
