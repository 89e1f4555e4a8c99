import Testing

@testable import LineServer

enum Framed: Equatable {
  case line([UInt8])
  case tooLong
  case httpRequest

  static func text(_ text: String) -> Framed { .line([UInt8](text.utf8)) }
}

/// Feeds chunks as the loop does, each into a fresh buffer.
func frame(_ chunks: [[UInt8]], limit: Int = 20, finish: Bool = false) -> [Framed] {
  var framer = LineFramer()
  var found: [Framed] = []
  let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 2048, alignment: 16)
  defer { buffer.deallocate() }
  for (index, chunk) in (chunks + (finish ? [[]] : [])).enumerated() {
    // Old bytes must not be mistaken for new ones.
    for place in buffer.indices { buffer[place] = 0x0A }
    let kept = framer.restore(into: buffer)
    UnsafeMutableRawBufferPointer(rebasing: buffer[kept...]).copyBytes(from: chunk)
    var pass = framer.admit(chunk.count, in: buffer)
    let bytes = UnsafeRawBufferPointer(buffer)
    scan: while true {
      switch framer.next(in: buffer, &pass, limit: limit, atEnd: finish && index == chunks.count) {
      case .line(let range): found.append(.line([UInt8](bytes[range])))
      case .empty: continue
      case .tooLong: found.append(.tooLong)
      case .httpRequest: found.append(.httpRequest)
      case .ping, .closed, .violation: Issue.record("lines have no such thing")
      case .end: break scan
      }
    }
    framer.keep(pass, in: bytes)
  }
  return found
}

func frame(_ text: String, limit: Int = 20, finish: Bool = false) -> [Framed] {
  frame([[UInt8](text.utf8)], limit: limit, finish: finish)
}

private let twenty = String(repeating: "x", count: 20)

@Suite("Splitting input into lines")
struct LineFramerTests {
  @Test(
    "Endings are removed and blank lines are keep-alives",
    arguments: [
      ("", []),
      ("one\n", [.text("one")]),
      ("one\r\ntwo\n", [.text("one"), .text("two")]),
      ("\n\r\n\none\n\n", [.text("one")]),
      ("a\rb\n", [.text("a\rb")]),
      ("a\r\r\n", [.text("a\r")]),
      ("\r\r\n", [.text("\r")]),
      ("unfinished", []),
      (" \n", [.text(" ")]),
      ("a\0b\n", [.text("a\0b")]),
    ] as [(String, [Framed])])
  func endings(text: String, expected: [Framed]) {
    #expect(frame(text) == expected)
  }

  @Test(
    "A line over the limit is reported once and skipped, and the next line counts",
    arguments: [
      (twenty + "\n", [.text(twenty)]),
      (twenty + "\r\n", [.text(twenty)]),
      (twenty + "y\nb\n", [.tooLong, .text("b")]),
      (twenty + "\r\r\nb\n", [.tooLong, .text("b")]),
      (twenty + "y", [.tooLong]),
      (twenty + "\r", []),
      (
        twenty + twenty + twenty + "\nb\n\n" + twenty + "12\nc\n",
        [.tooLong, .text("b"), .tooLong, .text("c")]
      ),
    ] as [(String, [Framed])])
  func longLines(text: String, expected: [Framed]) {
    #expect(frame(text) == expected)
  }

  @Test("Bytes without an ending are a line when the peer has finished, unless they are empty")
  func lastLine() {
    #expect(frame("a\nb", finish: true) == [.text("a"), .text("b")])
    #expect(frame("a\nb\r", finish: true) == [.text("a"), .text("b")])
    #expect(frame("a\n", finish: true) == [.text("a")])
    #expect(frame("a\n\r", finish: true) == [.text("a")])
    #expect(frame(twenty + "yz", finish: true) == [.tooLong])
  }

  @Test(
    "An HTTP request on the first line is reported",
    arguments: [
      ("GET / HTTP/1.1\r\n", true), ("POST /a HTTP/1.0\n", true), ("OPTIONS * HTTP/1.1\n", true),
      ("CONNECT a:1 HTTP/1.1\n", true), ("PRI * HTTP/2.0\n", true), ("GET /" + twenty + "\n", true),
      ("GET UP\n", false), ("get /\n", false), ("GETAWAY /\n", false), ("\nGET /\n", true),
      ("POST it\n", false), ("GET", false),
    ])
  func http(text: String, isRequest: Bool) {
    #expect(frame(text).contains(.httpRequest) == isRequest)
    #expect(!frame("hello\n" + text).contains(.httpRequest))
  }

