/// The application of a stream listener, whose bytes are passed on unchanged: no lines, no telnet.
///
/// Its connections live on the same loop as the lines, are counted separately, and have no idle timeout: the handler
/// sets deadlines of its own. The loop makes every call, and never within a call to `LineOutput`.
public protocol StreamHandler: AnyObject {
  /// A connection was accepted.
  ///
  /// - Parameters:
  ///   - address: the peer's IPv4 address, or the /64 network of its IPv6 address.
  /// - isLoopback: whether a program of this machine made the connection over the loopback, not through a balancer.
  func opened(_ connection: ConnectionID, from address: String, isLoopback: Bool)
  /// A connection started by `LineOutput.connect` is established. If it fails, `closed` is called instead. Default:
  /// nothing.
  func connected(_ connection: ConnectionID)
  /// Bytes arrived, at least one. They are valid only until this returns.
  func received(_ bytes: UnsafeRawBufferPointer, on connection: ConnectionID)
  /// The peer has finished sending, but may still read: the handler answers and closes.
  func finished(_ connection: ConnectionID)
  /// The connection is closed and its id is dead: called once for every `opened` and `connect`, except for those that
  /// became WebSockets (`LineOutput.becomeWebSocket`).
  func closed(_ connection: ConnectionID, because reason: CloseReason)
  /// All places are taken and a new connection arrives: the connection that may be closed for it, `nil` for none.
  /// Default: none.
  ///
  /// - Parameters:
  ///   - address: where the new connection comes from, as in `opened`.
  ///   - isAtLimit: whether the new connection's address is at its limit, so that only closing one of its own would
  ///     help.
  func displacementCandidate(for address: String, isAtLimit: Bool) -> ConnectionID?
  /// Unsent output has exceeded the soft limit; nothing is read until `becameReady`. Default: nothing.
  func becameSlow(_ connection: ConnectionID)
  /// Unsent output has fallen below half of the soft limit after `becameSlow`. Default: nothing.
  func becameReady(_ connection: ConnectionID)
}

extension StreamHandler {
  public func connected(_ connection: ConnectionID) {}
  /// No connection may be closed.
  public func displacementCandidate(for address: String, isAtLimit: Bool) -> ConnectionID? { nil }
  public func becameSlow(_ connection: ConnectionID) {}
  public func becameReady(_ connection: ConnectionID) {}
}

/// Where a stream listener listens, and its limits.
public struct StreamListenerConfiguration: Sendable {
  /// The most stream listeners of a server.
  public static let most = 3

  /// The address or name to listen on. Default `127.0.0.1`.
  public var host = "127.0.0.1"
  /// The TCP port; 0 takes a free one, which `LineServer.streamAddresses` then has.
  public var port: UInt16 = 0
  /// A descriptor that already listens: see ``LineServerConfiguration/listener``. Default none.
  public var listener: Int32?
  /// The most open connections, not counted among those of lines. Default 256.
  public var maximumConnections = 256
  /// The most open connections of one peer, 0 for no limit. Default 64.
  public var maximumConnectionsPerAddress = 64
  /// Sent to a client over either limit before it is closed. Default none.
  public var fullMessage: [UInt8] = []
  /// Whether ``LineServerConfiguration/balancers`` apply to this listener. Default no.
  public var takesBalancers = false

  /// Output limits of its connections. Default: those of lines.
  public var output: StreamOutputLimits?

  /// A configuration with every default.
  public init() {}

  var bounded: StreamListenerConfiguration {
    var copy = self
    copy.maximumConnections = min(max(maximumConnections, 0), 1 << 24)
    copy.maximumConnectionsPerAddress = max(maximumConnectionsPerAddress, 0)
    copy.output = output.map { StreamOutputLimits(soft: $0.soft, hard: $0.hard) }
    return copy
  }
}

/// Output limits for the connections of one listener, and for the outgoing ones of its handler.
///
/// Such a connection is read from even while it is slow: two peers that both wait to be read would wait for ever.
/// `becameSlow` and `becameReady` are called nevertheless.
public struct StreamOutputLimits: Sendable {
  /// Unsent output, in bytes, above which a connection is slow.
  public let soft: Int
  /// Unsent output, in bytes, above which a connection is closed.
  public let hard: Int

  /// Limits, clamped to the range that the loop supports.
  public init(soft: Int, hard: Int) {
    self.soft = min(max(soft, 1), 1 << 40)
    self.hard = min(max(hard, self.soft), 1 << 40)
  }
}
