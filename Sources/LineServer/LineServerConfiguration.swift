/// Where a `LineServer` listens and every limit it keeps. The defaults suit a public server.
public struct LineServerConfiguration: Sendable {
  /// The address or name to listen on; empty means every interface. Default `127.0.0.1`.
  public var host = "127.0.0.1"
  /// The TCP port; 0 takes a free one, which `LineServer.address` then tells. Default 7770.
  public var port: UInt16 = 7770
  /// A descriptor that listens already, as a service manager hands one on: then the host and port above are not bound.
  /// The server owns it. Default none.
  public var listener: Int32?
  /// How many connections the kernel holds for us before they are accepted. Default 1,024.
  public var backlog: Int32 = 1024
  /// The longest line in bytes, its ending not counted. Default 16 KiB.
  public var maximumLineBytes = 16_384
  /// Unsent output, in bytes, over which a connection is slow: `becameSlow` is told and its input waits.
  /// Default 256 KiB. It is ready again below half of this.
  public var softOutputBytes = 262_144
  /// Unsent output, in bytes, over which a connection is closed as a slow consumer. Default 1 MiB.
  public var hardOutputBytes = 1_048_576
  /// Output, in bytes, that may wait for a commit on one connection before it is closed. It does not count against the
  /// bound above: a reader is not slow because a disk is. Default 4 MiB.
  public var heldOutputBytes = 4_194_304
  /// How many connections may be open at once. Default 20,000.
  public var maximumConnections = 20_000
  /// How many connections one peer may have open, 0 for any number. Default 200. A peer is an IPv4 address
  /// or an IPv6 /64 network, since one host commonly owns all of the latter.
  public var maximumConnectionsPerAddress = 200
  /// How long a connection may send nothing before it is closed, 0 for ever. Default 0. Any byte counts,
  /// and so does reading output that was late.
  public var idleTimeoutMilliseconds: UInt64 = 0
  /// How long a connection that is being closed may take to read its last output. Default 5 s.
  public var closeTimeoutMilliseconds: UInt64 = 5_000
  /// How long the loop waits for more input before it returns to Dispatch, at each wait; 0 not at all.
  /// Default 1,000. All waits and turns together take at most 2 ms.
  public var lingerMicroseconds = 1_000
  /// The most bytes read from one connection at once: so much of each is kept while it is not its turn. Default 16 KiB.
  public var readBytesPerTurn = 16_384
  /// What a client over `maximumConnections` is sent before it is closed, with its line ending. Default none.
  public var fullMessage: [UInt8] = []
  /// What a client over `maximumConnectionsPerAddress` is sent before it is closed. Default none.
  public var perAddressMessage: [UInt8] = []
  /// Balancers: a connection from one of these addresses has to begin with a header of the PROXY protocol, which says
  /// whom limits count it for. From others such a header is a line like any other. Default none.
  public var balancers: [AddressRange] = []
  /// How long a balancer may take for that. Default 5 s.
  public var headerTimeoutMilliseconds: UInt64 = 5_000
  /// Further listeners on the same loop, at most ``StreamListenerConfiguration/most``, whose connections go to the
  /// handler's `streamHandlers`. Default none.
  public var streams: [StreamListenerConfiguration] = []
  /// A listener for whoever runs the server. Its connections are lines, do not count against the bounds above and are
  /// not closed for being silent. Default none.
  public var local: LocalSocketConfiguration?
  /// How long a stop waits for those who do not read what the server still says. Default 2 s.
  public var stopGraceMilliseconds: UInt64 = 2_000
  /// A descriptor that stops the server once it is readable, as `StopSignals` gives one. Default none.
  public var stopDescriptor: Int32?

  /// Called on the loop when the server begins to stop. Default: nothing.
  public var onStopping: @Sendable () -> Void = {}

  /// A configuration with every default.
  public init() {}

  /// The same with every size brought into the range the loop can work with.
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
