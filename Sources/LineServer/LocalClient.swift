internal import CSystem

/// A connection to a server's local socket; its calls block.
public final class LocalClient {
  /// For use with `poll`.
  public let descriptor: Int32
  private var buffer: [UInt8] = []

  /// Connects.
  public init(path: String) throws(ListenError) {
    descriptor = csystem_connect_local(path)
    guard descriptor >= 0 else { throw ListenError(local: path, result: descriptor) }
  }

  deinit { _ = csystem_close(descriptor) }

  /// Sends a line and its ending.
  ///
  /// - Returns: whether the server accepted it.
  public func send(_ line: some Sequence<UInt8>) -> Bool {
    var bytes = Array(line) + [UInt8(ascii: "\n")]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { csystem_send(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return false }
      bytes.removeFirst(count)
    }
    return true
  }

  /// Whether an unread line is buffered.
  public var hasLine: Bool { buffer.contains(UInt8(ascii: "\n")) }

  /// The next line, without its ending; `nil` when the server has closed the connection.
  public func readLine() -> [UInt8]? {
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffer.removeSubrange(...end) }
        return Array(buffer[..<end])
      }
      guard readMore() else { return nil }
    }
  }

  /// Waits for bytes.
  ///
  /// - Returns: whether any arrived.
  public func readMore() -> Bool {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { room in
      let count = csystem_receive(descriptor, room.baseAddress, room.count)
      guard count > 0 else { return false }
      buffer += room.prefix(count)
      return true
    }
  }
}
