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

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - greeting: what everybody is sent.
  ///   - closes: whether the connection is then closed, or kept open in silence.
  package init(greeting: String, closes: Bool) throws {
    #if canImport(Darwin)
      let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
      let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    #endif
    var address = CuttingProxy.loopback(port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 64) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    var ends: [Int32] = [-1, -1]
    guard isListening, pipe(&ends) == 0 else { throw CuttingProxy.SocketFault(number: errno) }
    for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    port = UInt16(bigEndian: address.sin_port)
    stopper = ends[1]
    let stop = ends[0]
    Thread.detachNewThread { Self.serve(listener, until: stop, Array(greeting.utf8), closes) }
  }

  deinit { close(stopper) }

  private static func serve(_ listener: Int32, until stop: Int32, _ greeting: [UInt8], _ closes: Bool) {
    var clients: [Int32] = []
    while true {
      var entries = [stop, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, 2, -1) >= 0 || errno == EINTR, entries[0].revents == 0 else { break }
      guard entries[1].revents != 0 else { continue }
      let client = accept(listener, nil, nil)
      guard client >= 0 else { continue }
      _ = fcntl(client, F_SETFD, FD_CLOEXEC)
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
