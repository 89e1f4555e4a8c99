internal import CSystem
internal import Confinement
internal import Dispatch
public import Kernel
public import ParlorCore
internal import Synchronization
internal import WireProtocol

/// A node's reaction to the shared log. Called on the log's queue; no call may block for long.
public protocol SharedLogFollower: AnyObject, Sendable {
  /// Facts for the tables that this node has not appended itself, or does not know to have appended.
  func apply(_ lines: [DocumentLine], losing lost: [LostLine], at revision: Revision)
  /// Advances the tables' position: the values since the last facts contain none.
  func advance(to revision: Revision)
  /// This node owns the log from now on: load the core when the tables have all applied facts, with a clock that starts
  /// no earlier than `at`, then call ``SharedLog/restored()``.
  func own(term: Int64, after revision: Revision, at: Instant)
  /// This node stops owning the log: drop the core and all pending output.
  func disown(because departure: ClusterMember.Departure)
  /// The core's output may leave until a time of the monotonic clock, in nanoseconds.
  func fresh(untilMonotonicNanoseconds time: UInt64)
  /// A node owns the log, or none does.
  func owner(_ node: String?, term: Int64)
  /// The log's history is compacted up to a revision: get a copy of a peer's tables at that position or later, then
  /// call ``SharedLog/copied(upTo:)``.
  func copy(after revision: Revision)
  /// A report for the operator.
  func report(_ report: ClusterMember.Report)
  /// The result of each request about the log; `nil` if it was answered.
  func heard(_ failure: EngineFailure?)
}

/// The shared log, on its own queue: ``ClusterMember`` decides, the engine acts, and a follower is informed.
///
/// As a ``Log`` it appends for the core while this node owns it.
public final class SharedLog: Log {
  /// The log's key.
  public static let key = "parlor/log"

  private final class State {
    var member: ClusterMember
    weak var follower: (any SharedLogFollower)?
    var completions: [CommitTicket: @Sendable (AppendAnswer) -> Void] = [:]
    var watch: WatchCancellation?
    /// Distinguishes events of the present watch from those of earlier ones.
    var watchNumber = 0
    var armedAt = Int64.max
    var isStopped = false
    let document = JSONDocument()

    init(_ member: ClusterMember) { self.member = member }
  }

  private let engine: any Engine
  private let state: Confined<State>
  private let durable = Atomic<Int64>(0)
  /// The time of the loop's last turn.
  private let turnedAt = Atomic<Int64>(0)
  /// Signalled when this node stops owning.
  private let disowned = DispatchSemaphore(value: 0)

  /// - Parameters:
  ///   - writer: this node and process.
  ///   - position: the revision that the node's tables have reached.
  ///   - eligibility: whether the node may own the log, until ``setEligibility(_:)`` changes it.
  ///   - needsCopy: whether the node's tables lack data from before the log.
  public init(
    _ engine: any Engine, writer: LogValue.Writer, after position: Revision,
    eligibility: ClusterMember.Eligibility = .mayOwn,
    needsCopy: Bool = false, timing: ClusterMember.Timing = ClusterMember.Timing()
  ) {
    self.engine = engine
    let member = ClusterMember(
      writer, after: position, eligibility: eligibility, needsCopy: needsCopy, timing: timing, now: Self.now)
    state = Confined(label: "parlor.cluster.log", State(member))
  }

  /// Starts to follow.
  public func start(_ follower: any SharedLogFollower) {
    state.later { [self] state in
      state.follower = follower
      execute(state)
    }
  }

  /// Offers the log to any node, and waits until that is done or the time is over.
  public func leave(withinMilliseconds milliseconds: Int) {
    let isOwner = state.now { [self] state in
      guard state.member.isOwner else { return false }
      take(.handOver(to: nil), state)
      return true
    }
    if isOwner == true { _ = disowned.wait(timeout: .now() + .milliseconds(milliseconds)) }
  }

  /// Stops following and appending, and waits for calls that are running.
  public func stop() {
    state.close { state in
      state.isStopped = true
      state.watch?.cancel()
    }
  }

  // MARK: - Log

  /// The position is known here: between two batches there are other values of the owner.
  public func append(
    _ batch: Batch, after position: LogPosition, completion: @escaping @Sendable (AppendAnswer) -> Void
  ) {
    state.later { [self] state in
      state.completions[batch.ticket] = completion
      let facts = batch.entries(from: 1).flatMap(\.facts)
      take(.append(ticket: batch.ticket, facts: facts, at: batch.at), state)
    }
  }

  /// Entries are delivered by ``SharedLogFollower/apply(_:losing:at:)``.
  public func read(from position: LogPosition) -> [LoggedEntry] { [] }

  public func lastPosition() -> LogPosition { state.now { $0.member.lastKnown } ?? 0 }

  /// History is shared by all nodes: see ``Compaction``.
  public func trim(to position: LogPosition) {}

  /// The end of the last batch that this node has appended, or the beginning of its term.
  public var durablePosition: LogPosition { durable.load(ordering: .relaxed) }

  // MARK: - Calls of the node

  /// The core is loaded.
  public func restored() { enqueue(.restored) }

  /// Records a turn of the loop; cheap enough for every turn.
  public func loopTurned() { turnedAt.store(Self.now, ordering: .relaxed) }

  /// A copy of a peer's tables is in place.
  public func copied(upTo revision: Revision) { enqueue(.copied(upTo: revision)) }

  /// Hands the log over to another node, or to any.
  public func handOver(to node: String?) { enqueue(.handOver(to: node)) }

