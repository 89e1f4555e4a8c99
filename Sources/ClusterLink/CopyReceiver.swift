/// The receiving side of a ``CopyRequest``, for a thread of its own: a pure value, fed with received bytes.
package struct CopyReceiver {
  /// An action for the caller.
  package enum Step {
    /// Send this.
    case send([UInt8])
    /// Store the next bytes of the copy; they are valid until the call returns.
    case keep(UnsafeRawBufferPointer)
    /// The copy is complete.
    case end
  }

  private var handshake: LinkHandshake
  private var splitter = FrameSplitter(limit: LinkHandshake.mostBytes)
  private var isUp = false
  private var count: UInt64 = 0

  package init(_ configuration: LinkConfiguration) {
    handshake = LinkHandshake(.edge, configuration.identity, for: .copy, nonce: configuration.nonce())
  }

  /// The first bytes to send.
  package var opening: [UInt8] { handshake.opening }

  /// The heartbeat, to be sent at least each second, so that the other side knows that this one still waits.
  package static var beat: [UInt8] {
    var bytes: [UInt8] = []
    UpFrame.beat.writeHead(to: &bytes)
    return bytes
  }

  /// Handles received bytes.
  package mutating func received(
    _ bytes: UnsafeRawBufferPointer, _ body: (Step) throws(LinkFault) -> Void
  ) throws(LinkFault) {
    var splitter = splitter
    try splitter.feed(bytes) { frame throws(LinkFault) in try take(frame, body) }
    self.splitter = splitter
  }

  /// - Returns: the new limit of frames, if it changes.
  private mutating func take(
    _ frame: UnsafeRawBufferPointer, _ body: (Step) throws(LinkFault) -> Void
  ) throws(LinkFault) -> Int? {
    guard isUp else {
      switch try handshake.received(frame) {
      case .send(let answer):
        try body(.send(answer))
        return nil
      case .done:
        isUp = true
        return CopyRequest.mostBytes + 64
      }
    }
    switch try DownFrame(frame) {
    case .copy(let bytes):
      count &+= UInt64(bytes.count)
      try body(.keep(bytes))
    case .copied(let total):
      guard total == count else { throw .malformed }
      try body(.end)
    case .beat: break
    default: throw .unexpected
    }
    return nil
  }
}
