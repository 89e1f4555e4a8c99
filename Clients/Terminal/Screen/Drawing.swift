/// What to send to a terminal that shows one frame so that it shows another.
///
/// Only what differs is sent: a key that is pressed costs a few dozen bytes. A cell costs at most 72 bytes, whatever is
/// in it, so that no frame can cost more than its size allows.
enum Drawing {
  /// - Parameter old: what the terminal shows; `nil` when that is unknown: all is drawn then.
  static func bytes(from old: Frame?, to new: Frame, _ depth: ColourDepth) -> [UInt8] {
    var pen = Pen(depth)
    var shown = old
    if shown?.width != new.width || shown?.height != new.height {
      shown = Frame(width: new.width, height: new.height)
      pen.write("\u{1B}[0m\u{1B}[2J")
      pen.style = .plain
    }
    for y in 0..<new.height {
      for x in 0..<new.width {
        let cell = new[x, y]
        if cell.width > 0, cell != shown?[x, y] { pen.draw(cell, x, y, isLast: x + Int(cell.width) >= new.width) }
      }
    }
    let hasDrawn = !pen.text.isEmpty
    if hasDrawn || shown?.cursor != new.cursor || old == nil {
      if let cursor = new.cursor {
        pen.write("\u{1B}[\(cursor.y + 1);\(cursor.x + 1)H\u{1B}[?25h")
      } else if shown?.cursor != nil || old == nil {
        pen.write("\u{1B}[?25l")
      }
    }
    guard !pen.text.isEmpty else { return [] }
    // A cursor that is seen to run over the screen is a flicker.
    let prefix = hasDrawn && shown?.cursor != nil ? "\u{1B}[?25l" : ""
    return Array((prefix + pen.text).utf8)
  }

  /// Knows where the terminal's own pen is, and in which style it writes.
  private struct Pen {
    let depth: ColourDepth
    var text = ""
    var style: Style?
    var place: (x: Int, y: Int)?

    init(_ depth: ColourDepth) { self.depth = depth }

    mutating func write(_ sequence: String) { text += sequence }

    private mutating func move(to x: Int, _ y: Int) { write("\u{1B}[\(y + 1);\(x + 1)H") }

    /// Of graphemes of several characters, such as `1️⃣`, some terminals add up widths that others do not.
    private static func hasDoubtfulWidth(_ text: Character) -> Bool { text.unicodeScalars.count > 1 }

    mutating func draw(_ cell: Cell, _ x: Int, _ y: Int, isLast: Bool) {
      if place?.x != x || place?.y != y { move(to: x, y) }
      if style != cell.style {
        write(cell.style.sequence(depth))
        style = cell.style
      }
      // A terminal that gives it one column (tmux does with keycaps) would keep in the other what stood there before.
      if cell.width == 2, Self.hasDoubtfulWidth(cell.text) {
        write("  ")
        move(to: x, y)
      }
      // No terminal needs more than a few marks on a letter; a grapheme may have thousands.
      if cell.text.unicodeScalars.count <= 8 {
        text.append(cell.text)
      } else {
        text.unicodeScalars.append(contentsOf: cell.text.unicodeScalars.prefix(8))
      }
      // Terminals disagree about the width of what is no plain letter, and about where the pen is behind the last
      // column: then the next cell says where it stands.
      place = cell.text.isASCII && !isLast ? (x + 1, y) : nil
    }
  }
}
