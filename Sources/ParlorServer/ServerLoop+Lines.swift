import ClusterLink
import LineServer
import ParlorCore
import WireProtocol

/// On one machine a connection is a session: the loop's events go to the core.
extension ServerLoop: LineHandler {
  var streamHandlers: [any StreamHandler] { http == nil ? [] : [httpConnections] }

  func opened(_ connection: ConnectionID, from origin: ConnectionOrigin) {
    opened(SessionID(connection), from: SessionOrigin(origin))
  }

  func rejected(user: String) { log.write(LogEntry(turnedAway: user), at: now) }

  func received(_ line: UnsafeRawBufferPointer, on connection: ConnectionID) {
    received(line, from: SessionID(connection))
  }

  func finished(_ connection: ConnectionID) -> Bool { finished(SessionID(connection)) }

  func refused(_ fault: InputFault, on connection: ConnectionID) -> Bool {
    refused(LineFault(fault), from: SessionID(connection))
    return true
  }

  func closed(_ connection: ConnectionID, because reason: CloseReason) {
    closed(SessionID(connection), because: reason)
  }

  func becameSlow(_ connection: ConnectionID) { becameSlow(SessionID(connection)) }

  func becameReady(_ connection: ConnectionID) { becameReady(SessionID(connection)) }
}

extension LogEntry {
  /// A user who may not use the console's socket was rejected.
  init(turnedAway user: String) { self.init("admin_refused", ["user": .string(user)]) }
}

/// The connections of this process as sessions of the core.
final class LineSessions: SessionOutput {
  private let output: LineOutput

  init(_ output: LineOutput) { self.output = output }

  func send(_ bytes: UnsafeRawBufferPointer, to sessions: ArraySlice<SessionID>, after ticket: CommitTicket) {
    guard sessions.count > LineOutput.mostAtOnce else {
      for session in sessions { output.send(bytes, to: ConnectionID(session), after: ticket) }
      return
    }
    output.send(bytes, to: sessions.map { ConnectionID($0) }, after: ticket)
  }

  func close(_ session: SessionID) { output.close(ConnectionID(session)) }

  func pause(_ session: SessionID, milliseconds: Int) {
    output.pause(
      ConnectionID(session), untilMonotonicNanoseconds: MonotonicClock.nanoseconds(inMilliseconds: milliseconds))
  }

  func resume(_ session: SessionID) { output.resume(ConnectionID(session)) }

  func release(through ticket: CommitTicket, position: UInt64) { output.release(through: ticket) }

  func dropHeld() { output.dropHeld() }

  func wake(at monotonicNanoseconds: UInt64) { output.setDeadline(monotonicNanoseconds: monotonicNanoseconds) }

  var sessionCount: Int { output.connectionCount }
}

/// Returns work to the core's host from any other thread, whichever handler the loop has.
struct CoreWaker: Sendable {
  private let body: @Sendable (@escaping @Sendable (ServerLoop) -> Void) -> Void

  /// The host is the loop's handler.
  init(_ waker: LoopWaker) {
    body = { work in
      waker.run { handler in
        if let loop = handler as? ServerLoop { work(loop) }
      }
    }
  }

  /// The host belongs to a node of a cluster and to one period of ownership: later work is dropped.
  init(_ waker: LoopWaker, ownership: Int) {
    body = { work in
      waker.run { handler in
        guard let node = handler as? NodeLoop, node.ownership == ownership, let loop = node.host as? ServerLoop else {
          return
        }
        work(loop)
      }
    }
  }

  /// Runs `work` on the loop, soon and in the order of the calls.
  func run(_ work: @escaping @Sendable (ServerLoop) -> Void) { body(work) }
}

extension SessionID {
  init(_ connection: ConnectionID) { self.init(slot: connection.slot, generation: connection.generation) }
}

extension ConnectionID {
  init(_ session: SessionID) { self.init(slot: session.slot, generation: session.generation) }
}

extension CloseReason {
  /// Its name in a player's timeline.
  var word: String {
    switch self {
    case .byPeer: "closed"
    case .reset, .error: "lost"
    case .slowConsumer: "slow_consumer"
    case .idle: "idle"
    case .byServer: "ended"
    case .shuttingDown: "stopped"
    }
  }
}
