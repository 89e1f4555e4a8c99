import CSystem
import Dispatch
import GameKit
import HTTPService
import LineServer
import ParlorCore
import Passwords
import WireProtocol

/// Connects both halves: lines from `LineServer` go into the core, and the core's effects go out.
///
/// One queue owns everything here: no locks, and one order of events. Work from other threads arrives through the
/// waker.
final class ServerLoop: SessionInput {
  private(set) var core: Parlor
  /// The number of earlier cores.
  private var generation = 0
  private let cores: CoreStart
  /// The sockets of this process, for the metrics.
  let lines: LineOutput
  private let output: any SessionOutput
  /// In a cluster, takes snapshots of sessions and log positions.
  private let cluster: ClusterSessions?
  private let waker: CoreWaker
  private let passwords = PasswordQueue()
  private let games = GameWorkers()
  private var storage: any Storage { cores.storage }
  var storedFiles: StoredFiles? { storage.files }
  private let clock: ServerClock
  let log: ServerLog
  /// The seconds after which clients should return to a stopping server.
  private let backInSeconds: Int
  /// Scores and metrics over HTTP; `nil` unless enabled.
  private(set) var http: HTTPService?
  private(set) lazy var httpConnections = HTTPConnections(
    { [unowned self] in http }, now: { [unowned self] in now })
  /// Answers to other nodes that wait for a commit.
  private var pendingReplies: [(ticket: CommitTicket, answer: () -> Void)] = []
  /// When the commit in flight began, and the durations of earlier ones.
  private(set) var commitBegan: UInt64?
  /// The earliest time of the next commit: see ``commitInterval``.
  private var commitDue: UInt64 = 0
  private(set) var commits = CommitFigures()
  let startedAt = MonotonicClock.nanoseconds
  /// The number of boards and players that had left memory when it was last returned to the system.
  private var trimmedAt = 0
  /// The time of this turn, read once.
  private var turnTime: Instant?
  private var clockWatch: ClockWatch
  /// The same time in microseconds.
  private var stopwatch: Int64 = 0

  /// Creates a loop with a core of what is stored.
  ///
  /// - Parameters:
  ///   - ticket: the greatest ticket of the core before.
  ///   - cluster: takes snapshots of sessions, in a cluster.
  init(
    _ cores: CoreStart, from state: StoredState, after ticket: CommitTicket = 0, isReading: Bool = false, edge: Edge,
    cluster: ClusterSessions? = nil
  ) {
    self.cores = cores
    self.cluster = cluster
    (lines, output, waker) = (edge.lines, edge.output, edge.waker)
    (clock, log, backInSeconds) = (edge.clock, edge.log, edge.backInSeconds)
    core = cores.core(from: state, at: clock.now, after: ticket, isReading: isReading)
    clockWatch = ClockWatch(system: ServerClock.systemTime, server: clock.now)
    switch edge.http {
    case .none: break
    case .own(let configuration):
      http = HTTPService(
        core: core, configuration: configuration, transport: HTTPOutput(lines), now: now,
        surroundings: HTTPSurroundings(
          figures: { [unowned self] in edgeFigures }, log: { [unowned self] in log.write($0, at: now) }))
    case .node(let service):
      service.replaceCore(core)
      http = service
    }
    addDeferredGames()
    schedule()
    cores.storage.findDamage { [waker] damage in
      // What was read for the start, and for this, is not kept any more once the loop runs.
      waker.run { loop in
        loop.recordDamage(damage)
        Self.returnMemory()
      }
    }
  }

  /// Adds the games that have started since the server, and later ones.
  private func addDeferredGames() {
    let games = cores.deferredGames.subscribe { [waker] game, file in
      waker.run { $0.add(game, of: file) }
    }
    for (game, file) in games { add(game, of: file) }
  }

  private func add(_ game: GameModule, of file: String) {
    core.add(game, of: file, at: now)
    deliverEffects()
  }

  private func recordDamage(_ damage: DamageReport) {
    core.found(damage, at: now)
    deliverEffects()
  }

  var now: Instant {
    if let turnTime { return turnTime }
    let now = clock.now
    turnTime = now
    stopwatch = clock.microseconds
    return now
  }

  func opened(_ session: SessionID, from origin: SessionOrigin) {
    core.open(session, from: origin, at: now)
    deliverEffects()
    // A new guest depends on no commit, and has been greeted without one.
    saveSnapshot(of: session, after: 0)
  }

