internal import WireProtocol

/// Text for the clipboard of whoever sits at the terminal, be it at the other end of a long line: OSC 52.
enum Clipboard {
  static func sequence(_ text: String) -> String { "\u{1B}]52;c;\(Base64.text(of: text.utf8))\u{07}" }
}
