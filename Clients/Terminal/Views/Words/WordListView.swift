internal import WireProtocol

struct WordListView: ShellView {
  let shell: Shell
  let list: WordListScreen

  private static let top = 3
  /// The lines below the list with details of the chosen word.
  private var detailLines: Int { height >= 16 ? 4 : 0 }
  /// The number of visible lines of the list.
  var room: Int { max(1, height - Self.top - 1 - detailLines) }
  private var first: Int { list.cursor.first(of: list.words.count, room: room) }

  func index(at mouse: Mouse) -> Int? {
    let index = mouse.y - Self.top + first
    return mouse.y >= Self.top && mouse.y < Self.top + room && list.words.indices.contains(index) ? index : nil
  }

  func draw(on frame: inout Frame) {
    drawHeader(list.language, on: &frame)
    frame.put("›", 1, 1, look.heading)
    frame.cursor = drawLine(list.line, 3, 1, width - 1, on: &frame)
    if list.line.isEmpty { frame.put("type to search, either side", 4, 1, look.faint, limit: width - 1) }
    if let complaint = list.complaint {
      drawText(complaint, 1, Self.top, look.bad, on: &frame)
    } else if !list.isKnown {
      drawWaiting(1, Self.top, on: &frame)
    } else if list.words.isEmpty {
      drawText(emptyText, 1, Self.top, on: &frame)
    } else {
      drawWords(on: &frame)
    }
    let word = list.words.isEmpty ? "" : "↵ edit  ^T mark  ^D delete  "
    drawFooter("\(word)^N new word  ^S study  tab cards  esc \(list.line.isEmpty ? "back" : "all")  ? help", on: &frame)
  }

  private var emptyText: String {
    list.line.isEmpty
      ? "There are no words here yet: ^N adds one."
      : "No word has “\(list.line.text)” on either side, whatever its accents. ^N adds it."
  }

  private func drawWords(on frame: inout Frame) {
    let left = width >= 60 ? (width - 16) * 2 / 5 : (width - 5) * 9 / 20
    for (index, word) in list.words.enumerated().dropFirst(first).prefix(room) {
      let y = Self.top + index - first
      let isChosen = index == list.cursor.chosen
      let style = isChosen ? look.chosen : .plain
      frame.fill(Area(x: 0, y: y, width: width, height: 1), style)
      frame.put(isChosen ? "▸" : " ", 1, y, style)
      frame.put(word.isMarked ? "*" : " ", 2, y, isChosen ? style : look.good)
      frame.put(TextWidth.clipped(word.original, to: left), 4, y, style.bolder)
      let due = width >= 60 ? dueText(word) : ""
      let end = width - 1 - (width >= 60 ? 12 : 0)
      frame.put(TextWidth.clipped(word.translation, to: max(0, end - left - 6)), left + 6, y, style)
      frame.put(due, width - 1 - TextWidth.of(due), y, isChosen ? style : look.faint)
    }
    drawDetails(on: &frame)
  }

  private func dueText(_ word: LearntWord) -> String {
    guard let due = word.due else { return "new" }
    return due <= hello?.day ?? "" ? "due" : due
  }

  private func drawDetails(on frame: inout Frame) {
    guard detailLines > 0, let word = list.word else { return }
    let more = list.hasMore ? "+" : ""
    let place = "\(ShellFormat.grouped(list.cursor.chosen + 1)) of \(ShellFormat.grouped(list.words.count))\(more)"
    var y = height - 1 - detailLines
    frame.put(String(repeating: "─", count: width - 2), 1, y, look.faint)
    frame.put(" \(place) ", max(1, width - 4 - TextWidth.of(place)), y, look.faint)
    let title = "\(word.original) = \(word.translation)"
    frame.put(TextWidth.clipped(word.part.isEmpty ? title : "\(title) (\(word.part))", to: width - 2), 1, y + 1)
    for text in [word.note, word.example.isEmpty ? "" : "“\(word.example)”"] where !text.isEmpty {
      y += 1
      frame.put(TextWidth.clipped(text, to: width - 4), 3, y + 1, look.faint)
    }
  }
}
