public import ParlorCore

/// What a member hears and what it wants done.
extension Member {
  /// Intervals, in milliseconds, and a size.
  public struct Timing: Sendable {
    /// From the sending of one of an owner's values to that of the next, at most.
    public var beat: Int64 = 300
    /// Without anything new, after which another node begins.
    public var silence: Int64 = 1_500
    /// For which reads have worked before that: a node that is cut off hears nothing either.
    public var reads: Int64 = 600
    /// From one of these reads to the next.
    public var readPause: Int64 = 150
    /// From the sending of an append that worked, during which what the owner says may leave.
    public var freshness: Int64 = 1_000
    /// For which a value of the owner's may have no answer before it gives the log up: longer than the store's own
    /// leader takes to be replaced. Nothing has left it meanwhile.
    public var patience: Int64 = 4_000
    /// From an answer that tells nothing to the next attempt.
    public var retry: Int64 = 100
    /// How long a start may take before others may begin.
    public var restoring: Int64 = 60_000
    /// How long the loop may be silent before others may begin.
    public var loop: Int64 = 5_000
    /// The most bytes of facts in a value; etcd takes requests of 1.5 MiB.
    public var valueBytes = 1 << 20

    /// The usual ones.
    public init() {}
  }

  /// Whether a node may own the log.
  public enum Eligibility: Sendable {
    case mayOwn
    /// An owner stays one, and who is none does not take over.
    case mayStay
    case mayNotOwn
  }

  /// What has happened.
  public enum Input: Sendable {
    /// The core wants facts appended; the same ticket again repeats it.
    case append(ticket: CommitTicket, facts: [UInt8], at: Instant)
    /// What has become of an attempt.
    case attempted(Int, AttemptAnswer)
    /// What a read has found: the key's revision and value (0 for none).
    case read(Int, ReadAnswer)
    /// The key's values, in order, one by one.
    case watched(Revision, [UInt8])
    /// The watch is over: history up to a revision is gone, or it has failed.
    case watchEnded(compacted: Revision?)
    /// A copy of a peer's tables is in place, which stands further than this node's own did.
    case copied(upTo: Revision)
    /// The core is there, restored.
    case restored
    /// Whether the node may own has changed: an owner that may not any more hands over.
    case eligible(Eligibility)
    /// The owner is to stop, for another node, or for whichever.
    case handOver(to: String?)
    /// Whether the tables have room for more of what others append. Where they have not, nothing is followed until they
    /// have: the log holds it meanwhile.
    case storable(Bool)
    /// The operator wants this node to begin, whatever the log has done to others.
    case allowBegin
    /// Time has passed.
    case time
  }

  /// An attempt's end.
  public enum AttemptAnswer: Sendable {
    case replaced(Revision)
    case found(Revision, [UInt8]?)
    case unknown(why: String)
  }

  /// A read's end.
  public enum ReadAnswer: Sendable {
    /// When the key was last changed, and what it holds.
    case found(Revision, [UInt8]?)
    case failed
  }

  /// What is to be done.
  public enum Action: Equatable {
    /// Put a value where the key was last changed at a revision, and say what became of it under a number.
    case attempt(Int, value: [UInt8], after: Revision)
    /// Read the key, under a number.
    case read(Int)
    /// Watch the key from a revision on; a watch from before is over.
    case watch(from: Revision)
    /// Watch no more: an owner learns from its next append that it is none.
    case unwatch
    /// History is gone: copy a peer's tables.
    case copy(after: Revision)
    /// Give facts to the tables. They may be this node's own of before, when it was fenced.
    case apply(Revision, facts: [UInt8], damaged: Bool)
    /// The tables have all up to here, since nothing is in it for them.
    case advance(Revision)
    /// Load the core from the tables, once they have what was applied; its clock begins no earlier than `at`.
    case own(term: Int64, after: Revision, at: Instant)
    /// Drop the core and whatever waits.
    case disown(Departure)
    /// Facts are durable.
    case durable(CommitTicket, Revision)
    /// Nobody knows; it is tried again.
    case unsettled(CommitTicket, why: String)
    /// What the owner says may leave until then; this takes the place of what was said before.
    case fresh(until: Int64)
    /// Another node owns the log now, or none yet.
    case owner(String?, term: Int64)
    /// A line for the operator.
    case report(Report)
  }

  /// Why a node owns the log no more.
  public enum Departure: Sendable, Equatable {
    case fenced
    case handedOver
    /// The store has said nothing for too long. What was on its way may still arrive, and is then followed like
    /// anybody's.
    case unheard
  }

  /// What the operator is told.
  public enum Report: Sendable, Equatable {
    /// Two owners have begun here and said nothing.
    case poisoned(Revision)
    /// A value cannot be read; nothing of it is applied.
    case damaged(Revision)
    /// The log goes on to a revision that this node has yet to come to.
    case catchingUp(Revision, to: Revision)
    /// It has come there, after so long.
    case caughtUp(Revision, milliseconds: Int64)
    /// The log ends before what this node has applied: this one follows no further.
    case logIsBehind(Revision, applied: Revision)
    /// A newer Parlor has written a value: this one follows no further.
    case newer(Revision, version: Int)
  }
}
