import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server that says the same to whoever connects and never listens: an old one, a newer one, one of something else.
package final class TalkingListener: Sendable {
  package let port: UInt16
  /// Closed to end the thread.
  private let stopper: Int32

  /// - Parameter closes: whether the connection is closed after the greeting, or kept open in silence.
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
      // A few hundred bytes fit into the buffer of any socket.
      _ = write(client, greeting, greeting.count)
      if closes {
        // What the client has sent must not turn the goodbye into a reset.
        shutdown(client, Int32(SHUT_WR))
      }
      clients.append(client)
    }
    for descriptor in clients + [listener, stop] { close(descriptor) }
  }
}
