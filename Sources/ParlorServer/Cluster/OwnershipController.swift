import Cluster
import ClusterLink
import LineServer
import ParlorCore
import WireProtocol

/// Controls ownership on the loop of a node: creates the core when this node owns the log, and finds the owner
/// otherwise.
final class OwnershipController: NodeCompanion {
  /// Makes the core's host from stored data; the last argument says whether it is read-only.
  typealias MakeHost = (StoredState, EdgeSessions, ServerClock, CommitTicket, Bool) -> ServerLoop

  private unowned let node: NodeLoop
  private let cores: CoreStart
  private let cluster: ClusterNode
  private var log: SharedLog { cluster.log }
  let copies: CopyServing
  private let operatorLog: ServerLog
  private let http: NodeHTTP
  private var clock: ServerClock
  private let makeHost: MakeHost
  private var readiness: Readiness
  private var eviction = ClientEviction()
  /// Until when output of this node as the owner may leave.
  private var outputAllowedUntil: UInt64 = 0
  /// The last ticket, so that tickets of two cores never overlap.
  private var lastTicket: CommitTicket = 0

  init(
    _ node: NodeLoop, _ cores: CoreStart, _ cluster: ClusterNode, _ http: NodeHTTP, clock: ServerClock,
    log operatorLog: ServerLog,
    _ makeHost: @escaping MakeHost
  ) {
    self.node = node
    self.cores = cores
    self.cluster = cluster
    self.http = http
    readiness = Readiness(at: node.output.clock)
    copies = CopyServing(cluster.copySource())
    self.clock = clock
    self.operatorLog = operatorLog
    self.makeHost = makeHost
  }

  /// This node owns from now on. The loop does nothing else until the core is loaded, as at any start.
  func own(term: Int64, notBefore at: Instant) {
    let began = MonotonicClock.nanoseconds
    let behind = at.milliseconds(since: clock.now)
    if behind > PeerWatch.tolerance {
      let why = "the log's time is ahead of this node's clock, because an owner's clock was: days begin early"
      operatorLog.write(
        LogEntry("log_runs_ahead", ["ahead_ms": .int(Int(clamping: behind)), "why": .string(why)]), at: clock.now)
    }
    if behind > 0 { clock = ServerClock(startingAt: at) }
    do throws(StorageFailure) {
      let state = try cores.load(at: clock.now)
      // Without these facts the core would decide them again.
      if let failure = cluster.storageFailure { throw failure }
      node.own { sessions in makeHost(state, sessions, clock, lastTicket, false) }
    } catch {
      operatorLog.write(LogEntry("cannot_own", ["why": .string(error.message)]), at: clock.now)
      return log.handOver(to: nil)
    }
    log.restored()
    let milliseconds = (MonotonicClock.nanoseconds &- began) / 1_000_000
    operatorLog.write(
      LogEntry("owns", ["term": .int(Int(term)), "ms": .int(Int(clamping: milliseconds))]), at: clock.now)
  }

  /// This node stops owning.
  func disown(because departure: ClusterMember.Departure) {
    if let host = node.host as? ServerLoop { lastTicket = max(lastTicket, host.core.lastTicket) }
    node.disown()
    node.output.endWithheld()
    node.output.allowOutput(untilMonotonicNanoseconds: nil)
    operatorLog.write(
      LogEntry("owns_no_more", ["why": .string(Self.reason(for: departure))]), at: clock.now)
  }

  private static func reason(for departure: ClusterMember.Departure) -> String {
    switch departure {
    case .fenced: "another node has taken over"
    case .handedOver: "handed over"
    case .timedOut: "etcd has not answered for too long"
    }
  }

  /// The core's output may leave until then.
  func fresh(until time: UInt64) {
    log.loopTurned()
    outputAllowedUntil = time
    node.output.allowOutput(untilMonotonicNanoseconds: time)
  }

  /// Another node owns, at an address, or the owner is unknown.
  func ownerIsElsewhere(_ address: LinkAddress?) {
    guard node.sessions == nil || node.isReading else { return }
    if let address { node.connect(to: address) } else { node.disconnect() }
  }

  // MARK: - Readiness

  private var problem: NodeProblem {
    guard isCommitOverdue else { return cluster.problem(linkFault: node.uplinkFault) }
    return NodeProblem(reason: .etcd, why: "this node owns the log, and etcd has not confirmed its last append")
  }