  /// Sets whether this node may own the log.
  public func setEligibility(_ eligibility: ClusterMember.Eligibility) { enqueue(.eligible(eligibility)) }

  /// Sets whether the node's tables have room for further facts of others.
  public func setStorable(_ isStorable: Bool) { enqueue(.storable(isStorable)) }

  /// Allows one more owner to begin, whatever happened to earlier ones.
  public func allowBegin() { enqueue(.allowBegin) }

  private func enqueue(_ input: ClusterMember.Input) { state.later { [self] state in take(input, state) } }

  /// Called on an engine's thread, which executes the resulting actions at once: every commit waits for this.
  private func now(_ input: ClusterMember.Input) { _ = state.now { [self] state in take(input, state) } }

  // MARK: - Steps

  private static var now: Int64 { Int64(clamping: csystem_monotonic_nanoseconds() / 1_000_000) }

  private func take(_ input: ClusterMember.Input, _ state: State) {
    guard !state.isStopped else { return }
    state.member.loopTurned(at: turnedAt.load(ordering: .relaxed))
    state.member.handle(input, at: Self.now)
    execute(state)
  }

  private func execute(_ state: State) {
    for action in state.member.takeActions() { execute(action, state) }
    arm(state)
  }

  private func arm(_ state: State) {
    let due = state.member.nextDue
    guard due < state.armedAt else { return }
    state.armedAt = due
    let pause = Int(clamping: max(0, due &- Self.now))
    self.state.later(afterMilliseconds: min(pause, 3_600_000)) { [weak self] state in
      guard let self, state.armedAt == due else { return }
      state.armedAt = .max
      take(.time, state)
    }
  }

  private func execute(_ action: ClusterMember.Action, _ state: State) {
    switch action {
    case .attempt(let number, let value, let revision): attempt(number, value, after: revision, state)
    case .read(let number): read(number, state)
    case .watch(let revision): watch(from: revision, state)
    case .unwatch: unwatch(state)
    case .copy(let revision): state.follower?.copy(after: revision)
    case .apply(let revision, let facts, let isDamaged): apply(facts, isDamaged, at: revision, state)
    case .advance(let revision): state.follower?.advance(to: revision)
    case .own(let term, let revision, let at):
      durable.store(revision, ordering: .relaxed)
      state.follower?.own(term: term, after: revision, at: at)
    case .disown(let departure):
      // The core is dropped before it gets the answer that it is fenced.
      state.follower?.disown(because: departure)
      disowned.signal()
      let waiting = state.completions
      state.completions = [:]
      for completion in waiting.values { completion(.fenced) }
    case .durable(let ticket, let revision):
      durable.store(revision, ordering: .relaxed)
      state.completions.removeValue(forKey: ticket)?(.durable(revision))
    case .unsettled(let ticket, let why):
      state.completions.removeValue(forKey: ticket)?(.unknown(StorageFailure(message: why)))
    case .fresh(let until):
      state.follower?.fresh(untilMonotonicNanoseconds: UInt64(clamping: until) &* 1_000_000)
    case .owner(let node, let term): state.follower?.owner(node, term: term)
    case .report(let report): state.follower?.report(report)
    }
  }

  private func attempt(_ number: Int, _ value: [UInt8], after revision: Revision, _ state: State) {
    engine.replace(Self.key, with: value, ifChangedAt: revision) { [weak self, weak follower = state.follower] answer in
      follower?.heard(answer.failure)
      switch answer {
      case .replaced(let revision): self?.now(.attempted(number, .replaced(revision)))
      case .found(let found, _): self?.now(.attempted(number, .found(found?.changedAt ?? 0, found?.value)))
      case .unknown(let failure): self?.now(.attempted(number, .unknown(why: failure.sentence)))
      }
    }
  }

  private func read(_ number: Int, _ state: State) {
    engine.get(Self.key) { [weak self, weak follower = state.follower] result in
      follower?.heard(result.failure)
      switch result {
      case .success(let reading):
        let found = reading.keyValue
        self?.enqueue(.read(number, .found(found?.changedAt ?? 0, found?.value)))
      case .failure: self?.enqueue(.read(number, .failed))
      }
    }
  }

  private func unwatch(_ state: State) {
    state.watch?.cancel()
    state.watch = nil
    state.watchNumber += 1
  }

  private func watch(from revision: Revision, _ state: State) {
    unwatch(state)
    let number = state.watchNumber
    state.watch = engine.watch(Self.key, from: revision) { [weak self] event in
      // Blocks the watch until all of it is handled, so that nothing accumulates here.
      _ = self?.state.now { [weak self] state in
        guard let self, state.watchNumber == number else { return }
        switch event {
        case .changes(let changes):
          for case .put(let value) in changes { take(.watched(value.changedAt, value.value), state) }
        case .opened, .caughtUp: break
        // Values at this revision exist, earlier ones do not.
        case .compacted(let revision): take(.watchEnded(compacted: revision &- 1), state)
        case .failed: take(.watchEnded(compacted: nil), state)
        }
      }
    }
  }

  private func apply(_ facts: [UInt8], _ isDamaged: Bool, at revision: Revision, _ state: State) {
    var lines: [DocumentLine] = []
    var lost = isDamaged ? [LostLine(position: revision, number: 0)] : []
    for (index, line) in facts.split(separator: UInt8(ascii: "\n")).enumerated() {
      if let line = DocumentLine(logged: line, with: state.document) {
        lines.append(line)
      } else {
        lost.append(LostLine(position: revision, number: index + 1))
      }
    }
    state.follower?.apply(lines, losing: lost, at: revision)
  }
}
