internal import ClientKit
internal import WireProtocol

/// What a list shows, made from a screen's state for each drawing: a title, rows in columns, hints.
struct Listing {
  struct Column {
    /// From the left edge; a negative one is aligned at the right edge, or at ``Listing/width``.
    var x: Int
    var tone = Tone.plain
  }

  struct Row {
    var cells: [String]
    /// The tone of the cells whose column has none.
    var tone = Tone.plain
    /// In place of the columns' tones.
    var tones: [Tone]?
    /// Whether the cursor stops here; other rows are headings and text.
    var isEntry = true
    /// What a click on it stands for, in place of choosing it.
    var key: Key?

    static func text(_ text: String, _ tone: Tone = .plain) -> Row { Row(cells: [text], tone: tone, isEntry: false) }
  }

  var title: String
  var hints: String
  var columns: [Column]
  /// How wide it is at most, so that a row is one to the eye in a wide window.
  var width = Int.max
  var heading = ""
  /// At the right of the heading.
  var headingEnd = ""
  var rows: [Row] = []

  init(_ title: String, hints: String, columns: [Column]) {
    (self.title, self.hints, self.columns) = (title, hints, columns)
  }
}

/// A meaning of a text, which each look shows in its own way.
enum Tone: Sendable {
  case plain, bold, faint, heading, good, bad
}
