import GameKit
import ParlorCore

@testable import LineServer

/// The server's process in the simulation: the real core, framer and output queues, and what the server's loop does
/// between them: one commit in flight, outputs held until theirs is done, one send per connection and turn.
final class Machine {
  /// What the world around carries out.
  struct Surroundings {
    var plan: (Happening, _ after: Int64) -> Void
    /// Bytes leave for a client.
    var deliver: (Link, [UInt8]) -> Void
    /// The server has closed a connection.
    var hangUp: (Link) -> Void
    /// The core has let go of a connection's session.
    var lost: (Link) -> Void
    var fault: (_ invariant: String, _ what: String) -> Void
    /// How long a commit takes, in milliseconds.
    var commitTime: () -> Int64
  }

  let core: Parlor
  let life: Int
  let limits: Limits
  private let around: Surroundings
  private let plant: Plant?
  private(set) var links: [SessionID: Link] = [:]
  private var generations: [UInt32] = []
  private var freeSlots: [UInt32] = []
  private var dirty: [Link] = []
  private var released: CommitTicket = 0
  private(set) var inFlight: Batch?
  private var unreadRooms: [Int64] = []
  private var retryAt: Instant?
  private var isTurnPlanned = false
  private var timerAt: Instant?
  private(set) var lines = 0
  private(set) var failures = 0
  private(set) var mostUnsent = 0
  private(set) var slowConsumers = 0
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

  // MARK: - The network

  /// A name for the next connection; slots are used again.
  func takeSlot() -> SessionID {
    if let slot = freeSlots.popLast() {
      generations[Int(slot)] += 1
      return SessionID(slot: slot, generation: generations[Int(slot)])
    }
    generations.append(1)
    return SessionID(slot: UInt32(generations.count - 1), generation: 1)
  }

  func opened(_ link: Link) {
    link.isOpenAtServer = true
    links[link.session] = link
    core.open(link.session, from: "10.0.\(link.client / 100).\(link.client % 100)", at: now)
    carryOut()
  }

  func received(_ bytes: [UInt8], on link: Link) {
    guard link.isOpenAtServer, !link.isClosing else { return }
    if link.isSlow { return link.unread.append(bytes) }
    read(bytes, on: link, atEnd: false)
    if plant == .repeatsInput, bytes.count % 7 == 0 { read(bytes, on: link, atEnd: false) }
  }

