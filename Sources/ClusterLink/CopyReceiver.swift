/// The other side of a ``CopyRequest``, for a thread that has nothing else to do: a pure value that is told what comes.
package struct CopyReceiver {
  /// What is to be done with what has come.
  package enum Step {
    /// Send this.
    case send([UInt8])
    /// The next bytes of the copy; valid until the call returns.
    case keep(UnsafeRawBufferPointer)
    /// The copy is whole.
    case end
  }

  private var handshake: LinkHandshake
  private var splitter = FrameSplitter(limit: LinkHandshake.mostBytes)
  private var isUp = false
  private var count: UInt64 = 0

  /// - Parameter configuration: this node's.
  package init(_ configuration: LinkConfiguration) {
    handshake = LinkHandshake(.edge, configuration.identity, for: .copy, nonce: configuration.nonce())
  }

  /// What is sent first.
  package var opening: [UInt8] { handshake.opening }

  /// What is sent at least each second, so that the other side knows that somebody waits.
  package static var beat: [UInt8] {
    var bytes: [UInt8] = []
    UpFrame.beat.writeHead(to: &bytes)
    return bytes
  }

  /// Bytes have come.
  package mutating func received(
    _ bytes: UnsafeRawBufferPointer, _ body: (Step) throws(LinkFault) -> Void
  ) throws(LinkFault) {
    var splitter = splitter
    try splitter.feed(bytes) { frame throws(LinkFault) in try take(frame, body) }
    self.splitter = splitter
  }

  /// - Returns: how long frames may be from now on, where that changes.
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
