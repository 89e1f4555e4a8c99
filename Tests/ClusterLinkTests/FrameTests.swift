import GameKit
import LineServer
import TestSeed
import Testing

@testable import ClusterLink

@Suite("Frames of a link")
struct FrameTests {
  private static let connection = ConnectionID(slot: 70_000, generation: 0xFFFF_FFFE)
  private static let bytes: [UInt8] = Array(0...255)

  /// The content of a frame in a comparable form.
  private func text(_ frame: UpFrame) -> String {
    switch frame {
    case .opened(let connection, let origin): "opened \(connection) \(origin)"
    case .attached(let connection, let origin, let position, let snapshot):
      "attached \(connection) \(origin) \(position) \(Array(snapshot))"
    case .line(let connection, let line): "line \(connection) \(Array(line))"
    case .request(let number, let bytes): "request \(number) \(Array(bytes))"
    default: "\(frame)"
    }
  }

  private func text(_ frame: DownFrame) -> String {
    switch frame {
    case .send(let ticket, let recipients, let bytes): "send \(ticket) \(Array(recipients)) \(Array(bytes))"
    case .keep(let connection, let ticket, let bytes): "keep \(connection) \(ticket) \(Array(bytes))"
    case .copy(let bytes): "copy \(Array(bytes))"
    case .copied(let count): "copied \(count)"
    case .answer(let number, let bytes): "answer \(number) \(Array(bytes))"
    case .preparedLine(let words, let form, let bytes): "words \(words) \(form) \(Array(bytes))"
    default: "\(frame)"
    }
  }

  private func withUpFrames(_ body: (UpFrame) throws -> Void) rethrows {
    let connection = Self.connection
    try Self.bytes.withUnsafeBytes { bytes in
      let none = UnsafeRawBufferPointer(rebasing: bytes[..<0])
      let frames: [UpFrame] = [
        .opened(connection, from: .network("127.0.0.1")), .opened(connection, from: .network("")),
        .opened(connection, from: .encrypted("192.0.2.7")),
        .attached(connection, from: .encrypted("2001:db8::/64"), position: 7, snapshot: bytes),
        .opened(connection, from: .console(user: "root")),
        .attached(connection, from: .network("2001:db8::/64"), position: .max, snapshot: bytes),
        .attached(connection, from: .console(user: "::"), position: 0, snapshot: none), .line(connection, bytes),
        .line(connection, none), .refused(connection, .lineTooLong), .refused(connection, .httpRequest),
        .refused(connection, .messageTooLong), .finished(connection), .closed(connection, wasSlow: true),
        .closed(connection, wasSlow: false), .slow(connection), .ready(connection), .beat,
        .request(.max, bytes), .request(0, none),
      ]
      for frame in frames { try body(frame) }
    }
  }

  private func withDownFrames(_ body: (DownFrame) throws -> Void) throws {
    let connection = Self.connection
    try Self.bytes.withUnsafeBytes { bytes in
      let frames: [DownFrame] = [
        try Self.sent(bytes, to: [connection, ConnectionID(slot: 0, generation: 1)], after: .max),
        try Self.sent(UnsafeRawBufferPointer(rebasing: bytes[..<0]), to: [], after: 0),
        .release(7, position: .max), .dropHeld, .close(connection), .credit(connection, .max),
        .keep(connection, after: 3, bytes), .preparedLine(.closing, .text, bytes), .beat, .copy(bytes), .copied(.max),
        .answer(7, bytes), .answer(.max, UnsafeRawBufferPointer(rebasing: bytes[..<0])),
      ]
      for frame in frames { try body(frame) }
    }
  }

  /// The recipients of a send are parsed from a frame.
  private static func sent(
    _ bytes: UnsafeRawBufferPointer, to recipients: [ConnectionID], after ticket: UInt64
  ) throws -> DownFrame {
    var head: [UInt8] = []
    DownFrame.writeSend(after: ticket, to: recipients, bytes: bytes.count, to: &head)
    // Kept as long as the process runs.
    let whole = UnsafeMutableRawBufferPointer.allocate(byteCount: head.count + bytes.count, alignment: 1)
    whole.copyBytes(from: head + bytes)
    return try DownFrame(UnsafeRawBufferPointer(rebasing: whole[4...]))
  }

  private func encoded(_ frame: UpFrame) -> [UInt8] {
    var head: [UInt8] = []
    frame.writeHead(to: &head)
    return head + (frame.following.map(Array.init) ?? [])
  }

