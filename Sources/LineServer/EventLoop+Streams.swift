#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Connections of the further listeners on their way through the loop.
extension EventLoop {
  /// The most bytes read from a stream in a turn: so few that many of them together do not hold lines up.
  private static let streamBytesPerTurn = 16_384

  func bytesPerTurn(_ connection: Connection) -> Int {
    let most = outbox.configuration.readBytesPerTurn
    // One with bounds of its own carries what many have to say.
    if connection.flags.contains(.ownLimits) { return buffer.count }
    return connection.flags.contains(.stream) ? min(most, Self.streamBytesPerTurn) : most
  }

  /// Who handles a stream.
  func streamHandler(of connection: Connection) -> (any StreamHandler)? {
    let index = connection.kind.index
    return streams.indices.contains(index) ? streams[index] : nil
  }

  /// A connection that is being made from this side has come to be, or has failed.
  func settleConnecting(_ connection: Connection) {
    let result = outbox.calls.connectResult(connection.descriptor)
    guard result >= 0 else { return outbox.terminate(connection, .error(-result)) }
    connection.flags.remove(.connecting)
    outbox.becameWritable(connection)
    guard connection.flags.isDisjoint(with: [.closing, .terminated]) else { return }
    streamHandler(of: connection)?.connected(connection.id)
  }

  /// The bytes of a stream go on as they are.
  func pass(_ connection: Connection, _ count: Int) {
    guard count > 0 else {
      outbox.end(connection)
      streamHandler(of: connection)?.finished(connection.id)
      return
    }
    streamHandler(of: connection)?.received(UnsafeRawBufferPointer(rebasing: buffer[..<count]), on: connection.id)
  }

  /// Ends the connection that its handler misses least, for somebody who wants in.
  ///
  /// - Returns: whether there was one.
  func makeRoom(at index: Int, for address: String, ofItsOwn: Bool) -> Bool {
    guard streams.indices.contains(index), let id = streams[index].leastMissed(for: address, ofItsOwn: ofItsOwn),
      let connection = outbox.table[id], connection.kind == .stream(index)
    else { return false }
    outbox.terminate(connection, .byServer)
    // Its place is needed now.
    while outbox.table[id] != nil, let ended = outbox.popTerminated() { bury(ended) }
    outbox.statistics.streams[index].displaced += 1
    return true
  }

  /// Reads what nobody wants any more, until the peer has finished.
  func forget(_ connection: Connection) {
    let count = outbox.calls.receive(
      connection.descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(bytesPerTurn(connection))))
    if count == 0 || (count < 0 && count != -Int(EINTR) && count != -Int(EAGAIN)) {
      outbox.terminate(connection, connection.reason)
    }
  }
}
