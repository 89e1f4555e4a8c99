import Cluster
import ClusterLink
import LineServer
import ParlorCore
import WireProtocol

/// The loop's part of a node: makes the core when this node owns, and finds the owner when it does not.
final class Steward: NodeCompanion {
  /// Makes the core's host from what is stored; whether it only reads comes last.
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
  private var cutOff = CutOff()
  /// Until when what this node says as the owner may leave.
  private var freshUntil: UInt64 = 0
  /// Commits of one core are never taken for another's.
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

  /// This node owns from now on. For as long as a start takes nothing else is done, as at any start.
  func own(term: Int64, notBefore at: Instant) {
    let began = MonotonicClock.nanoseconds
    let behind = at.milliseconds(since: clock.now)
    if behind > PeerWatch.tolerance {
      let why = "the log's time is ahead of this node's clock, as an owner's was: days begin early"
      operatorLog.write(
        LogEntry("log_runs_ahead", ["ahead_ms": .int(Int(clamping: behind)), "why": .string(why)]), at: clock.now)
    }
    if behind > 0 { clock = ServerClock(startingAt: at) }
    do throws(StorageFailure) {
      let state = try cores.load(at: clock.now)
      // What the tables lack would be decided anew.
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

  /// This node owns no more.
  func disown(because departure: Member.Departure) {
    if let host = node.host as? ServerLoop { lastTicket = max(lastTicket, host.core.lastTicket) }
    node.disown()
    node.output.endWithheld()
    node.output.letLeave(untilMonotonicNanoseconds: nil)
    operatorLog.write(
      LogEntry("owns_no_more", ["why": .string(Self.words(for: departure))]), at: clock.now)
  }

  private static func words(for departure: Member.Departure) -> String {
    switch departure {
    case .fenced: "another node has taken over"
    case .handedOver: "handed over"
    case .unheard: "etcd has not answered for too long"
    }
  }

  /// What the core says may leave until then.
  func fresh(until time: UInt64) {
    log.turned()
    freshUntil = time
    node.output.letLeave(untilMonotonicNanoseconds: time)
  }

  /// Another node owns, at an address, or nobody is known to.
  func ownerIsElsewhere(_ address: LinkAddress?) {
    guard node.sessions == nil || node.isReading else { return }
    if let address { node.connect(to: address) } else { node.disconnect() }
  }

  // MARK: - Whether players are served

  private var trouble: NodeTrouble {
    guard ownerWaits else { return cluster.trouble(linkFault: node.uplinkFault) }
    return NodeTrouble(reason: .etcd, why: "this node owns the log, and etcd has not stored what it has appended last")
  }

  /// Why balancers should send nobody here; `nil` where they may.
  var whyNotReady: NodeTrouble? {
    lookWhetherReady()
    return readiness.isReady ? cluster.impairment : trouble
  }

  private func lookWhetherReady() {
    let now = node.output.clock
    // A link that says nothing is given up after seconds, which count: a balancer takes some more.
    let isLost = isCutOff && now &- min(now, ownerReached) >= Readiness.grace
    let news = readiness.look(
      works: node.hasOwner && !ownerWaits, isOut: !node.hasOwner && cluster.isOut || isLost, at: now)
    switch news {
    case .lost: operatorLog.write(LogEntry("not_ready", JSONObject(trouble)), at: clock.now)
    case .back(let milliseconds): operatorLog.write(LogEntry("ready_again", ["ms": .int(milliseconds)]), at: clock.now)
    case nil: break
    }
  }

  // MARK: - Cut off

  /// Whether there may be an owner that this node does not reach: its clients are better off elsewhere. Where the other
  /// nodes were reached and none of them owns, nobody has a majority.
  private var isCutOff: Bool {
    guard !node.hasOwner else { return false }
    let trouble = trouble
    return trouble.reason == .noLink || trouble.hidesOwner && node.searchIsInVain && !node.nobodyOwns
  }

  /// Whether the connections that are here are better kept, though new ones are not to come.
  var keepsConnections: Bool { !node.hasOwner && !isCutOff }

  /// When there was an owner last, here or behind a link.
  private var ownerReached: UInt64 {
    // What left as the owner's left within this time of the last append that worked.
    let owned = freshUntil &- min(freshUntil, UInt64(Member.Timing().freshness) &* 1_000_000)
    return max(node.ownerHeard, owned)
  }

  /// Looks for the owner where nobody tells who it is, and closes the clients of a node that reaches none.
  private func lookForOwner() {
    if !node.hasOwner, trouble.hidesOwner { node.look(amongNodes: cluster.livingPeers) }
    let ownerReached = isCutOff ? ownerReached : nil
    // They are counted one by one, which not every turn can do.
    let clients = ownerReached == nil ? 0 : node.clientCount
    let wasClosing = cutOff.isClosing
    let count = cutOff.look(ownerReached: ownerReached, clients: clients, at: node.output.clock)
    if cutOff.isClosing, !wasClosing {
      var fields = JSONObject(trouble)
      fields.merge(["clients": .int(clients)])
      operatorLog.write(LogEntry("cut_off", fields), at: clock.now)
    }
    guard count > 0 else { return }
    node.close(
      clients: count,
      saying: [.object: Parlor.words(.cutOff, isText: false), .text: Parlor.words(.cutOff, isText: true)])
  }

  /// Whether this node owns and its commit has not been stored for so long that changes are refused.
  private var ownerWaits: Bool {
    guard !node.isReading, let began = (node.host as? ServerLoop)?.commitBegan else { return false }
    return MonotonicClock.nanoseconds &- began > 1_000_000_000
  }

  // MARK: - NodeCompanion

  func copy(_ request: CopyRequest) {
    operatorLog.write(LogEntry("copy_asked", ["by": .string(request.node)]), at: clock.now)
    copies.answer(request)
  }

  /// Nobody can append at present, or this node hears of nobody who does: its own copy answers what only reads.
  func ownerIsMissing() {
    do throws(StorageFailure) {
      let state = try cores.load(at: clock.now)
      node.read { sessions in makeHost(state, sessions, clock, lastTicket, true) }
      operatorLog.write(LogEntry("only_reads", JSONObject(trouble)), at: clock.now)
    } catch {
      operatorLog.write(LogEntry("cannot_read", ["why": .string(error.message)]), at: clock.now)
    }
  }

  /// Whoever comes next need not wait for a silence.
  func stopping() {
    log.handOver(to: nil)
    http.stopping()
  }

  func turnEnds() {
    lookForOwner()
    lookWhetherReady()
    http.turnEnds()
  }

  var nextDue: UInt64 { min(http.nextDue, readiness.nextDue, cutOff.nextDue) }
  func ownerChanged() { http.ownerChanged() }
}

extension JSONObject {
  /// A trouble as the log has it.
  fileprivate init(_ trouble: NodeTrouble) {
    self = ["reason": .string(trouble.reason.rawValue), "why": .string(trouble.why)]
  }
}
