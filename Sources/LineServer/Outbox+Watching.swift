/// What the poller is asked to report of a connection.
extension Outbox {
  /// Takes a queued connection out of the poller's reports.
  func mute(_ connection: Connection) {
    guard repeatsEvents, !connection.stops.contains(.muted) else { return }
    connection.stops.insert(.muted)
    updateInterest(connection)
  }

  /// Watches a handled connection again, unless it is queued.
  func unmute(_ connection: Connection) {
    guard connection.stops.contains(.muted), !connection.lists.contains(.queued) else { return }
    connection.stops.remove(.muted)
    if connection.phase != .terminated { updateInterest(connection) }
  }

  /// Queues a handled connection again if it has unread input that is not going to be reported.
  func goOnReading(_ connection: Connection) {
    if !repeatsEvents, connection.hasInput, connection.takesInput { enqueue(connection) }
  }

  /// Watches a connection for what its state asks for.
  func updateInterest(_ connection: Connection) { updateInterest(connection, isRepeated: false) }

  /// Has the poller report a connection that is ready, even if it has done so.
  func watchAgain(_ connection: Connection) { updateInterest(connection, isRepeated: !repeatsEvents) }

  private func updateInterest(_ connection: Connection, isRepeated: Bool) {
    let isRead = connection.phase == .open && connection.stops.isEmpty
    var wanted: Readiness = isRead || connection.phase == .draining ? .readable : []
    if connection.isBlocked { wanted.insert(.writable) }
    guard isRepeated || wanted != connection.interest else { return }
    poller.change(connection.descriptor, token: connection.id.token, from: connection.interest, to: wanted)
    connection.interest = wanted
  }
}
