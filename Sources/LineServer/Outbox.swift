#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The output side of the loop: gathers the output of handlers and sends it with one call per connection at the end of
/// a turn.
///
/// It never calls the handler, so a handler may call it from anywhere. Notices for the handler (a connection ended,
/// became slow or ready) wait in lists for the loop.
final class Outbox {
  enum Notice {
    case slow(ConnectionID)
    case ready(ConnectionID)
  }

  let table = ConnectionTable()
  let calls: any SocketCalls
  let poller: any Poller
  let repeatsEvents: Bool
  let configuration: LineServerConfiguration
  var statistics = LineServerStatistics()
  /// The time of the current turn.
  var now: UInt64 = 0
  var handlerDeadline: UInt64?

  private(set) var released: UInt64 = 0
  /// Connections with output to be sent at the end of the turn.
  var dirty = FairQueue()
  private var held: [Connection] = []
  private var expiring: [(connection: Connection, due: UInt64)] = []
  private var stalled: [Connection] = []
  private var retryAt: UInt64?
  private var spareQueues: [OutputQueue] = []
  private var terminated = Fifo<Connection>()
  /// Connections with input to be read, or with kept lines.
  private var waiting = FairQueue()
  var pauses = PauseQueue<ConnectionID>()
  /// Pending broadcasts, the oldest first.
  var broadcasts: [Broadcast] = []
  private(set) var notices: [Notice] = []
  /// Headers received so far from balancers, and the deadline of each incomplete one.
  var headers: [ConnectionID: ProxyHeader] = [:]
  var headerDeadlines = Fifo<(id: ConnectionID, due: UInt64)>()
  /// Whether outgoing connections are refused.
  var isStopping = false
  /// Streams that have become WebSockets and whose handler has not been told.
  var upgraded: [Connection] = []
  let clock: () -> UInt64

  /// How long a send waits after the kernel had no memory for it.
  private static let stallNanoseconds: UInt64 = 10_000_000

  init(
    configuration: LineServerConfiguration, calls: any SocketCalls, poller: any Poller,
    clock: @escaping () -> UInt64 = { MonotonicClock.nanoseconds }
  ) {
    self.configuration = configuration
    self.clock = clock
    self.calls = calls
    self.poller = poller
    repeatsEvents = poller.repeatsEvents
  }

  // MARK: - For the handler

  func send(_ bytes: UnsafeRawBufferPointer, to id: ConnectionID, after ticket: UInt64) {
    guard let connection = table[id] else { return }
    if !broadcasts.isEmpty { finishBroadcasts(to: connection) }
    append(bytes, to: connection, after: ticket)
  }

  @inline(__always)
  func append(_ bytes: UnsafeRawBufferPointer, to connection: Connection, after ticket: UInt64) {
    if connection.isWebSocket {
      appendMessages(bytes, to: connection, after: ticket)
    } else {
      appendRaw(bytes, to: connection, after: ticket)
    }
  }

  @inline(__always)
  func appendRaw(_ bytes: UnsafeRawBufferPointer, to connection: Connection, after ticket: UInt64) {
    guard takesOutput(connection), let queue = queue(of: connection, withRoomFor: bytes.count) else { return }
    queue.append(bytes, ticket: ticket, released: released)
    if queue.isHolding && !connection.lists.contains(.held) { markHeld(connection) }
    if !connection.lists.contains(.dirty) { markDirty(connection) }
  }

  /// The output queue of a connection with room for `count` bytes; `nil` if a limit is exceeded, which ends the
  /// connection.
  private func queue(of connection: Connection, withRoomFor count: Int) -> OutputQueue? {
    if let queue = connection.output, hasRoom(queue, of: connection, for: count) { return queue }
    return makeQueue(of: connection, withRoomFor: count)
  }

  /// Whether the reader keeps up. Output that waits, or has waited, for a commit has a limit of its own: its delay is
  /// not the reader's.
  private func hasRoom(_ queue: OutputQueue, of connection: Connection, for count: Int) -> Bool {
    let unread = queue.unreadCount(at: now)
    let hard = outputLimits(of: connection).hard
    return queue.isHolding
      ? queue.heldCount + count <= configuration.heldOutputBytes && unread <= hard : unread + count <= hard
  }

  /// As above, for a connection without a queue or with a full one.
  private func makeQueue(of connection: Connection, withRoomFor count: Int) -> OutputQueue? {
    let queue = connection.output ?? takeQueue()
    connection.output = queue
    if hasRoom(queue, of: connection, for: count) { return queue }
    flush(connection)
    guard connection.phase != .terminated else { return nil }
    // `flush` recycles a queue that it empties.
    let flushed = connection.output ?? takeQueue()
    connection.output = flushed
    if hasRoom(flushed, of: connection, for: count) { return flushed }
    statistics.closedSlow += 1
    terminate(connection, .slowConsumer)
    return nil
  }

