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
  private let log: SharedLog
  let copies: CopyServing
  private let operatorLog: ServerLog
  private let http: NodeHTTP
  private var clock: ServerClock
  private let makeHost: MakeHost
  /// Commits of one core are never taken for another's.
  private var lastTicket: CommitTicket = 0

  init(
    _ node: NodeLoop, _ cores: CoreStart, _ cluster: ClusterNode, _ http: NodeHTTP, clock: ServerClock,
    log operatorLog: ServerLog,
    _ makeHost: @escaping MakeHost
  ) {
    self.node = node
    self.cores = cores
    log = cluster.log
    self.http = http
    copies = CopyServing(cluster.copySource())
    self.clock = clock
    self.operatorLog = operatorLog
    self.makeHost = makeHost
  }

  /// This node owns from now on. For as long as a start takes nothing else is done, as at any start.
  func own(term: Int64, notBefore at: Instant) {
    let began = MonotonicClock.nanoseconds
    if clock.now < at { clock = ServerClock(startingAt: at) }
    do throws(StorageFailure) {
      let state = try cores.load(at: clock.now)
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
    node.output.letLeave(untilMonotonicNanoseconds: time)
  }

  /// Another node owns, at an address, or nobody is known to.
  func ownerIsElsewhere(_ address: (host: String, port: UInt16)?, node name: String?) {
    guard node.sessions == nil || node.isReading else { return }
    if let address { node.connect(toHost: address.host, port: address.port) } else { node.disconnect() }
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
      operatorLog.write(LogEntry("only_reads", ["why": "no owner is to be found"]), at: clock.now)
    } catch {
      operatorLog.write(LogEntry("cannot_read", ["why": .string(error.message)]), at: clock.now)
    }
  }

  /// Whoever comes next need not wait for a silence.
  func stopping() {
    log.handOver(to: nil)
    http.stopping()
  }

  func turnEnds() { http.turnEnds() }
  var nextDue: UInt64 { http.nextDue }
  func ownerChanged() { http.ownerChanged() }
}
