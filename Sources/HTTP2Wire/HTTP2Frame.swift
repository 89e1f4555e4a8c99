/// The kinds of frames (RFC 9113, section 6). Others are read over, as they must be.
package enum HTTP2FrameKind: UInt8, Sendable {
  case data = 0
  case headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
}

/// One frame as it came: nine bytes of head, then its payload.
package struct HTTP2Frame: Sendable {
  /// Flags by the names that they have in most frames.
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let endStream = Flags(rawValue: 0x01)
    /// The same bit, in SETTINGS and PING.
    package static let ack = Flags(rawValue: 0x01)
    package static let endHeaders = Flags(rawValue: 0x04)
    package static let padded = Flags(rawValue: 0x08)
    package static let priority = Flags(rawValue: 0x20)
  }

  /// The longest payload that is sent or taken: what everybody has to take, since nobody is asked for more.
  package static let mostBytes = 16_384
  /// Bytes before a payload.
  package static let headBytes = 9

  /// `nil` for a kind that RFC 9113 does not know.
  package let kind: HTTP2FrameKind?
  package let flags: Flags
  /// 0 for the connection itself.
  package let stream: UInt32
  package let payload: ArraySlice<UInt8>

  /// The payload without its padding; in HEADERS also without what stands there about priority.
  func content() throws(HTTP2Fault) -> ArraySlice<UInt8> {
    var rest = payload
    var padding = 0
    if flags.contains(.padded) {
      guard let length = rest.popFirst() else { throw HTTP2Fault("a padded frame without the padding's length") }
      padding = Int(length)
    }
    if kind == .headers, flags.contains(.priority) {
      guard rest.count >= 5 else { throw HTTP2Fault("a frame too short for a priority") }
      rest = rest.dropFirst(5)
    }
    guard padding <= rest.count else { throw HTTP2Fault("padding longer than its frame") }
    return rest.dropLast(padding)
  }
}

/// Cuts what comes on a connection into frames; keeps at most one that is not whole and what came behind it.
package struct HTTP2FrameReader: Sendable {
  private var bytes: [UInt8] = []
  /// Bytes before this one have been taken.
  private var start = 0

  package init() {}

  package mutating func append(_ more: some Collection<UInt8>) {
    // What was taken is given back when it is at least as much as what is moved for it.
    if start >= bytes.count - start {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next whole frame, if there is one.
  package mutating func next() throws(HTTP2Fault) -> HTTP2Frame? {
    let rest = bytes[start...]
    guard rest.count >= HTTP2Frame.headBytes else { return nil }
    let length = Int(rest.bigEndian(at: start, bytes: 3))
    guard length <= HTTP2Frame.mostBytes else { throw HTTP2Fault("a frame of \(length) bytes") }
    let payload = start + HTTP2Frame.headBytes
    guard bytes.count - payload >= length else { return nil }
    defer { start = payload + length }
    return HTTP2Frame(
      kind: HTTP2FrameKind(rawValue: rest[start + 3]), flags: HTTP2Frame.Flags(rawValue: rest[start + 4]),
      stream: rest.bigEndian(at: start + 5, bytes: 4) & 0x7FFF_FFFF, payload: bytes[payload..<payload + length])
  }
}

extension [UInt8] {
  /// Appends a frame.
  ///
  /// - Precondition: the payload is at most `HTTP2Frame.mostBytes` long.
  package mutating func append(
    frame kind: HTTP2FrameKind, _ flags: HTTP2Frame.Flags = [], stream: UInt32 = 0, payload: some Collection<UInt8>
  ) {
    append(bigEndian: UInt32(truncatingIfNeeded: payload.count), bytes: 3)
    append(kind.rawValue)
    append(flags.rawValue)
    append(bigEndian: stream, bytes: 4)
    append(contentsOf: payload)
  }

  /// Appends the last bytes of a number.
  package mutating func append(bigEndian number: UInt32, bytes: Int) {
    for shift in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: number >> UInt32(8 * shift))) }
  }
}

extension ArraySlice<UInt8> {
  /// A number of one to four bytes.
  ///
  /// - Precondition: they are there.
  func bigEndian(at place: Int, bytes: Int) -> UInt32 {
    self[place..<place + bytes].reduce(0) { $0 << 8 | UInt32($1) }
  }
}
