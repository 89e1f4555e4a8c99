internal import WireProtocol

/// Boxes above the rest: what is asked for, and help.
struct DialogView: ShellView {
  let shell: Shell
  let dialog: Dialog

  func draw(on frame: inout Frame) {
    let hints = TextWidth.wrapped(dialog.hint, to: min(width, 60) - 6)
    let below = hints.count + (dialog.hasSample ? 2 : 0) + (dialog.fields.isEmpty ? 3 : 4)
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
        var before = field.line.before
        while TextWidth.of(before) > inside.right - x - 2, !before.isEmpty { before.removeFirst() }
        frame.put(before + field.line.after, x, y, .bold, limit: inside.right)
        if isChosen { frame.cursor = .init(x: min(x + TextWidth.of(before), inside.right - 1), y: y) }
      } else {
        frame.put("‹ \(field.value) ›", x, y, isChosen ? look.chosen : .plain, limit: inside.right)
      }
    }
    if dialog.fields.isEmpty || dialog.fields.allSatisfy({ !$0.choices.isEmpty }) { frame.cursor = nil }
    if dialog.hasSample { drawSample(inside.x, inside.y + dialog.fields.count + 1, inside.right, on: &frame) }
    for (line, hint) in hints.enumerated() {
      frame.put(
        hint, inside.x, inside.bottom - 1 - hints.count + line, look.faint, limit: inside.right)
    }
    frame.put(dialog.keys, inside.x, inside.bottom - 1, look.faint, limit: inside.right)
  }

  /// A tile of each kind, as it looks.
  private func drawSample(_ x: Int, _ y: Int, _ limit: Int, on frame: inout Frame) {
    var x = x
    let tiles: [(Tile, String, String)] = [
      (.right, "A", "right"), (.elsewhere, "B", "elsewhere"), (.absent, "C", "absent"),
    ]
    for (tile, letter, name) in tiles {
      let signs =
        look.isPlainColour
        ? (" ", " ") : (String(Look.signs(tile.rawValue).left), String(Look.signs(tile.rawValue).right))
      x = frame.put(signs.0 + letter + signs.1, x, y, look.tile(tile.rawValue), limit: limit)
      x = frame.put(" \(name)", x, y, limit: limit) + 2
    }
  }
}
