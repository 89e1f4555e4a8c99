internal import WireProtocol

struct CardsView: ShellView {
  let shell: Shell
  let list: CardList

  private static let top = 3
  /// The number of visible lines of the list.
  var room: Int { max(1, height - Self.top - 1 - (height >= 16 ? 1 : 0)) }
  private var first: Int { list.cursor.first(of: list.cards.count, room: room) }

  func index(at mouse: Mouse) -> Int? {
    let index = mouse.y - Self.top + first
    return mouse.y >= Self.top && mouse.y < Self.top + room && list.cards.indices.contains(index) ? index : nil
  }

  func draw(on frame: inout Frame) {
    drawHeader(list.language + (list.isInverted ? " · inverted" : ""), on: &frame)
    drawKinds(on: &frame)
    if let complaint = list.complaint {
      drawText(complaint, 1, Self.top, look.bad, on: &frame)
    } else if !list.isKnown {
      drawWaiting(1, Self.top, on: &frame)
    } else if list.cards.isEmpty {
      let isOfMarked = list.kind.hasPrefix("repeat")
      drawText(
        isOfMarked
          ? "Nothing is marked to be repeated: m marks a card, in every section."
          : "There are no words here yet: w shows the list, where ^N adds one.", 1, Self.top, on: &frame)
    } else {
      for (index, card) in list.cards.enumerated().dropFirst(first).prefix(room) {
        draw(card, Self.top + index - first, isChosen: index == list.cursor.chosen, on: &frame)
      }
    }
    drawFooter("space turn  m mark  g anew  i invert  e edit  s study  w words  esc back  ? help", on: &frame)
  }

  /// The sections with their keys.
  private func drawKinds(on frame: inout Frame) {
    var x = 1
    let isShort = width < 60
    for (index, kind) in CardList.kinds.enumerated() {
      let isShown = kind.id == list.kind
      let title = isShort ? kind.title.replacing("Random", with: "Rnd").replacing("Repeat", with: "Rep") : kind.title
      let count = isShown && list.isKnown && !isShort ? " · \(ShellFormat.grouped(list.count))" : ""
      let text = " \(index + 1) \(title)\(count) "
      let end = frame.put(text, x, 1, isShown ? look.chosen : .plain, limit: width)
      frame.link(Area(x: x, y: 1, width: end - x, height: 1), to: .character(Character("\(index + 1)")))
      x = end + (isShort ? 0 : 1)
    }
  }

  private func draw(_ card: LearntCard, _ y: Int, isChosen: Bool, on frame: inout Frame) {
    let style = isChosen ? look.chosen : .plain
    let left = (width - 6) * 9 / 20
    frame.fill(Area(x: 0, y: y, width: width, height: 1), style)
    frame.put(isChosen ? "▸" : " ", 1, y, style)
    frame.put(card.isMarked ? "*" : " ", 2, y, isChosen ? style : look.good)
    frame.put(TextWidth.clipped(card.front, to: left), 4, y, style.bolder)
    guard let other = list.otherSide(of: card) else {
      return _ = frame.put("· · ·", left + 6, y, isChosen ? style : look.faint, limit: width)
    }
    let part = card.back.map { $0.part.isEmpty || width < 60 ? "" : " (\($0.part))" } ?? ""
    frame.put(TextWidth.clipped(other + part, to: max(0, width - left - 7)), left + 6, y, style)
  }
}
