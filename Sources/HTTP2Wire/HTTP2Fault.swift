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
