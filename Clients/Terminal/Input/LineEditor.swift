internal import WireProtocol

/// An editable line of text with a history.
struct LineEditor: Hashable, Sendable {
  /// The text before and after the cursor. Two strings, so that a combining mark that arrives separately joins the
  /// letter before it.
  private(set) var before = ""
  private(set) var after = ""
  private var past: [String] = []
  private var place = 0
  private var draft = ""
  /// The longest line in characters.
  static let longest = 500
  private static let longestPast = 100

  var text: String { before + after }
  var isEmpty: Bool { before.isEmpty && after.isEmpty }

  /// The line with its characters hidden, for passwords.
  var masked: LineEditor {
    var line = LineEditor()
    line.before = String(repeating: "•", count: before.count)
    line.after = String(repeating: "•", count: after.count)
    return line
  }

  mutating func insert(_ text: some StringProtocol) {
    for character in text where self.text.count < Self.longest || TextWidth.of(character) == 0 {
      before.append(character == "\n" || character == "\t" ? " " : character)
    }
  }

  mutating func set(_ text: String) {
    before = text
    after = ""
  }

  mutating func clear() {
    set("")
    place = past.count
  }

  mutating func remember(_ line: String) {
    if !line.isEmpty, past.last != line { past.append(line) }
    if past.count > Self.longestPast { past.removeFirst() }
    place = past.count
  }

  /// - Returns: whether the key has a meaning here.
  mutating func press(_ key: Key) -> Bool {
    switch key {
    case .character(let character): insert(String(character))
    case .backspace:
      if !before.isEmpty { before.removeLast() }
    case .delete, .control("d"):
      if !after.isEmpty { after.removeFirst() }
    case .left, .control("b"):
      if let last = before.popLast() { after = String(last) + after }
    case .right, .control("f"):
      if !after.isEmpty { before.append(after.removeFirst()) }
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"):
      while before.last == " " { before.removeLast() }
      while let last = before.last, last != " " { before.removeLast() }
    case .up, .control("p"): return recall(place - 1)
    case .down, .control("n"): return recall(place + 1)
    default: return false
    }
    return true
  }

  private mutating func recall(_ index: Int) -> Bool {
    guard index >= 0, index <= past.count, index != place else { return false }
    if place == past.count { draft = text }
    place = index
    set(index == past.count ? draft : past[index])
    return true
  }
}
