/// Takes telnet's commands out of a stream of bytes, wherever the stream is split (RFC 854, RFC 855).
///
/// `IAC WILL/WONT/DO/DONT option`, `IAC SB … IAC SE` and `IAC command` vanish, `IAC IAC` is one byte 0xFF. Nothing is
/// answered: a client whose offers stay unanswered keeps to the plain line mode that we want. UTF-8 never contains
/// 0xFF, so a client that is not telnet loses nothing. Nor does a line that begins with `{` hold any: nobody types one
/// at a telnet, and what it means would change with the bytes that are gone. A byte that is no command stays where
/// it is behind an `IAC`: the end of a line behind a byte of another encoding would join two lines.
struct TelnetFilter {
  private enum State: UInt8 {
    case text, command, option, subnegotiation, subnegotiationCommand
  }

  /// A subnegotiation longer than this is noise; what follows is text again. Real ones are far shorter.
  static let longestSubnegotiation = 1024

  private var state = State.text
  private var subnegotiationBytes: UInt16 = 0

  /// Filters `bytes` in place and answers how many are left at their start.
  ///
  /// - Parameter lineStart: the first byte of the line that they go on with; `nil` where they begin one.
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
      // IAC SE (240) ends it; IAC IAC is data; anything else is a fault and is taken as data too.
      state = byte == 240 ? .text : .subnegotiation
    }
    return false
  }
}
