/// Keeps one connection, or one address, from delaying the others.
extension Outbox {
  /// The longest duration of each part of a turn while several addresses are connected, in nanoseconds: the delay that
  /// the traffic of others adds to a line.
  static let sharedPartNanoseconds: UInt64 = 100_000
  /// The same while only one address is connected.
  private static let solePartNanoseconds: UInt64 = 2_000_000

  /// Broadcast recipients served in each turn, at least; and while fewer than `dirtyThreshold` connections wait to be
  /// sent to.
  private static let (minimumRecipients, recipients, dirtyThreshold) = (4, 32, 32)

  /// When a part of a turn that begins at `start` must end.
  func endOfPart(from start: UInt64) -> UInt64 {
    start &+ (table.peerCount > 1 ? Self.sharedPartNanoseconds : Self.solePartNanoseconds)
  }

  /// How long one connection may be handled before the clock is checked for others.
  var slice: UInt64 { table.peerCount > 1 ? UInt64(FairQueue.quantum) : Self.solePartNanoseconds }

  /// Sends pending output, each address in turn; what does not fit into this part of the turn is sent in the next.
  func flushDirty() {
    // Broadcasts proceed, whatever else is to be sent.
    stepBroadcast(recipients: Self.minimumRecipients)
    guard !dirty.isEmpty else { return }
    var time = clock()
    let end = endOfPart(from: time)
    while time < end {
      // Broadcast recipients are added only while few connections are queued: later output then waits behind few, and
      // output queues are reused.
      if dirty.count < Self.dirtyThreshold, stepBroadcast(recipients: Self.recipients) { time = clock() }
      guard let connection = dirty.next() else { break }
      charge(connection.peer, since: &time) {
        connection.lists.remove(.dirty)
        flush(connection, isTurnEnd: true)
      }
    }
  }

  /// Runs `body` for an address and charges the address with its duration.
  func charge(_ peer: Peer, since time: inout UInt64, _ body: () -> Void) {
    body()
    let now = clock()
    peer.charge(nanoseconds: now &- time)
    time = now
  }

  /// Reads no line of a connection before a time: input stays in the kernel, and then at the peer.
  func pause(_ connection: Connection, until due: UInt64) {
    guard !connection.kind.isStream, connection.phase < .closing, due > connection.pausedUntil else { return }
    connection.pausedUntil = due
    connection.stops.insert(.paused)
    if due != .max { pauses.insert(connection.id, due: due) }
    updateInterest(connection)
  }

  func endPauses() {
    while let (due, id) = pauses.popDue(at: now) {
      // A pause that was extended has an entry of its own.
      guard let connection = table[id], connection.pausedUntil == due else { continue }
      endPause(of: connection)
    }
  }

  /// Ends the pause of a connection that was paused until a time.
  func endPause(of connection: Connection) {
    guard connection.pausedUntil > 0, connection.phase < .closing else { return }
    connection.pausedUntil = 0
    connection.stops.remove(.paused)
    updateInterest(connection)
    if connection.isUnfinished { enqueue(connection) }
  }
}
