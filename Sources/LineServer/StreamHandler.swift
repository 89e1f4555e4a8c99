/// What a server does with the connections of a further listener, whose bytes come as they are: no lines, no telnet.
///
/// They live on the same loop as the lines, are counted apart, and are not subject to the idle timeout of lines: their
/// handler sets deadlines of its own. Every call comes from the loop, and never from within a call to `LineOutput`.
public protocol StreamHandler: AnyObject {
  /// A connection was accepted.
  ///
  /// - Parameters:
  ///   - address: the peer's IPv4 address, or the /64 network of its IPv6 address.
  ///   - isLoopback: whether a program of this machine has made the connection itself, by the loopback: no balancer
  ///     has.
  func opened(_ connection: ConnectionID, from address: String, isLoopback: Bool)
  /// A connection that `LineOutput.connect` has begun was made. One that was not is `closed`. Default: nothing.
  func connected(_ connection: ConnectionID)
  /// Bytes came, at least one. They are valid only until this returns.
  func received(_ bytes: UnsafeRawBufferPointer, on connection: ConnectionID)
  /// The peer sends nothing more, but may still read: it is for the handler to answer and to close.
  func finished(_ connection: ConnectionID)
  /// The connection is over and its id is dead: told once for every `opened` and `connect`, but for those that have
  /// become lines (`LineOutput.becomeWebSocket`).
  func closed(_ connection: ConnectionID, because reason: CloseReason)
  /// Somebody wants in while all places are taken: which connection may be ended for it, `nil` for none. Default: none.
  ///
  /// - Parameters:
  ///   - address: where the newcomer comes from, as `opened` is told it.
  ///   - ofItsOwn: whether the newcomer's address has all that it may have, so that only one of its own would help.
  func leastMissed(for address: String, ofItsOwn: Bool) -> ConnectionID?
  /// Unsent output has crossed the soft limit; nothing is read until `becameReady`. Default: nothing.
  func becameSlow(_ connection: ConnectionID)
  /// Unsent output has fallen below half of the soft limit after `becameSlow`. Default: nothing.
  func becameReady(_ connection: ConnectionID)
}

extension StreamHandler {
  /// Does nothing.
  public func connected(_ connection: ConnectionID) {}
  /// Nobody is ended for another.
  public func leastMissed(for address: String, ofItsOwn: Bool) -> ConnectionID? { nil }
  /// Does nothing.
  public func becameSlow(_ connection: ConnectionID) {}
  /// Does nothing.
  public func becameReady(_ connection: ConnectionID) {}
}

/// Where a further listener listens, and how many connections it takes.
public struct StreamListenerConfiguration: Sendable {
  /// How many of them a server may have.
  public static let most = 3

  /// The address or name to listen on. Default `127.0.0.1`.
  public var host = "127.0.0.1"
  /// The TCP port; 0 takes a free one, which `LineServer.streamAddresses` then tells.
  public var port: UInt16 = 0
  /// A descriptor that listens already: see ``LineServerConfiguration/listener``. Default none.
  public var listener: Int32?
  /// How many of its connections may be open at once, besides those of lines. Default 256.
  public var maximumConnections = 256
  /// How many of them one peer may have open, 0 for any number. Default 64.
  public var maximumConnectionsPerAddress = 64
  /// What a client over either limit is sent before it is closed. Default none.
  public var fullMessage: [UInt8] = []
  /// Whether ``LineServerConfiguration/balancers`` are such here too. Default no.
  public var takesBalancers = false

  /// Bounds of unsent output for its connections. Default: those of lines.
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

/// Bounds of unsent output for the connections of one listener, and of those that are made to its handler.
///
/// Such a connection is read from even while it is slow: two peers that both wait until they are read would wait for
/// ever. `becameSlow` and `becameReady` are told all the same.
public struct StreamOutputLimits: Sendable {
  /// Unsent output, in bytes, over which a connection is slow.
  public let soft: Int
  /// Unsent output, in bytes, over which a connection is closed.
  public let hard: Int

  /// Bounds, brought into the range that the loop can work with.
  public init(soft: Int, hard: Int) {
    self.soft = min(max(soft, 1), 1 << 40)
    self.hard = min(max(hard, self.soft), 1 << 40)
  }
}
