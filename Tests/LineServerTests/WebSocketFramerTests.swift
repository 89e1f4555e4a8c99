import Testing

@testable import LineServer

/// A client's masked frame, made without the server's code.
func clientFrame(
  _ opcode: UInt8, _ payload: [UInt8], final: Bool = true, key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
) -> [UInt8] {
  let length: [UInt8] =
    switch payload.count {
    case ..<126: [0x80 | UInt8(payload.count)]
    case ..<65_536: [0xFE, UInt8(payload.count >> 8), UInt8(payload.count & 0xFF)]
    default: [0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: payload.count >> (56 - 8 * $0)) }
    }
  return [(final ? 0x80 : 0) | opcode] + length + key + payload.enumerated().map { $1 ^ key[$0 % 4] }
}

func clientText(_ text: String, final: Bool = true) -> [UInt8] { clientFrame(1, [UInt8](text.utf8), final: final) }

@Suite("Parsing a client's WebSocket frames")
struct WebSocketFramerTests {
  private enum Found: Equatable {
    case message([UInt8])
    case ping([UInt8])
    case closed(UInt16)
    case violation(UInt16)

    static func text(_ text: String) -> Found { .message([UInt8](text.utf8)) }
  }

  /// Feeds chunks as the loop does, each into a buffer filled with old bytes.
  private func read(_ chunks: [[UInt8]], limit: Int = 300) -> [Found] {
    var framer = WebSocketFramer()
    var found: [Found] = []
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 70_000, alignment: 16)
    defer { buffer.deallocate() }
    for chunk in chunks {
      for place in buffer.indices { buffer[place] = 0x81 }
      let kept = framer.restore(into: buffer)
      #expect(kept <= limit + Framing.overhead)
      UnsafeMutableRawBufferPointer(rebasing: buffer[kept...]).copyBytes(from: chunk)
      var pass = framer.admit(chunk.count, in: buffer)
      scan: while true {
        switch framer.next(in: buffer, &pass, limit: limit, atEnd: false) {
        case .line(let range): found.append(.message([UInt8](buffer[range])))
        case .ping(let range): found.append(.ping([UInt8](buffer[range])))
        case .empty: continue
        case .closed(let code):
          found.append(.closed(code.rawValue))
          return found
        case .violation(let code):
          found.append(.violation(code.rawValue))
          return found
        case .tooLong, .httpRequest: Issue.record("frames have no such thing")
        case .end: break scan
        }
      }
      framer.keep(pass, in: UnsafeRawBufferPointer(buffer))
    }
    return found
  }

  @Test("The masked example of RFC 6455, section 5.7, is parsed as Hello")
  func example() {
    #expect(read([[0x81, 0x85, 0x37, 0xFA, 0x21, 0x3D, 0x7F, 0x9F, 0x4D, 0x51, 0x58]]) == [.text("Hello")])
  }

  @Test(
    "Lengths of one, three and nine bytes are parsed, up to the limit",
    arguments: [125, 126, 65_535, 65_536])
  func lengths(count: Int) {
    let text = String(repeating: "x", count: count)
    #expect(read([clientText(text)], limit: count) == [.text(text)])
    #expect(read([clientText(text)], limit: count - 1) == [.violation(1009)])
  }

  @Test("The messages are the same however the frames are split")
  func everySplit() {
    let long = String(repeating: "año ", count: 40)
    let stream =
      clientText("one") + clientFrame(9, [1, 2, 3]) + clientText("", final: true) + clientText("hal", final: false)
      + clientFrame(9, []) + clientFrame(0, [UInt8]("f a m".utf8), final: false) + clientFrame(10, [7])
      + clientFrame(0, [], final: false) + clientFrame(0, [UInt8]("essage".utf8)) + clientText(long)
      + clientFrame(8, [0x03, 0xE9] + [UInt8]("tschüß".utf8))
    let expected: [Found] = [
      .text("one"), .ping([1, 2, 3]), .ping([]), .text("half a message"), .text(long), .closed(1001),
    ]
    #expect(read([stream]) == expected)
    for place in 0...stream.count {
      #expect(read([Array(stream[..<place]), Array(stream[place...])]) == expected, "split at \(place)")
    }
    #expect(read(stream.map { [$0] }) == expected, "byte by byte")
  }

  @Test("A character may be split between two frames of a message")
  func cutCharacter() {
    let frames = clientFrame(1, [0xC3], final: false) + clientFrame(0, [0xB1])
    #expect(read([frames]) == [.text("ñ")])
  }

  @Test("Fragments count together against the limit, before the last one has arrived")
  func longFragments() {
    let frames = clientText(String(repeating: "x", count: 200), final: false)
    #expect(read([frames + clientFrame(0, [UInt8](repeating: 120, count: 101), final: false)]) == [.violation(1009)])
  }

  @Test(
    "A protocol violation ends the connection with its code",
    arguments: [
      ("not masked", [0x81, 0x01, 0x61], 1002),
      ("a reserved bit", [0xC1, 0x80, 0, 0, 0, 0], 1002),
      ("the second reserved bit", [0xA1, 0x80, 0, 0, 0, 0], 1002),
      ("the third reserved bit", [0x91, 0x80, 0, 0, 0, 0], 1002),
      ("an opcode without meaning", clientFrame(3, []), 1002),
      ("a control opcode without meaning", clientFrame(11, []), 1002),
      ("a ping in fragments", clientFrame(9, [], final: false), 1002),
      ("a long ping", clientFrame(9, [UInt8](repeating: 0, count: 126)), 1002),
      ("a continuation of nothing", clientFrame(0, [0x61]), 1002),
      ("a message inside another", clientText("a", final: false) + clientText("b"), 1002),
      ("bytes that are no text", clientFrame(2, [0x61]), 1003),
      ("a length in more bytes than it needs", [0x81, 0xFE, 0, 125, 0, 0, 0, 0], 1002),
      ("a length in far more bytes", [0x81, 0xFF, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0, 0, 0], 1002),
      ("a length beyond 63 bits", [0x81, 0xFF] + [UInt8](repeating: 0xFF, count: 12), 1002),
      ("a length of 63 bits", [0x81, 0xFF, 0x7F] + [UInt8](repeating: 0xFF, count: 11), 1009),
      ("a close of one byte", clientFrame(8, [3]), 1002),
      ("a close whose reason is no text", clientFrame(8, [0x03, 0xE8, 0xFF]), 1007),
      ("bytes that are no UTF-8", clientFrame(1, [0x61, 0xFF]), 1007),
      ("half a character", clientFrame(1, [0xE2, 0x82]), 1007),
      ("half a character in fragments", clientFrame(1, [0xE2], final: false) + clientFrame(0, [0x82]), 1007),
      ("a character that another frame breaks", clientFrame(1, [0xC3], final: false) + clientFrame(0, [0x61]), 1007),
    ] as [(String, [UInt8], UInt16)])
  func violations(what: String, bytes: [UInt8], code: UInt16) {
    #expect(read([bytes]) == [.violation(code)], "\(what)")
    #expect(read(bytes.map { [$0] }) == [.violation(code)], "\(what), byte by byte")
  }

  @Test("A close may have no code, or one that RFC 6455, section 7.4, permits")
  func closes() {
    func close(_ code: UInt16) -> [Found] { read([clientFrame(8, [UInt8(code >> 8), UInt8(code & 0xFF)])]) }
    #expect(read([clientFrame(8, [])]) == [.closed(1005)])
    for code in [1000, 1003, 1007, 1014, 3000, 4999] as [UInt16] { #expect(close(code) == [.closed(code)], "\(code)") }
    for code in [0, 999, 1004, 1005, 1006, 1015, 2999, 5000, 65_535] as [UInt16] {
      #expect(close(code) == [.violation(1002)], "\(code)")
    }
  }

  @Test("A ping may have 125 bytes")
  func longestPing() {
    let payload = [UInt8](repeating: 7, count: 125)
    #expect(read([clientFrame(9, payload)]) == [.ping(payload)])
  }

  @Test("UTF-8 is checked as the standard library checks it, at every length and alignment")
  func utf8() {
    var bytes: [UInt8] = []
    let interesting: [UInt8] = [
      0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
    ]
    for first in interesting {
      for second in interesting {
        for third in interesting {
          for fourth in interesting {
            bytes = [UInt8](repeating: 0x20, count: Int(first & 7)) + [first, second, third, fourth]
            let expected = String(validating: bytes, as: UTF8.self) != nil
            let actual = bytes.withUnsafeBytes(isUTF8)
            if actual != expected { Issue.record("\(bytes)") }
          }
        }
      }
    }
  }
}
