extension Outbox {
  /// Closes a connection for its handler. `lingering`: the peer may still be sending, and must be able to read the last
  /// output.
  func close(_ connection: Connection, lingering: Bool) {
    if lingering { connection.flags.insert(.lingers) }
    close(connection, .byServer)
  }

  /// Pauses or resumes reading from a stream.
  func pause(_ connection: Connection, _ isPaused: Bool) {
    guard connection.flags.contains(.stream), connection.flags.contains(.paused) != isPaused,
      !connection.flags.contains(.terminated)
    else { return }
    if isPaused { connection.flags.insert(.paused) } else { connection.flags.remove(.paused) }
    updateInterest(connection)
  }

  /// Starts an outgoing connection for the handler of a stream listener.
  func connect(toHost host: String, port: UInt16, as index: Int) -> ConnectionID? {
    guard !isStopping, configuration.streams.indices.contains(index) else { return nil }
    let (descriptor, peer) = calls.connect(toHost: host, port: port)
    guard descriptor >= 0 else { return nil }
    let connection = table.insert(descriptor: descriptor, peer: peer.key, .stream(index))
    // It becomes writable when it is established.
    connection.flags.formUnion([.connecting, .blocked])
    if configuration.streams[index].output != nil { connection.flags.insert(.ownLimits) }
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
    connection.flags.insert(.awaitsHeader)
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
      guard let connection = table[first.id], connection.flags.contains(.awaitsHeader) else { continue }
      if connection.flags.contains(.queued) { setHeaderDeadline(of: connection) } else { terminate(connection, .idle) }
    }
  }

  /// The limits of a connection's unsent output.
  @inline(__always)
  func outputLimits(of connection: Connection) -> (soft: Int, hard: Int) {
    guard connection.flags.contains(.ownLimits), let limits = configuration.streams[connection.kind.index].output else {
      return (configuration.softOutputBytes, configuration.hardOutputBytes)
    }
    return (limits.soft, limits.hard)
  }

  /// Stops watching a stream whose peer has finished sending: each read would report the end again.
  func stopWatching(_ connection: Connection) {
    connection.flags.insert(.ended)
    updateInterest(connection)
  }

  /// The unsent bytes of all connections; walks through all of them.
  var unsentBytes: Int { table.all.reduce(0) { $0 + pendingBytes(of: $1) } }
}
