/// Counters since the server started.
public struct LineServerStatistics: Sendable, Equatable {
  /// Counters of a stream listener.
  public struct Stream: Sendable, Equatable {
    /// Connections that were opened.
    public internal(set) var accepted: UInt64 = 0
    /// Clients rejected because the listener was full, or because of their address.
    public internal(set) var refused: UInt64 = 0
    /// Connections that were closed to free a place for another.
    public internal(set) var displaced: UInt64 = 0
  }

  /// Connections that were opened.
  public internal(set) var accepted: UInt64 = 0
  /// Clients rejected because the server was full, or had no descriptor left.
  public internal(set) var refusedFull: UInt64 = 0
  /// Clients rejected because their address had too many connections.
  public internal(set) var refusedPerAddress: UInt64 = 0
  /// Times that accepting was paused for want of descriptors or memory.
  public internal(set) var acceptPauses: UInt64 = 0
  /// Connections closed because their output exceeded the hard limit.
  public internal(set) var closedSlow: UInt64 = 0
  /// Counters of each stream listener, in order.
  public internal(set) var streams = [Stream](repeating: Stream(), count: StreamListenerConfiguration.most)
  /// Lines given to the handler.
  public internal(set) var lines: UInt64 = 0
  /// Bytes read.
  public internal(set) var bytesIn: UInt64 = 0
  /// Bytes sent.
  public internal(set) var bytesOut: UInt64 = 0
  /// System calls that sent them.
  public internal(set) var sends: UInt64 = 0
  /// Turns of the loop.
  public internal(set) var turns = TurnTimes()
}

/// A histogram of the durations of the loop's turns: a connection not served in a turn has waited that long.
public struct TurnTimes: Sendable, Equatable {
  /// The upper bounds of the buckets, in nanoseconds.
  public static let bounds: [UInt64] = [
    100_000, 250_000, 500_000, 1_000_000, 2_500_000, 5_000_000, 10_000_000, 25_000_000, 50_000_000, 100_000_000,
    250_000_000, 1_000_000_000,
  ]

  /// Turns by bucket; the last counts those above every bound.
  public private(set) var counts = [Int](repeating: 0, count: bounds.count + 1)
  /// The sum of all durations.
  public private(set) var nanoseconds: UInt64 = 0

  mutating func count(nanoseconds: UInt64) {
    counts[Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count] += 1
    self.nanoseconds &+= nanoseconds
  }
}
