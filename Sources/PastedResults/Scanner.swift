import GameKit

/// Reads a line from the left, one piece at a time; a failed read does not move the position.
struct Scanner {
  private let scalars: [Unicode.Scalar]
  private var place: Int

  init(_ line: some StringProtocol) { self.init(Array(line.unicodeScalars), from: 0) }

  /// Starts at a position of a line, which is not copied.
  init(_ scalars: [Unicode.Scalar], from place: Int) {
    self.scalars = scalars
    self.place = place
  }

  var isAtEnd: Bool { place == scalars.count }

  /// The unread rest.
  var rest: String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars[place...])
    return String(text)
  }

  mutating func skipSpaces() {
    while place < scalars.count, scalars[place].isWhiteSpace { place += 1 }
  }

  /// Reads a word in any case that is not followed by a letter or a digit.
  mutating func skipWord(_ word: String) -> Bool {
    let letters = Array(word.unicodeScalars)
    let end = place + letters.count
    guard end <= scalars.count, zip(letters, scalars[place..<end]).allSatisfy({ Self.lower($0) == Self.lower($1) })
    else { return false }
    guard end == scalars.count || !Self.isWordPart(scalars[end]) else { return false }
    place = end
    return true
  }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard place < scalars.count, scalars[place] == mark else { return false }
    place += 1
    return true
  }

  /// Skips a dash or a colon between two pieces, with the surrounding white space.
  mutating func skipDash() {
    let start = place
    skipSpaces()
    guard place < scalars.count, ["-", "–", "—", ":"].contains(scalars[place]) else { return place = start }
    // A hyphen directly before a number is a minus.
    if scalars[place] == "-", place + 1 < scalars.count, !scalars[place + 1].isWhiteSpace {
      return place = start
    }
    place += 1
    skipSpaces()
  }

  /// Reads a whole number below a million, possibly grouped: `1492`, `1,492`, `1.492`, `1 492`, `1'492`.
  mutating func number() -> Int? {
    let start = place
    guard let first = digits(atMost: 6) else { return nil }
    var value = first.value
    if first.count <= 3, first.count == 1 || first.value > 0 {
      let beforeGroup = place
      if place < scalars.count, Self.isSeparator(scalars[place]) {
        place += 1
        if let group = digits(atMost: 3), group.count == 3, place == scalars.count || !isDigit(at: place),
          first.value > 0
        {
          value = value * 1000 + group.value
        } else {
          place = beforeGroup
        }
      }
    }
    let isPadded = first.count > 1 && scalars[start] == "0"
    guard !isPadded, place == scalars.count || !isDigit(at: place) else {
      place = start
      return nil
    }
    return value
  }

  private mutating func digits(atMost most: Int) -> (value: Int, count: Int)? {
    let start = place
    var value = 0
    while place < scalars.count, isDigit(at: place) {
      guard place - start < most else {
        place = start
        return nil
      }
      value = value * 10 + Int(scalars[place].value - 0x30)
      place += 1
    }
    return place == start ? nil : (value, place - start)
  }

  private func isDigit(at place: Int) -> Bool { (0x30...0x39).contains(scalars[place].value) }

  /// Comma, full stop, apostrophes, and the spaces that French and other languages group digits with.
  private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    [",", ".", "'", "’", " ", "\u{A0}", "\u{2009}", "\u{202F}"].contains(scalar)
  }

  static func isWordPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
  }

  private static func lower(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0x41...0x5A).contains(scalar.value) ? Unicode.Scalar(UInt8(scalar.value + 32)) : scalar
  }
}
