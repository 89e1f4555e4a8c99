import HTTPService
import LineServer
import ParlorCore
import Passwords
import WireProtocol

/// Joins the two halves: lines from `LineServer` go into the core, the core's effects go out.
///
/// One queue owns everything here: no locks, no torn reads, one order of events. Whatever comes from another
/// thread comes through the waker.
final class ServerLoop: SessionInput {
  private(set) var core: Parlor
  /// How many cores there were before.
  private var generation = 0
  private let cores: CoreStart
  /// The sockets of this process: for the metrics.
  let lines: LineOutput
  private let output: any SessionOutput
  /// In a cluster, what the nodes keep of sessions goes there, and where the log ends.
  private let cluster: ClusterSessions?
  private let waker: CoreWaker
  private let passwords = PasswordQueue()
  private let games = GameQueue()
  private var storage: any Storage { cores.storage }
  var storedFiles: StoredFiles? { storage.files }
  private let clock: ServerClock
  let log: ServerLog
  /// When it is worth coming back to a server that stops.
  private let backInSeconds: Int
  /// Scores and metrics over HTTP; `nil` unless asked for.
  private(set) var http: HTTPService?
  private(set) lazy var httpConnections = HTTPConnections(
    { [unowned self] in http }, now: { [unowned self] in now })
  /// What other nodes are answered once it is durable.
  private var pendingReplies: [(ticket: CommitTicket, answer: () -> Void)] = []
  /// When the commit that is under way began, and how long those before it took.
  private(set) var commitBegan: UInt64?
  /// The next commit begins no sooner: see ``commitInterval``.
  private var commitDue: UInt64 = 0
  private(set) var commits = CommitFigures()
  let startedAt = MonotonicClock.nanoseconds
  /// The moment of this turn, read once.
  private var turnTime: Instant?
  private var clockWatch: ClockWatch
  /// The same moment as finely as the clock has it.
  private var stopwatch: Int64 = 0

  init(
    _ cores: CoreStart, from state: StoredState, after ticket: CommitTicket = 0, lines: LineOutput,
    output: any SessionOutput, cluster: ClusterSessions? = nil, isReading: Bool = false, waker: CoreWaker,
    clock: ServerClock, log: ServerLog, backInSeconds: Int, http configuration: HTTPServiceConfiguration? = nil,
    nodeHTTP: HTTPService? = nil
  ) {
    self.cores = cores
    core = cores.core(from: state, at: clock.now, after: ticket, isReading: isReading)
    self.lines = lines
    self.output = output
    self.cluster = cluster
    self.waker = waker
    self.clock = clock
    self.log = log
    self.backInSeconds = backInSeconds
    clockWatch = ClockWatch(system: ServerClock.systemTime, server: clock.now)
    http = configuration.map { configuration in
      HTTPService(
        core: core, configuration: configuration, transport: HTTPOutput(lines), now: now,
        edge: { [unowned self] in edgeFigures }, log: { [unowned self] in log.write($0, at: now) })
    }
    if let nodeHTTP {
      nodeHTTP.take(core)
      http = nodeHTTP
    }
    schedule()
    cores.storage.findDamage { damage in
      waker.run { $0.found(damage) }
    }
  }

  private func found(_ damage: DamageReport) {
    core.found(damage, at: now)
    carryOut()
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
    carryOut()
    keep(session)
  }

  func attached(
    _ session: SessionID, from origin: SessionOrigin, snapshot: UnsafeRawBufferPointer, position: UInt64
  ) {
    core.attach(session, from: origin, snapshot: snapshot, position: LogPosition(clamping: position), at: now)
    carryOut()
    keep(session)
  }

  /// Gives the session's node what the next owner needs to go on with it.
  private func keep(_ session: SessionID) {
    guard let cluster, let snapshot = core.takeSnapshot(of: session) else { return }
    cluster.keep(snapshot, for: session, after: core.presentTicket)
  }

  func received(_ line: UnsafeRawBufferPointer, from session: SessionID) {
    let now = now
    core.receive(line, from: session, at: now, stopwatch: stopwatch)
    carryOut()
    keep(session)
  }

  func finished(_ session: SessionID) -> Bool {
    let isAnswered = core.finishInput(of: session, at: now)
    carryOut()
    return isAnswered
  }

  func asked(_ request: [UInt8], answer: @escaping ([UInt8]) -> Void) {
    guard let http else { return answer([]) }
    http.answer(relayed: request, at: now) { [weak self] bytes, ticket in
      guard let self, ticket > 0 else { return answer(bytes) }
      pendingReplies.append((ticket, { answer(bytes) }))
    }
    carryOut()
  }

  func refused(_ fault: LineFault, from session: SessionID) {
    core.refuse(fault, from: session, at: now)
    carryOut()
  }

  func closed(_ session: SessionID, becauseSlow: Bool) { closed(session, because: becauseSlow ? .slowConsumer : nil) }

  /// - Parameter reason: `nil` where another node holds the connection.
  func closed(_ session: SessionID, because reason: CloseReason?) {
    core.close(session, at: now, because: reason?.word)
    if reason == .slowConsumer { log.write(LogEntry("closed", ["why": "slow_consumer"]), at: now) }
    carryOut()
  }

  func detached(_ session: SessionID) {
    core.detach(session, at: now)
    carryOut()
  }

  func becameSlow(_ session: SessionID) { core.becameSlow(session) }

  func becameReady(_ session: SessionID) {
    core.becameReady(session, at: now)
    carryOut()
  }

  func deadlineReached() {
    watchClock()
    core.reachTime(now)
    carryOut()
  }

  func turnEnds() {
    if let http {
      http.turn(at: now)
      carryOut()
    }
    turnTime = nil
    commit()
    askForPasswords()
    askGames()
    schedule()
    turnTime = nil
  }

