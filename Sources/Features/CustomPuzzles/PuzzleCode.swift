/// A puzzle's code: ten letters and digits that can be read aloud, with 50 unguessable bits.
///
/// The alphabet is Crockford's base 32: `o` is read as 0, `i` and `l` as 1; case, spaces and hyphens do not matter.
struct PuzzleCode: Hashable {
  /// The key of the puzzle's document.
  let number: Int64

  private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz")
  private static let length = 10

  /// A code of 64 random bits.
  init(random: UInt64) { number = Int64(random >> (64 - 5 * UInt64(Self.length))) }

  /// The code of a stored puzzle.
  init(number: Int64) { self.number = number }

  /// Parses a typed code, or the link to its page; `nil` for other text.
  init?(_ text: String) {
    let text = text.split(separator: "/").last ?? ""
    guard text.utf8.count <= 3 * Self.length else { return nil }
    var (number, count): (Int64, Int) = (0, 0)
    for letter in text.lowercased() where letter != "-" && letter != " " {
      let meant: Character = letter == "o" ? "0" : letter == "i" || letter == "l" ? "1" : letter
      guard let value = Self.alphabet.firstIndex(of: meant), count < Self.length else { return nil }
      number = number << 5 | Int64(value)
      count += 1
    }
    guard count == Self.length else { return nil }
    self.number = number
  }

  /// `k7q2m-9xw4d`.
  var text: String {
    let letters = (0..<Self.length).reversed().map { Self.alphabet[Int(number >> (5 * Int64($0)) & 31)] }
    return String(letters.prefix(5)) + "-" + String(letters.suffix(5))
  }
}
