/// Connections whose lines are WebSocket messages (RFC 6455): the same queues, limits and tickets, in frames.
extension Outbox {
  /// Whether the peer of a stream may have one more connection of lines.
  func hasRoomForLine(_ id: ConnectionID) -> Bool {
    guard let connection = table[id] else { return false }
    let most = configuration.maximumConnectionsPerAddress
    return table.counts[.lines] < configuration.maximumConnections
      && (most == 0 || connection.peer.counts[.lines] < most)
  }

  /// Turns a stream into a connection of lines. One that has already sent more than the longest line is closed.
  func becomeWebSocket(_ id: ConnectionID, unread: [UInt8]) {
    guard let connection = table[id], connection.kind.isStream, connection.phase < .closing,
      !connection.stops.contains(.ended)
    else { return }
    pause(connection, false)
    table.becomeLine(connection)
    statistics.accepted += 1
    if configuration.idleTimeoutMilliseconds > 0 { table.touch(connection, at: now) }
    upgraded.append(connection)
    let isTooLong = unread.count > configuration.maximumLineBytes
    connection.framing = .webSocket(WebSocketFramer(unread: isTooLong ? [] : unread))
    if isTooLong {
      connection.closeCode = .messageTooBig
      return close(connection, .byServer)
    }
    connection.isUnfinished = !unread.isEmpty
  }

  /// Appends lines, each as a message without its ending.
  func appendMessages(_ bytes: UnsafeRawBufferPointer, to connection: Connection, after ticket: UInt64) {
    var start = 0
    while start < bytes.count {
      let end = bytes.firstIndex(ofByte: 0x0A, from: start) ?? bytes.count
      append(.text, UnsafeRawBufferPointer(rebasing: bytes[start..<end]), to: connection, after: ticket)
      start = end + 1
    }
  }

  func pong(_ payload: UnsafeRawBufferPointer, to connection: Connection) {
    append(.pong, payload, to: connection, after: 0)
  }

  /// Appends the close frame behind all other output. The peer has time to answer it, unless it sent the first one.
  func sendClose(to connection: Connection, because reason: CloseReason) {
    let answered = connection.closeCode
    let code = answered ?? (reason == .shuttingDown ? .goingAway : .normal)
    if reason != .byPeer { connection.lingers = true }
    let payload = code == .none ? [] : [UInt8(code.rawValue >> 8), UInt8(truncatingIfNeeded: code.rawValue)]
    payload.withUnsafeBytes { append(.close, $0, to: connection, after: 0) }
  }

  /// Appends the close frame of a closing WebSocket again, after it was dropped with held output.
  func resendClose(to connection: Connection) {
    let phase = connection.phase
    guard phase >= .closing, connection.isWebSocket else { return }
    // A connection that closes takes no output.
    connection.phase = .open
    sendClose(to: connection, because: connection.reason)
    connection.phase = max(phase, connection.phase)
  }

  private func append(
    _ opcode: WebSocketHeader.Opcode, _ payload: UnsafeRawBufferPointer, to connection: Connection,
    after ticket: UInt64
  ) {
    WebSocketHeader.write(opcode, count: payload.count) { header in
      appendRaw(header, to: connection, after: ticket)
      if !payload.isEmpty { appendRaw(payload, to: connection, after: ticket) }
    }
  }
}