  /// Why balancers should send no clients here; `nil` if they may.
  var whyNotReady: NodeProblem? {
    updateReadiness()
    return readiness.isReady ? cluster.impairment : problem
  }

  private func updateReadiness() {
    let now = node.output.clock
    // A silent link is closed after seconds, which count here: a balancer adds its own delay.
    let isLost = isIsolated && now &- min(now, lastOwnerContact) >= Readiness.grace
    let change = readiness.update(
      works: node.hasOwner && !isCommitOverdue, isOut: !node.hasOwner && cluster.isOut || isLost, at: now)
    switch change {
    case .lost: operatorLog.write(LogEntry("not_ready", JSONObject(problem)), at: clock.now)
    case .back(let milliseconds): operatorLog.write(LogEntry("ready_again", ["ms": .int(milliseconds)]), at: clock.now)
    case nil: break
    }
  }

  // MARK: - Cutting clients off

  /// Whether there may be an owner that this node does not reach, so that its clients should use another node. If all
  /// other nodes were reached and none owns, nobody has a majority.
  private var isIsolated: Bool {
    guard !node.hasOwner else { return false }
    let problem = problem
    return problem.reason == .noLink || problem.hidesOwner && node.isOwnerSearchExhausted && !node.hasNoOwner
  }

  /// Whether existing connections should be kept, although no new ones should come.
  var keepsConnections: Bool { !node.hasOwner && !isIsolated }

  /// When there last was an owner, here or behind a link.
  private var lastOwnerContact: UInt64 {
    // The owner's output could leave within this time of its last successful append.
    let owned = outputAllowedUntil &- min(outputAllowedUntil, UInt64(ClusterMember.Timing().freshness) &* 1_000_000)
    return max(node.ownerLastReceived, owned)
  }

  /// Searches for the owner if it is unknown, and closes the clients of a node that reaches none.
  private func handleMissingOwner() {
    if !node.hasOwner, problem.hidesOwner { node.searchOwner(amongNodes: cluster.livingPeers) }
    let lastContact = isIsolated ? lastOwnerContact : nil
    // Counting them is too slow for every turn.
    let clients = lastContact == nil ? 0 : node.clientCount
    let wasClosing = eviction.isClosing
    let count = eviction.update(ownerReached: lastContact, clients: clients, at: node.output.clock)
    if eviction.isClosing, !wasClosing {
      var fields = JSONObject(problem)
      fields.merge(["clients": .int(clients)])
      operatorLog.write(LogEntry("cut_off", fields), at: clock.now)
    }
    guard count > 0 else { return }
    node.close(
      clients: count,
      saying: [.object: Parlor.words(.cutOff, isText: false), .text: Parlor.words(.cutOff, isText: true)])
  }

  /// Whether this node owns and its commit has been pending for so long that changes are refused.
  private var isCommitOverdue: Bool {
    guard !node.isReading, let began = (node.host as? ServerLoop)?.commitBegan else { return false }
    return MonotonicClock.nanoseconds &- began > 1_000_000_000
  }

  // MARK: - NodeCompanion

  func copy(_ request: CopyRequest) {
    operatorLog.write(LogEntry("copy_asked", ["by": .string(request.node)]), at: clock.now)
    copies.answer(request)
  }

  /// Nobody can append, or this node does not reach the owner: its own copy answers read-only requests.
  func ownerIsMissing() {
    do throws(StorageFailure) {
      let state = try cores.load(at: clock.now)
      node.read { sessions in makeHost(state, sessions, clock, lastTicket, true) }
      operatorLog.write(LogEntry("only_reads", JSONObject(problem)), at: clock.now)
    } catch {
      operatorLog.write(LogEntry("cannot_read", ["why": .string(error.message)]), at: clock.now)
    }
  }

  /// Hands over, so that the next owner need not wait for silence.
  func stopping() {
    log.handOver(to: nil)
    http.stopping()
  }

  func turnEnds() {
    handleMissingOwner()
    updateReadiness()
    http.turnEnds()
  }

  var nextDue: UInt64 { min(http.nextDue, readiness.nextDue, eviction.nextDue) }
  func ownerChanged() { http.ownerChanged() }
}

extension JSONObject {
  /// The problem's fields in the log.
  fileprivate init(_ problem: NodeProblem) {
    self = ["reason": .string(problem.reason.rawValue), "why": .string(problem.why)]
  }
}
