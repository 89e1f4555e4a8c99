#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The loop: it owns every connection and the handler, and everything happens in its turns.
///
/// One queue owns the state. A turn is: wait for events → read each ready connection once, into one shared
/// buffer → whole lines to the handler → what came due → `turnEnds` → one send per connection that has
/// output. It knows no Dispatch: `LineServer` calls `drive` when the poller's descriptor is readable, and
/// tests call `turn` with a poller and system calls of their own.
final class EventLoop {
  let outbox: Outbox
  let poller: any Poller
  private let acceptor: Acceptor
  private let streamAcceptor: Acceptor?
  private let handler: any LineHandler
  let streams: (any StreamHandler)?
  private let mailbox: Mailbox
  private let clock: () -> UInt64
  private let events: UnsafeMutableBufferPointer<PollEvent>
  let buffer: UnsafeMutableRawBufferPointer
  private var armedAt = UInt64.max
  private var stopAt: UInt64?

  /// The longest the loop keeps Dispatch's queue, in nanoseconds.
  static let longestDrive: UInt64 = 2_000_000

  /// The most lines of one connection that are handled before the others have their turn: who sends as much as goes, too
  /// fast or not, does not make everybody else wait for all of it.
  static let linesPerPass = 128

  init(
    outbox: Outbox, listener: Int32, streamListener: Int32? = nil, handler: any LineHandler, mailbox: Mailbox,
    clock: @escaping () -> UInt64 = { MonotonicClock.nanoseconds }
  ) {
    self.outbox = outbox
    self.poller = outbox.poller
    self.handler = handler
    streams = handler.streamHandler
    self.mailbox = mailbox
    self.clock = clock
    outbox.now = clock()
    acceptor = Acceptor(
      outbox: outbox, listener: listener, token: Token.listener, limits: Acceptor.Limits(outbox.configuration))
    if let streamListener, let stream = outbox.configuration.stream {
      streamAcceptor = Acceptor(
        outbox: outbox, listener: streamListener, token: Token.streamListener, limits: Acceptor.Limits(stream))
    } else {
      streamAcceptor = nil
    }
    if let stop = outbox.configuration.stopDescriptor {
      _ = outbox.poller.add(stop, token: Token.stop, interest: .readable)
    }
    events = .allocate(capacity: 256)
    events.initialize(repeating: PollEvent())
    // What is kept is either an unfinished line or what one read left behind; then comes one more read.
    let configuration = outbox.configuration
    buffer = .allocate(
      byteCount: configuration.maximumLineBytes + 2 + configuration.readBytesPerTurn, alignment: 64)
  }

  deinit {
    events.deallocate()
    buffer.deallocate()
  }

  /// Whether the loop has stopped and nothing is left of it.
  var isFinished: Bool { stopAt != nil && outbox.table.count == 0 }

  /// Runs turns for as long as there is work, lingers a little for more, and returns to Dispatch in time.
  func drive() {
    let entered = clock()
    let linger = UInt64(outbox.configuration.lingerMicroseconds) &* 1000
    var wait: UInt64 = 0
    while turn(waiting: Int64(wait)) && !isFinished {
      let spent = outbox.now &- entered
      guard spent < Self.longestDrive, linger > 0 || outbox.hasWork else { break }
      wait = min(linger, Self.longestDrive - spent)
    }
    armTimer()
  }

  /// One turn; answers whether anything happened in it. `waiting` is in nanoseconds.
  func turn(waiting: Int64) -> Bool {
    let hadWork = outbox.hasWork
    let count = poller.wait(into: events, nanoseconds: hadWork ? 0 : waiting)
    outbox.now = clock()
    guard count > 0 || hadWork || isDue else { return false }
    outbox.statistics.turns += 1
    for event in events.prefix(count) { take(event) }
    for connection in outbox.takeResumed() { resume(connection) }
    runDeadlines()
    tellNotices()
    reap()
    handler.turnEnds()
    outbox.flushDirty()
    armTimer()
    return true
  }

