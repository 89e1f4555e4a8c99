public import LineServer

/// The configuration and limits of a node's links. The defaults suit machines in one building.
public struct LinkConfiguration: Sendable {
  /// This node's identity, and the cluster's secret.
  public var identity: LinkIdentity
  /// The index of the stream listener for links.
  public var listener: Int
  /// The longest line in bytes, as in `LineServerConfiguration`.
  public var lineBytes = 16_384
  /// The time limit of the handshake. Default 2 s.
  public var handshakeMilliseconds: UInt64 = 2_000
  /// The most links in their handshake. Default 8.
  public var mostUnproven = 8
  /// The delay before an edge's first retry to connect to the owner. Default 100 ms.
  public var retryMilliseconds: UInt64 = 100
  /// The interval of heartbeats. Default 1 s.
  public var beatMilliseconds: UInt64 = 1_000
  /// The silence after which a link is closed. Default 4 s.
  public var silenceMilliseconds: UInt64 = 4_000
  /// How long there may be no owner before read-only requests are answered from this node's own copy: longer than a
  /// change of owner takes. Default 3 s.
  public var readingMilliseconds: UInt64 = 3_000
  /// The credit of a connection in bytes: with more unhandled input the edge stops reading it. A line counts its bytes
  /// and ``lineCost``. Default 16 KiB.
  public var window = 16_384
  /// Generates nonces.
  public var nonce: @Sendable () -> [UInt8] = {
    var source = SystemRandomNumberGenerator()
    return (0..<LinkHandshake.nonceBytes).map { _ in UInt8.random(in: .min ... .max, using: &source) }
  }

  /// The credit that a line costs beyond its bytes.
  public static let lineCost = 64

  /// The defaults for a node.
  public init(identity: LinkIdentity, listener: Int) {
    self.identity = identity
    self.listener = listener
  }

  /// The listener for links, with tight limits for peers that are not authenticated. Its connections may have up to 64
  /// MiB of output.
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

/// Events of links for the operator.
public enum LinkEvent: Sendable, Equatable {
  /// A link to the owner or from an edge is established.
  case up(node: String, version: Int)
  /// It has ended.
  case down(node: String, why: String)
  /// The connection to the owner at this address has failed.
  case unreachable(address: String, why: String)
  /// A peer could not prove that it is a node of this cluster.
  case refused(from: String, why: String)
  /// A user of this machine who may not use the local socket was rejected.
  case rejectedUser(user: String)
}
