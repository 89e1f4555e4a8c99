/// Base 64 of bytes (RFC 4648).
public enum Base64 {
  /// The characters for 62 and 63.
  public enum Alphabet: Sendable {
    /// `+` and `/`: section 4.
    case standard
    /// `-` and `_`, for addresses and file names: section 5.
    case url

    fileprivate var digits: [UInt8] { Base64.letters + (self == .standard ? "+/" : "-_").utf8 }
  }

  private static let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)

  /// Four characters for three bytes, with `=` for bytes that the last group lacks.
  public static func text(of bytes: some Collection<UInt8>, _ alphabet: Alphabet = .standard) -> String {
    let digits = alphabet.digits
    var text: [UInt8] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let group = rest.prefix(3)
      rest = rest.dropFirst(3)
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place <= group.count ? digits[bits >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
