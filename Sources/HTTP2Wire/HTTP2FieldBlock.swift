/// Header lines from consecutive frames: HEADERS, then CONTINUATION.
package struct HTTP2FieldBlock: Sendable {
  /// The longest encoded block, in bytes.
  static let mostBytes = 65_536

  private var decoder = HPACKDecoder()
  private var bytes: [UInt8] = []
  private var pending: (stream: UInt32, isEnd: Bool)?

  package init() {}

  /// Whether no block is incomplete.
  package var isEmpty: Bool { pending == nil }

  /// - Returns: the complete header lines, and whether they end their stream.
  package mutating func take(
    _ frame: HTTP2Frame
  ) throws(HTTP2Fault) -> (fields: [HPACKField], isEnd: Bool)? {
    if frame.kind == .headers {
      guard frame.stream != 0 else { throw HTTP2Fault("HEADERS without a stream") }
      pending = (frame.stream, frame.flags.contains(.endStream))
      bytes = []
    }
    guard let (stream, isEnd) = pending, stream == frame.stream else {
      throw HTTP2Fault("CONTINUATION without HEADERS")
    }
    bytes += frame.kind == .headers ? try frame.content() : frame.payload
    guard bytes.count <= Self.mostBytes else { throw HTTP2Fault("header list too large") }
    guard frame.flags.contains(.endHeaders) else { return nil }
    pending = nil
    defer { bytes = [] }
    return (try decoder.decode(bytes), isEnd)
  }
}
