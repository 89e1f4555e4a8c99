/// One message on its way to very many connections, a few of them at each turn.
final class Broadcast {
  let bytes: [UInt8]
  let ticket: UInt64
  private let recipients: [ConnectionID]
  private var next = 0
  /// Slots of the recipients that have not been given it yet, a bit each.
  private var waiting: [UInt64] = []

  init(_ bytes: UnsafeRawBufferPointer, to recipients: [ConnectionID], after ticket: UInt64) {
    self.bytes = Array(bytes)
    self.recipients = recipients
    self.ticket = ticket
    for id in recipients {
      let word = Int(id.slot / 64)
      if word >= waiting.count { waiting += repeatElement(0, count: word + 1 - waiting.count) }
      waiting[word] |= 1 << UInt64(id.slot % 64)
    }
  }

  /// Takes out whoever is next; `nil` once all have been given it.
  func popNext() -> ConnectionID? {
    while next < recipients.count {
      let id = recipients[next]
      next += 1
      if remove(id) { return id }
    }
    return nil
  }

  /// Takes a connection out before its turn, or because it is over.
  ///
  /// - Returns: whether it has not been given it yet.
  func remove(_ id: ConnectionID) -> Bool {
    let word = Int(id.slot / 64)
    let bit: UInt64 = 1 << UInt64(id.slot % 64)
    guard word < waiting.count, waiting[word] & bit != 0 else { return false }
    waiting[word] &= ~bit
    return true
  }
}

/// What goes to very many takes its time. Whatever else a connection is sent meanwhile, or its end, comes after it.
extension Outbox {
  /// Up to so many are sent the same at once.
  static let mostAtOnce = 64
  /// How many messages to many may be on their way; before there are more, the first one is brought to its end.
  private static let mostBroadcasts = 64

  /// Sends the same bytes to many connections, each of them different.
  func send(_ bytes: UnsafeRawBufferPointer, to ids: [ConnectionID], after ticket: UInt64) {
    // What overtakes waits for no commit, and for no turn of a broadcast.
    guard ids.count > Self.mostAtOnce, ticket != OutputQueue.overtaking else {
      for id in ids { send(bytes, to: id, after: ticket) }
      return
    }
    if broadcasts.count >= Self.mostBroadcasts { step(0, recipients: .max) }
    broadcasts.append(Broadcast(bytes, to: ids, after: ticket))
  }

  /// Gives a connection what is still on its way to it.
  func finishBroadcasts(to connection: Connection) {
    for broadcast in broadcasts where broadcast.remove(connection.id) { append(broadcast, to: connection) }
  }

  /// A connection is over: whoever has its slot next is not meant.
  func forgetBroadcasts(to connection: Connection) {
    for broadcast in broadcasts { _ = broadcast.remove(connection.id) }
  }

  /// The first that may leave: what waits for a commit is not put into thousands of queues before.
  var readyBroadcast: Int? { broadcasts.firstIndex { $0.ticket <= released } }

  /// Gives the next few what is on its way to them.
  ///
  /// - Returns: whether there was anything that may leave.
  @discardableResult
  func stepBroadcast(recipients: Int) -> Bool {
    guard !broadcasts.isEmpty, let index = readyBroadcast else { return false }
    step(index, recipients: recipients)
    return true
  }

  private func step(_ index: Int, recipients: Int) {
    let broadcast = broadcasts[index]
    for _ in 0..<recipients {
      guard let id = broadcast.popNext() else {
        broadcasts.remove(at: index)
        break
      }
      guard let connection = table[id] else { continue }
      for earlier in broadcasts[..<index] where earlier.remove(id) { append(earlier, to: connection) }
      append(broadcast, to: connection)
    }
  }

  private func append(_ broadcast: Broadcast, to connection: Connection) {
    broadcast.bytes.withUnsafeBytes { append($0, to: connection, after: broadcast.ticket) }
  }
}
