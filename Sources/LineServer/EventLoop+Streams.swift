#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Connections of the second listener on their way through the loop.
extension EventLoop {
  /// The most bytes read from a stream in a turn: so few that many of them together do not hold lines up.
  private static let streamBytesPerTurn = 16_384

  func bytesPerTurn(_ connection: Connection) -> Int {
    let most = outbox.configuration.readBytesPerTurn
    return connection.flags.contains(.stream) ? min(most, Self.streamBytesPerTurn) : most
  }

  /// The bytes of a stream go on as they are.
  func pass(_ connection: Connection, _ count: Int) {
    guard count > 0 else {
      outbox.end(connection)
      streams?.finished(connection.id)
      return
    }
    streams?.received(UnsafeRawBufferPointer(rebasing: buffer[..<count]), on: connection.id)
  }

  /// Reads what nobody wants any more, until the peer has finished.
  func forget(_ connection: Connection) {
    let count = outbox.calls.receive(
      connection.descriptor, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(bytesPerTurn(connection))))
    if count == 0 || (count < 0 && count != -Int(EINTR) && count != -Int(EAGAIN)) {
      outbox.terminate(connection, connection.reason)
    }
  }

  func isStream(_ id: ConnectionID) -> Bool { outbox.table[id]?.flags.contains(.stream) == true }
}
