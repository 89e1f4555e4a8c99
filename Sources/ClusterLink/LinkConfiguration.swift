public import LineServer

/// What a node needs to know for its links, and their bounds. The defaults suit machines in one building.
public struct LinkConfiguration: Sendable {
  /// This node, and the cluster's secret.
  public var identity: LinkIdentity
  /// Which of the server's further listeners takes links.
  public var listener: Int
  /// The longest line, as in `LineServerConfiguration`.
  public var lineBytes = 16_384
  /// How long the other side may take to prove itself. Default 2 s.
  public var handshakeMilliseconds: UInt64 = 2_000
  /// How many links may be unproven at once. Default 8.
  public var mostUnproven = 8
  /// How long an edge waits before it tries again to reach the owner, the first time. Default 100 ms.
  public var retryMilliseconds: UInt64 = 100
  /// How often each side says that it is there. Default 1 s.
  public var beatMilliseconds: UInt64 = 1_000
  /// After how long a silence a link is given up. Default 4 s.
  public var silenceMilliseconds: UInt64 = 4_000
  /// How long there may be no owner before what only reads is answered from this node's own copy: longer than one owner
  /// takes to follow the other. Default 3 s.
  public var readingMilliseconds: UInt64 = 3_000
  /// What one connection may have sent that the owner has not handled yet, in bytes, before the edge stops reading it:
  /// a line counts its bytes and ``lineCost``. Default 16 KiB.
  public var window = 16_384
  /// What makes the nonces.
  public var nonce: @Sendable () -> [UInt8] = {
    var source = SystemRandomNumberGenerator()
    return (0..<LinkHandshake.nonceBytes).map { _ in UInt8.random(in: .min ... .max, using: &source) }
  }

  /// What a line counts beyond its bytes.
  public static let lineCost = 64

  /// The defaults for a node.
  public init(identity: LinkIdentity, listener: Int) {
    self.identity = identity
    self.listener = listener
  }

  /// The listener of links: nobody who has not proved itself may hold much of it. Its connections may hold up to 64
  /// MiB.
  public static func listener(host: String, port: UInt16, nodes: Int = 16) -> StreamListenerConfiguration {
    var configuration = StreamListenerConfiguration()
    configuration.host = host
    configuration.port = port
    configuration.maximumConnections = nodes + 16
    configuration.maximumConnectionsPerAddress = 0
    configuration.output = StreamOutputLimits(soft: 4 << 20, hard: 64 << 20)
    return configuration
  }
}

/// What an operator may want to know of links.
public enum LinkEvent: Sendable, Equatable {
  /// A link to the owner or from an edge is up.
  case up(node: String, version: Int)
  /// It is over.
  case down(node: String, why: String)
  /// The owner cannot be linked to, at its address.
  case unreachable(address: String, why: String)
  /// Somebody at an address could not prove to be a node of this cluster.
  case refused(from: String, why: String)
  /// Somebody wanted in by the local socket who may not: a user of the machine.
  case turnedAway(user: String)
}