  func stopping() {
    log.write(LogEntry("stopping", ["connections": .int(output.sessionCount)]), at: now)
    http?.stop()
    // In a cluster only the connections of this node end: its edge tells them.
    guard cluster == nil else { return }
    core.announceClosing(reason: "restart", backInSeconds: backInSeconds)
    carryOut()
  }

  private func carryOut() {
    core.drainEffects { effects in
      output.carryOut(effects, isDurable: !storage.isVolatile)
      for entry in effects.log { log.write(entry, at: now) }
    }
  }

  /// Nanoseconds from the beginning of a commit to that of the next. What comes within goes together: one by one, each
  /// move of a busy server would pay for a commit of its own. After a pause the first one does not wait.
  private static let commitInterval: UInt64 = 500_000
  /// The same while more wait to be heard than a turn hears: what they say would wait anyway, and fewer commits leave
  /// more time for it.
  private static let busyCommitInterval: UInt64 = 4_000_000

  /// Hands the next batch over, unless one is in flight.
  private func commit() {
    let (waker, generation) = (waker, generation)
    let time = MonotonicClock.nanoseconds
    if time >= commitDue, let batch = core.takeBatch(at: now) {
      commitBegan = time
      commitDue = time &+ (lines.isBehind ? Self.busyCommitInterval : Self.commitInterval)
      storage.commit(batch) { result in
        waker.run { $0.settle(batch.ticket, result) }
      }
    }
    if let (number, queries) = core.takeQueries() {
      storage.answer(queries) { answers in
        waker.run { $0.answered(number, of: generation, answers) }
      }
    }
  }

  /// Hands the next password over, unless one is being checked or made.
  private func askForPasswords() {
    guard let (number, task) = core.takePasswordTask() else { return }
    passwords.run(task) { [waker, generation] result in
      waker.run { $0.finished(number, of: generation, result) }
    }
  }

  /// Asks games in other processes, on other threads.
  private func askGames() {
    for outgoing in core.takeGameQuestions() {
      games.run(outgoing) { [waker, generation] fault in
        waker.run { $0.finishedGameQuestion(outgoing.number, of: generation, fault) }
      }
    }
  }

  private func finishedGameQuestion(_ number: Int64, of generation: Int, _ fault: String?) {
    guard generation == self.generation else { return }
    core.finishedGameQuestion(number, fault: fault, at: now)
    carryOut()
  }

  /// As with questions, numbers are a core's own.
  private func finished(_ number: Int64, of generation: Int, _ result: PasswordTask.Result) {
    guard generation == self.generation else { return }
    core.finishedPasswordTask(number, result, at: now)
    carryOut()
  }

  /// Numbers of questions are a core's own: what one before has asked is nobody's any more.
  private func answered(_ number: Int64, of generation: Int, _ answers: [QueryAnswer]) {
    guard generation == self.generation else { return }
    core.answered(number, with: answers, at: now)
    carryOut()
  }

  private func settle(_ ticket: CommitTicket, _ result: Result<[RefusedRecord], StorageFailure>) {
    if let commitBegan {
      commits.count(nanoseconds: MonotonicClock.nanoseconds &- commitBegan, worked: (try? result.get()) != nil)
    }
    commitBegan = nil
    switch result {
    case .success(let refused):
      core.succeeded(ticket, refusing: refused, at: now)
      output.release(through: ticket, position: cluster?.position ?? 0)
      http?.succeeded(ticket)
      for one in pendingReplies where one.ticket <= ticket { one.answer() }
      pendingReplies.removeAll { $0.ticket <= ticket }
    case .failure(let failure):
      let rest = failure.isFenced ? startOver(because: failure) : failure
      if let rest { core.failed(ticket, rest, at: now) }
    }
    carryOut()
  }

  /// Somebody else has appended to the log, so that what the core knows is out of date: another one takes its place,
  /// which starts from what is stored. What waits for a commit was never acknowledged, and is forgotten. Every
  /// connection is closed, for clients resume by themselves, and who is told only what changes cannot be told what has
  /// been wrong. For as long as a start takes, nothing else is done.
  ///
  /// - Returns: why it cannot be read: then everything stays as it is, changes are refused before long, and the next
  ///   attempt to commit comes here again.
  private func startOver(because failure: StorageFailure) -> StorageFailure? {
    let began = MonotonicClock.nanoseconds
    let state: StoredState
    do throws(StorageFailure) {
      state = try cores.load(at: now)
    } catch {
      return error
    }
    output.dropHeld()
    let last = core.handOver(backInSeconds: 1)
    carryOut()
    generation += 1
    core = cores.core(from: state, at: now, after: last)
    http?.take(core)
    let milliseconds = (MonotonicClock.nanoseconds &- began) / 1_000_000
    log.write(
      LogEntry("started_over", ["why": .string(failure.message), "ms": .int(Int(clamping: milliseconds))]), at: now)
    return nil
  }

  /// Tells the operator of a system clock that was set: the server's days go on as they were until it starts again.
  private func watchClock() {
    guard clockWatch.dueAt <= now, let change = clockWatch.look(system: ServerClock.systemTime, server: now) else {
      return
    }
    log.write(
      LogEntry(
        "clock_set",
        [
          "by_s": .int(Int(clamping: change / 1000)), "server": .string(ServerLog.timeText(now)),
          "why":
            "the system's clock was set while the server runs; it takes over the new time when it is started again",
        ]), at: now)
  }

  private func schedule() {
    let own = min(clockWatch.dueAt, core.nextDeadline)
    let next = clock.monotonicNanoseconds(at: min(own, http?.nextDeadline ?? own))
    output.wake(at: core.wantsCommit ? min(next, commitDue) : next)
  }
}
