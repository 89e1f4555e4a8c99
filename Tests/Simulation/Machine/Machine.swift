import GameKit
import ParlorCore
import Passwords

@testable import LineServer

/// The server's process in the simulation: the real core, framer and output queues, and the work of the server's loop
/// between them: one commit in flight, outputs withheld until theirs is done, one send per connection and turn.
final class Machine {
  struct Surroundings {
    var plan: (Happening, _ after: Int64) -> Void
    var deliver: (SimulatedLink, [UInt8]) -> Void
    var hangUp: (SimulatedLink) -> Void
    /// Called when the core releases a connection's session.
    var lost: (SimulatedLink) -> Void
    var fault: (_ invariant: String, _ what: String) -> Void
    var commitTime: () -> Int64
  }

  let core: Parlor
  let life: Int
  let limits: Limits
  let around: Surroundings
  let plant: Plant?
  /// The last verifier.
  private var madeBefore: String?
  private(set) var links: [SessionID: SimulatedLink] = [:]
  private var generations: [UInt32] = []
  private var freeSlots: [UInt32] = []
  var dirty: [SimulatedLink] = []
  private(set) var released: CommitTicket = 0
  private(set) var inFlight: Batch?
  private var isTurnPlanned = false
  private var timerAt: Instant?
  private(set) var lines = 0
  private(set) var failures = 0
  var mostUnsent = 0
  var slowConsumers = 0
  var now: Instant
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)

  init(
    core: Parlor, life: Int, limits: Limits, now: Instant, plant: Plant?, around: Surroundings
  ) {
    self.core = core
    self.life = life
    self.limits = limits
    self.now = now
    self.plant = plant
    self.around = around
    carryOut()
    plansTurn()
  }

  deinit { buffer.deallocate() }

  /// An identifier for the next connection; slots are reused.
  func takeSlot() -> SessionID {
    if let slot = freeSlots.popLast() {
      generations[Int(slot)] += 1
      return SessionID(slot: slot, generation: generations[Int(slot)])
    }
    generations.append(1)
    return SessionID(slot: UInt32(generations.count - 1), generation: 1)
  }

  func opened(_ link: SimulatedLink) {
    link.isOpenAtServer = true
    links[link.session] = link
    core.open(link.session, from: .network("10.0.\(link.client / 100).\(link.client % 100)"), at: now)
    carryOut()
  }

  func received(_ bytes: [UInt8], on link: SimulatedLink) {
    guard link.isOpenAtServer, !link.isClosing else { return }
    if link.isSlow { return link.unread.append(bytes) }
    read(bytes, on: link, atEnd: false)
    if plant == .repeatsInput, bytes.count % 7 == 0 { read(bytes, on: link, atEnd: false) }
  }

  private func read(_ bytes: [UInt8], on link: SimulatedLink, atEnd: Bool) {
    let kept = link.framer.restore(into: buffer)
    bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[kept...]).copyMemory(from: $0) }
    var pass = link.framer.admit(bytes.count, in: buffer)
    let view = UnsafeRawBufferPointer(buffer)
    reading: while !link.isClosing {
      switch link.framer.next(in: buffer, &pass, limit: limits.lineBytes, atEnd: atEnd) {
      case .empty, .ping, .closed, .violation: break
      case .line(let range):
        lines += 1
        core.receive(UnsafeRawBufferPointer(rebasing: view[range]), from: link.session, at: now)
      case .tooLong: core.refuse(.tooLong, from: link.session, at: now)
      case .httpRequest:
        core.refuse(.http, from: link.session, at: now)
        carryOut()
        link.isClosing = true
        markDirty(link)
      case .end: break reading
      }
      carryOut()
    }
    if link.isClosing { link.framer.clear() } else { link.framer.keep(pass, in: view) }
    if link.framer.keptCount > limits.lineBytes + 1 {
      around.fault("queues are bounded", "session \(link.session.slot) keeps \(link.framer.keptCount) bytes of a line")
    }
    plansTurn()
  }

  func ended(_ end: LinkEnd, on link: SimulatedLink) {
    guard link.isOpenAtServer else { return }
    switch end {
    case .reset: drop(link)
    case .finished:
      if link.isSlow {
        link.hasUnreadEnd = true
        return
      }
      read([], on: link, atEnd: true)
      link.isFinished = true
      markDirty(link)
    }
  }

  func becameWritable(_ link: SimulatedLink) {
    guard link.isOpenAtServer else { return }
    markDirty(link)
  }

  func drop(_ link: SimulatedLink) {
    guard link.isOpenAtServer else { return }
    link.isOpenAtServer = false
    links[link.session] = nil
    freeSlots.append(link.session.slot)
    link.output.removeAll()
    if !link.isClosing { around.lost(link) }
    if plant != .neverCloses { core.close(link.session, at: now) }
    carryOut()
    plansTurn()
  }

  func timerRang(_ due: Instant) {
    guard timerAt == due else { return }
    timerAt = nil
    core.reachTime(now)
    carryOut()
    plansTurn()
  }

  /// Turns of the loop come a moment after their cause, so that several inputs share one.
  func plansTurn() {
    guard !isTurnPlanned else { return }
    isTurnPlanned = true
    around.plan(.turnEnds(life: life), 0)
  }

  func turnEnds() {
    isTurnPlanned = false
    if inFlight == nil, let batch = core.takeBatch(at: now) {
      inFlight = batch
      around.plan(.commitEnds(life: life, batch), around.commitTime())
      if plant == .commitsTooEarly { settle(batch) }
    }
    if let (number, queries) = core.takeQueries(), plant != .forgetsQuestions {
      around.plan(.answersCome(life: life, number: number, queries), 1 + around.commitTime() / 2)
    }
    if let (number, task) = core.takePasswordTask() {
      let result = planted(task.run(), number)
      let isForgotten = plant == .forgetsPasswords && number % 4 == 0
      if !isForgotten { around.plan(.passwordDone(life: life, number: number, result), 1 + around.commitTime()) }
    }
    let links = dirty
    dirty = []
    for link in links {
      link.isDirty = false
      flush(link)
    }
    planTimer()
  }

  /// The result of a password task, with the effect of a planted bug.
  private func planted(_ result: PasswordTask.Result, _ number: Int64) -> PasswordTask.Result {
    switch (plant, result) {
    case (.acceptsAnyPassword, .wrong): return .right(verifier: nil)
    case (.refusesRightPasswords, .right) where number % 4 == 0: return .wrong
    case (.mixesPasswords, .right(let verifier?)):
      defer { madeBefore = verifier }
      return .right(verifier: madeBefore ?? verifier)
    default: return result
    }
  }

  private func planTimer() {
    let next = core.nextDeadline
    guard timerAt.map({ next < $0 }) ?? true else { return }
    timerAt = next
    around.plan(.timer(life: life, due: next), next.milliseconds(since: now))
  }

  func succeeded(_ ticket: CommitTicket) {
    guard inFlight?.ticket == ticket else { return }
    inFlight = nil
    settle(ticket)
  }

  private func settle(_ batch: Batch) {
    settle(batch.ticket)
  }

  private func settle(_ ticket: CommitTicket) {
    core.succeeded(ticket, at: now)
    released = ticket
    for link in heldLinks() {
      link.output.release(through: ticket, at: 0)
      markDirty(link)
    }
    carryOut()
    plansTurn()
  }

  func failed(_ ticket: CommitTicket) {
    guard inFlight?.ticket == ticket else { return }
    inFlight = nil
    failures += 1
    if plant == .sendsWhatFailed {
      for link in heldLinks() {
        link.output.release(through: .max, at: 0)
        markDirty(link)
      }
    }
    core.failed(ticket, StorageFailure(message: "the disk is full"), at: now)
    carryOut()
    plansTurn()
  }

  func answered(_ number: Int64, _ answers: [StoredAnswer]) {
    core.answered(number, with: answers, at: now)
    carryOut()
    plansTurn()
  }

  func passwordDone(_ number: Int64, _ result: PasswordTask.Result) {
    core.finishedPasswordTask(number, result, at: now)
    carryOut()
    plansTurn()
  }

  /// Releases everything, as the server's loop does when another core replaces this one.
  ///
  /// - Returns: the greatest ticket of any output.
  func handOver() -> CommitTicket {
    for link in heldLinks() { link.output.dropHeld() }
    let last = core.handOver(backInSeconds: 1)
    carryOut()
    for link in links.values.sorted(by: { $0.number < $1.number }) { transmit(link) }
    return last
  }

  private func heldLinks() -> [SimulatedLink] {
    links.values.filter { $0.output.isHolding }.sorted { $0.number < $1.number }
  }
}
