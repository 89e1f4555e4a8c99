extension Outbox {
  /// Closes a connection for its handler. `lingering`: the peer may still be sending, and must be able to read the last
  /// output.
  func close(_ connection: Connection, lingering: Bool) {
    if lingering { connection.lingers = true }
    close(connection, .byServer)
  }

  /// Pauses or resumes reading from a stream.
  func pause(_ connection: Connection, _ isPaused: Bool) {
    guard connection.kind.isStream, connection.stops.contains(.paused) != isPaused, connection.phase != .terminated
    else { return }
    connection.stops.formSymmetricDifference(.paused)
    updateInterest(connection)
  }

  /// Starts an outgoing connection for the handler of a stream listener.
  func connect(toHost host: String, port: UInt16, as index: Int) -> ConnectionID? {
    guard !isStopping, configuration.streams.indices.contains(index) else { return nil }
    let (descriptor, peer) = calls.connect(toHost: host, port: port)
    guard descriptor >= 0 else { return nil }
    let connection = table.insert(descriptor: descriptor, peer: peer.key, .stream(index))
    // It becomes writable when it is established.
    connection.phase = .connecting
    connection.isBlocked = true
    if configuration.streams[index].output != nil { connection.hasOwnLimits = true }
    connection.interest = .writable
    guard poller.add(descriptor, token: connection.id.token, interest: .writable) >= 0 else {
      table.remove(connection)
      calls.close(descriptor)
      return nil
    }
    return connection.id
  }

  /// Lets a connection from a balancer wait for its header.
  func awaitHeader(of connection: Connection) {
    connection.awaitsHeader = true
    headers[connection.id] = ProxyHeader()
    setHeaderDeadline(of: connection)
  }

  private func setHeaderDeadline(of connection: Connection) {
    headerDeadlines.append((connection.id, now &+ configuration.headerTimeoutMilliseconds &* 1_000_000))
  }

  /// Closes the connections whose header did not arrive in time.
  func endOverdueHeaders() {
    while let first = headerDeadlines.first, first.due <= now {
      _ = headerDeadlines.popFirst()
      guard let connection = table[first.id], connection.awaitsHeader else { continue }
      if connection.lists.contains(.queued) { setHeaderDeadline(of: connection) } else { terminate(connection, .idle) }
    }
  }

  /// The limits of a connection's unsent output.
  @inline(__always)
  func outputLimits(of connection: Connection) -> (soft: Int, hard: Int) {
    guard connection.hasOwnLimits, let limits = configuration.streams[connection.kind.index].output else {
      return (configuration.softOutputBytes, configuration.hardOutputBytes)
    }
    return (limits.soft, limits.hard)
  }

  /// Stops watching a stream whose peer has finished sending: each read would report the end again.
  func stopWatching(_ connection: Connection) {
    connection.stops.insert(.ended)
    updateInterest(connection)
  }

  /// The unsent bytes of all connections; walks through all of them.
  var unsentBytes: Int { table.all.reduce(0) { $0 + pendingBytes(of: $1) } }
}
