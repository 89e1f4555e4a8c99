/// Computes the bytes that change a terminal from one frame to another.
///
/// Only differences are sent: a pressed key costs a few dozen bytes. A cell costs at most 72 bytes, whatever its
/// content, so that the cost of a frame is bounded by its size.
enum ScreenDrawing {
  /// - Parameter old: the frame that the terminal shows; `nil` if unknown: then everything is drawn.
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
    // The cursor is hidden while drawing, to avoid flicker.
    let prefix = hasDrawn && shown?.cursor != nil ? "\u{1B}[?25l" : ""
    return Array((prefix + pen.text).utf8)
  }

  /// Tracks the position and the style of the terminal's cursor.
  private struct Pen {
    let depth: ColourDepth
    var text = ""
    var style: TextStyle?
    var place: (x: Int, y: Int)?

    init(_ depth: ColourDepth) { self.depth = depth }

    mutating func write(_ sequence: String) { text += sequence }

    private mutating func move(to x: Int, _ y: Int) { write("\u{1B}[\(y + 1);\(x + 1)H") }

    /// Terminals disagree about the width of graphemes of several scalars, such as `1️⃣`.
    private static func hasDoubtfulWidth(_ text: Character) -> Bool { text.unicodeScalars.count > 1 }

    mutating func draw(_ cell: Cell, _ x: Int, _ y: Int, isLast: Bool) {
      if place?.x != x || place?.y != y { move(to: x, y) }
      if style != cell.style {
        write(cell.style.sequence(depth))
        style = cell.style
      }
      // A terminal that uses one column (as tmux does for keycaps) would keep old content in the other.
      if cell.width == 2, Self.hasDoubtfulWidth(cell.text) {
        write("  ")
        move(to: x, y)
      }
      // A letter needs at most a few marks; a grapheme may have thousands.
      if cell.text.unicodeScalars.count <= 8 {
        text.append(cell.text)
      } else {
        text.unicodeScalars.append(contentsOf: cell.text.unicodeScalars.prefix(8))
      }
      // Terminals disagree about the width of characters other than plain letters, and about the position after the
      // last column: then the next cell sets the position.
      place = cell.text.isASCII && !isLast ? (x + 1, y) : nil
    }
  }
}