  func attached(
    _ session: SessionID, from origin: SessionOrigin, snapshot: UnsafeRawBufferPointer, position: UInt64
  ) {
    core.attach(session, from: origin, snapshot: snapshot, position: LogPosition(clamping: position), at: now)
    deliverEffects()
    saveSnapshot(of: session)
  }

  /// Gives the session's node a snapshot for the next owner.
  ///
  /// - Parameter ticket: the commit that it depends on; `nil` for everything until now.
  private func saveSnapshot(of session: SessionID, after ticket: CommitTicket? = nil) {
    guard let cluster, let snapshot = core.takeSnapshot(of: session) else { return }
    cluster.keep(snapshot, for: session, after: ticket ?? core.presentTicket)
  }

  func received(_ line: UnsafeRawBufferPointer, from session: SessionID) {
    let now = now
    core.receive(line, from: session, at: now, stopwatch: stopwatch)
    // A node gets a session's snapshot behind what the session was sent.
    if cluster != nil || !core.effectsMayGather { deliverEffects() }
    saveSnapshot(of: session)
  }

  func finished(_ session: SessionID) -> Bool {
    let isAnswered = core.finishInput(of: session, at: now)
    deliverEffects()
    return isAnswered
  }

  func asked(_ request: [UInt8], answer: @escaping ([UInt8]) -> Void) {
    guard let http else { return answer([]) }
    http.answer(relayed: request, at: now) { [weak self] bytes, ticket in
      guard let self, ticket > 0 else { return answer(bytes) }
      pendingReplies.append((ticket, { answer(bytes) }))
    }
    deliverEffects()
  }

  func refused(_ fault: LineFault, from session: SessionID) {
    core.refuse(fault, from: session, at: now)
    deliverEffects()
  }

  func closed(_ session: SessionID, becauseSlow: Bool) { closed(session, because: becauseSlow ? .slowConsumer : nil) }

  /// - Parameter reason: `nil` if another node holds the connection.
  func closed(_ session: SessionID, because reason: CloseReason?) {
    core.close(session, at: now, because: reason?.word)
    if reason == .slowConsumer { log.write(LogEntry("closed", ["why": "slow_consumer"]), at: now) }
    deliverEffects()
  }

  func detached(_ session: SessionID) {
    core.detach(session, at: now)
    deliverEffects()
  }

  func becameSlow(_ session: SessionID) { core.becameSlow(session) }

  func becameReady(_ session: SessionID) {
    core.becameReady(session, at: now)
    deliverEffects()
  }

  func deadlineReached() {
    checkClock()
    core.reachTime(now)
    deliverEffects()
    trimMemory()
  }

  /// After this many boards and players have left memory, it is returned to the system.
  private static let unloadedPerTrim = 1000

  private func trimMemory() {
    let count = core.figures.unloaded
    guard count >= trimmedAt + Self.unloadedPerTrim || count < trimmedAt else { return }
    trimmedAt = count
    Self.returnMemory()
  }

  /// Returns to the system what memory the C library has free.
  private static func returnMemory() {
    DispatchQueue.global(qos: .utility).async { csystem_trim_memory() }
  }

  func turnEnds() {
    http?.turn(at: now)
    deliverEffects()
    turnTime = nil
    commit()
    startPasswordTask()
    askGameQuestions()
    schedule()
    turnTime = nil
  }

  func stopping() {
    log.write(LogEntry("stopping", ["connections": .int(output.sessionCount)]), at: now)
    http?.stop()
    // In a cluster only this node's connections close, which its edge announces.
    guard cluster == nil else { return }
    core.announceClosing(reason: "restart", backInSeconds: backInSeconds)
    deliverEffects()
  }

  private func deliverEffects() {
    core.drainEffects { effects in
      output.carryOut(effects, isDurable: !storage.isVolatile)
      for entry in effects.log { log.write(entry, at: now) }
    }
  }

  /// The shortest interval between the beginnings of two commits, in nanoseconds. Facts within it share a commit;
  /// otherwise each move of a busy server would need its own. After a pause the first commit does not wait.
  private static let commitInterval: UInt64 = 500_000
  /// The same while more connections wait to be read than a turn serves: their requests would wait anyway, and fewer
  /// commits leave more time for them.
  private static let busyCommitInterval: UInt64 = 4_000_000

  /// Hands the next batch to storage, unless one is in flight.
  private func commit() {
    let (waker, generation) = (waker, generation)
    let time = MonotonicClock.nanoseconds
    if time >= commitDue, let batch = core.takeBatch(at: now) {
      commitBegan = time
      commitDue = time &+ (lines.hasReadBacklog ? Self.busyCommitInterval : Self.commitInterval)
      storage.commit(batch) { result in
        waker.run { $0.commitFinished(batch.ticket, result) }
      }
    }
    if let (number, queries) = core.takeQueries() {
      storage.answer(queries) { answers in
        waker.run { $0.answered(number, of: generation, answers) }
      }
    }
  }