  @Test(
    "Telnet commands are removed",
    arguments: [
      ([0xFF, 251, 1, 97, 10], "a"), ([97, 0xFF, 254, 10, 98, 10], "ab"),
      ([97, 0xFF, 241, 98, 10], "ab"), ([0xFF, 250, 31, 10, 80, 0xFF, 240, 97, 10], "a"),
      ([0xFF, 250, 31, 0xFF, 0xFF, 10, 0xFF, 240, 97, 10], "a"),
    ] as [([UInt8], String)])
  func telnet(bytes: [UInt8], expected: String) {
    #expect(frame([bytes]) == [.text(expected)])
  }

  @Test("A newline behind a byte that looks like IAC is kept, and so is any byte that is no command")
  func noCommand() {
    #expect(frame([[97, 0xFF, 10, 98, 0xFF, 99, 10]]) == [.text("a"), .text("bc")])
  }

  @Test("A doubled IAC is one byte, and an endless subnegotiation does not block a connection")
  func telnetLiteral() {
    #expect(frame([[97, 0xFF, 0xFF, 98, 10]]) == [.line([97, 0xFF, 98])])
    let endless: [UInt8] = [0xFF, 250] + [UInt8](repeating: 1, count: 1024) + [97, 10]
    #expect(frame([endless]) == [.text("a")])
  }

  @Test("The result is the same however the input is split")
  func everySplit() {
    let streams: [[UInt8]] = [
      [UInt8](
        "GET up\r\n\none\r\n\(twenty)\r\n\(twenty)\rz\n\(twenty)\(twenty)\(twenty)\r\n\r\n\r\rb\r\nlast".utf8),
      [UInt8]("POST /path-of-some-length HTTP/1.1\r\nHost: a\r\n\r\nbody".utf8),
      [UInt8]("CONNECT a:1 HTTP/1.1\n".utf8),
      [
        0xFF, 251, 1, 97, 0xFF, 0xFF, 13, 10, 0xFF, 250, 10, 0xFF, 0xFF, 240, 10, 0xFF, 240, 98, 0xFF, 241,
        10,
      ],
    ]
    for stream in streams {
      let whole = frame([stream], finish: true)
      #expect(!whole.isEmpty)
      for place in 0...stream.count {
        let halves = [Array(stream[..<place]), Array(stream[place...])]
        #expect(frame(halves, finish: true) == whole, "split at \(place)")
      }
      #expect(frame(stream.map { [$0] }, finish: true) == whole, "byte by byte")
    }
  }

  @Test("A pass that is left early continues where it was")
  func leftPass() {
    var framer = LineFramer()
    var memory = [UInt8](repeating: 0, count: 256)
    memory.withUnsafeMutableBytes { buffer in
      buffer.copyBytes(from: [UInt8]("a\nb\nc".utf8))
      var pass = framer.admit(5, in: buffer)
      #expect(framer.next(in: buffer, &pass, limit: 20) == .line(0..<1))
      framer.keep(pass, in: UnsafeRawBufferPointer(buffer))
      #expect(framer.keptCount == 3)
      #expect(framer.restore(into: buffer) == 3)
      pass = framer.admit(0, in: buffer)
      #expect(framer.next(in: buffer, &pass, limit: 20) == .line(0..<1))
      #expect(framer.next(in: buffer, &pass, limit: 20) == .end)
      framer.keep(pass, in: UnsafeRawBufferPointer(buffer))
      #expect(framer.keptCount == 1)
    }
  }

  @Test("A line that begins with a brace is not filtered for telnet, wherever the input is split")
  func braces() {
    let stream: [UInt8] = [
      97, 0xFF, 241, 10, 0x7B, 0xFF, 251, 1, 0xFF, 0x7D, 10, 0xFF, 251, 1, 0x7B, 98, 10, 0xFF, 241, 99, 10,
    ]
    let lines: [Framed] = [
      .text("a"), .line([0x7B, 0xFF, 251, 1, 0xFF, 0x7D]), .text("{b"), .text("c"),
    ]
    #expect(frame([stream]) == lines)
    for place in 0...stream.count { #expect(frame([Array(stream[..<place]), Array(stream[place...])]) == lines) }
  }
}
