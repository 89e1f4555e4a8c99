public import WireProtocol

/// A result as players share it: one headline and rows of tiles, never a letter.
public struct ShareGrid: Hashable, Codable, Sendable {
  /// What follows the puzzle's number: `4/6*`, `· 3 tries`, `en→es 5/5 · 1:42`.
  public var headline: String
  /// Rows of tiles, one emoji a tile.
  public var rows: [String]

  /// A grid; `rows` may be empty.
  public init(headline: String, rows: [String]) {
    self.headline = headline
    self.rows = rows
  }

  /// The one renderer of share texts: `Parlor Wordle 324 4/6`, an empty line, the rows.
  ///
  /// - Parameters:
  ///   - title: the game's title.
  ///   - label: the puzzle's number, or the mode's name where there is none.
  ///   - theme: the reader's colours. What is stored and sent is always dark.
  public func text(title: String, label: String, theme: Theme = .dark) -> String {
    let head = "Parlor \(title) \(label) \(headline)"
    return rows.isEmpty ? head : head + "\n\n" + theme.shown(rows.joined(separator: "\n"))
  }

  /// A puzzle's number as texts show it: with a separator from 1,000 on.
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
