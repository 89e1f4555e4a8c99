/// A key, as the terminal tells it.
enum Key: Hashable, Sendable {
  case character(Character)
  /// A letter or a sign together with Alt.
  case alt(Character)
  /// A letter or a sign together with Ctrl, in lower case.
  case control(Character)
  case enter, tab, backTab, backspace, delete, insert, escape
  case up, down, left, right, home, end, pageUp, pageDown
  case function(Int)
}

/// What a mouse does, and at which cell, counted from 0.
struct Mouse: Hashable, Sendable {
  enum Act: Hashable, Sendable {
    case press, drag, release, wheelUp, wheelDown
  }
  var act: Act
  var x: Int
  var y: Int
}

/// What comes from a terminal.
enum Input: Hashable, Sendable {
  case key(Key)
  case mouse(Mouse)
  /// Text that was pasted, with `\n` at the ends of its lines.
  case paste(String)
}
