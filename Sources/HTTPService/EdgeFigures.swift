public import ParlorCore

/// Counters of the loop and the disk: the metrics that the core does not have.
public struct EdgeFigures: Sendable {
  /// Counters of one kind of connection.
  public struct Connections: Sendable {
    /// Open now.
    public var open: Int
    /// Opened since the start.
    public var opened: UInt64
    /// Rejected at a limit since the start.
    public var refused: UInt64
    /// The limit on open connections.
    public var limit: Int

    /// Creates the counters.
    public init(open: Int, opened: UInt64, refused: UInt64, limit: Int) {
      self.open = open
      self.opened = opened
      self.refused = refused
      self.limit = limit
    }
  }

  /// A node's state in its cluster.
  public struct Cluster: Sendable {
    /// Whether this node owns the log.
    public var isOwner: Bool
    /// Whether there is an owner that answers.
    public var hasOwner: Bool
    /// Links to other nodes, and the number of refused ones.
    public var links: Int
    public var refusedLinks: UInt64
    /// The log position that the node's tables have reached, and the one that is durable on its disk.
    public var position: Int64
    public var safePosition: Int64
    /// The seconds by which the node's clock is ahead of most nodes'; negative: behind.
    public var clockLeadSeconds: Double
    /// Whether the node may take over: its disk accepts writes and its clock is right.
    public var takesOver: Bool
    /// Why balancers should send no clients to this node, as a code and a sentence; `nil` if they may.
    public var trouble: (reason: String, why: String)?
    /// Whether balancers should keep this node's clients although they should send no new ones: no node is better.
    public var keepsConnections: Bool

    /// Creates the state.
    public init(
      isOwner: Bool, hasOwner: Bool, links: Int, refusedLinks: UInt64, position: Int64, safePosition: Int64,
      clockLeadSeconds: Double, takesOver: Bool, trouble: (reason: String, why: String)?, keepsConnections: Bool
    ) {
      self.clockLeadSeconds = clockLeadSeconds
      self.takesOver = takesOver
      self.trouble = trouble
      self.keepsConnections = keepsConnections
      self.isOwner = isOwner
      self.hasOwner = hasOwner
      self.links = links
      self.refusedLinks = refusedLinks
      self.position = position
      self.safePosition = safePosition
    }
  }

  /// `nil` if the server is not in a cluster.
  public var cluster: Cluster?
  /// Connections of lines.
  public var lines: Connections
  /// Connections of HTTP.
  public var http: Connections
  /// HTTP connections that were closed to free a place for another.
  public var displaced: UInt64 = 0
  /// Connections that were closed because their peers did not read.
  public var slowConsumers: UInt64 = 0
  /// Lines received.
  public var receivedLines: UInt64 = 0
  /// Bytes received.
  public var receivedBytes: UInt64 = 0
  /// Bytes sent.
  public var sentBytes: UInt64 = 0
  /// System calls that sent them.
  public var sends: UInt64 = 0
  /// The durations of the loop's turns.
  public var turns = Durations(bounds: [], counts: [0], seconds: 0)
  /// Unsent bytes of all connections.
  public var unsentBytes = 0
  /// The age of the pending commit in seconds; `nil` if there is none.
  public var pendingCommitSeconds: Double?
  /// The data files; `nil` in memory.
  public var files: StoredFiles?
  /// Commits.
  public var commits = CommitFigures()
  /// Seconds since the start.
  public var uptimeSeconds = 0.0

  /// All figures but these are zero.
  public init(lines: Connections, http: Connections) {
    self.lines = lines
    self.http = http
  }
}

/// A histogram of durations.
public struct Durations: Sendable {
  /// The upper bounds of the buckets, in seconds.
  public let bounds: [Double]
  /// The counts by bucket; the last counts those above every bound.
  public internal(set) var counts: [Int]
  /// The sum of all durations in seconds.
  public internal(set) var seconds: Double

  /// A histogram with one more count than bounds.
  public init(bounds: [Double], counts: [Int], seconds: Double) {
    self.bounds = bounds
    self.counts = counts
    self.seconds = seconds
  }
}

/// The durations of commits, from the hand-over to storage until the loop gets the result.
public struct CommitFigures: Sendable {
  private static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

  /// Successful commits.
  public private(set) var durations = Durations(
    bounds: bounds, counts: [Int](repeating: 0, count: bounds.count + 1), seconds: 0)
  /// Failed commits.
  public private(set) var failed = 0

  /// No commits yet.
  public init() {}

  /// Counts a finished commit.
  public mutating func count(nanoseconds: UInt64, worked: Bool) {
    guard worked else {
      failed += 1
      return
    }
    let seconds = Double(nanoseconds) / 1e9
    durations.counts[Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count] += 1
    durations.seconds += seconds
  }
}
