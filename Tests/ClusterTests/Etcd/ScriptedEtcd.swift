import Foundation
import HTTP2Wire
import ServerHarness

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// An etcd that follows a script for its first connection, its second and so on. Connections beyond the script are
/// closed at once.
final class ScriptedEtcd: Sendable {
  enum Act: Sendable {
    /// Waits for a complete request and keeps it. Later answers are for this one.
    case read
    /// Waits for the first bytes of a connection.
    case readOnly(Int)
    /// Sends these bytes.
    case raw([UInt8])
    /// Sends an answer with one message.
    case reply([UInt8])
    /// Sends the headers of an answer.
    case head
    /// Sends a message after the headers.
    case message([UInt8])
    /// Sends the trailers of an answer.
    case end(code: Int, String)
    /// Sends an error without anything before it.
    case fault(code: Int, String)
    /// Sends header lines.
    case fields([HPACKField], isEnd: Bool)
    /// Sends a frame on the request's stream, or on the connection.
    case frame(HTTP2FrameKind, HTTP2Frame.Flags, [UInt8], isOfStream: Bool)
    /// Waits until the client has closed the connection.
    case waitUntilClosed
    /// Keeps the connection open and silent as long as the server exists.
    case hold

    static func fault(code: Int) -> Act { .fault(code: code, "") }
  }

  let port: UInt16
  private let stopper: Int32
  private let seen: Seen

  init(_ script: [[Act]]) throws {
    let (listener, port) = try Listening.start()
    let (ear, button) = try Listening.bell()
    let seen = Seen()
    (self.port, stopper, self.seen) = (port, button, seen)
    Thread.detachNewThread { Self.serve(listener, until: ear, script, seen) }
  }

  deinit { close(stopper) }

  /// All complete requests so far.
  var requests: [ScriptedRequest] { seen.change { $0.requests } }

  /// The number of connections.
  var connections: Int { seen.change { $0.connections } }

  /// Waits for that many complete requests.
  func waitForRequest(_ count: Int, seconds: Double) -> Bool {
    seen.wait(seconds) { $0.requests.count >= count }
  }

  /// Waits until the script of a connection is over.
  func waitForEnd(of connection: Int) -> Bool {
    seen.wait(Patience.seconds) { $0.ended.contains(connection) }
  }

  private struct State {
    var requests: [ScriptedRequest] = []
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
        var peer = ScriptedPeer(client, until: stop)
        for act in script[number] where !perform(act, by: &peer, seen) { break }
        close(client)
        seen.change { _ = $0.ended.insert(number) }
      }
    }
    close(listener)
  }

  /// - Returns: whether the script continues.
  private static func perform(_ act: Act, by peer: inout ScriptedPeer, _ seen: Seen) -> Bool {
    switch act {
    case .read:
      guard let request = peer.read() else { return false }
      seen.change { $0.requests.append(request) }
      return true
    case .readOnly(let count):
      var left = count
      while left > 0, let bytes = peer.receive() { left -= bytes.count }
      return left <= 0
    case .raw(let bytes): return peer.send(bytes)
    case .reply(let message): return peer.sendHead() && peer.send(message: message) && peer.sendEnd(code: 0, "")
    case .head: return peer.sendHead()
    case .message(let message): return peer.send(message: message)
    case .end(let code, let text): return peer.sendEnd(code: code, text)
    case .fault(let code, let text): return peer.sendHead(andEnd: code, text)
    case .fields(let fields, let isEnd): return peer.send(fields, isEnd: isEnd)
    case .frame(let kind, let flags, let payload, let isOfStream):
      return peer.send(frame: kind, flags, payload, isOfStream: isOfStream)
    case .waitUntilClosed:
      while peer.receive() != nil {}
      return true
    case .hold:
      peer.hold()
      return false
    }
  }
}
