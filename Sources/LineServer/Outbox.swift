#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The output side of the loop: gathers what handlers send and brings it out with one send per connection
/// at the end of a turn.
///
/// It never calls the handler, so that a handler may call it from anywhere. What the handler has to be told
/// (a connection ended, became slow or ready) waits in lists for the loop.
final class Outbox {
  enum Notice {
    case slow(ConnectionID)
    case ready(ConnectionID)
  }

  let table = ConnectionTable()
  let calls: any SocketCalls
  let poller: any Poller
  let configuration: LineServerConfiguration
  var statistics = LineServerStatistics()
  /// The time of the current turn.
  var now: UInt64 = 0
  /// When the handler wants to be called.
  var handlerDeadline: UInt64?

  private var released: UInt64 = 0
  private var dirty: [Connection] = []
  private var held: [Connection] = []
  private var expiring: [(connection: Connection, due: UInt64)] = []
  private var stalled: [Connection] = []
  private var retryAt: UInt64?
  private var spareQueues: [OutputQueue] = []
  private(set) var doomed: [Connection] = []
  private(set) var resumed: [Connection] = []
  private(set) var notices: [Notice] = []

  /// How long a send waits after the kernel had no memory for it.
  private static let stallNanoseconds: UInt64 = 10_000_000

  init(configuration: LineServerConfiguration, calls: any SocketCalls, poller: any Poller) {
    self.configuration = configuration
    self.calls = calls
    self.poller = poller
  }

  // MARK: - What the handler does

  func send(_ bytes: UnsafeRawBufferPointer, to id: ConnectionID, after ticket: UInt64) {
    guard let connection = table[id], takesOutput(connection),
      let queue = queue(of: connection, withRoomFor: bytes.count)
    else { return }
    queue.append(bytes, ticket: ticket, released: released)
    if queue.isHolding && !connection.flags.contains(.held) { markHeld(connection) }
    if !connection.flags.contains(.dirty) { markDirty(connection) }
  }

  /// Where output for the connection goes; `nil` when it has grown over the hard limit, which ends the connection.
  private func queue(of connection: Connection, withRoomFor count: Int) -> OutputQueue? {
    if let queue = connection.output, queue.count + count <= configuration.hardOutputBytes { return queue }
    return makeQueue(of: connection, withRoomFor: count)
  }

  /// As above, for a connection that has no queue yet or a full one.
  private func makeQueue(of connection: Connection, withRoomFor count: Int) -> OutputQueue? {
    if pendingBytes(of: connection) + count > configuration.hardOutputBytes {
      flush(connection)
      guard !connection.flags.contains(.doomed) else { return nil }
      if pendingBytes(of: connection) + count > configuration.hardOutputBytes {
        statistics.closedSlow += 1
        doom(connection, .slowConsumer)
        return nil
      }
    }
    let queue = connection.output ?? takeQueue()
    connection.output = queue
    return queue
  }

  func pendingBytes(of connection: Connection) -> Int { connection.output?.count ?? 0 }

  /// A peer that has finished sending still gets the answers to its last lines; one that the handler has closed gets
  /// nothing more.
  private func takesOutput(_ connection: Connection) -> Bool {
    if connection.flags.contains(.doomed) { return false }
    return !connection.flags.contains(.closing) || connection.reason != .byServer
  }

  func release(through ticket: UInt64) {
    guard ticket > released else { return }
    released = ticket
    changeHeld { $0.release(through: ticket) }
  }

  func dropHeld(after ticket: UInt64) {
    let released = released
    changeHeld { $0.drop(after: ticket, released: released) }
  }

  /// Stops reading and closes once the output has left.
  func close(_ connection: Connection, _ reason: CloseReason) {
    guard connection.flags.isDisjoint(with: [.closing, .doomed]) else { return }
    connection.flags.insert(.closing)
    connection.reason = reason
    connection.framer.clear()
    markDirty(connection)
  }

  // MARK: - What the loop does

  /// Whether something is left that the next turn has to do without waiting for an event.
  var hasWork: Bool { !doomed.isEmpty || !resumed.isEmpty || !notices.isEmpty || !dirty.isEmpty }

  /// When something has to be done that no event announces.
  var nextDue: UInt64? {
    [expiring.first?.due, retryAt, handlerDeadline].compactMap { $0 }.min()
  }

  /// Gives up the connections whose last output did not leave in time, and retries stalled sends.
  func runDeadlines() {
    let late = expiring.prefix { $0.due <= now }
    for entry in late { doom(entry.connection, entry.connection.reason) }
    if !late.isEmpty { expiring.removeFirst(late.count) }
    if let due = retryAt, due <= now {
      retryAt = nil
      for connection in stalled { markDirty(connection) }
      stalled = []
    }
  }

  func flushDirty() {
    let connections = dirty
    dirty.removeAll(keepingCapacity: true)
    for connection in connections {
      connection.flags.remove(.dirty)
      flush(connection, isTurnEnd: true)
    }
  }

