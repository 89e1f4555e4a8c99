/// Where a `LineServer` listens, and its limits. The defaults suit a public server.
public struct LineServerConfiguration: Sendable {
  /// The address or name to listen on; empty: every interface. Default `127.0.0.1`.
  public var host = "127.0.0.1"
  /// The TCP port; 0 takes a free one, which `LineServer.address` then has. Default 7770.
  public var port: UInt16 = 7770
  /// A descriptor that already listens, from a service manager: then host and port are not bound. The server owns it.
  /// Default none.
  public var listener: Int32?
  /// The backlog: connections that the kernel holds before they are accepted. Default 1,024.
  public var backlog: Int32 = 1024
  /// The longest line in bytes, without its ending. Default 16 KiB.
  public var maximumLineBytes = 16_384
  /// Unsent output, in bytes, above which a connection is slow: `becameSlow` is called and its input waits. It is ready
  /// again below half of this. Default 256 KiB.
  public var softOutputBytes = 262_144
  /// Unsent output, in bytes, above which a connection is closed as a slow consumer. Default 1 MiB.
  public var hardOutputBytes = 1_048_576
  /// Output, in bytes, that may wait for a commit on one connection before it is closed. It does not count against
  /// `hardOutputBytes`: a slow disk does not make the reader slow. Default 4 MiB.
  public var heldOutputBytes = 4_194_304
  /// The most open connections of lines. Default 20,000.
  public var maximumConnections = 20_000
  /// The most open connections of one peer, 0 for no limit. A peer is an IPv4 address or an IPv6 /64 network, since one
  /// host commonly owns all of it. Default 200.
  public var maximumConnectionsPerAddress = 200
  /// How long a connection may be silent before it is closed, 0 for no limit. Any received byte counts as activity, and
  /// so does the reading of delayed output. Default 0.
  public var idleTimeoutMilliseconds: UInt64 = 0
  /// How long a connection that is being closed may take to read its last output. Default 5 s.
  public var closeTimeoutMilliseconds: UInt64 = 5_000
  /// How long each wait of the loop for more input lasts before it returns to Dispatch; 0: no wait. All waits and turns
  /// together take at most 2 ms. Default 1,000.
  public var lingerMicroseconds = 1_000
  /// The most bytes read from one connection at once: as much is kept of each that waits for its turn. Default 16 KiB.
  public var readBytesPerTurn = 16_384
  /// Sent to a client over `maximumConnections` before it is closed, with its line ending. Default none.
  public var fullMessage: [UInt8] = []
  /// Sent to a client over `maximumConnectionsPerAddress` before it is closed. Default none.
  public var perAddressMessage: [UInt8] = []
  /// Addresses of balancers: a connection from one of them must begin with a header of the PROXY protocol, which names
  /// the client's address. From other addresses such a header is a line. Default none.
  public var balancers: [AddressRange] = []
  /// How long a balancer may take to send the header. Default 5 s.
  public var headerTimeoutMilliseconds: UInt64 = 5_000
  /// Stream listeners on the same loop, at most ``StreamListenerConfiguration/most``; their connections go to the
  /// handler's `streamHandlers`. Default none.
  public var streams: [StreamListenerConfiguration] = []
  /// A listener for the operator. Its connections are lines, do not count against the limits above, and have no idle
  /// timeout. Default none.
  public var local: LocalSocketConfiguration?
  /// How long a stop waits for peers to read the last output. Default 2 s.
  public var stopGraceMilliseconds: UInt64 = 2_000
  /// A descriptor that stops the server when it becomes readable: see `StopSignals`. Default none.
  public var stopDescriptor: Int32?

  /// Called on the loop when the server begins to stop. Default: nothing.
  public var onStopping: @Sendable () -> Void = {}

  /// A configuration with every default.
  public init() {}

  /// The same with every size clamped to the range that the loop supports.
  var bounded: LineServerConfiguration {
    var copy = self
    copy.maximumLineBytes = min(max(maximumLineBytes, 1), 1 << 26)
    copy.readBytesPerTurn = min(max(readBytesPerTurn, 1), 1 << 26)
    copy.softOutputBytes = min(max(softOutputBytes, 1), 1 << 40)
    copy.hardOutputBytes = min(max(hardOutputBytes, copy.softOutputBytes), 1 << 40)
    copy.heldOutputBytes = min(max(heldOutputBytes, copy.hardOutputBytes), 1 << 40)
    copy.maximumConnections = min(max(maximumConnections, 0), 1 << 24)
    copy.maximumConnectionsPerAddress = max(maximumConnectionsPerAddress, 0)
    copy.streams = streams.prefix(StreamListenerConfiguration.most).map(\.bounded)
    copy.idleTimeoutMilliseconds = min(idleTimeoutMilliseconds, 1 << 40)
    copy.headerTimeoutMilliseconds = min(headerTimeoutMilliseconds, 1 << 40)
    copy.closeTimeoutMilliseconds = min(closeTimeoutMilliseconds, 1 << 40)
    copy.stopGraceMilliseconds = min(stopGraceMilliseconds, 1 << 40)
    copy.lingerMicroseconds = min(max(lingerMicroseconds, 0), 2_000)
    return copy
  }
}
