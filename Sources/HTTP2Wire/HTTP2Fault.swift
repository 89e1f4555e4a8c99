/// Why a connection of HTTP/2 cannot go on: the peer has broken a rule of RFC 9113 or RFC 7541.
package struct HTTP2Fault: Error, Hashable, Sendable {
  /// A phrase without a full stop.
  package let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// What a peer says that it ends a stream with (RFC 9113, section 7), as far as it makes a difference here.
package struct HTTP2ErrorCode: RawRepresentable, Hashable, Sendable {
  /// The number on the wire.
  package let rawValue: UInt32

  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Whoever has asked wants no answer any more.
  package static let cancel = HTTP2ErrorCode(rawValue: 8)
  /// The request was not looked at.
  package static let refusedStream = HTTP2ErrorCode(rawValue: 7)
}