  func pendingBytes(of connection: Connection) -> Int { connection.output?.count ?? 0 }

  /// A peer that has finished sending still gets the answers to its last lines; a connection that the handler has
  /// closed takes no more output.
  private func takesOutput(_ connection: Connection) -> Bool {
    if connection.phase == .terminated { return false }
    // Nothing may follow the close frame of a WebSocket.
    return connection.phase < .closing || (connection.reason != .byServer && !connection.isWebSocket)
  }

  func release(through ticket: UInt64) {
    guard ticket > released else { return }
    released = ticket
    let connections = held
    held = []
    for connection in connections {
      guard let queue = connection.output, connection.phase != .terminated else { continue }
      queue.release(through: ticket, at: now)
      markDirty(connection)
      if queue.isHolding {
        held.append(connection)
      } else {
        connection.lists.remove(.held)
      }
    }
  }

  /// Drops all output that waits for a ticket, and what is queued behind it.
  func dropHeld() {
    broadcasts.removeAll { $0.ticket > released }
    let connections = held
    held = []
    for connection in connections {
      connection.lists.remove(.held)
      guard connection.phase != .terminated else { continue }
      connection.output?.dropHeld()
      resendClose(to: connection)
      markDirty(connection)
    }
  }

  /// Stops reading, and closes once the output is sent.
  func close(_ connection: Connection, _ reason: CloseReason) {
    guard connection.phase < .closing else { return }
    finishBroadcasts(to: connection)
    if connection.isWebSocket { sendClose(to: connection, because: reason) }
    guard connection.phase != .terminated else { return }
    connection.phase = .closing
    connection.reason = reason
    connection.framing.clear()
    markDirty(connection)
  }

  // MARK: - For the loop

  /// Whether the next turn has work here.
  var hasWork: Bool {
    !terminated.isEmpty || !upgraded.isEmpty || !waiting.isEmpty || !notices.isEmpty || !dirty.isEmpty
      || readyBroadcast != nil
  }

  /// Whether more connections wait to be read than the next turns will serve.
  var hasReadBacklog: Bool { waiting.count > 64 }

  /// The next deadline that no event announces.
  var nextDue: UInt64? {
    [expiring.first?.due, retryAt, handlerDeadline, pauses.nextDue, headerDeadlines.first?.due].compactMap { $0 }.min()
  }

  /// Ends connections whose last output was not sent in time, resumes those whose pause is over, and retries stalled
  /// sends.
  func runDeadlines() {
    endPauses()
    let late = expiring.prefix { $0.due <= now }
    for entry in late { terminate(entry.connection, entry.connection.reason) }
    if !late.isEmpty { expiring.removeFirst(late.count) }
    if let due = retryAt, due <= now {
      retryAt = nil
      for connection in stalled { markDirty(connection) }
      stalled = []
    }
  }

  /// Handles a connection that is writable again.
  func becameWritable(_ connection: Connection) {
    guard connection.isBlocked else { return }
    connection.isBlocked = false
    if configuration.idleTimeoutMilliseconds > 0, !connection.kind.isStream {
      table.touch(connection, at: now)
    }
    markDirty(connection)
  }

  /// Sends what may leave now, and updates the connection's state by what is left. Only at the end of a turn is a
  /// closing connection without output closed, since the handler may still add some.
  func flush(_ connection: Connection, isTurnEnd: Bool = false) {
    guard connection.phase != .terminated else { return }
    if let queue = connection.output {
      if queue.readyCount > 0 && !connection.isBlocked { transmit(queue, of: connection) }
      guard connection.phase != .terminated else { return }
      if queue.count == 0 { recycleQueue(of: connection) }
    }
    settle(connection, isTurnEnd)
  }

  /// Marks a connection as closed: it keeps nothing, and the loop closes its descriptor.
  func terminate(_ connection: Connection, _ reason: CloseReason) {
    guard connection.phase != .terminated else { return }
    if connection.phase < .closing { connection.reason = reason }
    connection.phase = .terminated
    connection.framing.clear()
    recycleQueue(of: connection)
    terminated.append(connection)
  }

  func popTerminated() -> Connection? { terminated.popFirst() }
  func takeNotices() -> [Notice] { take(&notices) }
  func takeUpgraded() -> [Connection] { take(&upgraded) }

  /// Queues a connection to be handled when its address has its turn. Where events repeat, one that waits longer than a
  /// turn is not watched meanwhile: with thousands waiting, each turn would report hundreds that are already queued.
  func enqueue(_ connection: Connection) {
    guard !connection.lists.contains(.queued) else { return mute(connection) }
    connection.lists.insert(.queued)
    waiting.add(connection, to: connection.peer.reading)
  }

