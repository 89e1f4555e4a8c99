import GameKit
import TestSeed
import Testing

@testable import HTTP2Wire

@Suite("The client side of HTTP/2 (RFC 9113)")
struct ClientTests {
  private static let head = [HPACKField(":status", "200"), HPACKField("content-type", "application/grpc")]
  private static let trailer = [HPACKField("grpc-status", "0")]

  /// A response to the first request, mixed with all kinds of connection frames.
  private static let answer: [UInt8] = {
    var bytes: [UInt8] = []
    bytes.append(frame: .settings, payload: setting(3, 100) + setting(5, 20_000))
    bytes.append(frame: .settings, .ack, payload: [])
    bytes.append(frame: .windowUpdate, payload: number(1_000))
    bytes.append(frame: .windowUpdate, stream: 1, payload: number(1_000))
    bytes.append(frame: .ping, payload: Array("12345678".utf8))
    let block = HPACKEncoding.block(of: head)
    // Padding and a priority, and the block in three frames.
    bytes.append(
      frame: .headers, [.padded, .priority], stream: 1, payload: [2, 0, 0, 0, 0, 9] + block.prefix(1) + [0, 0])
    bytes.append(frame: .continuation, stream: 1, payload: block[1..<3])
    bytes.append(frame: .continuation, .endHeaders, stream: 1, payload: block[3...])
    bytes.append(frame: .data, stream: 1, payload: Array("he".utf8))
    bytes.append(frame: .priority, stream: 7, payload: [0, 0, 0, 0, 1])
    bytes += [0, 0, 1, 0x77, 0xFF, 0, 0, 0, 1, 9]
    bytes.append(frame: .data, .padded, stream: 1, payload: [3] + Array("llo".utf8) + [0, 0, 0])
    bytes.append(frame: .headers, [.endHeaders, .endStream], stream: 1, payload: HPACKEncoding.block(of: trailer))
    return bytes
  }()

  private static let events: [HTTP2Client.Event] = [
    .fields(head, isEnd: false), .data(Array("he".utf8)[...], isEnd: false),
    .data(Array("llo".utf8)[...], isEnd: false),
    .fields(trailer, isEnd: true),
  ]

  @Test("A response is parsed the same however it is split")
  func cuts() {
    for cut in 0...Self.answer.count {
      var client = opened()
      let events = feed(&client, Self.answer[..<cut]) + feed(&client, Self.answer[cut...])
      #expect(events == Self.events, "cut at \(cut)")
      #expect(client.canOpen && client.isRequestSent)
    }
    var client = opened()
    #expect(Self.answer.flatMap { feed(&client, [$0]) } == Self.events)
    // The required answers: the SETTINGS acknowledgement and the ping.
    var frames = HTTP2FrameReader()
    frames.append(client.takeOutput())
    #expect(kinds(&frames) == [.settings, .ping])
  }

  @Test("A request is sent with the preface, and the next one with the next stream number")
  func requests() throws {
    var client = HTTP2Client()
    client.open([HPACKField(":method", "POST")], body: Array("body".utf8), ends: true)
    #expect(!client.isRequestSent)
    let output = client.takeOutput()
    #expect(client.isRequestSent && output.starts(with: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8))
    var frames = HTTP2FrameReader()
    frames.append(output.dropFirst(24))
    #expect(kinds(&frames) == [.settings, .windowUpdate, .headers, .data])
    _ = feed(&client, Self.answer)
    client.open([], body: [1], ends: true)
    frames.append(client.takeOutput())
    let sent = try [frames.next(), frames.next(), frames.next(), frames.next()].compactMap(\.self)
    #expect(sent.map(\.kind) == [.settings, .ping, .headers, .data] && sent[3].stream == 3)
    #expect(sent[3].flags == .endStream && Array(sent[3].payload) == [1])
    #expect(try frames.next() == nil)
  }

  @Test("Flow control of stream and connection limits what is sent, until a WINDOW_UPDATE")
  func windows() {
    var client = HTTP2Client()
    _ = client.takeOutput()
    client.open([], body: [UInt8](repeating: 7, count: 100_000), ends: true)
    #expect(bodyBytes(client.takeOutput()) == 65_535 && !client.isRequestSent)
    let greeting = frame(.settings, payload: Self.setting(4, 70_000))
    #expect(feed(&client, greeting).isEmpty && bodyBytes(client.takeOutput()) == 0)
    _ = feed(&client, frame(.windowUpdate, payload: Self.number(10_000)))
    #expect(bodyBytes(client.takeOutput()) == 4_465)
    // A smaller initial window makes the stream's negative.
    _ = feed(&client, frame(.settings, payload: Self.setting(4, 10)))
    _ = feed(&client, frame(.windowUpdate, stream: 1, payload: Self.number(69_990)))
    #expect(bodyBytes(client.takeOutput()) == 0)
    _ = feed(&client, frame(.windowUpdate, stream: 1, payload: Self.number(30_000)))
    #expect(bodyBytes(client.takeOutput()) == 5_535)
    _ = feed(&client, frame(.windowUpdate, payload: Self.number(1_000_000)))
    #expect(bodyBytes(client.takeOutput()) == 24_465 && client.isRequestSent)
  }

