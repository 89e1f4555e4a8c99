import GameKit

/// Five letters, `a` to `z`, as bytes: fast to compare, and always valid.
struct WordleWord: Hashable, Codable, Sendable {
  let letters: [UInt8]

  /// Replaces a stored puzzle that is not a word; no guess equals it.
  static let blank = WordleWord(unchecked: [0, 0, 0, 0, 0])

  private init(unchecked letters: [UInt8]) { self.letters = letters }

  /// A word of five letters in lower case; `nil` for anything else.
  init?(_ text: String) {
    let letters = Array(text.utf8)
    guard letters.count == Wordle.length, letters.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
    self.letters = letters
  }

  /// Checks a guess; throws a sentence for players.
  init(checking text: String) throws(Rejection) {
    try WordList.check(text, length: Wordle.length)
    letters = Array(text.utf8)
  }

  func count(of letter: UInt8) -> Int {
    var count = 0
    for other in letters where other == letter { count += 1 }
    return count
  }

  var text: String { String(decoding: letters, as: UTF8.self) }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    self = WordleWord(try container.decode(String.self)) ?? .blank
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}
