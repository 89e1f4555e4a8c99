#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// How the loop handles connections of the stream listeners.
extension EventLoop {
  /// The most bytes read from a stream in a turn: few enough that many streams together do not delay lines.
  private static let streamBytesPerTurn = 16_384

  func bytesPerTurn(_ connection: Connection) -> Int {
    let most = outbox.configuration.readBytesPerTurn
    // A connection with output limits of its own carries the traffic of many clients.
    if connection.hasOwnLimits { return buffer.count }
    return connection.kind.isStream ? min(most, Self.streamBytesPerTurn) : most
  }

  func streamHandler(of connection: Connection) -> (any StreamHandler)? {
    let index = connection.kind.index
    return streams.indices.contains(index) ? streams[index] : nil
  }

  /// Completes an outgoing connection: it is established or has failed.
  func settleConnecting(_ connection: Connection) {
    let result = outbox.calls.connectResult(connection.descriptor)
    guard result >= 0 else { return outbox.terminate(connection, .error(-result)) }
    connection.phase = .open
    outbox.becameWritable(connection)
    guard connection.phase < .closing else { return }
    streamHandler(of: connection)?.connected(connection.id)
  }

  /// Hands the bytes of a stream to its handler.
  func deliver(_ connection: Connection, _ count: Int) {
    guard count > 0 else {
      outbox.stopWatching(connection)
      streamHandler(of: connection)?.finished(connection.id)
      return
    }
    streamHandler(of: connection)?.received(UnsafeRawBufferPointer(rebasing: buffer[..<count]), on: connection.id)
  }

  /// Closes the connection that its handler chooses, to free a place for a new one.
  ///
  /// - Returns: whether one was closed.
  func makeRoom(at index: Int, for address: String, isAtLimit: Bool) -> Bool {
    guard streams.indices.contains(index),
      let id = streams[index].displacementCandidate(for: address, isAtLimit: isAtLimit),
      let connection = outbox.table[id], connection.kind == .stream(index)
    else { return false }
    outbox.terminate(connection, .byServer)
    // Its place is needed at once.
    while outbox.table[id] != nil, let ended = outbox.popTerminated() { finishClose(ended) }
    outbox.statistics.streams[index].displaced += 1
    return true
  }

  /// Reads and discards input until the peer has finished.
  func discardInput(_ connection: Connection) {
    let count = outbox.calls.receive(
      connection.descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(bytesPerTurn(connection))))
    if count == 0 || (count < 0 && count != -Int(EINTR) && count != -Int(EAGAIN)) {
      outbox.terminate(connection, connection.reason)
    } else if count != -Int(EAGAIN) {
      outbox.watchAgain(connection)
    }
  }
}