  private func read(_ bytes: [UInt8], on link: Link, atEnd: Bool) {
    let kept = link.framer.restore(into: buffer)
    bytes.withUnsafeBytes { UnsafeMutableRawBufferPointer(rebasing: buffer[kept...]).copyMemory(from: $0) }
    var pass = link.framer.admit(bytes.count, in: buffer)
    let view = UnsafeRawBufferPointer(buffer)
    reading: while !link.isClosing {
      switch link.framer.next(in: view, &pass, limit: limits.lineBytes, atEnd: atEnd) {
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

  func ended(_ end: LinkEnd, on link: Link) {
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

  /// The kernels have room again.
  func becameWritable(_ link: Link) {
    guard link.isOpenAtServer else { return }
    markDirty(link)
  }

  /// The connection is gone.
  private func drop(_ link: Link) {
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

  // MARK: - Time

  func timerRang(_ due: Instant) {
    // Another moment has been chosen since.
    guard timerAt == due else { return }
    timerAt = nil
    core.reachTime(now)
    if let due = retryAt, due <= now {
      retryAt = nil
      around.plan(.roomsAreRead(life: life, unreadRooms), 1)
      unreadRooms = []
    }
    carryOut()
    plansTurn()
  }

  /// Turns of the loop come a moment after what makes them necessary, so that several inputs share one.
  func plansTurn() {
    guard !isTurnPlanned else { return }
    isTurnPlanned = true
    around.plan(.turnEnds(life: life), 0)
  }

  func turnEnds() {
    isTurnPlanned = false
    if inFlight == nil, let batch = core.takeBatch() {
      inFlight = batch
      around.plan(.commitEnds(life: life, batch), around.commitTime())
      if plant == .commitsTooEarly { settle(batch) }
    }
    if let (number, queries) = core.takeQueries(), plant != .forgetsQuestions {
      around.plan(.answersCome(life: life, number: number, queries), 1 + around.commitTime() / 2)
    }
    let links = dirty
    dirty = []
    for link in links {
      link.isDirty = false
      flush(link)
    }
    planTimer()
  }

  private func planTimer() {
    let next = min(core.nextDeadline, retryAt ?? core.nextDeadline)
    guard timerAt.map({ next < $0 }) ?? true else { return }
    timerAt = next
    around.plan(.timer(life: life, due: next), next.milliseconds(since: now))
  }

  // MARK: - The disk

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
      link.output.release(through: ticket)
      markDirty(link)
    }
    carryOut()
    plansTurn()
  }

  func failed(_ ticket: CommitTicket) {
    guard inFlight?.ticket == ticket else { return }
    inFlight = nil
    failures += 1
    for link in heldLinks() {
      if plant == .sendsWhatFailed {
        link.output.release(through: .max)
      } else {
        link.output.drop(after: ticket &- 1, released: released)
      }
      markDirty(link)
    }
    let rooms = core.failed(ticket, StorageFailure(message: "the disk is full"), at: now)
    around.plan(.roomsAreRead(life: life, rooms), 1)
    carryOut()
    plansTurn()
  }

  func answered(_ number: Int64, _ answers: [QueryAnswer]) {
    core.answered(number, with: answers, at: now)
    carryOut()
    plansTurn()
  }

  func reloaded(_ rooms: [Int64], _ states: [StoredRoomState]?) {
    if let states {
      core.reloaded(rooms, as: states, at: now)
    } else {
      unreadRooms += rooms
      retryAt = now.adding(milliseconds: 1000)
    }
    carryOut()
    plansTurn()
  }

  private func heldLinks() -> [Link] {
    links.values.filter { $0.output.isHolding }.sorted { $0.number < $1.number }
  }

  // MARK: - Output

  private func carryOut() {
    core.drainEffects { effects in
      effects.bytes.withUnsafeBytes { bytes in
        for effect in effects.list {
          switch effect {
          case .send(let session, let range, let ticket):
            guard let link = links[session] else { continue }
            let isEarly = plant == .sendsTooEarly || plant == .commitsTooEarly
            send(UnsafeRawBufferPointer(rebasing: bytes[range]), to: link, after: isEarly ? 0 : ticket)
          case .close(let session):
            guard let link = links[session], !link.isClosing else { continue }
            link.isClosing = true
            around.lost(link)
            markDirty(link)
          }
        }
      }
    }
  }

  private func send(_ bytes: UnsafeRawBufferPointer, to link: Link, after ticket: CommitTicket) {
    if link.isClosing { return }
    if link.output.count + bytes.count > limits.outputHardBytes, plant != .keepsAllOutput {
      transmit(link)
      if link.output.count + bytes.count > limits.outputHardBytes {
        // As in the real loop, the core hears of it when it has been heard out.
        slowConsumers += 1
        around.lost(link)
        link.isClosing = true
        link.output.removeAll()
        return markDirty(link)
      }
    }
    link.output.append(bytes, ticket: ticket, released: released)
    markDirty(link)
  }

  private func markDirty(_ link: Link) {
    guard !link.isDirty, link.isOpenAtServer else { return }
    link.isDirty = true
    dirty.append(link)
    plansTurn()
  }

  /// Sends what may leave and what the kernels take.
  private func transmit(_ link: Link) {
    let room = link.window - link.onTheWay
    let count = min(link.output.readyCount, room)
    if count > 0 {
      let bytes = [UInt8](link.output.readyBytes.prefix(count))
      link.output.consume(count)
      link.onTheWay += count
      around.deliver(link, bytes)
    }
  }

  /// Sends, and settles what follows from how much is left.
  private func flush(_ link: Link) {
    guard link.isOpenAtServer else { return }
    transmit(link)
    mostUnsent = max(mostUnsent, link.output.count)
    if link.output.count > limits.outputHardBytes {
      around.fault("queues are bounded", "\(link.output.count) bytes wait for session \(link.session.slot)")
    }
    if link.isClosing || link.isFinished {
      if link.output.count == 0 {
        around.hangUp(link)
        drop(link)
      }
    } else if link.output.count > limits.outputSoftBytes {
      link.isSlow = true
    } else if link.isSlow, link.output.count < limits.outputSoftBytes / 2 {
      link.isSlow = false
      let unread = link.unread
      link.unread = []
      for bytes in unread { received(bytes, on: link) }
      if link.hasUnreadEnd { ended(.finished, on: link) }
    }
  }
}
