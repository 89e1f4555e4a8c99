import Cluster
import Dispatch
import ParlorCore
import Synchronization
import WireProtocol

/// This node's record in etcd, and its evaluation of the other nodes' records.
///
/// It first claims its name, one claim after the other, so that of two processes with one name each knows which was
/// first: the later one stops (``PeerWatch``). Data is safe meanwhile, because the log's fence applies to both; but
/// other nodes could not link to one while the other owns, and their records would be confused.
final class NodeRegister: Sendable {
  /// A node's progress.
  struct Progress {
    var applied: Revision = 0
    var safe: Revision = 0
    var catchingUpTo: Revision?
  }

  private struct State {
    var port = 0
    var progress = Progress()
    var watch: PeerWatch?
    var claim = 0
    /// Called at each look with all nodes' records and their evaluation.
    var onUpdate: @Sendable ([NodeRecord], PeerWatch) -> Void = { _, _ in }
  }

  private let engine: any Engine
  private let name: String
  private let host: String
  private let process: UInt32
  private let clock: ServerClock
  private let log: ServerLog
  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "parlor.cluster.register")
  /// Called when another process with this name was first.
  private let onNameConflict: @Sendable () -> Void

  init(
    _ engine: any Engine, _ options: ClusterOptions, process: UInt32, clock: ServerClock, log: ServerLog,
    onNameConflict: @escaping @Sendable () -> Void
  ) {
    self.engine = engine
    (name, host) = (options.node, options.advertisedHost)
    self.process = process
    self.clock = clock
    self.log = log
    self.onNameConflict = onNameConflict
  }

  /// The interval between reads of the records.
  private static let pollMilliseconds = 500

  /// This node's clock lead over most nodes, in milliseconds; negative: behind.
  var clockLead: Int64 { state.withLock { $0.watch?.clockLead ?? 0 } }

  /// Claims the name, and polls the records of all nodes from then on.
  func begin(
    port: UInt16, onUpdate: @escaping @Sendable ([NodeRecord], PeerWatch) -> Void
  ) {
    state.withLock { state in
      state.port = Int(port)
      state.onUpdate = onUpdate
    }
    claim()
  }

  /// Publishes this node's progress, once it has its name.
  func publish(_ progress: Progress) {
    state.withLock { $0.progress = progress }
    publish()
  }

  private func publish() {
    if let record = record() { engine.put(record.key, record.bytes) { _ in } }
  }

  private func record(claiming claim: Int? = nil) -> NodeRecord? {
    state.withLock { state in
      guard claim != nil || state.watch != nil else { return nil }
      return NodeRecord(
        name: name, host: host, port: state.port, version: ParlorServer.version, safe: state.progress.safe,
        applied: state.progress.applied, catchingUpTo: state.progress.catchingUpTo, at: clock.now.milliseconds,
        process: process, claim: claim ?? state.claim, clock: state.watch?.clock)
    }
  }

  private func schedule(after milliseconds: Int, _ body: @escaping @Sendable (NodeRegister) -> Void) {
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      if let self { body(self) }
    }
  }

  private func claim() {
    engine.get(NodeRecord.prefix + name) { [weak self] result in
      guard let self else { return }
      guard let reading = try? result.get() else { return schedule(after: 500) { $0.claim() } }
      let before = reading.keyValue.flatMap { NodeRecord($0.value) }
      if let before, before.process == process, before.claim > 0 { return claimed(before.claim) }
      let next = (before?.claim ?? 0) &+ 1
      guard let record = record(claiming: next) else { return }
      let revision = reading.keyValue?.changedAt ?? 0
      engine.replace(record.key, with: record.bytes, ifChangedAt: revision) { [weak self] answer in
        if case .replaced = answer { self?.claimed(next) } else { self?.schedule(after: 500) { $0.claim() } }
      }
    }
  }

  private func claimed(_ claim: Int) {
    state.withLock { state in
      state.claim = claim
      state.watch = PeerWatch(name: name, process: process, claim: claim)
    }
    publish()
    poll()
  }

  private func poll() {
    let asked = clock.now
    engine.list(NodeRecord.prefix) { [weak self] result in
      guard let self else { return }
      if let listing = try? result.get() {
        let records = listing.keyValues.compactMap { found in
          NodeRecord(found.value).map { (record: $0, changedAt: found.changedAt) }
        }
        let now = clock.now
        let (news, watch, onUpdate) = state.withLock { state in
          let news = state.watch?.evaluate(records, asked: asked, now: now) ?? []
          return (news, state.watch, state.onUpdate)
        }
        for news in news { handle(news) }
        if let watch { onUpdate(records.map(\.record), watch) }
      }
      schedule(after: Self.pollMilliseconds) { $0.poll() }
    }
  }

  private func handle(_ news: PeerWatch.News) {
    switch news {
    case .rewriteRecord: publish()
    case .nameConflict(let address, let cameFirst):
      let why =
        cameFirst
        ? "an earlier process is the node \(name): this one stops; give it another --node"
        : "a later process is the node \(name) too and stops by itself; give it another --node"
      logEvent("same_name", ["node": .string(name), "address": .string(address), "why": .string(why)])
      if cameFirst { onNameConflict() }
    case .clocksDiffer(let lead):
      let why = "this node's clock is \(lead.milliseconds < 0 ? "behind" : "ahead of") that node's: check both"
      logEvent(
        "clocks_differ",
        ["node": .string(lead.node), "ahead_ms": .int(Int(clamping: lead.milliseconds)), "why": .string(why)])
    case .clocksAgree(let node): logEvent("clocks_agree", ["node": .string(node)])
    }
  }

  private func logEvent(_ event: String, _ fields: JSONObject) { log.write(LogEntry(event, fields), at: clock.now) }
}
