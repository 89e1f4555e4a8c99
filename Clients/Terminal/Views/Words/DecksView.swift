internal import WireProtocol

struct DecksView: ShellView {
  let shell: Shell
  let list: DeckList

  private static let top = 3
  /// The number of visible lines of the list.
  var room: Int { max(1, height - Self.top - 1) }
  private var first: Int { list.cursor.first(of: list.decks?.count ?? 0, room: room) }

  func index(at mouse: Mouse) -> Int? {
    let index = mouse.y - Self.top + first
    return mouse.y >= Self.top && mouse.y < Self.top + room && index < list.decks?.count ?? 0 ? index : nil
  }

  func draw(on frame: inout Frame) {
    drawHeader("Decks", on: &frame)
    drawFooter("↵ look into it  i bring in a file  esc back  ? help", on: &frame)
    if let complaint = list.complaint { return drawText(complaint, 1, 2, look.bad, on: &frame) }
    guard let decks = list.decks else { return drawWaiting(1, 2, on: &frame) }
    frame.put("Words to begin with", 1, 2, look.heading)
    for (index, deck) in decks.enumerated().dropFirst(first).prefix(room) {
      let y = Self.top + index - first
      let isChosen = index == list.cursor.chosen
      let style = isChosen ? look.chosen : .plain
      frame.fill(Area(x: 0, y: y, width: width, height: 1), style)
      frame.put(isChosen ? "▸" : " ", 1, y, style)
      let right = deck.words.map { ShellFormat.count($0, "word") } ?? ""
      let x = width - 1 - TextWidth.of(right)
      frame.put(TextWidth.clipped(deck.title, to: max(0, x - 4)), 3, y, style)
      frame.put(right, x, y, isChosen ? style : look.faint)
    }
  }
}