  @Test("A response before the end of the request resets the stream")
  func early() throws {
    var client = HTTP2Client()
    client.open([], body: [UInt8](repeating: 7, count: 100_000), ends: true)
    _ = client.takeOutput()
    let trailers = HPACKEncoding.block(of: Self.trailer)
    let answer =
      frame(.settings, payload: []) + frame(.windowUpdate, payload: Self.number(100_000))
      + frame(.headers, [.endHeaders, .endStream], stream: 1, payload: trailers)
    #expect(feed(&client, answer) == [.fields(Self.trailer, isEnd: true)])
    var frames = HTTP2FrameReader()
    frames.append(client.takeOutput())
    #expect(kinds(&frames) == [.settings, .reset])
    #expect(client.canOpen)
  }

  @Test("Received data is acknowledged by WINDOW_UPDATE in time, and data beyond the window is refused")
  func receiving() throws {
    var client = opened()
    _ = feed(&client, frame(.settings, payload: []) + head())
    let piece = frame(.data, stream: 1, payload: [UInt8](repeating: 1, count: HTTP2Frame.mostBytes))
    var allowed = 2 * HTTP2Window.size
    for _ in 0..<1_000 {
      #expect(feed(&client, piece).count == 1)
      allowed -= 2 * HTTP2Frame.mostBytes
      var frames = HTTP2FrameReader()
      frames.append(client.takeOutput())
      while let frame = try frames.next() {
        guard frame.kind == .windowUpdate else { continue }
        allowed += Int(frame.payload.bigEndian(at: frame.payload.startIndex, bytes: 4))
      }
      #expect(allowed >= HTTP2Window.size - 2 * HTTP2Frame.mostBytes)
    }
  }

  @Test("RST_STREAM ends the response; GOAWAY ends later streams and permits no new one")
  func endings() {
    var client = opened()
    let start = frame(.settings, payload: [])
    #expect(feed(&client, start + frame(.reset, stream: 1, payload: Self.number(7))) == [.reset(.refusedStream)])
    #expect(client.canOpen)
    client.open([], body: [], ends: true)
    // GOAWAY names the first request, and the second one is pending.
    #expect(feed(&client, frame(.goAway, payload: Self.number(1) + Self.number(0))) == [.reset(.refusedStream)])
    #expect(!client.canOpen)
    client = opened()
    let farewell = frame(.goAway, payload: Self.number(0x7FFF_FFFF) + Self.number(0) + [1, 2])
    #expect(feed(&client, start + farewell).isEmpty && !client.canOpen)
    #expect(feed(&client, Self.answer.dropFirst(start.count + 12)) == Self.events)
  }

