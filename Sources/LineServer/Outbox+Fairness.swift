/// What keeps one connection, or one address, from making the others wait.
extension Outbox {
  /// How long a turn may take in each of its parts while several addresses are connected, in nanoseconds: so long
  /// somebody who has just sent a line waits for what others have sent.
  static let partOfTurn: UInt64 = 100_000
  /// The same while there is nobody else to wait.
  private static let partAlone: UInt64 = 2_000_000

  /// How many recipients of what goes to many are seen to in each turn, at least, and together where little else waits
  /// to be sent.
  private static let (leastRecipients, recipients, fewDirty) = (4, 32, 32)

  /// When a part of a turn that begins now is to end.
  func endOfPart(from start: UInt64) -> UInt64 {
    start &+ (table.peerCount > 1 ? Self.partOfTurn : Self.partAlone)
  }

  /// How long one connection may be handled before the clock is asked whether others come first.
  var slice: UInt64 { table.peerCount > 1 ? UInt64(FairQueue.quantum) : Self.partAlone }

  /// Sends what has gathered, addresses in turn; what takes too long goes out in the next turn.
  func flushDirty() {
    // Whatever else there is to send, what goes to many goes on.
    stepBroadcast(recipients: Self.leastRecipients)
    guard !dirty.isEmpty else { return }
    var time = clock()
    let end = endOfPart(from: time)
    while time < end {
      // No more at a time than is sent soon: what comes meanwhile has not to wait behind all of them, and their queues
      // are used again and again.
      if dirty.count < Self.fewDirty, stepBroadcast(recipients: Self.recipients) { time = clock() }
      guard let connection = dirty.next() else { break }
      charge(connection.peer, since: &time) {
        connection.flags.remove(.dirty)
        flush(connection, isTurnEnd: true)
      }
    }
  }

  /// Does something for an address, and counts how long it took.
  func charge(_ peer: Peer, since time: inout UInt64, _ body: () -> Void) {
    body()
    let now = clock()
    peer.charge(nanoseconds: now &- time)
    time = now
  }

  /// Reads no line of a connection before a moment: what comes waits in the kernel, and in time at the peer.
  func pause(_ connection: Connection, until due: UInt64) {
    guard connection.flags.isDisjoint(with: [.stream, .closing, .terminated]), due > connection.pausedUntil else {
      return
    }
    connection.pausedUntil = due
    connection.flags.insert(.paused)
    if due != .max { pauses.insert(connection.id, due: due) }
    updateInterest(connection)
  }

  func endPauses() {
    while let (due, id) = pauses.popDue(at: now) {
      // A pause that was made longer has an entry of its own.
      guard let connection = table[id], connection.pausedUntil == due else { continue }
      endPause(of: connection)
    }
  }

  /// Reads a connection again that was not to be read before a moment.
  func endPause(of connection: Connection) {
    guard connection.pausedUntil > 0, connection.flags.isDisjoint(with: [.closing, .terminated]) else { return }
    connection.pausedUntil = 0
    connection.flags.remove(.paused)
    updateInterest(connection)
    if connection.flags.contains(.unfinished) { enqueue(connection) }
  }
}
