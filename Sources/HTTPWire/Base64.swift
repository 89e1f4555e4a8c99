/// Base 64 with padding (RFC 4648, section 4).
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var characters: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        characters.append(place <= group.count ? alphabet[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: characters, as: UTF8.self)
  }

  /// How many bytes a text stands for; `nil` if it is none of this form.
  static func byteCount(_ text: String) -> Int? {
    let characters = Array(text.utf8)
    let body = characters.prefix { $0 != UInt8(ascii: "=") }
    let padding = characters.count - body.count
    guard characters.count % 4 == 0, padding <= 2, body.allSatisfy(alphabet.contains),
      characters[body.count...].allSatisfy({ $0 == UInt8(ascii: "=") })
    else { return nil }
    return characters.count / 4 * 3 - padding
  }
}