  @Test("Frames of an earlier request are ignored, but their header lines are decoded")
  func late() {
    var client = opened()
    _ = feed(&client, Self.answer)
    client.open([], body: [], ends: true)
    var kept: [UInt8] = [0x40, 1, 0x61, 1, 0x62]
    var bytes = frame(.headers, .endHeaders, stream: 1, payload: kept) + frame(.data, stream: 1, payload: [1])
    bytes +=
      frame(.reset, stream: 1, payload: Self.number(0)) + frame(.windowUpdate, stream: 1, payload: Self.number(5))
    #expect(feed(&client, bytes).isEmpty)
    kept = [0xBE]
    #expect(
      feed(&client, frame(.headers, .endHeaders, stream: 3, payload: kept)) == [
        .fields([HPACKField("a", "b")], isEnd: false)
      ])
  }

  @Test("A protocol violation ends the connection", arguments: 0..<wrong.count)
  func nonsense(_ place: Int) {
    var client = opened()
    let start = place < 4 ? [] : frame(.settings, payload: [])
    let events = feed(&client, start + Self.wrong[place])
    guard events.count == 1, case .broken = events[0] else {
      Issue.record("\(place): \(events)")
      return
    }
    #expect(!client.canOpen && feed(&client, Self.answer) == events)
  }

  /// The first four replace a peer's SETTINGS.
  private static let wrong: [[UInt8]] = [
    Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), Array("SSH-2.0-OpenSSH\r\n".utf8),
    frame(.ping, payload: [UInt8](repeating: 0, count: 8)), frame(.settings, .ack, payload: []),
    // Lengths.
    [0, 0x40, 1, 0, 0, 0, 0, 0, 1], frame(.settings, payload: [0]), frame(.ping, payload: [0]),
    frame(.reset, stream: 1, payload: [0]), frame(.windowUpdate, payload: [0]), frame(.goAway, payload: number(0)),
    frame(.data, .padded, stream: 1, payload: []), frame(.data, .padded, stream: 1, payload: [1]),
    frame(.headers, [.padded, .endHeaders], stream: 1, payload: [9, 0x88]),
    frame(.headers, [.priority, .endHeaders], stream: 1, payload: [9, 0x88]),
    // Streams.
    frame(.settings, stream: 1, payload: []), frame(.ping, stream: 1, payload: [UInt8](repeating: 0, count: 8)),
    frame(.goAway, stream: 1, payload: number(0) + number(0)), frame(.data, payload: []),
    frame(.data, stream: 2, payload: []), frame(.data, stream: 3, payload: []), frame(.reset, payload: number(0)),
    frame(.headers, .endHeaders, payload: [0x88]), frame(.headers, .endHeaders, stream: 3, payload: [0x88]),
    // Windows.
    frame(.windowUpdate, payload: number(0)), frame(.windowUpdate, payload: number(0x7FFF_FFFF)),
    frame(.windowUpdate, stream: 1, payload: number(0x7FFF_FFFF)), frame(.settings, payload: setting(4, 0x8000_0000)),
    frame(.windowUpdate, stream: 1, payload: number(0x7000_0000)) + frame(.settings, payload: setting(4, 0x7000_0000)),
    // Header lines.
    frame(.headers, stream: 1, payload: [0x88]) + frame(.data, stream: 1, payload: []),
    frame(.headers, stream: 1, payload: [0x88]) + frame(.continuation, .endHeaders, stream: 3, payload: []),
    frame(.continuation, .endHeaders, stream: 1, payload: [0x88]),
    frame(.headers, .endHeaders, stream: 1, payload: [0x80]), frame(.pushPromise, stream: 1, payload: number(2)),
    frame(.headers, stream: 1, payload: [0x88])
      + Array(repeating: frame(.continuation, stream: 1, payload: [UInt8](repeating: 0x88, count: 16_384)), count: 5)
      .flatMap(\.self),
  ]

  @Test("Random changes never trap, and output stays bounded")
  func garbage() {
    var generator = SeededGenerator(seed: TestSeed.make())
    for _ in 0..<TestLength.count(short: 3_000, long: 300_000) {
      var client = opened()
      var bytes = Self.answer + Self.answer
      for _ in 0..<(1 + generator.number(below: 4)) {
        bytes[generator.number(below: bytes.count)] = UInt8(generator.number(below: 256))
      }
      let cut = generator.number(below: bytes.count)
      let events = feed(&client, bytes[..<cut]) + feed(&client, bytes[cut...])
      #expect(events.count < 20)
      client.open([], body: [1, 2, 3], ends: false)
      #expect(client.takeOutput().count < 1_000)
    }
  }

  /// A client whose first request was sent.
  private func opened() -> HTTP2Client {
    var client = HTTP2Client()
    client.open([HPACKField(":method", "POST")], body: [1, 2, 3], ends: true)
    _ = client.takeOutput()
    return client
  }

  /// A client's events for some bytes, up to the first failure.
  private func feed(_ client: inout HTTP2Client, _ bytes: some Collection<UInt8>) -> [HTTP2Client.Event] {
    client.append(bytes)
    var events: [HTTP2Client.Event] = []
    while true {
      let event = client.next()
      if event == .needsMore { return events }
      events.append(event)
      if case .broken = event { return events }
    }
  }

  private func kinds(_ frames: inout HTTP2FrameReader) -> [HTTP2FrameKind?] {
    var kinds: [HTTP2FrameKind?] = []
    while let frame = try? frames.next() { kinds.append(frame.kind) }
    return kinds
  }

  private func bodyBytes(_ output: [UInt8]) -> Int {
    var frames = HTTP2FrameReader()
    frames.append(output)
    var count = 0
    while let frame = try? frames.next() { count += frame.kind == .data ? frame.payload.count : 0 }
    return count
  }

  private func head() -> [UInt8] {
    frame(.headers, .endHeaders, stream: 1, payload: HPACKEncoding.block(of: Self.head))
  }

  private static func number(_ number: UInt32) -> [UInt8] { HTTP2Window.bytes(number) }

  private static func setting(_ identifier: UInt8, _ value: UInt32) -> [UInt8] { [0, identifier] + number(value) }
}

private func frame(
  _ kind: HTTP2FrameKind, _ flags: HTTP2Frame.Flags = [], stream: UInt32 = 0, payload: [UInt8]
) -> [UInt8] {
  var bytes: [UInt8] = []
  bytes.append(frame: kind, flags, stream: stream, payload: payload)
  return bytes
}
