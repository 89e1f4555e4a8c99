internal import WireProtocol

/// Copies to the clipboard of the terminal's user, also over a remote connection: OSC 52.
enum Clipboard {
  static func sequence(_ text: String) -> String { "\u{1B}]52;c;\(Base64.text(of: text.utf8))\u{07}" }
}
