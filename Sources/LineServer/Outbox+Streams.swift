extension Outbox {
  /// Closes a connection for its handler. `lingering`: the peer may still be sending, and is to read the last output
  /// all the same.
  func close(_ connection: Connection, lingering: Bool) {
    if lingering { connection.flags.insert(.lingers) }
    close(connection, .byServer)
  }

  /// Stops reading from a stream, or goes on with it.
  func pause(_ connection: Connection, _ isPaused: Bool) {
    guard connection.flags.contains(.stream), connection.flags.contains(.paused) != isPaused,
      !connection.flags.contains(.terminated)
    else { return }
    if isPaused { connection.flags.insert(.paused) } else { connection.flags.remove(.paused) }
    updateInterest(connection)
  }

  /// The peer of a stream sends nothing more: reading from it would find the end for ever.
  func end(_ connection: Connection) {
    connection.flags.insert(.ended)
    updateInterest(connection)
  }

  /// All unsent bytes of all connections: walks through them.
  var unsentBytes: Int { table.all.reduce(0) { $0 + pendingBytes(of: $1) } }
}