  /// Hands the next password task over, unless one is running.
  private func startPasswordTask() {
    guard let (number, task) = core.takePasswordTask() else { return }
    passwords.run(task) { [waker, generation] result in
      waker.run { $0.finished(number, of: generation, result) }
    }
  }

  /// Sends questions to games in other processes, on other threads.
  private func askGameQuestions() {
    for outgoing in core.takeGameQuestions() {
      games.run(outgoing) { [waker, generation] fault in
        waker.run { $0.finishedGameQuestion(outgoing.number, of: generation, fault) }
      }
    }
  }

  private func finishedGameQuestion(_ number: Int64, of generation: Int, _ fault: String?) {
    guard generation == self.generation else { return }
    core.finishedGameQuestion(number, fault: fault, at: now)
    deliverEffects()
  }

  /// Numbers of tasks belong to one core, as those of questions do.
  private func finished(_ number: Int64, of generation: Int, _ result: PasswordTask.Result) {
    guard generation == self.generation else { return }
    core.finishedPasswordTask(number, result, at: now)
    deliverEffects()
  }

  /// Numbers of questions belong to one core: answers for an earlier one are dropped.
  private func answered(_ number: Int64, of generation: Int, _ answers: [StoredAnswer]) {
    guard generation == self.generation else { return }
    core.answered(number, with: answers, at: now)
    deliverEffects()
  }

  private func commitFinished(_ ticket: CommitTicket, _ result: Result<[RefusedLine], StorageFailure>) {
    if let commitBegan {
      commits.count(nanoseconds: MonotonicClock.nanoseconds &- commitBegan, worked: (try? result.get()) != nil)
    }
    commitBegan = nil
    // What was gathered before is dropped with the core's other output, or released with it.
    deliverEffects()
    switch result {
    case .success(let refused):
      core.succeeded(ticket, refusing: refused, at: now)
      output.release(through: ticket, position: cluster?.position ?? 0)
      http?.succeeded(ticket)
      for one in pendingReplies where one.ticket <= ticket { one.answer() }
      pendingReplies.removeAll { $0.ticket <= ticket }
    case .failure(let failure):
      let rest = failure.isFenced ? replaceCore(because: failure) : failure
      if let rest { core.failed(ticket, rest, at: now) }
    }
    deliverEffects()
  }

  /// Replaces the core, because another process has appended to the log and its state is out of date: the new one
  /// starts from stored data. Output that waits for a commit was never acknowledged and is dropped. All connections are
  /// closed: clients resume by themselves, and a client that is sent only changes cannot be corrected otherwise. The
  /// loop does nothing else until the new core is loaded.
  ///
  /// - Returns: why the data cannot be read: then everything stays as it is, changes are refused before long, and the
  ///   next commit tries this again.
  private func replaceCore(because failure: StorageFailure) -> StorageFailure? {
    let began = MonotonicClock.nanoseconds
    let state: StoredState
    do throws(StorageFailure) {
      state = try cores.load(at: now)
    } catch {
      return error
    }
    output.dropHeld()
    let last = core.handOver(backInSeconds: 1)
    deliverEffects()
    generation += 1
    core = cores.core(from: state, at: now, after: last)
    http?.replaceCore(core)
    addDeferredGames()
    let milliseconds = (MonotonicClock.nanoseconds &- began) / 1_000_000
    log.write(
      LogEntry("started_over", ["why": .string(failure.message), "ms": .int(Int(clamping: milliseconds))]), at: now)
    return nil
  }

  /// Reports a system clock that was set: the server's days do not change until a restart.
  private func checkClock() {
    guard clockWatch.dueAt <= now, let change = clockWatch.check(system: ServerClock.systemTime, server: now) else {
      return
    }
    log.write(
      LogEntry(
        "clock_set",
        [
          "by_s": .int(Int(clamping: change / 1000)), "server": .string(ServerLog.timeText(now)),
          "why": "the system's clock was set while the server runs; restart the server to use the new time",
        ]), at: now)
  }

  private func schedule() {
    let own = min(clockWatch.dueAt, core.nextDeadline)
    let next = clock.monotonicNanoseconds(at: min(own, http?.nextDeadline ?? own))
    output.wake(at: core.wantsCommit ? min(next, commitDue) : next)
  }
}
