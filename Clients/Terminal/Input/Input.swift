enum Key: Hashable, Sendable {
  case character(Character)
  case alt(Character)
  /// A letter or a sign with Ctrl, in lower case.
  case control(Character)
  case enter, tab, backTab, backspace, delete, insert, escape
  case up, down, left, right, home, end, pageUp, pageDown
  case function(Int)
  /// No key of a keyboard: a click on the answer with this number.
  case option(Int)
}

extension Key {
  /// The key at the beginning of a hint: `^S share`, `↵ play`. `nil` if there is none, or several.
  init?(hint: String) {
    let name = String(hint.prefix { $0 != " " })
    let named: [String: Key] = [
      "↵": .enter, "enter": .enter, "esc": .escape, "tab": .tab, "space": .character(" "), "↑": .up, "↓": .down,
      "any": .escape,
    ]
    if let key = named[name] {
      self = key
    } else if name.count == 1, let sign = name.first, sign.isASCII {
      self = .character(sign)
    } else if name.count == 2, name.first == "^", let letter = name.last {
      self = .control(Character(letter.lowercased()))
    } else if name.first == "F", let number = Int(name.dropFirst()) {
      self = .function(number)
    } else {
      return nil
    }
  }
}

struct Mouse: Hashable, Sendable {
  enum Act: Hashable, Sendable {
    case press, drag, release, wheelUp, wheelDown
  }
  var act: Act
  var x: Int
  var y: Int
}

enum Input: Hashable, Sendable {
  case key(Key)
  case mouse(Mouse)
  /// Pasted text, with `\n` line endings.
  case paste(String)
  /// The terminal's background colour, which was requested.
  case ground(Colour)
}
