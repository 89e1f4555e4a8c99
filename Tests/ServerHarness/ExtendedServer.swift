import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server with further requests: it stands before a real one, answers some lines itself, and passes on all others.
/// For one client at a time.
package final class ExtendedServer: Sendable {
  package let port: UInt16
  /// Closed to end the thread.
  private let stopper: Int32

  /// - Parameter answer: what comes of a client's line; `nil` for one that the real server answers.
  package init(before target: UInt16, answer: @escaping @Sendable (String) -> String?) throws {
    let (listener, port) = try Listening.start()
    let (ear, button) = try Listening.bell()
    (self.port, stopper) = (port, button)
    Thread.detachNewThread { Self.serve(listener, target, until: ear, answer) }
  }

  deinit { close(stopper) }

  private static func serve(_ listener: Int32, _ target: UInt16, until stop: Int32, _ answer: (String) -> String?) {
    while wait(for: [stop, listener]) == listener, let client = Listening.take(from: listener) {
      guard let server = Listening.connect(to: target) else { break }
      pass(between: client, and: server, until: stop, answer)
      for descriptor in [client, server] { close(descriptor) }
    }
    for descriptor in [listener, stop] { close(descriptor) }
  }

  private static func pass(
    between client: Int32, and server: Int32, until stop: Int32, _ answer: (String) -> String?
  ) {
    var partial: [UInt8] = []
    while true {
      let ready = wait(for: [stop, client, server])
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = ready == stop ? 0 : read(ready, &bytes, bytes.count)
      guard count > 0 else { return }
      guard ready == client else {
        guard Listening.send(bytes[..<count], to: client) else { return }
        continue
      }
      partial += bytes[..<count]
      while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
        let own = answer(String(decoding: partial[..<end], as: UTF8.self))
        let line = own.map { Array("\($0)\n".utf8) } ?? Array(partial[...end])
        partial.removeSubrange(...end)
        guard Listening.send(line[...], to: own == nil ? server : client) else { return }
      }
    }
  }

  /// The first descriptor with input, or the first one after a failure.
  private static func wait(for descriptors: [Int32]) -> Int32 {
    var entries = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&entries, nfds_t(entries.count), -1) < 0 {
      guard errno == EINTR else { return descriptors[0] }
    }
    return entries.first { $0.revents != 0 }?.fd ?? descriptors[0]
  }
}
