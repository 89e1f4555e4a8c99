import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server that sends the same greeting to every client and ignores input, such as an older or newer version, or
/// another service.
package final class TalkingListener: Sendable {
  package let port: UInt16
  /// Closed to end the thread.
  private let stopper: Int32

  /// - Parameter closes: whether the connection is closed after the greeting, or kept open.
  package init(greeting: String, closes: Bool) throws {
    let (listener, port) = try Listening.start()
    let (ear, button) = try Listening.bell()
    (self.port, stopper) = (port, button)
    Thread.detachNewThread { Self.serve(listener, until: ear, Array(greeting.utf8), closes) }
  }

  deinit { close(stopper) }

  private static func serve(_ listener: Int32, until stop: Int32, _ greeting: [UInt8], _ closes: Bool) {
    var clients: [Int32] = []
    while true {
      var entries = [stop, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, 2, -1) >= 0 || errno == EINTR, entries[0].revents == 0 else { break }
      guard entries[1].revents != 0 else { continue }
      guard let client = Listening.take(from: listener) else { continue }
      // A few hundred bytes fit into any socket's buffer.
      _ = write(client, greeting, greeting.count)
      if closes {
        // Reads the client's input first, since closing with unread input would send a reset.
        shutdown(client, Int32(SHUT_WR))
      }
      clients.append(client)
    }
    for descriptor in clients + [listener, stop] { close(descriptor) }
  }
}
