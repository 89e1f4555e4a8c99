/// The kinds of frames (RFC 9113, section 6). Others are ignored, as it requires.
package enum HTTP2FrameKind: UInt8, Sendable {
  case data = 0
  case headers, priority, reset, settings, pushPromise, ping, goAway, windowUpdate, continuation
}

/// One frame: nine bytes of header, then its payload.
package struct HTTP2Frame: Sendable {
  /// Flags, named as in most frames.
  package struct Flags: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let endStream = Flags(rawValue: 0x01)
    /// The same bit in SETTINGS and PING.
    package static let ack = Flags(rawValue: 0x01)
    package static let endHeaders = Flags(rawValue: 0x04)
    package static let padded = Flags(rawValue: 0x08)
    package static let priority = Flags(rawValue: 0x20)
  }

  /// The longest payload that is sent or accepted: the default, which every peer must accept.
  package static let mostBytes = 16_384
  /// The length of a frame's header in bytes.
  package static let headBytes = 9

  /// `nil` for an unknown kind.
  package let kind: HTTP2FrameKind?
  package let flags: Flags
  /// 0 for the connection itself.
  package let stream: UInt32
  package let payload: ArraySlice<UInt8>

  /// The payload without padding; for HEADERS also without the priority fields.
  func content() throws(HTTP2Fault) -> ArraySlice<UInt8> {
    var rest = payload
    var padding = 0
    if flags.contains(.padded) {
      guard let length = rest.popFirst() else { throw HTTP2Fault("a padded frame without a padding length") }
      padding = Int(length)
    }
    if kind == .headers, flags.contains(.priority) {
      guard rest.count >= 5 else { throw HTTP2Fault("a frame too short for its priority fields") }
      rest = rest.dropFirst(5)
    }
    guard padding <= rest.count else { throw HTTP2Fault("padding longer than its frame") }
    return rest.dropLast(padding)
  }
}

/// Splits received bytes into frames; keeps at most one incomplete frame and the bytes behind it.
package struct HTTP2FrameReader: Sendable {
  private var bytes: [UInt8] = []
  /// Bytes before this index were taken.
  private var start = 0

  package init() {}

  package mutating func append(_ more: some Collection<UInt8>) {
    // Taken bytes are removed when they are at least as many as those that have to be moved.
    if start >= bytes.count - start {
      bytes.removeSubrange(..<start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// The next complete frame, if there is one.
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

  /// Appends the low bytes of a number.
  package mutating func append(bigEndian number: UInt32, bytes: Int) {
    for shift in (0..<bytes).reversed() { append(UInt8(truncatingIfNeeded: number >> UInt32(8 * shift))) }
  }
}

extension ArraySlice<UInt8> {
  /// A number of one to four bytes.
  ///
  /// - Precondition: the bytes exist.
  func bigEndian(at place: Int, bytes: Int) -> UInt32 {
    self[place..<place + bytes].reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// A connection error: the peer has violated RFC 9113 or RFC 7541.
package struct HTTP2Fault: Error, Hashable, Sendable {
  /// A phrase without a full stop.
  package let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// The code with which a peer resets a stream (RFC 9113, section 7), for the codes that make a difference here.
package struct HTTP2ErrorCode: RawRepresentable, Hashable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The requester does not need a response any more.
  package static let cancel = HTTP2ErrorCode(rawValue: 8)
  /// The request was not processed.
  package static let refusedStream = HTTP2ErrorCode(rawValue: 7)
}
