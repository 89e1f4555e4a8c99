import LineServer

/// One stream between two nodes, on either side: from its first bytes to its end.
final class Link {
  let connection: ConnectionID
  let role: LinkHandshake.Role
  /// Where the other side is.
  let address: String
  private let output: LineOutput
  private var handshake: LinkHandshake
  private var splitter = FrameSplitter(limit: LinkHandshake.mostBytes)
  private(set) var isUp = false
  /// Nothing that still comes is looked at.
  private(set) var isOver = false
  private var head: [UInt8] = []
  /// When the link was begun, when something last came, and when it is next looked at whether anything was said.
  private let began: UInt64
  private(set) var heard: UInt64
  /// Whether the other side has taken the connection.
  private(set) var isConnected = false
  private var beatDue: UInt64
  private var hasSaid = false
  private let configuration: LinkConfiguration

  /// The name and the version of the other side, once it has proved itself.
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
    began = output.clock
    heard = began
    beatDue = began
  }

  /// The stream is there.
  func open() {
    isConnected = true
    let opening = handshake.opening
    if !opening.isEmpty { output.send(opening, to: connection) }
  }

  /// Bytes came: the link proves itself, or frames are handed to `body`. `up` is called once in between, where the node
  /// `takes` links for this one's purpose.
  func received(
    _ bytes: UnsafeRawBufferPointer, takes: (LinkPurpose) -> Bool, up: () -> Void,
    _ body: (UnsafeRawBufferPointer) throws(LinkFault) -> Void
  ) throws(LinkFault) {
    guard !isOver else { return }
    heard = output.clock
    try splitter.feed(bytes) { frame throws(LinkFault) in
      guard !isOver else { return nil }
      if isUp {
        try body(frame)
        return nil
      }
      switch try handshake.received(frame) {
      case .send(let answer):
        guard role == .edge || takes(purpose) else { throw .notTaken }
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

  /// Bytes for some of the connections of an edge.
  func send(_ bytes: UnsafeRawBufferPointer, to recipients: some Collection<ConnectionID>, after ticket: UInt64) {
    DownFrame.writeSend(after: ticket, to: recipients, bytes: bytes.count, to: &head)
    sendHead(before: bytes)
  }

  private func sendHead(before following: UnsafeRawBufferPointer?) {
    guard !isOver else { return }
    hasSaid = true
    output.send(head, to: connection)
    if let following, !following.isEmpty { output.send(following, to: connection) }
  }

  /// Gives the link up.
  func close() {
    guard !isOver else { return }
    isOver = true
    output.close(connection)
  }

  /// The stream is gone.
  func end() { isOver = true }

  // MARK: - Time

  /// When the link has something to do by itself.
  var nextDue: UInt64 {
    guard isUp else { return began &+ configuration.handshakeMilliseconds &* 1_000_000 }
    return min(heard &+ configuration.silenceMilliseconds &* 1_000_000, beatDue)
  }

  /// Says that this side is there, if it has said nothing for a while.
  ///
  /// - Returns: whether the link is to be given up, since the other side says nothing.
  func isSilent(at now: UInt64) -> Bool {
    guard isUp else { return began &+ configuration.handshakeMilliseconds &* 1_000_000 <= now }
    if beatDue <= now {
      if !hasSaid {
        if role == .edge { send(UpFrame.beat) } else { send(DownFrame.beat) }
      }
      hasSaid = false
      beatDue = now &+ configuration.beatMilliseconds &* 1_000_000
    }
    return heard &+ configuration.silenceMilliseconds &* 1_000_000 <= now
  }
}
