/// Text for the clipboard of whoever sits at the terminal, be it at the other end of a long line: OSC 52.
enum Clipboard {
  static func sequence(_ text: String) -> String { "\u{1B}]52;c;\(base64(Array(text.utf8)))\u{07}" }

  static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = Array(bytes[start..<min(start + 3, bytes.count)])
      let number = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place <= group.count ? digits[number >> (18 - 6 * place) & 63] : "=")
      }
    }
    return text
  }
}
