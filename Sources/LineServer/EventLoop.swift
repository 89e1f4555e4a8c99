#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The loop: it owns every connection and the handler, and all work happens in its turns.
///
/// A turn: wait for events → run what is due → read ready connections, each address in turn and for a bounded time,
/// into one shared buffer → hand whole lines to the handler → `turnEnds` → one send per connection with output. The
/// loop does not know Dispatch: `LineServer` calls `drive` when the poller's descriptor is readable, and tests call
/// `turn` with a poller and system calls of their own.
final class EventLoop {
  let outbox: Outbox
  let poller: any Poller
  private let acceptor: Acceptor
  private var streamAcceptors: [Acceptor] = []
  private let localAcceptor: LocalAcceptor?
  let handler: any LineHandler
  let streams: [any StreamHandler]
  private let mailbox: Mailbox
  /// Work posted by other threads, in order.
  private var posted = Fifo<Mailbox.Body>()
  private var clock: () -> UInt64 { outbox.clock }
  private let events: UnsafeMutableBufferPointer<PollEvent>
  let buffer: UnsafeMutableRawBufferPointer
  private var armedAt = UInt64.max
  private var stopAt: UInt64?

  /// The longest that `drive` occupies Dispatch's queue, in nanoseconds.
  static let driveNanoseconds: UInt64 = 2_000_000

  init(
    outbox: Outbox, listener: Int32, streamListeners: [Int32] = [], localListener: Int32? = nil,
    handler: any LineHandler,
    mailbox: Mailbox
  ) {
    self.outbox = outbox
    self.poller = outbox.poller
    self.handler = handler
    streams = handler.streamHandlers
    self.mailbox = mailbox
    outbox.now = outbox.clock()
    acceptor = Acceptor(
      outbox: outbox, listener: listener, token: Token.listener, limits: Acceptor.Limits(outbox.configuration))
    let local = outbox.configuration.local
    localAcceptor = localListener.flatMap { listener in
      local.map { LocalAcceptor(outbox: outbox, listener: listener, $0) }
    }
    if let stop = outbox.configuration.stopDescriptor {
      _ = outbox.poller.add(stop, token: Token.stop, interest: .readable)
    }
    events = .allocate(capacity: 256)
    events.initialize(repeating: PollEvent())
    // The buffer holds kept bytes (an unfinished line, or the rest of one read) and one more read.
    let configuration = outbox.configuration
    buffer = .allocate(
      byteCount: configuration.maximumLineBytes + Framing.overhead + configuration.readBytesPerTurn, alignment: 64)
    streamAcceptors = zip(streamListeners, outbox.configuration.streams).enumerated().map { index, stream in
      Acceptor(
        outbox: outbox, listener: stream.0, token: Token.streamListeners.lowerBound + UInt64(index),
        limits: Acceptor.Limits(stream.1, at: index, balancers: outbox.configuration.balancers)
      ) { [unowned self] address, isAtLimit in makeRoom(at: index, for: address, isAtLimit: isAtLimit) }
    }
  }

  deinit {
    events.deallocate()
    buffer.deallocate()
  }

  /// Whether the loop has stopped and no connection is left.
  var isFinished: Bool { stopAt != nil && outbox.table.count == 0 }

  /// Whether the next turn has work without waiting for an event.
  private var hasWork: Bool { outbox.hasWork || !posted.isEmpty }

  /// Runs turns while there is work, lingers briefly for more, and returns to Dispatch in time.
  func drive() {
    let entered = clock()
    let linger = UInt64(outbox.configuration.lingerMicroseconds) &* 1000
    var wait: UInt64 = 0
    while turn(waiting: Int64(wait)) && !isFinished {
      let spent = outbox.now &- entered
      guard spent < Self.driveNanoseconds, linger > 0 || hasWork else { break }
      wait = min(linger, Self.driveNanoseconds - spent)
    }
    armTimer()
  }

