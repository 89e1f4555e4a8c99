import Cluster
import ClusterLink
import Dispatch
import Kernel
import LineServer
import ParlorCore
import Storage
import Synchronization
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A node of a cluster: applies the shared log to the tables, and notifies the loop of ownership.
final class ClusterNode: SharedLogFollower, Sendable {
  let options: ClusterOptions
  let engine: any Engine
  let log: SharedLog
  private let storage: SQLiteStorage
  /// The files of this node's copy.
  var files: StoredFiles? { storage.files }
  private let link: LinkIdentity
  private let waker = Mutex<LoopWaker?>(nil)
  private let operatorLog: ServerLog
  private let clock: ServerClock
  /// This node's record in etcd.
  private let register: NodeRegister
  /// Whether the node may ever own.
  private let mayOwn: Bool
  /// The exit status of the process.
  private let status: ExitStatus
  private let isOwner = Mutex(false)
  private let compaction = Mutex(Compaction())
  private let progress = Mutex(NodeRegister.Progress())
  private let condition = Mutex(NodeCondition())
  private let queue = DispatchQueue(label: "parlor.cluster.node")
  private let fetching = DispatchQueue(label: "parlor.cluster.fetching")

  init(_ start: ClusterStart, clock: ServerClock, log operatorLog: ServerLog) {
    options = start.cluster
    engine = start.engine
    storage = start.storage
    link = start.link
    self.clock = clock
    mayOwn = start.mayOwn
    self.operatorLog = operatorLog
    var entropy = SystemRandomNumberGenerator()
    let process = UInt32.random(in: 1 ... .max, using: &entropy)
    log = SharedLog(
      engine, writer: LogValue.Writer(node: options.node, process: process), after: storage.position,
      eligibility: start.mayOwn ? .mayStay : .mayNotOwn, needsCopy: start.needsCopy)
    let status = ExitStatus()
    self.status = status
    register = NodeRegister(engine, options, process: process, clock: clock, log: operatorLog) { status.stop(with: 78) }
    progress.withLock { [position = storage.position] in $0.applied = position }
    storage.use(log)
  }

  /// The log position of the node's tables, and the one that is durable on its disk.
  var positions: NodeRegister.Progress { progress.withLock { $0 } }
  /// This node's clock lead over most nodes, in milliseconds; negative: behind.
  var clockLead: Int64 { register.clockLead }
  /// The exit status of the process, once it has stopped.
  var exitStatus: Int32 { status.value }

  private static var milliseconds: Int64 { Int64(clamping: MonotonicClock.nanoseconds / 1_000_000) }

  /// Whether waiting for a takeover is pointless: no etcd can be connected to, or the node does not follow the log any
  /// further.
  var isOut: Bool { condition.withLock { $0.stop != nil || $0.etcd.isUnreachable(at: Self.milliseconds) } }

  /// Why no owner serves this node's players, if so.
  func problem(linkFault: String?) -> NodeProblem {
    condition.withLock { $0.problem(linkFault: linkFault, at: Self.milliseconds) }
  }

  /// Starts to follow, when the loop runs.
  func start(_ waker: LoopWaker, linkPort: UInt16) {
    self.waker.withLock { $0 = waker }
    register.begin(port: linkPort) { [weak self] records, watch in self?.handlePeers(records, watch) }
    log.start(self)
    publishProgress(next: 1)
    watchStorage()
  }

  /// The loop has ended: another node may own, and the rest of the log is followed at the next start.
  func leave() {
    log.leave(withinMilliseconds: 3_000)
    log.stop()
  }

  /// The interval between updates of the durable position, in seconds.
  private static let progressIntervalSeconds = 10

