public import ParlorCore

/// The inputs and actions of a member.
extension ClusterMember {
  /// Intervals in milliseconds, and a size.
  public struct Timing: Sendable {
    /// The longest time between the sending of two values of an owner.
    public var beat: Int64 = 300
    /// The time without news after which another node may take over.
    public var silence: Int64 = 1_500
    /// The time for which reads must have worked before that: a node that is cut off gets no news either.
    public var reads: Int64 = 600
    /// The interval of these reads.
    public var readPause: Int64 = 150
    /// How long after the sending of its last successful append an owner's output may leave.
    public var freshness: Int64 = 1_000
    /// How long an owner waits for the answer to a value before it gives the log up: longer than the store's election
    /// of a leader. Its output is held meanwhile.
    public var appendTimeout: Int64 = 4_000
    /// The delay before a retry after an inconclusive answer.
    public var retry: Int64 = 100
    /// How long a start may take before other nodes may take over.
    public var restoring: Int64 = 60_000
    /// How long the loop may be silent before other nodes may take over.
    public var loop: Int64 = 5_000
    /// The most bytes of facts in a value; etcd takes requests of 1.5 MiB.
    public var valueBytes = 1 << 20

    /// The default timing.
    public init() {}
  }

  /// Whether a node may own the log.
  public enum Eligibility: Sendable {
    case mayOwn
    /// An owner stays owner, but a node that is not does not take over.
    case mayStay
    case mayNotOwn
  }

  /// An input event.
  public enum Input: Sendable {
    /// The core appends facts; a repeated ticket repeats the append.
    case append(ticket: CommitTicket, facts: [UInt8], at: Instant)
    /// The result of an attempt.
    case attempted(Int, AttemptAnswer)
    /// The result of a read: the key's revision (0 for none) and value.
    case read(Int, ReadAnswer)
    /// The key's values, one by one in order.
    case watched(Revision, [UInt8])
    /// The watch has ended: history up to a revision is compacted, or it has failed.
    case watchEnded(compacted: Revision?)
    /// A copy of a peer's tables is in place, ahead of this node's own.
    case copied(upTo: Revision)
    /// The core is loaded.
    case restored
    /// Whether the node may own has changed: an owner that may not hands over.
    case eligible(Eligibility)
    /// The owner must hand over, to a node or to any.
    case handOver(to: String?)
    /// Whether the tables have room for further facts of others. Without room nothing is followed; the log keeps it
    /// meanwhile.
    case storable(Bool)
    /// The operator allows this node to take over, whatever happened to earlier owners.
    case allowBegin
    /// Time has passed.
    case time
  }

  /// The result of an attempt.
  public enum AttemptAnswer: Sendable {
    case replaced(Revision)
    case found(Revision, [UInt8]?)
    case unknown(why: String)
  }

  /// The result of a read.
  public enum ReadAnswer: Sendable {
    /// The revision of the key's last change, and its value.
    case found(Revision, [UInt8]?)
    case failed
  }

  /// An action for the caller.
  public enum Action: Equatable {
    /// Store a value if the key was last changed at a revision, and report the result with a number.
    case attempt(Int, value: [UInt8], after: Revision)
    /// Read the key, and report the result with a number.
    case read(Int)
    /// Watch the key from a revision on, in place of an earlier watch.
    case watch(from: Revision)
    /// Stop watching: an owner learns from its next append that it is fenced.
    case unwatch
    /// History is compacted: copy a peer's tables.
    case copy(after: Revision)
    /// Apply facts to the tables. They may be this node's own from before it was fenced.
    case apply(Revision, facts: [UInt8], damaged: Bool)
    /// Advance the tables' position: the values up to here contain no facts.
    case advance(Revision)
    /// Load the core from the tables, once all facts are applied; its clock starts no earlier than `at`.
    case own(term: Int64, after: Revision, at: Instant)
    /// Drop the core and all pending output.
    case disown(Departure)
    /// Facts are durable.
    case durable(CommitTicket, Revision)
    /// The outcome is unknown; the append is repeated.
    case unsettled(CommitTicket, why: String)
    /// The owner's output may leave until then; replaces the earlier limit.
    case fresh(until: Int64)
    /// Another node owns the log, or none does at the moment.
    case owner(String?, term: Int64)
    /// A report to the operator.
    case report(Report)
  }

  /// Why a node stops owning.
  public enum Departure: Sendable, Equatable {
    case fenced
    case handedOver
    /// The store has not answered for too long. A value in flight may still arrive, and is then followed like any
    /// other.
    case timedOut
  }

  /// A report to the operator.
  public enum Report: Sendable, Equatable {
    /// Two owners have begun at this revision and written nothing else.
    case poisoned(Revision)
    /// A value is unreadable; none of it is applied.
    case damaged(Revision)
    /// The log has values up to a revision that this node has not reached.
    case catchingUp(Revision, to: Revision)
    /// The node has reached it, after that many milliseconds.
    case caughtUp(Revision, milliseconds: Int64)
    /// The log ends before what this node has applied: it stops following.
    case logIsBehind(Revision, applied: Revision)
    /// A newer Parlor has written a value: this node stops following.
    case newer(Revision, version: Int)
  }
}
