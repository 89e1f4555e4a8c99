import Foundation

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A server of HTTP that follows a script: what it does on its first connection, on its second and so on. Connections
/// beyond the script are closed at once.
package final class ScriptedServer: Sendable {
  package enum Act: Sendable {
    /// Waits for a whole request and keeps it.
    case read
    /// Waits for the first so many bytes of a request.
    case readOnly(Int)
    /// Sends this as it is.
    case send([UInt8])
    /// Waits until the client has closed the connection.
    case waitUntilClosed
    /// Keeps the connection open and silent for as long as there is a server.
    case hold

    /// Sends an answer with a body of JSON.
    package static func answer(_ body: String, status: Int = 200) -> Act {
      .send(Array("HTTP/1.1 \(status) X\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)".utf8))
    }

    /// Sends the head of an answer in chunks.
    package static let chunkedHead = Act.send(Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))

    /// Sends a chunk that is a line.
    package static func chunk(_ line: String) -> Act {
      .send(Array("\(String(line.utf8.count + 1, radix: 16))\r\n\(line)\n\r\n".utf8))
    }
  }

  package let port: UInt16
  private let stopper: Int32
  private let seen: Seen

  package init(_ script: [[Act]]) throws {
    let (listener, port) = try Listening.start()
    let (ear, button) = try Listening.bell()
    let seen = Seen()
    (self.port, stopper, self.seen) = (port, button, seen)
    Thread.detachNewThread { Self.serve(listener, until: ear, script, seen) }
  }

  deinit { close(stopper) }

  /// Every whole request so far.
  package var requests: [String] { seen.change { $0.requests } }

  /// How many connections there were.
  package var connections: Int { seen.change { $0.connections } }

  /// Waits until there were so many whole requests.
  package func waitForRequest(_ count: Int, seconds: Double) -> Bool {
    seen.wait(seconds) { $0.requests.count >= count }
  }

  /// Waits until the script of a connection is over.
  package func waitForEnd(of connection: Int) -> Bool {
    seen.wait(Patience.seconds) { $0.ended.contains(connection) }
  }

  private struct State {
    var requests: [String] = []
    var connections = 0
    var ended: Set<Int> = []
  }

  private final class Seen: @unchecked Sendable {
    private let condition = NSCondition()
    private var state = State()

    func change<Result>(_ body: (inout State) -> Result) -> Result {
      condition.withLock {
        defer { condition.broadcast() }
        return body(&state)
      }
    }

    func wait(_ seconds: Double, until isDone: (State) -> Bool) -> Bool {
      let end = Date(timeIntervalSinceNow: seconds)
      return condition.withLock {
        while !isDone(state) {
          if !condition.wait(until: end) { return isDone(state) }
        }
        return true
      }
    }
  }

  private static func serve(_ listener: Int32, until stop: Int32, _ script: [[Act]], _ seen: Seen) {
    while true {
      var entries = [stop, listener].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, 2, -1) >= 0 || errno == EINTR, entries[0].revents == 0 else { break }
      guard entries[1].revents != 0, let client = Listening.take(from: listener) else { continue }
      let number = seen.change { state in
        state.connections += 1
        return state.connections - 1
      }
      guard number < script.count else {
        close(client)
        continue
      }
      Thread.detachNewThread {
        for act in script[number] where !perform(act, on: client, until: stop, seen) { break }
        close(client)
        seen.change { _ = $0.ended.insert(number) }
      }
    }
    close(listener)
  }

  /// - Returns: whether the script goes on.
  private static func perform(_ act: Act, on client: Int32, until stop: Int32, _ seen: Seen) -> Bool {
    switch act {
    case .read:
      guard let request = readRequest(client, stop) else { return false }
      seen.change { $0.requests.append(request) }
      return true
    case .readOnly(let count): return readBytes(client, stop, atLeast: count) != nil
    case .send(let bytes): return Listening.send(bytes[...], to: client)
    case .waitUntilClosed:
      while readBytes(client, stop, atLeast: 1) != nil {}
      return true
    case .hold:
      var entry = pollfd(fd: stop, events: Int16(POLLIN), revents: 0)
      while poll(&entry, 1, -1) < 0, errno == EINTR {}
      return false
    }
  }

  private static func readRequest(_ client: Int32, _ stop: Int32) -> String? {
    var text = ""
    while true {
      if let end = text.range(of: "\r\n\r\n") {
        let length = text.range(of: "Content-Length: ").flatMap { range in
          Int(text[range.upperBound...].prefix { $0.isNumber })
        }
        if text[end.upperBound...].utf8.count >= length ?? 0 { return text }
      }
      guard let bytes = readBytes(client, stop, atLeast: 1) else { return nil }
      text += String(decoding: bytes, as: UTF8.self)
    }
  }

  private static func readBytes(_ client: Int32, _ stop: Int32, atLeast count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      var entries = [stop, client].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&entries, 2, -1) >= 0 || errno == EINTR, entries[0].revents == 0 else { return nil }
      guard entries[1].revents != 0 else { continue }
      var piece = [UInt8](repeating: 0, count: 65_536)
      let read = recv(client, &piece, piece.count, 0)
      guard read > 0 else { return nil }
      bytes += piece[..<read]
    }
    return bytes
  }
}
