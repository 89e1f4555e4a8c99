/// The header of a frame (RFC 6455, section 5.2).
struct WebSocketHeader {
  /// Whether the frame is the last of its message.
  let isFinal: Bool
  let opcode: Opcode
  /// The payload's length in bytes.
  let count: Int
  /// The header's length in bytes.
  let size: Int
  /// The masking key in memory order, twice.
  let mask: UInt64

  enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
  }

  /// The longest header that a client sends, and the longest control frame without its header, in bytes.
  static let (longest, longestControl) = (14, 125)

  enum Reading {
    case incomplete
    case violation
    case header(WebSocketHeader)
  }

  /// Reads a client's header from the start of these bytes. A frame that is not masked, sets a reserved bit, has an
  /// unknown opcode, or writes its length in more bytes than needed is a violation.
  static func read(_ bytes: UnsafeRawBufferPointer) -> Reading {
    guard bytes.count >= 2 else { return .incomplete }
    guard bytes[0] & 0x70 == 0, let opcode = Opcode(rawValue: bytes[0] & 0x0F), bytes[1] & 0x80 != 0 else {
      return .violation
    }
    let isFinal = bytes[0] & 0x80 != 0
    var count = Int(bytes[1] & 0x7F)
    if opcode.isControl, !isFinal || count > longestControl { return .violation }
    let lengthBytes = count == 127 ? 8 : count == 126 ? 2 : 0
    guard bytes.count >= 2 + lengthBytes else { return .incomplete }
    if lengthBytes > 0 {
      let length = bytes[2..<(2 + lengthBytes)].reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
      guard length > (lengthBytes == 2 ? 125 : 0xFFFF), let wide = Int(exactly: length) else { return .violation }
      count = wide
    }
    let size = 2 + lengthBytes + 4
    guard bytes.count >= size else { return .incomplete }
    let mask = UInt64(bytes.loadUnaligned(fromByteOffset: 2 + lengthBytes, as: UInt32.self))
    return .header(
      WebSocketHeader(isFinal: isFinal, opcode: opcode, count: count, size: size, mask: mask << 32 | mask))
  }

  /// Appends the header of a server's frame: final and not masked.
  static func write(_ opcode: Opcode, count: Int, _ body: (UnsafeRawBufferPointer) -> Void) {
    withUnsafeTemporaryAllocation(byteCount: 10, alignment: 8) { header in
      header[0] = 0x80 | opcode.rawValue
      var size = 2
      if count <= 125 {
        header[1] = UInt8(truncatingIfNeeded: count)
      } else {
        size = count <= 0xFFFF ? 4 : 10
        header[1] = size == 4 ? 126 : 127
        for index in 2..<size { header[index] = UInt8(truncatingIfNeeded: count >> (8 * (size - 1 - index))) }
      }
      body(UnsafeRawBufferPointer(rebasing: header[..<size]))
    }
  }
}

/// The status code of a closing WebSocket (RFC 6455, section 7.4).
struct WebSocketCloseCode: Hashable {
  let rawValue: UInt16

  static let normal = WebSocketCloseCode(rawValue: 1000)
  static let goingAway = WebSocketCloseCode(rawValue: 1001)
  static let protocolError = WebSocketCloseCode(rawValue: 1002)
  static let unsupportedData = WebSocketCloseCode(rawValue: 1003)
  /// Stands for a close frame without a code; never sent.
  static let none = WebSocketCloseCode(rawValue: 1005)
  static let invalidText = WebSocketCloseCode(rawValue: 1007)
  static let messageTooBig = WebSocketCloseCode(rawValue: 1009)

  /// Whether an endpoint may send it: the codes defined for frames, those of libraries, and those of applications.
  var isSendable: Bool {
    switch rawValue {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
