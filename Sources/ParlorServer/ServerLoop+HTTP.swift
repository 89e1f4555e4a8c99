import HTTPService
import LineServer
import ParlorCore

/// HTTP connections on their way into the service.
final class HTTPConnections: StreamHandler {
  weak var loop: ServerLoop?

  init(_ loop: ServerLoop?) { self.loop = loop }

  func opened(_ connection: ConnectionID, from address: String) {
    if let loop { loop.http?.opened(SessionID(connection), at: loop.now) }
  }

  func received(_ bytes: UnsafeRawBufferPointer, on connection: ConnectionID) {
    if let loop { loop.http?.received(bytes, on: SessionID(connection), at: loop.now) }
  }

  func finished(_ connection: ConnectionID) { loop?.http?.finished(SessionID(connection)) }

  func closed(_ connection: ConnectionID, because reason: CloseReason) {
    loop?.http?.closed(SessionID(connection))
  }

  func becameSlow(_ connection: ConnectionID) { loop?.http?.becameSlow(SessionID(connection)) }

  func becameReady(_ connection: ConnectionID) { loop?.http?.becameReady(SessionID(connection)) }
}

/// The service's answers on their way out.
final class HTTPOutput: HTTPTransport {
  private let output: LineOutput

  init(_ output: LineOutput) { self.output = output }

  func send(_ bytes: [UInt8], to connection: SessionID, after ticket: CommitTicket) {
    output.send(bytes, to: ConnectionID(connection), after: ticket)
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

extension ServerLoop {
  /// What the loop has counted, for the metrics.
  var edgeFigures: EdgeFigures {
    let statistics = lines.statistics
    var figures = EdgeFigures(
      lines: EdgeFigures.Connections(
        open: lines.connectionCount, opened: statistics.accepted,
        refused: statistics.refusedFull + statistics.refusedPerAddress),
      http: EdgeFigures.Connections(
        open: lines.streamCount(of: 0), opened: statistics.streams[0].accepted,
        refused: statistics.streams[0].refused))
    figures.slowConsumers = statistics.closedSlow
    figures.receivedLines = statistics.lines
    figures.receivedBytes = statistics.bytesIn
    figures.sentBytes = statistics.bytesOut
    figures.sends = statistics.sends
    figures.turns = Durations(
      bounds: TurnTimes.bounds.map { Double($0) / 1e9 }, counts: statistics.turns.counts,
      seconds: Double(statistics.turns.nanoseconds) / 1e9)
    figures.unsentBytes = lines.unsentBytes
    figures.isCommitting = commitBegan != nil
    figures.commits = commits
    figures.uptimeSeconds = Double((MonotonicClock.nanoseconds &- startedAt) / 1_000_000) / 1000
    return figures
  }
}
