import LineServer

/// One side of a stream between two nodes, from its handshake to its end.
final class Link {
  let connection: ConnectionID
  let role: LinkHandshake.Role
  /// The other side's address.
  let address: String
  private let output: LineOutput
  private var handshake: LinkHandshake
  private var splitter = FrameSplitter(limit: LinkHandshake.mostBytes)
  private(set) var isUp = false
  /// Whether the link is closed: later input is ignored.
  private(set) var isOver = false
  private var head: [UInt8] = []
  /// When the link was begun, when it last received something, and when the next heartbeat is due.
  private let openedAt: UInt64
  private(set) var lastReceived: UInt64
  /// Whether the connection is established.
  private(set) var isConnected = false
  private var beatDue: UInt64
  private var hasSent = false
  private let configuration: LinkConfiguration

  /// The other side's name and version, after the handshake.
  var peer: String { handshake.peer }
  var purpose: LinkPurpose { handshake.purpose }
  var version: Int { Int(handshake.version) }

  init(
    _ role: LinkHandshake.Role, _ connection: ConnectionID, at address: String, _ output: LineOutput,
    _ configuration: LinkConfiguration
  ) {
    self.role = role
    self.connection = connection
    self.address = address
    self.output = output
    self.configuration = configuration
    handshake = LinkHandshake(role, configuration.identity, nonce: configuration.nonce())
    openedAt = output.clock
    lastReceived = openedAt
    beatDue = openedAt
  }

  /// The connection is established.
  func open() {
    isConnected = true
    let opening = handshake.opening
    if !opening.isEmpty { output.send(opening, to: connection) }
  }

  /// Handles received bytes: continues the handshake, or hands frames to `body`. `up` is called once in between, if the
  /// node `takes` links for this purpose.
  func received(
    _ bytes: UnsafeRawBufferPointer, takes: (LinkPurpose) -> Bool, up: () -> Void,
    _ body: (UnsafeRawBufferPointer) throws(LinkFault) -> Void
  ) throws(LinkFault) {
    guard !isOver else { return }
    lastReceived = output.clock
    try splitter.feed(bytes) { frame throws(LinkFault) in
      guard !isOver else { return nil }
      if isUp {
        try body(frame)
        return nil
      }
      switch try handshake.received(frame) {
      case .send(let answer):
        guard role == .edge || takes(purpose) else { throw .notOwner }
        output.send(answer, to: connection)
        return nil
      case .done(let last):
        if !last.isEmpty { output.send(last, to: connection) }
        isUp = true
        up()
        return role == .edge ? DownFrame.mostBytes : UpFrame.mostBytes(line: configuration.lineBytes)
      }
    }
  }

  func send(_ frame: UpFrame) {
    frame.writeHead(to: &head)
    sendHead(before: frame.following)
  }

  func send(_ frame: DownFrame) {
    frame.writeHead(to: &head)
    sendHead(before: frame.following)
  }

  /// Sends bytes to some of the edge's connections.
  func send(_ bytes: UnsafeRawBufferPointer, to recipients: some Collection<ConnectionID>, after ticket: UInt64) {
    DownFrame.writeSend(after: ticket, to: recipients, bytes: bytes.count, to: &head)
    sendHead(before: bytes)
  }

  private func sendHead(before following: UnsafeRawBufferPointer?) {
    guard !isOver else { return }
    hasSent = true
    output.send(head, to: connection)
    if let following, !following.isEmpty { output.send(following, to: connection) }
  }

  /// Closes the link.
  func close() {
    guard !isOver else { return }
    isOver = true
    output.close(connection)
  }

  /// The connection has ended.
  func end() { isOver = true }

  // MARK: - Time

  /// When the link has to act by itself.
  var nextDue: UInt64 {
    guard isUp else { return openedAt &+ configuration.handshakeMilliseconds &* 1_000_000 }
    return min(lastReceived &+ configuration.silenceMilliseconds &* 1_000_000, beatDue)
  }

  /// Sends a heartbeat if one is due.
  ///
  /// - Returns: whether the link must be closed because the other side is silent.
  func isSilent(at now: UInt64) -> Bool {
    guard isUp else { return openedAt &+ configuration.handshakeMilliseconds &* 1_000_000 <= now }
    if beatDue <= now {
      if !hasSent {
        if role == .edge { send(UpFrame.beat) } else { send(DownFrame.beat) }
      }
      hasSent = false
      beatDue = now &+ configuration.beatMilliseconds &* 1_000_000
    }
    return lastReceived &+ configuration.silenceMilliseconds &* 1_000_000 <= now
  }
}
