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

  /// Begins to make a connection for the handler of a further listener.
  func connect(toHost host: String, port: UInt16, as index: Int) -> ConnectionID? {
    guard !isStopping, configuration.streams.indices.contains(index) else { return nil }
    let (descriptor, peer) = calls.connect(toHost: host, port: port)
    guard descriptor >= 0 else { return nil }
    let connection = table.insert(descriptor: descriptor, peer: peer.key, .stream(index))
    // It is writable once it is made.
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

  /// A connection from a balancer, which has to say whose it is.
  func awaitName(of connection: Connection) {
    connection.flags.insert(.unnamed)
    headers[connection.id] = ProxyHeader()
    expectName(of: connection)
  }

  private func expectName(of connection: Connection) {
    unnamed.append((connection.id, now &+ configuration.headerTimeoutMilliseconds &* 1_000_000))
  }

  /// Gives up those of which a balancer has said nothing in time.
  func endUnnamed() {
    while let first = unnamed.first, first.due <= now {
      _ = unnamed.popFirst()
      guard let connection = table[first.id], connection.flags.contains(.unnamed) else { continue }
      if connection.flags.contains(.queued) { expectName(of: connection) } else { terminate(connection, .idle) }
    }
  }

  /// Bounds of a connection's unsent output.
  @inline(__always)
  func outputLimits(of connection: Connection) -> (soft: Int, hard: Int) {
    guard connection.flags.contains(.ownLimits), let limits = configuration.streams[connection.kind.index].output else {
      return (configuration.softOutputBytes, configuration.hardOutputBytes)
    }
    return (limits.soft, limits.hard)
  }

  /// The peer of a stream sends nothing more: reading from it would find the end for ever.
  func end(_ connection: Connection) {
    connection.flags.insert(.ended)
    updateInterest(connection)
  }

  /// All unsent bytes of all connections: walks through them.
  var unsentBytes: Int { table.all.reduce(0) { $0 + pendingBytes(of: $1) } }
}