  /// Runs one turn and returns whether anything happened in it. `waiting` is in nanoseconds.
  func turn(waiting: Int64) -> Bool {
    let hadWork = hasWork
    let count = poller.wait(into: events, nanoseconds: hadWork ? 0 : waiting)
    outbox.now = clock()
    guard count > 0 || hadWork || isDue else { return false }
    for event in events.prefix(count) { handle(event) }
    // Runs only after all pending events were read: after a pause of the whole machine, input may be pending from
    // connections whose idle deadline has passed.
    if count < events.count { endSilent() }
    runDeadlines()
    deliverPosted()
    openUpgraded()
    serve()
    deliverNotices()
    reap()
    handler.turnEnds()
    outbox.flushDirty()
    outbox.statistics.turns.count(nanoseconds: clock() &- outbox.now)
    // Remaining work is done in the next turn, which does not wait.
    if !hasWork { armTimer() }
    return true
  }

  /// Stops accepting, calls the handler's `stopping`, and closes every connection when its output is sent, or after
  /// `graceNanoseconds` at the latest.
  func stop(graceNanoseconds: UInt64) {
    outbox.now = clock()
    let due = outbox.now &+ graceNanoseconds
    guard let before = stopAt else {
      stopAt = due
      acceptor.close()
      localAcceptor?.close()
      for streamAcceptor in streamAcceptors { streamAcceptor.close() }
      outbox.isStopping = true
      outbox.configuration.onStopping()
      handler.stopping()
      for connection in outbox.table.all { outbox.close(connection, .shuttingDown) }
      return
    }
    stopAt = min(before, due)
  }

  // MARK: - Events

  private func handle(_ event: PollEvent) {
    switch event.token {
    case Token.listener:
      acceptor.accept(opened: notifyOpened)
    case Token.streamListeners:
      let index = Int(event.token - Token.streamListeners.lowerBound)
      guard streamAcceptors.indices.contains(index) else { return }
      streamAcceptors[index].accept(opened: notifyOpened)
    case Token.localListener:
      localAcceptor?.accept(opened: notifyOpened) { handler.rejected(user: $0) }
    case Token.wake:
      for body in mailbox.take() { posted.append(body) }
    case Token.timer:
      // Deadlines are checked against the clock.
      break
    case Token.stop:
      // The descriptor is level triggered, and one event is enough.
      if let descriptor = outbox.configuration.stopDescriptor {
        poller.change(descriptor, token: Token.stop, from: .readable, to: [])
      }
      stop(graceNanoseconds: outbox.configuration.stopGraceMilliseconds &* 1_000_000)
    default:
      // The connection may have been closed by an earlier event of this batch.
      guard let connection = outbox.table[ConnectionID(token: event.token)] else { return }
      if connection.phase == .connecting { return settleConnecting(connection) }
      if event.ready.contains(.writable) { outbox.becameWritable(connection) }
      if event.ready != .writable { connection.hasInput = true }
      if !event.ready.isDisjoint(with: [.finished, .hangup]) { connection.inputEnds = true }
      if connection.takesInput {
        if event.ready.contains(.hangup) { connection.hasHungUp = true }
        if !event.ready.isDisjoint(with: [.readable, .hangup]) { outbox.enqueue(connection) }
      } else if event.ready.contains(.hangup) {
        outbox.terminate(connection, .reset)
      } else if connection.phase == .draining, event.ready.contains(.readable) {
        discardInput(connection)
      }
    }
  }

  private func notifyOpened(_ connection: Connection) {
    guard connection.kind.isStream else { return handler.opened(connection.id, from: connection.origin) }
    guard let streams = streamHandler(of: connection) else { return outbox.close(connection, .byServer) }
    streams.opened(connection.id, from: connection.peer.key.text, isLoopback: connection.route == .loopback)
  }

  /// Assigns the client's address, from the balancer's header, to a connection.
  ///
  /// - Returns: whether the connection stays open.
  func name(_ connection: Connection, _ peer: PeerAddress?) -> Bool {
    let index = connection.kind.index
    let isWelcome =
      index < 0 ? acceptor.assignAddress(connection, peer) : streamAcceptors[index].assignAddress(connection, peer)
    if isWelcome { notifyOpened(connection) }
    return isWelcome
  }

  // MARK: - Work without an event

  private var isDue: Bool { nextDue <= outbox.now }