  /// Takes out the connection to be handled next.
  func nextWaiting() -> Connection? {
    guard let connection = waiting.next() else { return nil }
    connection.lists.remove(.queued)
    return connection
  }

  // MARK: - Steps

  private func take<Element>(_ list: inout [Element]) -> [Element] {
    guard !list.isEmpty else { return [] }
    defer { list = [] }
    return list
  }

  func markDirty(_ connection: Connection) {
    guard !connection.lists.contains(.dirty) else { return }
    connection.lists.insert(.dirty)
    dirty.add(connection, to: connection.peer.sending)
  }

  private func markHeld(_ connection: Connection) {
    connection.lists.insert(.held)
    held.append(connection)
  }

  /// The time after which nothing is sent, until another time is set.
  private(set) var outputAllowedUntil = UInt64.max
  private var withheld: [Connection] = []

  /// Allows output until a time; withheld output leaves at the end of the turn, if that time is not over already.
  func allowOutput(until time: UInt64) {
    outputAllowedUntil = time
    guard !withheld.isEmpty, time > clock() else { return }
    for connection in takeWithheld() { markDirty(connection) }
  }

  /// Ends connections whose output is withheld; that output is never sent.
  func endWithheld() {
    for connection in takeWithheld() { terminate(connection, .byServer) }
  }

  private func takeWithheld() -> [Connection] {
    defer { withheld = [] }
    for connection in withheld { connection.lists.remove(.withheld) }
    return withheld
  }

  private func transmit(_ queue: OutputQueue, of connection: Connection) {
    if outputAllowedUntil != .max, clock() > outputAllowedUntil {
      guard !connection.lists.contains(.withheld) else { return }
      connection.lists.insert(.withheld)
      return withheld.append(connection)
    }
    let offered = queue.readyCount
    var sent = calls.send(connection.descriptor, queue.readyBytes)
    while sent == -Int(EINTR) { sent = calls.send(connection.descriptor, queue.readyBytes) }
    statistics.sends += 1
    if sent >= 0 {
      statistics.bytesOut += UInt64(sent)
      queue.consume(sent)
      // A partial send means that the kernel's buffer is full.
      if sent < offered { connection.isBlocked = true }
      return
    }
    switch Int32(truncatingIfNeeded: -sent) {
    case EAGAIN: connection.isBlocked = true
    case ENOBUFS, ENOMEM:
      stalled.append(connection)
      if retryAt == nil { retryAt = now &+ Self.stallNanoseconds }
    case EPIPE, ECONNRESET: terminate(connection, .reset)
    case let code: terminate(connection, .error(code))
    }
  }

  private func settle(_ connection: Connection, _ isTurnEnd: Bool) {
    let pending = pendingBytes(of: connection)
    if connection.phase >= .closing {
      if pending == 0 && isTurnEnd && connection.phase == .closing {
        guard connection.lingers, !connection.stops.contains(.ended) else {
          return terminate(connection, connection.reason)
        }
        connection.phase = .draining
        calls.finishSending(connection.descriptor)
        watchAgain(connection)
      }
      if !connection.lists.contains(.expiring) {
        connection.lists.insert(.expiring)
        let due = now &+ configuration.closeTimeoutMilliseconds &* 1_000_000
        expiring.append((connection, due))
      }
    } else {
      settleSlowness(connection, pending)
    }
    updateInterest(connection)
  }

  private func settleSlowness(_ connection: Connection, _ pending: Int) {
    let soft = outputLimits(of: connection).soft
    let isSlow = connection.isCongested || connection.stops.contains(.slow)
    guard isSlow ? pending < soft / 2 : pending > soft else { return }
    if connection.hasOwnLimits {
      connection.isCongested.toggle()
    } else {
      connection.stops.formSymmetricDifference(.slow)
    }
    notices.append(isSlow ? .ready(connection.id) : .slow(connection.id))
    if isSlow, connection.isUnfinished { enqueue(connection) }
  }

  // MARK: - Queues are reused, since most live for one turn

  private static let mostSpareQueues = 64
  private static let largestSpareQueue = 16_384

  private func takeQueue() -> OutputQueue { spareQueues.popLast() ?? OutputQueue(capacity: 512) }

  private func recycleQueue(of connection: Connection) {
    guard let queue = connection.output else { return }
    connection.output = nil
    guard spareQueues.count < Self.mostSpareQueues, queue.capacity <= Self.largestSpareQueue else { return }
    queue.removeAll()
    spareQueues.append(queue)
  }
}
