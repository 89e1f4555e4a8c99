/// The colours of a guess as a number in base 3, the first letter lowest: 0 absent, 1 elsewhere, 2 right.
struct Colours: Hashable {
  let code: UInt8
  static let count = 243
  static let solved = Colours(code: 242)
  static let all = (0..<UInt8(count)).map { Colours(code: $0) }

  private init(code: UInt8) { self.code = code }

  /// The colours of a guess, by the two-pass rule: exact matches first, then misplaced letters from the left while
  /// unmatched letters of the answer remain.
  init(of guess: PackedWord, against answer: PackedWord) {
    var digits: (UInt8, UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0, 0)
    self.code = withUnsafeMutableBytes(of: &digits) { digits in
      // A bit for each used letter of the answer.
      var used: UInt8 = 0
      for place in 0..<PackedWord.length where guess[place] == answer[place] {
        digits[place] = 2
        used |= 1 << UInt8(place)
      }
      for place in 0..<PackedWord.length where digits[place] == 0 {
        for other in 0..<PackedWord.length where used & (1 << UInt8(other)) == 0 && answer[other] == guess[place] {
          digits[place] = 1
          used |= 1 << UInt8(other)
          break
        }
      }
      return digits.reversed().reduce(0) { $0 * 3 + $1 }
    }
  }

  subscript(place: Int) -> Int { Int(code) / Self.powers[place] % 3 }

  private static let powers = [1, 3, 9, 27, 81]

  /// Parses `⬛🟨⬛⬛🟩`; `nil` for anything else.
  init?(tiles: String) {
    guard tiles.unicodeScalars.count == PackedWord.length else { return nil }
    var code = 0
    for tile in tiles.unicodeScalars.reversed() {
      switch tile {
      case "⬛": code = code * 3
      case "🟨": code = code * 3 + 1
      case "🟩": code = code * 3 + 2
      default: return nil
      }
    }
    self.code = UInt8(code)
  }

  /// Parses `.?..!`: absent, elsewhere, right; `nil` for anything else.
  init?(marks: some StringProtocol) {
    guard marks.utf8.count == PackedWord.length else { return nil }
    var code = 0
    for mark in marks.utf8.reversed() {
      guard let digit = Self.marks.firstIndex(of: mark) else { return nil }
      code = code * 3 + digit
    }
    self.code = UInt8(code)
  }

  var marks: String {
    var rest = Int(code)
    let marks = (0..<PackedWord.length).map { _ in
      defer { rest /= 3 }
      return Self.marks[rest % 3]
    }
    return String(decoding: marks, as: UTF8.self)
  }

  private static let marks = Array(".?!".utf8)
}