  private var nextDue: UInt64 {
    var due = outbox.nextDue ?? UInt64.max
    due = min(due, acceptor.resumeAt ?? UInt64.max)
    due = min(due, localAcceptor?.resumeAt ?? UInt64.max)
    for streamAcceptor in streamAcceptors { due = min(due, streamAcceptor.resumeAt ?? UInt64.max) }
    if stopAt != nil && outbox.table.count > 0 { due = min(due, stopAt ?? due) }
    let idle = outbox.configuration.idleTimeoutMilliseconds &* 1_000_000
    if idle > 0, let silent = outbox.table.leastRecent { due = min(due, silent.lastActivity &+ idle) }
    return due
  }

  private func runDeadlines() {
    let now = outbox.now
    acceptor.runDeadlines()
    localAcceptor?.runDeadlines()
    for streamAcceptor in streamAcceptors { streamAcceptor.runDeadlines() }
    outbox.runDeadlines()
    if let due = outbox.handlerDeadline, due <= now {
      outbox.handlerDeadline = nil
      handler.deadlineReached()
    }
    if let due = stopAt, due <= now {
      for connection in outbox.table.all { outbox.terminate(connection, .shuttingDown) }
    }
  }

  /// Closes the connections that have been silent for the idle timeout.
  private func endSilent() {
    let now = outbox.now
    outbox.endOverdueHeaders()
    let idle = outbox.configuration.idleTimeoutMilliseconds &* 1_000_000
    while idle > 0, let silent = outbox.table.leastRecent, silent.lastActivity &+ idle <= now {
      if silent.lists.contains(.queued) {
        outbox.table.touch(silent, at: now)
      } else {
        outbox.terminate(silent, .idle)
        outbox.table.forgetActivity(of: silent)
      }
    }
  }

  private func deliverNotices() {
    for notice in outbox.takeNotices() {
      switch notice {
      case .slow(let id):
        if let connection = stream(id) {
          streamHandler(of: connection)?.becameSlow(id)
        } else {
          handler.becameSlow(id)
        }
      case .ready(let id):
        if let connection = stream(id) {
          streamHandler(of: connection)?.becameReady(id)
        } else {
          handler.becameReady(id)
        }
      }
    }
  }

  private func stream(_ id: ConnectionID) -> Connection? {
    outbox.table[id].flatMap { $0.kind.isStream ? $0 : nil }
  }

  /// Tells the handler of streams that have become WebSockets, before any of their lines is read.
  private func openUpgraded() {
    for connection in outbox.takeUpgraded() {
      handler.opened(connection.id, from: connection.origin)
      if connection.isUnfinished { outbox.enqueue(connection) }
    }
  }

  private func deliverPosted() {
    guard !posted.isEmpty else { return }
    let end = outbox.endOfPart(from: clock())
    while let body = posted.popFirst() {
      body(handler)
      if clock() >= end { break }
    }
  }

  private func reap() {
    let end = outbox.endOfPart(from: clock())
    while let connection = outbox.popTerminated() {
      finishClose(connection)
      if clock() >= end { break }
    }
  }

  /// Closes the descriptor of a closed connection and tells its handler.
  func finishClose(_ connection: Connection) {
    let reason = connection.reason
    if reason == .byServer || reason == .shuttingDown { drain(connection.descriptor, outbox.calls) }
    outbox.forgetBroadcasts(to: connection)
    outbox.table.remove(connection)
    outbox.calls.close(connection.descriptor)
    if connection.awaitsHeader {
      outbox.headers[connection.id] = nil
    } else if connection.kind.isStream {
      streamHandler(of: connection)?.closed(connection.id, because: reason)
    } else {
      handler.closed(connection.id, because: reason)
    }
  }

  /// Arms the poller for the next deadline. A timer that is set too early is kept: one vain wake-up is cheaper than
  /// moving it in every turn.
  private func armTimer() {
    if armedAt <= outbox.now { armedAt = UInt64.max }
    let due = hasWork ? outbox.now : nextDue
    guard due < armedAt else { return }
    poller.arm(at: due)
    armedAt = due
  }
}
