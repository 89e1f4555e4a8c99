/// Base 64 of bytes (RFC 4648).
public enum Base64 {
  /// Which two characters stand beside the letters and digits.
  public enum Alphabet: Sendable {
    /// `+` and `/`: section 4.
    case standard
    /// `-` and `_`, for addresses and file names: section 5.
    case url

    fileprivate var digits: [UInt8] {
      let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
      return letters + (self == .standard ? "+/" : "-_").utf8
    }
  }

  /// Four characters for three bytes, with `=` in the places of bytes that the last group lacks.
  public static func text(of bytes: some Sequence<UInt8>, _ alphabet: Alphabet = .standard) -> String {
    let (bytes, digits) = (Array(bytes), alphabet.digits)
    var characters: [UInt8] = []
    characters.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        characters.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// How many bytes a text with its `=` stands for; `nil` if it is none of this form.
  public static func byteCount(of text: String, _ alphabet: Alphabet = .standard) -> Int? {
    let (characters, digits) = (Array(text.utf8), alphabet.digits)
    let body = characters.prefix { $0 != UInt8(ascii: "=") }
    let padding = characters.count - body.count
    guard characters.count.isMultiple(of: 4), padding <= 2, body.allSatisfy(digits.contains),
      characters[body.count...].allSatisfy({ $0 == UInt8(ascii: "=") })
    else { return nil }
    return characters.count / 4 * 3 - padding
  }
}