  private func encoded(_ frame: DownFrame) -> [UInt8] {
    var head: [UInt8] = []
    frame.writeHead(to: &head)
    return head + (frame.following.map(Array.init) ?? [])
  }

  private func split(_ bytes: [UInt8], limit: Int, by step: Int) throws(LinkFault) -> [[UInt8]] {
    var splitter = FrameSplitter(limit: limit)
    var frames: [[UInt8]] = []
    var place = 0
    while place < bytes.count {
      let end = min(place + step, bytes.count)
      let fault = bytes.withUnsafeBytes { raw -> LinkFault? in
        do throws(LinkFault) {
          try splitter.feed(UnsafeRawBufferPointer(rebasing: raw[place..<end])) { frame throws(LinkFault) in
            frames.append(Array(frame))
            return nil
          }
          return nil
        } catch { return error }
      }
      if let fault { throw fault }
      place = end
    }
    return frames
  }

  @Test("Frames to the owner survive encoding and splitting")
  func up() throws {
    var all: [UInt8] = []
    var said: [String] = []
    withUpFrames {
      all += encoded($0)
      said.append(text($0))
    }
    for step in 1...all.count {
      let frames = try split(all, limit: 1000, by: step)
      #expect(try frames.map { frame in try frame.withUnsafeBytes { text(try UpFrame($0)) } } == said)
    }
  }

  @Test("Frames to an edge survive encoding and splitting")
  func down() throws {
    var all: [UInt8] = []
    var said: [String] = []
    try withDownFrames {
      all += encoded($0)
      said.append(text($0))
    }
    for step in 1...all.count {
      let frames = try split(all, limit: 1000, by: step)
      #expect(try frames.map { frame in try frame.withUnsafeBytes { text(try DownFrame($0)) } } == said)
    }
  }

  @Test(
    "A truncated frame is refused, and so is one with extra bytes")
  func truncated() throws {
    withUpFrames { frame in
      let body = Array(encoded(frame).dropFirst(4))
      let free = frame.following?.count ?? 0
      for count in 0..<body.count - free {
        body.prefix(count).withUnsafeBytes { bytes in
          _ = #expect(throws: LinkFault.self) { try UpFrame(UnsafeRawBufferPointer(rebasing: bytes[...])) }
        }
      }
      if frame.following == nil {
        (body + [0]).withUnsafeBytes { bytes in _ = #expect(throws: LinkFault.malformed) { try UpFrame(bytes) } }
      }
    }
    try withDownFrames { frame in
      let body = Array(encoded(frame).dropFirst(4))
      let free = frame.following?.count ?? 0
      for count in 0..<body.count - free {
        body.prefix(count).withUnsafeBytes { bytes in
          _ = #expect(throws: LinkFault.self) { try DownFrame(UnsafeRawBufferPointer(rebasing: bytes[...])) }
        }
      }
    }
  }

  @Test("Random bytes are a frame or refused, and never trap")
  func fuzz() {
    var random = SeededGenerator(seed: TestSeed.make())
    var seeds: [[UInt8]] = []
    withUpFrames { seeds.append(Array(encoded($0).dropFirst(4))) }
    try? withDownFrames { seeds.append(Array(encoded($0).dropFirst(4))) }
    for _ in 0..<TestLength.count(short: 20_000, long: 500_000) {
      var bytes = seeds[random.number(below: seeds.count)]
      for _ in 0..<1 + Int(random.number(below: 4)) where !bytes.isEmpty {
        let place = Int(random.number(below: bytes.count))
        switch random.number(below: 3) {
        case 0: bytes[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: bytes.removeSubrange(place...)
        default: bytes.insert(UInt8(truncatingIfNeeded: random.next()), at: place)
        }
      }
      bytes.withUnsafeBytes { raw in
        if let frame = try? UpFrame(raw) { #expect(encoded(frame).count == raw.count + 4) }
        if let frame = try? DownFrame(raw) { #expect(encoded(frame).count == raw.count + 4) }
      }
    }
  }

  @Test("A length of zero, or above the limit, is refused before anything is kept for it")
  func lengths() {
    #expect(throws: LinkFault.malformed) { try split([0, 0, 0, 0], limit: 10, by: 4) }
    #expect(throws: LinkFault.tooLong) { try split([11, 0, 0, 0], limit: 10, by: 1) }
    #expect(throws: LinkFault.tooLong) { try split([255, 255, 255, 255], limit: 10, by: 4) }
    #expect(throws: Never.self) { try split([10, 0, 0, 0, 1], limit: 10, by: 1) }
  }
}
