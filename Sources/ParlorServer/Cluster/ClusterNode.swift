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

/// A node of a cluster: brings what the shared log says to the tables, and to the loop who owns.
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
  /// What is said of this node in etcd.
  private let register: NodeRegister
  /// Whether the node may own at all.
  private let mayOwn: Bool
  /// What the process is to end with.
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

  /// Up to where the node's tables have followed the log, and up to where they are on its disk.
  var positions: NodeRegister.Progress { progress.withLock { $0 } }
  /// By how many milliseconds this node's clock is ahead of most nodes' clocks; negative: behind.
  var clockLead: Int64 { register.clockLead }
  /// What the process is to end with once it has stopped.
  var exitStatus: Int32 { status.value }

  private static var milliseconds: Int64 { Int64(clamping: MonotonicClock.nanoseconds / 1_000_000) }

  /// Whether this node waits for no takeover: no etcd can be connected to, or it follows the log no further.
  var isOut: Bool { condition.withLock { $0.stop != nil || $0.store.isCutOff(at: Self.milliseconds) } }

  /// Why nobody decides for this node's players, where that is so.
  func trouble(linkFault: String?) -> NodeTrouble {
    condition.withLock { $0.trouble(linkFault: linkFault, at: Self.milliseconds) }
  }

  /// Begins to follow, once the loop is there.
  func start(_ waker: LoopWaker, linkPort: UInt16) {
    self.waker.withLock { $0 = waker }
    register.begin(port: linkPort) { [weak self] records, watch in self?.looked(records, watch) }
    log.start(self)
    look(next: 1)
    watchStorage()
  }

  /// The loop has ended: another node may own, and what is still to come from the log comes at the next start.
  func leave() {
    log.leave(withinMilliseconds: 3_000)
    log.stop()
  }

  /// Seconds from one look at what is safe to the next.
  private static let lookSeconds = 10

  /// Says how far this node is, and, where it owns, lets go of history that no node needs.
  ///
  /// - Parameter seconds: until the next look.
  private func look(next seconds: Int = lookSeconds) {
    storage.makeSafe { [self] position in
      register.say(
        progress.withLock { progress in
          progress.applied = max(progress.applied, position ?? 0)
          // A disk that does not take it has what it had before.
          progress.safe = position ?? progress.safe
          return progress
        })
      if isOwner.withLock({ $0 }), let position { compact(own: position) }
    }
    queue.asyncAfter(deadline: .now() + .seconds(seconds)) { [weak self] in self?.look() }
  }

  /// From one look at whether the tables take what they are given to the next.
  private static let storageLookMilliseconds = 250

  /// An owner whose tables fail for long hands over, and none of such tables takes over: see ``NodeCondition``.
  private func watchStorage() {
    storage.retry { [self] failure in
      heard(storage: failure)
      // Not before: a try takes all that waits for the tables.
      let next = DispatchTime.now() + .milliseconds(Self.storageLookMilliseconds)
      queue.asyncAfter(deadline: next) { [weak self] in self?.watchStorage() }
    }
  }

  private func heard(storage failure: StorageFailure?) {
    if failure == nil { pauseFollowing(false) }
    switch condition.withLock({ $0.storage.heard(failure, at: Self.milliseconds) }) {
    case .fails(let failure):
      operatorLog.write(LogEntry("cannot_store", ["why": .string(failure.message)]), at: clock.now)
    case .works(let milliseconds):
      operatorLog.write(LogEntry("stores_again", ["ms": .int(Int(clamping: milliseconds))]), at: clock.now)
    case nil: return
    }
    tellEligibility()
  }

  /// What waits for tables that fail is in memory: beyond a measure the log keeps it.
  private func pauseFollowing(_ isPaused: Bool) {
    let wasPaused = condition.withLock { condition in
      defer { condition.isPaused = isPaused }
      return condition.isPaused
    }
    guard isPaused != wasPaused else { return }
    // On one queue, so that the last word is the newest.
    queue.async { [self] in log.setStorable(!condition.withLock { $0.isPaused }) }
  }

  /// What all nodes say has been looked at.
  private func looked(_ records: [NodeRecord], _ watch: PeerWatch) {
    find(ownerIn: records)
    let (standing, livingPeers) = (watch.clockStanding(at: clock.now), watch.livingPeers)
    let before = condition.withLock { condition in
      defer { (condition.clock, condition.livingPeers) = (standing, livingPeers) }
      return condition.clock
    }
    guard standing != before else { return }
    if let entry = LogEntry(standing, after: before) { operatorLog.write(entry, at: clock.now) }
    tellEligibility()
  }

  /// On one queue, so that the last word is the newest.
  private func tellEligibility() {
    guard mayOwn else { return }
    queue.async { [self] in log.setEligibility(condition.withLock { $0.eligibility }) }
  }

  /// Whether this node would take over.
  var takesOver: Bool { mayOwn && condition.withLock { $0.eligibility } == .mayOwn }

  /// Why the tables lack something of the log; `nil` where they have all of it.
  var storageFailure: StorageFailure? { storage.failure }

  /// Where the other nodes take links that were there when etcd last answered.
  var livingPeers: [LinkAddress] {
    condition.withLock { $0.livingPeers }.map { LinkAddress(host: $0.host, port: UInt16(clamping: $0.port)) }
  }

  /// Why players are better off at another node, though this one has an owner; `nil` where they are not.
  var impairment: NodeTrouble? { condition.withLock { $0.impairment } }

  /// Lets go of the log's history that is needed no more.
  private func compact(own: Revision) {
    learn { [self] records in
      engine.status { [self] status in
        let now = Int64(clamping: MonotonicClock.nanoseconds / 1_000_000)
        let target = compaction.withLock {
          $0.look(
            safe: records.map(\.safe), own: own, storeBytes: (try? status.get())?.databaseBytesInUse ?? 0, at: now)
        }
        if let target { engine.compact(to: target) { _ in } }
      }
    }
  }

  /// Finds out what the nodes say of themselves, and in which form this one may write.
  private func learn(_ body: @escaping @Sendable ([NodeRecord]) -> Void = { _ in }) {
    engine.list(NodeRecord.prefix) { [self] nodes in
      guard let nodes = try? nodes.get() else { return }
      let records = nodes.keyValues.compactMap { NodeRecord($0.value) }
      // A node that has long been gone holds nobody back: should it come again, it is told to be upgraded.
      let here = records.filter { clock.now.milliseconds &- $0.at < Compaction.mostMilliseconds }
      log.everyNodeReads(here.map(\.reads).min() ?? LogValue.plainVersion)
      body(records)
    }
  }

  /// Copies of this node's tables, for others.
  func copySource() -> CopySource {
    CopySource(storage) { [weak self] number, piece in self?.onLoop { $0.copies.deliver(piece, of: number) } }
  }

  private func onLoop(_ body: @escaping @Sendable (Steward) -> Void) {
    waker.withLock { $0 }?.run { handler in
      if let steward = (handler as? NodeLoop)?.companion as? Steward { body(steward) }
    }
  }

  // MARK: - SharedLogFollower

  func apply(_ records: [DocumentLine], losing lost: [LostLine], at revision: Revision) {
    storage.take(records, losing: lost, at: revision)
    if storage.isOverfull { pauseFollowing(true) }
    went(to: revision)
  }

  func advance(to revision: Revision) {
    storage.skip(to: revision)
    went(to: revision)
  }

  private func went(to revision: Revision) {
    progress.withLock { $0.applied = revision }
    condition.withLock { $0.heardWord(at: Self.milliseconds) }
  }

  func heard(_ failure: EngineFailure?) {
    switch condition.withLock({ $0.store.heard(failure, at: Self.milliseconds) }) {
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
    learn()
  }

  /// From now on what the tables hold may be more than an older Parlor's can: nodes that run one may follow, not own.
  private func raiseLayout() {
    engine.get(ClusterIdentity.key) { [engine] result in
      guard let found = (try? result.get())?.keyValue, var identity = ClusterIdentity(found.value),
        identity.layout < SQLiteStorage.layout
      else { return }
      identity.layout = SQLiteStorage.layout
      engine.replace(ClusterIdentity.key, with: identity.bytes, ifChangedAt: found.changedAt) { _ in }
    }
  }

  func disown(because departure: Member.Departure) {
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

  /// An owner may say only later where it takes links, or say another place.
  private func find(ownerIn records: [NodeRecord]) {
    guard let owner = condition.withLock({ $0.owner }), owner != options.node,
      let record = records.first(where: { $0.name == owner })
    else { return }
    onLoop { $0.ownerIsElsewhere(LinkAddress(host: record.host, port: UInt16(clamping: record.port))) }
  }

  func copy(after revision: Revision) {
    // Tables that have followed nothing are those of a node that waits for a copy as well.
    fetching.async { [self] in fetchCopy(noOlderThan: max(revision, 1), attempt: 0) }
  }

  /// Takes over the tables of a peer, of whichever has them; tried until it works, since this node is no good without.
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

  func report(_ report: Member.Report) {
    switch report {
    case .catchingUp(_, let target): progress.withLock { $0.catchingUpTo = target }
    case .caughtUp: progress.withLock { $0.catchingUpTo = nil }
    default: break
    }
    let isCatchingUp = progress.withLock { $0.catchingUpTo != nil }
    condition.withLock { $0.isCatchingUp = isCatchingUp }
    if let stop = NodeTrouble(report) { condition.withLock { $0.stop = stop } }
    operatorLog.write(LogEntry(report), at: clock.now)
  }
}
