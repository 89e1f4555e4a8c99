public import ParlorCore

/// What the loop and the disk have counted: the part of the metrics that the core does not know.
public struct EdgeFigures: Sendable {
  /// What is counted of connections of a kind.
  public struct Connections: Sendable {
    /// Open now.
    public var open: Int
    /// Opened since the start.
    public var opened: UInt64
    /// Turned away at a limit since the start.
    public var refused: UInt64
    /// How many may be open.
    public var limit: Int

    /// Counts.
    public init(open: Int, opened: UInt64, refused: UInt64, limit: Int) {
      self.open = open
      self.opened = opened
      self.refused = refused
      self.limit = limit
    }
  }

  /// A node's part in its cluster.
  public struct Cluster: Sendable {
    /// Whether this node owns the log.
    public var isOwner: Bool
    /// Whether there is an owner that answers.
    public var hasOwner: Bool
    /// Links to other nodes, and how many were refused.
    public var links: Int
    public var refusedLinks: UInt64
    /// Up to where the node's tables have followed the log, and up to where they are on its disk.
    public var position: Int64
    public var safePosition: Int64
    /// By how many seconds the node's clock is ahead of those of most nodes; negative: behind.
    public var clockLeadSeconds: Double
    /// Whether the node would take over: its disk takes what it is given, and its clock is right.
    public var takesOver: Bool
    /// Why balancers should send nobody to this node, by a code and in a sentence; `nil` where they may.
    public var trouble: (reason: String, why: String)?
    /// Whether balancers should leave those here that are here, though they should send nobody: no node is better.
    public var keepsConnections: Bool

    /// A node's part.
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

  /// `nil` for a server of its own.
  public var cluster: Cluster?
  /// Connections of lines.
  public var lines: Connections
  /// Connections of HTTP.
  public var http: Connections
  /// Connections of HTTP that were ended so that somebody else had a place.
  public var displaced: UInt64 = 0
  /// Connections that were closed because their peers did not read.
  public var slowConsumers: UInt64 = 0
  /// Lines received.
  public var receivedLines: UInt64 = 0
  /// Bytes received.
  public var receivedBytes: UInt64 = 0
  /// Bytes sent.
  public var sentBytes: UInt64 = 0
  /// Calls that sent them.
  public var sends: UInt64 = 0
  /// How long turns of the loop took.
  public var turns = Durations(bounds: [], counts: [0], seconds: 0)
  /// Bytes that wait to be sent.
  public var unsentBytes = 0
  /// For how many seconds the commit that is under way has been; `nil` where none is.
  public var pendingCommitSeconds: Double?
  /// The files of the data; `nil` in memory.
  public var files: StoredFiles?
  /// Commits.
  public var commits = CommitFigures()
  /// Since the start.
  public var uptimeSeconds = 0.0

  /// Figures; what is left out is zero.
  public init(lines: Connections, http: Connections) {
    self.lines = lines
    self.http = http
  }
}

/// How long things of a kind took.
public struct Durations: Sendable {
  /// The upper bounds of the buckets, in seconds.
  public let bounds: [Double]
  /// How many took so long, by bucket; the last counts those over every bound.
  public internal(set) var counts: [Int]
  /// The seconds of all of them together.
  public internal(set) var seconds: Double

  /// What was counted: a count more than there are bounds.
  public init(bounds: [Double], counts: [Int], seconds: Double) {
    self.bounds = bounds
    self.counts = counts
    self.seconds = seconds
  }
}

/// How long commits took, from the hand-over to storage until the loop heard of it.
public struct CommitFigures: Sendable {
  private static let bounds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5]

  /// Those that worked.
  public private(set) var durations = Durations(
    bounds: bounds, counts: [Int](repeating: 0, count: bounds.count + 1), seconds: 0)
  /// Commits that failed.
  public private(set) var failed = 0

  /// No commits yet.
  public init() {}

  /// A commit has ended.
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