  /// Stops accepting, lets the handler say goodbye, and closes every connection once its output has left, or
  /// in `graceNanoseconds` at the latest.
  func stop(graceNanoseconds: UInt64) {
    outbox.now = clock()
    let due = outbox.now &+ graceNanoseconds
    guard let before = stopAt else {
      stopAt = due
      acceptor.close()
      streamAcceptor?.close()
      handler.stopping()
      for connection in outbox.table.all { outbox.close(connection, .shuttingDown) }
      return
    }
    stopAt = min(before, due)
  }

  // MARK: - Events

  private func take(_ event: PollEvent) {
    switch event.token {
    case Token.listener:
      acceptor.accept { connection, peer in handler.opened(connection.id, from: peer.network) }
    case Token.streamListener:
      streamAcceptor?.accept { connection, peer in
        guard let streams else { return outbox.close(connection, .byServer) }
        streams.opened(connection.id, from: peer.network)
      }
    case Token.wake:
      mailbox.deliver(to: handler)
    case Token.timer:
      // What is due is seen by the clock.
      break
    case Token.stop:
      // Level triggered, and once is enough.
      if let descriptor = outbox.configuration.stopDescriptor {
        poller.change(descriptor, token: Token.stop, from: .readable, to: [])
      }
      stop(graceNanoseconds: outbox.configuration.stopGraceMilliseconds &* 1_000_000)
    default:
      // An event of this batch may belong to a connection that ended earlier in it.
      guard let connection = outbox.table[ConnectionID(token: event.token)] else { return }
      if event.ready.contains(.writable) { outbox.becameWritable(connection) }
      if connection.flags.isDisjoint(with: [.slow, .closing, .doomed, .paused, .ended]) {
        if !event.ready.isDisjoint(with: [.readable, .hangup]) {
          read(connection, isOver: event.ready.contains(.hangup))
        }
      } else if event.ready.contains(.hangup) {
        outbox.doom(connection, .reset)
      } else if connection.flags.contains(.draining), event.ready.contains(.readable) {
        forget(connection)
      }
    }
  }

  private func read(_ connection: Connection, isOver: Bool) {
    // What was kept back comes first, alone: the buffer has room for the longest line and one read.
    if connection.flags.contains(.unfinished) { return resume(connection) }
    let kept = connection.framer.restore(into: buffer)
    let room = UnsafeMutableRawBufferPointer(
      rebasing: buffer[kept..<min(buffer.count, kept + bytesPerTurn(connection))])
    let count = outbox.calls.receive(connection.descriptor, into: room)
    guard count >= 0 else {
      return readFailed(connection, Int32(truncatingIfNeeded: -count), isOver: isOver)
    }
    outbox.statistics.bytesIn += UInt64(count)
    if connection.flags.contains(.stream) { return pass(connection, count) }
    if outbox.configuration.idleTimeoutMilliseconds > 0 { outbox.table.touch(connection, at: outbox.now) }
    process(connection, count, atEnd: count == 0)
  }

  private func readFailed(_ connection: Connection, _ code: Int32, isOver: Bool) {
    switch code {
    case EINTR: break
    case EAGAIN:
      // A connection that is over and yet has nothing to say would be reported for ever.
      if isOver { outbox.doom(connection, .reset) }
    case ECONNRESET, EPIPE: outbox.doom(connection, .reset)
    default: outbox.doom(connection, .error(code))
    }
  }

  /// Goes on with lines that were kept back while the connection was slow.
  private func resume(_ connection: Connection) {
    guard connection.flags.contains(.unfinished),
      connection.flags.isDisjoint(with: [.slow, .closing, .doomed])
    else { return }
    _ = connection.framer.restore(into: buffer)
    process(connection, 0, atEnd: false)
  }

