/// Which connection: a place in a dense table, and how often that place has been used.
///
/// Slots count from 0 and are reused, so that other tables can be indexed by them; the generation differs
/// between two users of one slot, so that an id outlives its connection without ever naming another.
public struct ConnectionID: Hashable, Sendable {
  /// The place in the table: below the largest number of connections that were open at once.
  public let slot: UInt32
  /// How many connections had this slot before, wrapping around.
  public let generation: UInt32

  /// Names a connection; useful for tests of handlers, the server makes its own.
  public init(slot: UInt32, generation: UInt32) {
    self.slot = slot
    self.generation = generation
  }

  /// What the kernel's event carries for this connection.
  var token: UInt64 { UInt64(generation) << 32 | UInt64(slot) }

  init(token: UInt64) {
    slot = UInt32(truncatingIfNeeded: token)
    generation = UInt32(truncatingIfNeeded: token >> 32)
  }
}

/// What was wrong with bytes that never became a line.
public enum InputFault: Hashable, Sendable {
  /// The line is longer than the limit. The rest of it is skipped and the connection goes on.
  case lineTooLong
  /// The first line is an HTTP request. The handler may answer one line; nothing more is read.
  case httpRequest
  /// A message of WebSocket is longer than a line may be. Nothing more is read.
  case messageTooLong

  /// Whether nothing more is read after it.
  public var endsInput: Bool { self != .lineTooLong }
}

/// Why a connection has ended.
public enum CloseReason: Hashable, Sendable {
  /// The peer finished sending; its lines were processed and its output was flushed.
  case byPeer
  /// The peer reset the connection, or went away with output still unsent.
  case reset
  /// The peer did not read, and its output grew over the hard limit.
  case slowConsumer
  /// Nothing came from the peer for the idle timeout.
  case idle
  /// The handler closed it, or it spoke HTTP.
  case byServer
  /// The server is stopping.
  case shuttingDown
  /// The connection failed with this `errno` value.
  case error(Int32)
}
