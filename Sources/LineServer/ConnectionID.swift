/// Identifies a connection: a slot in a dense table, and the slot's generation.
///
/// Slots count from 0 and are reused, so other tables can be indexed by them. Each user of a slot has another
/// generation, so an id that outlives its connection never names a later one.
public struct ConnectionID: Hashable, Sendable {
  /// The slot: below the largest number of connections that were open at once.
  public let slot: UInt32
  /// How many connections had this slot before; wraps around.
  public let generation: UInt32

  /// Creates an id; for tests of handlers. The server makes its own.
  public init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }

  /// The token of this connection in the poller's events.
  var token: UInt64 { UInt64(generation) << 32 | UInt64(slot) }

  init(token: UInt64) {
    slot = UInt32(truncatingIfNeeded: token)
    generation = UInt32(truncatingIfNeeded: token >> 32)
  }
}

/// Why input did not become a line.
public enum InputFault: Hashable, Sendable {
  /// The line is longer than the limit. Its rest is skipped and the connection stays open.
  case lineTooLong
  /// The first line is an HTTP request. The handler may answer one line; nothing more is read.
  case httpRequest
  /// A WebSocket message is longer than a line may be. Nothing more is read.
  case messageTooLong

  /// Whether nothing more is read after this fault.
  public var endsInput: Bool { self != .lineTooLong }
}

/// Why a connection has ended.
public enum CloseReason: Hashable, Sendable {
  /// The peer finished sending; its lines were handled and its output was sent.
  case byPeer
  /// The peer reset the connection, or went away with output still unsent.
  case reset
  /// The peer did not read, and its unsent output exceeded the hard limit.
  case slowConsumer
  /// Nothing arrived from the peer within the idle timeout.
  case idle
  /// The handler closed it, or the peer spoke HTTP.
  case byServer
  /// The server is stopping.
  case shuttingDown
  /// The connection failed with this `errno` value.
  case error(Int32)
}
