import Cluster
import ClusterLink
import Dispatch
import LineServer
import ParlorCore
import Storage
import Synchronization
import WireProtocol

/// A node of a cluster: brings what the shared log says to the tables, and to the loop who owns.
final class ClusterNode: SharedLogFollower, Sendable {
  let options: ClusterOptions
  let engine: any Engine
  let log: SharedLog
  private let storage: SQLiteStorage
  private let waker = Mutex<LoopWaker?>(nil)
  private let operatorLog: ServerLog
  private let clock: ServerClock
  /// Where this node takes links, once it listens.
  private let port = Mutex<UInt16>(0)
  private let isOwner = Mutex(false)
  private let queue = DispatchQueue(label: "parlor.cluster.node")

  init(
    _ options: ClusterOptions, _ engine: any Engine, _ storage: SQLiteStorage, mayOwn: Bool, clock: ServerClock,
    log operatorLog: ServerLog
  ) {
    self.options = options
    self.engine = engine
    self.storage = storage
    self.clock = clock
    self.operatorLog = operatorLog
    var entropy = SystemRandomNumberGenerator()
    log = SharedLog(
      engine, writer: LogValue.Writer(node: options.node, process: UInt32.random(in: .min ... .max, using: &entropy)),
      after: storage.position, mayOwn: mayOwn)
    storage.use(log)
  }

  /// Begins to follow, once the loop is there.
  func start(_ waker: LoopWaker, linkPort: UInt16) {
    self.waker.withLock { $0 = waker }
    port.withLock { $0 = linkPort }
    log.start(self)
    look()
  }

  /// Seconds from one look at what is safe to the next.
  private static let lookSeconds = 10

  /// Says how far this node is, and, where it owns, lets go of history that no node needs.
  private func look() {
    storage.makeSafe { [self] position in
      let record = NodeRecord(
        name: options.node, host: options.advertisedHost, port: Int(port.withLock { $0 }),
        version: ParlorServer.version, safe: position ?? 0, at: clock.now.milliseconds)
      engine.put(record.key, record.bytes) { _ in }
      if isOwner.withLock({ $0 }) { Compaction.look(engine) }
    }
    queue.asyncAfter(deadline: .now() + .seconds(Self.lookSeconds)) { [weak self] in self?.look() }
  }

  private func onLoop(_ body: @escaping @Sendable (Steward) -> Void) {
    waker.withLock { $0 }?.run { handler in
      if let steward = (handler as? NodeLoop)?.companion as? Steward { body(steward) }
    }
  }

  // MARK: - SharedLogFollower

  func apply(_ records: [Record], at revision: Revision, damagedLines: [Int]) {
    storage.take(records, at: revision, damagedLines: damagedLines)
  }

  func advance(to revision: Revision) { storage.skip(to: revision) }

  func own(term: Int64, after revision: Revision, at: Instant) {
    isOwner.withLock { $0 = true }
    storage.skip(to: revision)
    onLoop { $0.own(term: term, notBefore: at) }
  }

  func disown(because departure: Member.Departure) {
    isOwner.withLock { $0 = false }
    onLoop { $0.disown(because: departure) }
  }

  func fresh(untilMonotonicNanoseconds time: UInt64) { onLoop { $0.fresh(until: time) } }

  func owner(_ node: String?, term: Int64) {
    guard node != options.node else { return }
    guard let node else { return onLoop { $0.ownerIsElsewhere(nil, node: nil) } }
    engine.get(NodeRecord.prefix + node) { [self] result in
      let record = (try? result.get())?.keyValue.flatMap { NodeRecord($0.value) }
      onLoop { $0.ownerIsElsewhere(record.map { ($0.host, UInt16(clamping: $0.port)) }, node: node) }
    }
  }

  func copy(after revision: Revision) { onLoop { $0.needsCopy() } }

  func report(_ report: Member.Report) {
    let entry: LogEntry
    switch report {
    case .poisoned(let revision):
      entry = LogEntry(
        "nobody_takes_over",
        [
          "position": .int(Int(revision)),
          "why": .string(
            "two owners have begun at this place of the log and said nothing: start a node with --take-over to try once "
              + "more"),
        ])
    case .damaged(let revision):
      entry = LogEntry("entry_damaged", ["position": .int(Int(revision))])
    case .newer(let revision, let version):
      entry = LogEntry(
        "log_is_newer",
        [
          "position": .int(Int(revision)), "version": .int(version),
          "why": "a newer Parlor writes the log: this node follows no further until it is upgraded",
        ])
    }
    operatorLog.write(entry, at: clock.now)
  }
}

/// Lets go of the log's history that every node has safe on its disk.
enum Compaction {
  static func look(_ engine: any Engine) {
    engine.list(NodeRecord.prefix) { result in
      let safe = (try? result.get())?.keyValues.compactMap { NodeRecord($0.value)?.safe }.min()
      guard let safe, safe > 1 else { return }
      engine.compact(to: safe) { _ in }
    }
  }
}
