public import WireProtocol

/// The shared form of a result: one headline and rows of tiles, never a letter.
public struct ShareGrid: Hashable, Codable, Sendable {
  /// The text after the puzzle's number: `4/6*`, `· 3 tries`, `en→es 5/5 · 1:42`.
  public var headline: String
  /// Rows of tiles, one emoji per tile.
  public var rows: [String]

  /// A grid; `rows` may be empty.
  public init(headline: String, rows: [String]) {
    self.headline = headline
    self.rows = rows
  }

  /// Renders a share text: `Parlor Wordle 324 4/6`, an empty line, the rows.
  ///
  /// - Parameters:
  ///   - title: the game's title.
  ///   - label: the puzzle's number, or the mode's name if there is none.
  ///   - theme: the reader's colours. Stored and sent texts are always dark.
  public func text(title: String, label: String, theme: Theme = .dark) -> String {
    let head = "Parlor \(title) \(label) \(headline)"
    return rows.isEmpty ? head : head + "\n\n" + theme.shown(rows.joined(separator: "\n"))
  }

  /// A puzzle's number with a thousands separator.
  public static func numberText(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }
}

extension Int {
  /// `1st`, `2nd`, `11th`.
  public var ordinal: String {
    let isTeen = (11...13).contains(self % 100)
    switch self % 10 {
    case 1 where !isTeen: return "\(self)st"
    case 2 where !isTeen: return "\(self)nd"
    case 3 where !isTeen: return "\(self)rd"
    default: return "\(self)th"
    }
  }
}