  /// Publishes this node's progress and, if it owns, compacts history that no node needs.
  ///
  /// - Parameter seconds: the delay until the next update.
  private func publishProgress(next seconds: Int = progressIntervalSeconds) {
    storage.makeSafe { [self] position in
      register.publish(
        progress.withLock { progress in
          progress.applied = max(progress.applied, position ?? 0)
          // If the disk fails, the durable position is unchanged.
          progress.safe = position ?? progress.safe
          return progress
        })
      if isOwner.withLock({ $0 }), let position { compact(own: position) }
    }
    queue.asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in self?.publishProgress() }
  }

  /// The interval between checks of the tables, in milliseconds.
  private static let storageCheckMilliseconds = 250

  /// Owners whose tables fail for long hand over, and such nodes do not take over: see ``NodeCondition``.
  private func watchStorage() {
    storage.retry { [self] failure in
      recordStorageResult(failure)
      // Started afterwards, since an attempt stores everything that waits for the tables.
      let next = DispatchTime.now() + .milliseconds(Self.storageCheckMilliseconds)
      queue.asyncAfter(deadline: next) { [weak self] in self?.watchStorage() }
    }
  }

  private func recordStorageResult(_ failure: StorageFailure?) {
    if failure == nil { pauseFollowing(false) }
    switch condition.withLock({ $0.storage.record(failure, at: Self.milliseconds) }) {
    case .fails(let failure):
      operatorLog.write(LogEntry("cannot_store", ["why": .string(failure.message)]), at: clock.now)
    case .works(let milliseconds):
      operatorLog.write(LogEntry("stores_again", ["ms": .int(Int(clamping: milliseconds))]), at: clock.now)
    case nil: return
    }
    updateEligibility()
  }

  /// Pauses following while failing tables let too much accumulate in memory: the log keeps the rest.
  private func pauseFollowing(_ isPaused: Bool) {
    let wasPaused = condition.withLock { condition in
      defer { condition.isPaused = isPaused }
      return condition.isPaused
    }
    guard isPaused != wasPaused else { return }
    // On one queue, so that the last call has the newest state.
    queue.async { [self] in log.setStorable(!condition.withLock { $0.isPaused }) }
  }

  /// Handles an update of all nodes' records.
  private func handlePeers(_ records: [NodeRecord], _ watch: PeerWatch) {
    locateOwner(in: records)
    let (standing, livingPeers) = (watch.clockStanding(at: clock.now), watch.alivePeers)
    let before = condition.withLock { condition in
      defer { (condition.clock, condition.livingPeers) = (standing, livingPeers) }
      return condition.clock
    }
    guard standing != before else { return }
    if let entry = LogEntry(standing, after: before) { operatorLog.write(entry, at: clock.now) }
    updateEligibility()
  }

  /// On one queue, so that the last call has the newest state.
  private func updateEligibility() {
    guard mayOwn else { return }
    queue.async { [self] in log.setEligibility(condition.withLock { $0.eligibility }) }
  }

  /// Whether this node would take over.
  var takesOver: Bool { mayOwn && condition.withLock { $0.eligibility } == .mayOwn }

  /// Why the tables lack facts of the log; `nil` if they have all.
  var storageFailure: StorageFailure? { storage.failure }

  /// The link addresses of the nodes that were alive when etcd last answered.
  var livingPeers: [LinkAddress] {
    condition.withLock { $0.livingPeers }.map { LinkAddress(host: $0.host, port: UInt16(clamping: $0.port)) }
  }

  /// Why players should use another node although this one has an owner; `nil` if they need not.
  var impairment: NodeProblem? { condition.withLock { $0.impairment } }

  /// Compacts the log's history that is not needed any more.
  private func compact(own: Revision) {
    engine.list(NodeRecord.prefix) { [self] nodes in
      guard let records = try? nodes.get().keyValues.compactMap({ NodeRecord($0.value) }) else { return }
      engine.status { [self] status in
        let now = Int64(clamping: MonotonicClock.nanoseconds / 1_000_000)
        let target = compaction.withLock {
          $0.update(
            safe: records.map(\.safe), own: own, storeBytes: (try? status.get())?.databaseBytesInUse ?? 0, at: now)
        }
        if let target { engine.compact(to: target) { _ in } }
      }
    }
  }

  /// Copies of this node's tables for others.
  func copySource() -> CopySource {
    CopySource(storage) { [weak self] number, piece in self?.onLoop { $0.copies.deliver(piece, of: number) } }
  }

  private func onLoop(_ body: @escaping @Sendable (OwnershipController) -> Void) {
    waker.withLock { $0 }?.run { handler in
      if let controller = (handler as? NodeLoop)?.companion as? OwnershipController { body(controller) }
    }
  }

  // MARK: - SharedLogFollower

  func apply(_ lines: [DocumentLine], losing lost: [LostLine], at revision: Revision) {
    storage.take(lines, losing: lost, at: revision)
    if storage.isOverfull { pauseFollowing(true) }
    advanced(to: revision)
  }

  func advance(to revision: Revision) {
    storage.skip(to: revision)
    advanced(to: revision)
  }

  private func advanced(to revision: Revision) {
    progress.withLock { $0.applied = revision }
    condition.withLock { $0.recordLogAdvance(at: Self.milliseconds) }
  }

  func heard(_ failure: EngineFailure?) {
    switch condition.withLock({ $0.etcd.record(failure, at: Self.milliseconds) }) {
    case .fails(let failure):
      operatorLog.write(LogEntry("etcd_fails", ["why": .string(failure.sentence)]), at: clock.now)
    case .works(let milliseconds):
      operatorLog.write(LogEntry("etcd_works_again", ["ms": .int(Int(clamping: milliseconds))]), at: clock.now)
    case nil: break
    }
  }

  func own(term: Int64, after revision: Revision, at: Instant) {
    isOwner.withLock { $0 = true }
    compaction.withLock { $0 = Compaction() }
    storage.skip(to: revision)
    progress.withLock { $0.applied = max($0.applied, revision) }
    onLoop { $0.own(term: term, notBefore: at) }
    raiseLayout()
  }

  /// Raises the cluster's layout: the tables may now contain more than an older Parlor can hold, so nodes that run one
  /// may follow, but not own.
  private func raiseLayout() {
    engine.get(ClusterIdentity.key) { [engine] result in
      guard let found = (try? result.get())?.keyValue, var identity = ClusterIdentity(found.value),
        identity.layout < SQLiteStorage.layout
      else { return }
      identity.layout = SQLiteStorage.layout
      engine.replace(ClusterIdentity.key, with: identity.bytes, ifChangedAt: found.changedAt) { _ in }
    }
  }

  func disown(because departure: ClusterMember.Departure) {
    isOwner.withLock { $0 = false }
    onLoop { $0.disown(because: departure) }
  }

  func fresh(untilMonotonicNanoseconds time: UInt64) { onLoop { $0.fresh(until: time) } }

  func owner(_ node: String?, term: Int64) {
    condition.withLock { $0.owner = node }
    guard node != options.node else { return }
    guard let node else { return onLoop { $0.ownerIsElsewhere(nil) } }
    engine.get(NodeRecord.prefix + node) { [self] result in
      let record = (try? result.get())?.keyValue.flatMap { NodeRecord($0.value) }
      onLoop { $0.ownerIsElsewhere(record.map { LinkAddress(host: $0.host, port: UInt16(clamping: $0.port)) }) }
    }
  }

  /// An owner's link address may appear later, or change.
  private func locateOwner(in records: [NodeRecord]) {
    guard let owner = condition.withLock({ $0.owner }), owner != options.node,
      let record = records.first(where: { $0.name == owner })
    else { return }
    onLoop { $0.ownerIsElsewhere(LinkAddress(host: record.host, port: UInt16(clamping: record.port))) }
  }

  func copy(after revision: Revision) {
    // Tables without any facts are those of a node that waits for a copy as well.
    fetching.async { [self] in fetchCopy(noOlderThan: max(revision, 1), attempt: 0) }
  }

  /// Copies the tables of any peer that has them; retried until it works, since this node is useless without.
  private func fetchCopy(noOlderThan revision: Revision, attempt: Int) {
    var whyNot = "no other node is known"
    let peers = (try? engine.values(under: NodeRecord.prefix))?.compactMap { NodeRecord($0.value) } ?? []
    for peer in peers.filter({ $0.name != options.node }).sorted(by: { $0.safe > $1.safe }) {
      do {
        let began = MonotonicClock.nanoseconds
        operatorLog.write(
          LogEntry("copying", ["from": .string(peer.name), "address": .string("\(peer.host):\(peer.port)")]),
          at: clock.now)
        defer { unlink(storage.incomingCopyPath) }
        try CopyFetch(link: LinkConfiguration(identity: link, listener: 0), path: storage.incomingCopyPath)
          .run(fromHost: peer.host, port: UInt16(clamping: peer.port))
        let position = try storage.adopt(copyAt: storage.incomingCopyPath, noOlderThan: revision)
        let milliseconds = (MonotonicClock.nanoseconds &- began) / 1_000_000
        operatorLog.write(
          LogEntry(
            "copied",
            [
              "from": .string(peer.name), "position": .int(Int(clamping: position)),
              "ms": .int(Int(clamping: milliseconds)),
            ]), at: clock.now)
        return log.copied(upTo: position)
      } catch let failure as CopyFetch.Failure {
        whyNot = "\(peer.name): \(failure.phrase)"
      } catch {
        whyNot = "\(peer.name): \((error as? StorageFailure)?.message ?? "\(error)")"
      }
    }
    if attempt.isMultiple(of: 15) {
      operatorLog.write(
        LogEntry(
          "needs_copy",
          [
            "why": "the log no longer holds what this node has missed, and no other node has given it a copy yet",
            "last": .string(whyNot),
          ]), at: clock.now)
    }
    fetching.asyncAfter(deadline: .now() + .seconds(2)) { [weak self] in
      self?.fetchCopy(noOlderThan: revision, attempt: attempt + 1)
    }
  }

  func report(_ report: ClusterMember.Report) {
    switch report {
    case .catchingUp(_, let target): progress.withLock { $0.catchingUpTo = target }
    case .caughtUp: progress.withLock { $0.catchingUpTo = nil }
    default: break
    }
    let isCatchingUp = progress.withLock { $0.catchingUpTo != nil }
    condition.withLock { $0.isCatchingUp = isCatchingUp }
    if let stop = NodeProblem(report) { condition.withLock { $0.stop = stop } }
    operatorLog.write(LogEntry(report), at: clock.now)
  }
}