  /// The kernel takes output again.
  func becameWritable(_ connection: Connection) {
    guard connection.flags.contains(.blocked) else { return }
    connection.flags.remove(.blocked)
    if configuration.idleTimeoutMilliseconds > 0, !connection.flags.contains(.stream) {
      table.touch(connection, at: now)
    }
    markDirty(connection)
  }

  /// Sends what may leave now, and settles what follows from how much is left. Before a turn's end nothing is
  /// closed for having no more output, since the handler may still add some.
  func flush(_ connection: Connection, isTurnEnd: Bool = false) {
    guard !connection.flags.contains(.doomed) else { return }
    if let queue = connection.output {
      if queue.readyCount > 0 && !connection.flags.contains(.blocked) { transmit(queue, of: connection) }
      guard !connection.flags.contains(.doomed) else { return }
      if queue.count == 0 { recycleQueue(of: connection) }
    }
    settle(connection, isTurnEnd)
  }

  /// The connection is over: it keeps nothing, and the loop will close it.
  func doom(_ connection: Connection, _ reason: CloseReason) {
    guard !connection.flags.contains(.doomed) else { return }
    connection.reason = connection.flags.contains(.closing) ? connection.reason : reason
    connection.flags.insert(.doomed)
    connection.framer.clear()
    recycleQueue(of: connection)
    doomed.append(connection)
  }

  func takeDoomed() -> [Connection] { take(&doomed) }
  func takeNotices() -> [Notice] { take(&notices) }
  func takeResumed() -> [Connection] {
    let connections = take(&resumed)
    for connection in connections { connection.flags.remove(.listed) }
    return connections
  }

  /// Lines that were kept back are handled in the next turn.
  func goOnLater(_ connection: Connection) {
    guard !connection.flags.contains(.listed) else { return }
    connection.flags.insert(.listed)
    resumed.append(connection)
  }

  // MARK: - Steps

  private func take<Element>(_ list: inout [Element]) -> [Element] {
    guard !list.isEmpty else { return [] }
    defer { list = [] }
    return list
  }

  private func markDirty(_ connection: Connection) {
    guard !connection.flags.contains(.dirty) else { return }
    connection.flags.insert(.dirty)
    dirty.append(connection)
  }

  private func markHeld(_ connection: Connection) {
    connection.flags.insert(.held)
    held.append(connection)
  }

  private func changeHeld(_ change: (OutputQueue) -> Void) {
    let connections = held
    held = []
    for connection in connections {
      guard let queue = connection.output, !connection.flags.contains(.doomed) else { continue }
      change(queue)
      markDirty(connection)
      if queue.isHolding {
        held.append(connection)
      } else {
        connection.flags.remove(.held)
      }
    }
  }

  private func transmit(_ queue: OutputQueue, of connection: Connection) {
    let offered = queue.readyCount
    var sent = calls.send(connection.descriptor, queue.readyBytes)
    while sent == -Int(EINTR) { sent = calls.send(connection.descriptor, queue.readyBytes) }
    statistics.sends += 1
    if sent >= 0 {
      statistics.bytesOut += UInt64(sent)
      queue.consume(sent)
      // The kernel took less than it was offered, which is how it says that its buffer is full.
      if sent < offered { connection.flags.insert(.blocked) }
      return
    }
    switch Int32(truncatingIfNeeded: -sent) {
    case EAGAIN: connection.flags.insert(.blocked)
    case ENOBUFS, ENOMEM:
      stalled.append(connection)
      if retryAt == nil { retryAt = now &+ Self.stallNanoseconds }
    case EPIPE, ECONNRESET: doom(connection, .reset)
    case let code: doom(connection, .error(code))
    }
  }

  private func settle(_ connection: Connection, _ isTurnEnd: Bool) {
    let pending = pendingBytes(of: connection)
    if connection.flags.contains(.closing) {
      if pending == 0 && isTurnEnd && !connection.flags.contains(.draining) {
        guard connection.flags.contains(.lingers), !connection.flags.contains(.ended) else {
          return doom(connection, connection.reason)
        }
        connection.flags.insert(.draining)
        calls.finishSending(connection.descriptor)
      }
      if !connection.flags.contains(.expiring) {
        connection.flags.insert(.expiring)
        let due = now &+ configuration.closeTimeoutMilliseconds &* 1_000_000
        expiring.append((connection, due))
      }
    } else if pending > configuration.softOutputBytes {
      if !connection.flags.contains(.slow) {
        connection.flags.insert(.slow)
        notices.append(.slow(connection.id))
      }
    } else if connection.flags.contains(.slow) && pending < configuration.softOutputBytes / 2 {
      connection.flags.remove(.slow)
      notices.append(.ready(connection.id))
      if connection.flags.contains(.unfinished) { goOnLater(connection) }
    }
    updateInterest(connection)
  }

  func updateInterest(_ connection: Connection) {
    let isRead = connection.flags.isDisjoint(with: [.slow, .closing, .paused, .ended])
    var wanted: Readiness = isRead || connection.flags.contains(.draining) ? .readable : []
    if connection.flags.contains(.blocked) { wanted.insert(.writable) }
    guard wanted != connection.interest else { return }
    poller.change(connection.descriptor, token: connection.id.token, from: connection.interest, to: wanted)
    connection.interest = wanted
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
