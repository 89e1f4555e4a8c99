import ClusterLink
import HTTPService
import LineServer
import ParlorCore

/// Passes events of HTTP connections to the service.
final class HTTPConnections: StreamHandler {
  private let service: () -> HTTPService?
  private let now: () -> Instant

  init(_ service: @escaping () -> HTTPService?, now: @escaping () -> Instant) {
    self.service = service
    self.now = now
  }

  func opened(_ connection: ConnectionID, from address: String, isLoopback: Bool) {
    service()?.opened(SessionID(connection), from: address, isLoopback: isLoopback, at: now())
  }

  func received(_ bytes: UnsafeRawBufferPointer, on connection: ConnectionID) {
    service()?.received(bytes, on: SessionID(connection), at: now())
  }

  func finished(_ connection: ConnectionID) { service()?.finished(SessionID(connection)) }

  func closed(_ connection: ConnectionID, because reason: CloseReason) { service()?.closed(SessionID(connection)) }

  func displacementCandidate(for address: String, isAtLimit: Bool) -> ConnectionID? {
    service()?.displacementCandidate(for: address, isAtLimit: isAtLimit).map(ConnectionID.init)
  }

  func becameSlow(_ connection: ConnectionID) { service()?.becameSlow(SessionID(connection)) }

  func becameReady(_ connection: ConnectionID) { service()?.becameReady(SessionID(connection)) }
}

/// Sends the service's answers.
final class HTTPOutput: HTTPTransport {
  private let output: LineOutput
  /// In a cluster, translates the core's tickets to the loop's.
  private weak var node: NodeLoop?

  init(_ output: LineOutput, node: NodeLoop? = nil) {
    self.output = output
    self.node = node
  }

  func send(_ bytes: [UInt8], to connection: SessionID, after ticket: CommitTicket) {
    if let node {
      node.send(bytes, to: ConnectionID(connection), after: ticket)
    } else {
      output.send(bytes, to: ConnectionID(connection), after: ticket)
    }
  }

  func close(_ connection: SessionID) { output.closeLingering(ConnectionID(connection)) }

  func pause(_ connection: SessionID) { output.pause(ConnectionID(connection)) }

  func resume(_ connection: SessionID) { output.resume(ConnectionID(connection)) }

  func hasRoomForLine(_ connection: SessionID) -> Bool { output.hasRoomForLine(ConnectionID(connection)) }

  func becomeWebSocket(_ connection: SessionID, unread: [UInt8]) {
    output.becomeWebSocket(ConnectionID(connection), unread: unread)
  }

  func pendingBytes(_ connection: SessionID) -> Int { output.pendingBytes(ConnectionID(connection)) }
}

extension EdgeFigures {
  /// The counters of a process's loop.
  init(_ lines: LineOutput, since startedAt: UInt64) {
    let statistics = lines.statistics
    self.init(
      lines: Connections(
        open: lines.connectionCount, opened: statistics.accepted,
        refused: statistics.refusedFull + statistics.refusedPerAddress, limit: lines.connectionLimit),
      http: Connections(
        open: lines.streamCount(of: 0), opened: statistics.streams[0].accepted,
        refused: statistics.streams[0].refused, limit: lines.streamLimit(of: 0)))
    displaced = statistics.streams[0].displaced
    slowConsumers = statistics.closedSlow
    receivedLines = statistics.lines
    receivedBytes = statistics.bytesIn
    sentBytes = statistics.bytesOut
    sends = statistics.sends
    turns = Durations(
      bounds: TurnTimes.bounds.map { Double($0) / 1e9 }, counts: statistics.turns.counts,
      seconds: Double(statistics.turns.nanoseconds) / 1e9)
    unsentBytes = lines.unsentBytes
    uptimeSeconds = Double((MonotonicClock.nanoseconds &- startedAt) / 1_000_000) / 1000
  }
}

extension ServerLoop {
  /// The loop's counters, for the metrics.
  var edgeFigures: EdgeFigures {
    var figures = EdgeFigures(lines, since: startedAt)
    figures.pendingCommitSeconds = commitBegan.map { Double(MonotonicClock.nanoseconds &- $0) / 1e9 }
    figures.files = storedFiles
    figures.commits = commits
    return figures
  }
}
