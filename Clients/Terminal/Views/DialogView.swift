internal import WireProtocol

struct DialogView: ShellView {
  let shell: Shell
  let dialog: Dialog

  func draw(on frame: inout Frame) {
    // What the chosen field means, with room for the longest.
    let texts = dialog.fields.count < 2 ? [dialog.hint] : dialog.fields.map { $0.about ?? dialog.hint }
    let all = texts.map { TextWidth.wrapped($0, to: min(width, 60) - 6) }
    let hints = all[min(dialog.chosen, all.count - 1)]
    let room = all.map(\.count).max() ?? 0
    let below = room + (dialog.hasSample ? 2 : 0) + (dialog.fields.isEmpty ? 3 : 4)
    let shown = dialog.shown.prefix(max(0, height - dialog.fields.count - below - 1))
    let above = shown.isEmpty ? 0 : shown.count + 1
    var inside = drawBox(
      dialog.title, width: min(width, 60), height: min(height, above + dialog.fields.count + below), on: &frame)
    for (line, text) in shown.enumerated() { drawTiles(text, inside.x, inside.y + line, inside.right, on: &frame) }
    _ = inside.takeTop(above)
    let labels = dialog.fields.map { TextWidth.of($0.label) }.max() ?? 0
    for (index, field) in dialog.fields.enumerated() {
      let y = inside.y + index
      let isChosen = index == dialog.chosen
      frame.put(field.label, inside.x, y, isChosen ? look.heading : .plain)
      let x = inside.x + labels + (labels > 0 ? 2 : 0)
      if field.choices.isEmpty {
        let cursor = drawLine(field.isSecret ? field.line.masked : field.line, x, y, inside.right, on: &frame)
        if isChosen { frame.cursor = cursor }
      } else {
        frame.put("‹ \(field.value) ›", x, y, isChosen ? look.chosen : .plain, limit: inside.right)
      }
    }
    if dialog.fields.isEmpty || dialog.fields.allSatisfy({ !$0.choices.isEmpty }) { frame.cursor = nil }
    if dialog.hasSample { drawLegend(inside.x, inside.y + dialog.fields.count + 1, inside.right, on: &frame) }
    for (line, hint) in hints.enumerated() {
      frame.put(
        hint, inside.x, inside.bottom - 1 - room + line, look.faint, limit: inside.right)
    }
    drawHints(
      dialog.keys, Area(x: inside.x, y: inside.bottom - 1, width: inside.width, height: 1), on: &frame)
  }
}
