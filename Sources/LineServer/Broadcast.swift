/// One message to very many connections, sent to a few of them per turn.
final class Broadcast {
  let bytes: [UInt8]
  let ticket: UInt64
  private let recipients: [ConnectionID]
  private var next = 0
  /// Slots of the recipients that have not been given the message yet, one bit each.
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

  /// Takes out the next recipient; `nil` when all have been given the message.
  func popNext() -> ConnectionID? {
    while next < recipients.count {
      let id = recipients[next]
      next += 1
      if remove(id) { return id }
    }
    return nil
  }

  /// Takes a connection out ahead of its turn, or because it is closed.
  ///
  /// - Returns: whether it has not been given the message yet.
  func remove(_ id: ConnectionID) -> Bool {
    let word = Int(id.slot / 64)
    let bit: UInt64 = 1 << UInt64(id.slot % 64)
    guard word < waiting.count, waiting[word] & bit != 0 else { return false }
    waiting[word] &= ~bit
    return true
  }
}

/// A broadcast spans several turns. Later output of a recipient, and its close, stay behind the broadcast.
extension Outbox {
  /// Messages to more connections than this become broadcasts.
  static let mostAtOnce = 64
  /// The most pending broadcasts; when there are more, the oldest is completed at once.
  private static let mostBroadcasts = 64

  /// Sends the same bytes to many distinct connections.
  func send(_ bytes: UnsafeRawBufferPointer, to ids: [ConnectionID], after ticket: UInt64) {
    // Overtaking output waits for no commit and for no broadcast.
    guard ids.count > Self.mostAtOnce, ticket != OutputQueue.overtaking else {
      for id in ids { send(bytes, to: id, after: ticket) }
      return
    }
    if broadcasts.count >= Self.mostBroadcasts { step(0, recipients: .max) }
    broadcasts.append(Broadcast(bytes, to: ids, after: ticket))
  }

  /// Gives a connection its pending broadcasts.
  func finishBroadcasts(to connection: Connection) {
    for broadcast in broadcasts where broadcast.remove(connection.id) { append(broadcast, to: connection) }
  }

  /// Removes a closed connection, so that the next user of its slot gets nothing of its broadcasts.
  func forgetBroadcasts(to connection: Connection) {
    for broadcast in broadcasts { _ = broadcast.remove(connection.id) }
  }

  /// The first broadcast whose commit is released. Those that wait for a commit are not yet put into thousands of
  /// queues.
  var readyBroadcast: Int? { broadcasts.firstIndex { $0.ticket <= released } }

  /// Gives the first released broadcast to its next recipients.
  ///
  /// - Returns: whether there was a released broadcast.
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
