/// Removes telnet commands from a stream of bytes, wherever the stream is split (RFC 854, RFC 855).
///
/// `IAC WILL/WONT/DO/DONT option`, `IAC SB … IAC SE` and `IAC command` are removed; `IAC IAC` becomes one byte 0xFF.
/// Nothing is answered: a client whose offers get no answer stays in plain line mode. UTF-8 never contains 0xFF, so
/// other clients lose nothing. A line that begins with `{` is not filtered: nobody types one at a telnet client, and
/// removing bytes would change its meaning. A byte behind an `IAC` that is no command is kept: removing a newline
/// behind a byte of another encoding would join two lines.
struct TelnetFilter {
  private enum State: UInt8 {
    case text, command, option, subnegotiation, subnegotiationCommand
  }

  /// A longer subnegotiation is treated as noise, and text follows. Real ones are far shorter.
  static let longestSubnegotiation = 1024

  private var state = State.text
  private var subnegotiationBytes: UInt16 = 0

  /// Filters `bytes` in place and returns how many remain at their start.
  ///
  /// - Parameter lineStart: the first byte of the current line; `nil` if the bytes begin one.
  mutating func filter(_ bytes: UnsafeMutableRawBufferPointer, lineStart: @autoclosure () -> UInt8?) -> Int {
    if state == .text, !bytes.contains(byte: 0xFF) { return bytes.count }
    var kept = 0
    var first = lineStart()
    for index in 0..<bytes.count {
      let byte = bytes[index]
      guard state == .text && first == UInt8(ascii: "{") || keeps(byte) else { continue }
      bytes[kept] = byte
      kept += 1
      first = byte == 0x0A ? nil : first ?? byte
    }
    return kept
  }

  private mutating func keeps(_ byte: UInt8) -> Bool {
    switch state {
    case .text:
      if byte == 0xFF { state = .command }
      return byte != 0xFF
    case .command:
      switch byte {
      case 0xFF: state = .text
      case 251...254: state = .option
      case 250: (state, subnegotiationBytes) = (.subnegotiation, 0)
      default: state = .text
      }
      // Commands are 240 to 255 (RFC 854).
      return byte == 0xFF || byte < 240
    case .option:
      state = .text
    case .subnegotiation:
      subnegotiationBytes &+= 1
      if byte == 0xFF {
        state = .subnegotiationCommand
      } else if subnegotiationBytes >= Self.longestSubnegotiation {
        state = .text
      }
    case .subnegotiationCommand:
      // IAC SE (240) ends it; IAC IAC is data; anything else is an error and is treated as data.
      state = byte == 240 ? .text : .subnegotiation
    }
    return false
  }
}