  private func process(_ connection: Connection, _ count: Int, atEnd: Bool) {
    let limit = outbox.configuration.maximumLineBytes
    let bytes = UnsafeRawBufferPointer(buffer)
    // A copy, so that handling a line is not within an access to the connection. Closing drops what is left.
    var framer = connection.framer
    var pass = framer.admit(count, in: buffer)
    connection.flags.remove(.unfinished)
    var steps = 0
    scan: while connection.flags.isDisjoint(with: [.closing, .doomed]) {
      switch framer.next(in: bytes, &pass, limit: limit, atEnd: atEnd) {
      case .line(let range):
        outbox.statistics.lines += 1
        handler.received(UnsafeRawBufferPointer(rebasing: bytes[range]), on: connection.id)
      case .tooLong:
        handler.refused(.lineTooLong, on: connection.id)
      case .httpRequest:
        handler.refused(.httpRequest, on: connection.id)
        outbox.close(connection, .byServer)
      case .end:
        break scan
      }
      steps += 1
      if steps == Self.linesPerPass {
        connection.flags.insert(.unfinished)
        outbox.goOnLater(connection)
        break scan
      }
      // Requests whose answers nobody reads wait, instead of filling the queue until it is closed.
      guard let output = connection.output, output.count > outbox.configuration.softOutputBytes else {
        continue
      }
      outbox.flush(connection)
      if connection.flags.contains(.slow) {
        connection.flags.insert(.unfinished)
        break scan
      }
    }
    guard connection.flags.isDisjoint(with: [.closing, .doomed]) else { return }
    framer.keep(pass, in: bytes)
    connection.framer = framer
    guard atEnd else { return }
    if handler.finished(connection.id) { outbox.close(connection, .byPeer) } else { outbox.end(connection) }
  }

  // MARK: - What no event announces

  private var isDue: Bool { nextDue <= outbox.now }

  private var nextDue: UInt64 {
    var due = outbox.nextDue ?? UInt64.max
    due = min(due, acceptor.resumeAt ?? UInt64.max)
    due = min(due, streamAcceptor?.resumeAt ?? UInt64.max)
    if stopAt != nil && outbox.table.count > 0 { due = min(due, stopAt ?? due) }
    let idle = outbox.configuration.idleTimeoutMilliseconds &* 1_000_000
    if idle > 0, let silent = outbox.table.leastRecent { due = min(due, silent.lastActivity &+ idle) }
    return due
  }

  private func runDeadlines() {
    let now = outbox.now
    acceptor.runDeadlines()
    streamAcceptor?.runDeadlines()
    outbox.runDeadlines()
    let idle = outbox.configuration.idleTimeoutMilliseconds &* 1_000_000
    while idle > 0, let silent = outbox.table.leastRecent, silent.lastActivity &+ idle <= now {
      outbox.doom(silent, .idle)
      outbox.table.forgetActivity(of: silent)
    }
    if let due = outbox.handlerDeadline, due <= now {
      outbox.handlerDeadline = nil
      handler.deadlineReached()
    }
    if let due = stopAt, due <= now {
      for connection in outbox.table.all { outbox.doom(connection, .shuttingDown) }
    }
  }

  private func tellNotices() {
    for notice in outbox.takeNotices() {
      switch notice {
      case .slow(let id):
        if isStream(id) { streams?.becameSlow(id) } else { handler.becameSlow(id) }
      case .ready(let id):
        if isStream(id) { streams?.becameReady(id) } else { handler.becameReady(id) }
      }
    }
  }

  private func reap() {
    for connection in outbox.takeDoomed() {
      let reason = connection.reason
      if reason == .byServer || reason == .shuttingDown { drain(connection.descriptor, outbox.calls) }
      outbox.table.remove(connection)
      outbox.calls.close(connection.descriptor)
      if connection.flags.contains(.stream) {
        streams?.closed(connection.id, because: reason)
      } else {
        handler.closed(connection.id, because: reason)
      }
    }
  }

  /// Sees to it that the poller wakes for the next thing that comes due. A timer that is set too early is
  /// left alone: it wakes once in vain, which is cheaper than to move it at every turn.
  private func armTimer() {
    if armedAt <= outbox.now { armedAt = UInt64.max }
    let due = outbox.hasWork ? outbox.now : nextDue
    guard due < armedAt else { return }
    poller.arm(at: due)
    armedAt = due
  }
}
