/// The output of a handler. It belongs to the loop, like the handler.
///
/// All of it may be called from any of the handler's methods; no call calls the handler back at once.
public final class LineOutput {
  let outbox: Outbox

  /// The addresses of the stream listeners, in order.
  public let streamAddresses: [(host: String, port: UInt16)]

  init(outbox: Outbox, streamAddresses: [(host: String, port: UInt16)] = []) {
    self.outbox = outbox
    self.streamAddresses = streamAddresses
  }

  /// Appends bytes to the connection's output, which leaves at the end of the turn in one send.
  ///
  /// With a `ticket` that is not released yet, these bytes and all later ones on this connection wait for it.
  /// `UInt64.max` is for output that is independent of everything before: it overtakes what waits. A send to a
  /// connection that is closed or closing is ignored.
  public func send(_ bytes: UnsafeRawBufferPointer, to connection: ConnectionID, after ticket: UInt64 = 0) {
    outbox.send(bytes, to: connection, after: ticket)
  }

  /// Appends bytes: see `send(_:to:after:)` above.
  public func send(_ bytes: [UInt8], to connection: ConnectionID, after ticket: UInt64 = 0) {
    bytes.withUnsafeBytes { outbox.send($0, to: connection, after: ticket) }
  }

  /// Whether more connections wait to be read than the next turns will serve.
  public var hasReadBacklog: Bool { outbox.hasReadBacklog }

  /// A send to more connections than this is spread over several turns.
  public static var mostAtOnce: Int { Outbox.mostAtOnce }

  /// Appends the same bytes to many distinct connections. More than ``mostAtOnce`` recipients are served over several
  /// turns, so that others need not wait; the order of each connection's output is kept, including its close.
  public func send(_ bytes: UnsafeRawBufferPointer, to connections: [ConnectionID], after ticket: UInt64 = 0) {
    outbox.send(bytes, to: connections, after: ticket)
  }

  /// Everything up to this ticket is committed: output that waited for it leaves at the end of the turn.
  public func release(through ticket: UInt64) { outbox.release(through: ticket) }

  /// Drops, on every connection, output that waits for a ticket and what is queued behind it: its commit will never
  /// come.
  public func dropHeld() { outbox.dropHeld() }

  /// Sends nothing on any connection after a time of `MonotonicClock`, until another time is set: what a process says
  /// after it was suspended may be wrong by then. `nil` removes the limit.
  public func allowOutput(untilMonotonicNanoseconds time: UInt64?) { outbox.allowOutput(until: time ?? .max) }

  /// Closes the connections that have withheld output; that output is never sent.
  public func endWithheld() { outbox.endWithheld() }

  /// Stops reading from the connection, and closes it once all its output, held output included, is sent.
  public func close(_ connection: ConnectionID) {
    guard let connection = outbox.table[connection] else { return }
    outbox.close(connection, .byServer)
  }

  /// As `close`, for a stream whose peer may still be sending: its input is read and discarded until it has finished or
  /// the close timeout is over, so that it can read the last output.
  public func closeLingering(_ connection: ConnectionID) {
    guard let connection = outbox.table[connection] else { return }
    outbox.close(connection, lingering: true)
  }

  /// Handles no line of a connection, not even one that has already arrived, before this time of `MonotonicClock`
  /// (`.max`: until `resume`). Further input stays in the kernel, and then at the peer.
  public func pause(_ connection: ConnectionID, untilMonotonicNanoseconds due: UInt64) {
    guard let connection = outbox.table[connection] else { return }
    outbox.pause(connection, until: due)
  }

  /// Stops reading from a stream until `resume`: its input stays in the kernel, and then at the peer.
  public func pause(_ connection: ConnectionID) {
    guard let connection = outbox.table[connection] else { return }
    outbox.pause(connection, true)
  }

  /// Reads from a paused connection again.
  public func resume(_ connection: ConnectionID) {
    guard let connection = outbox.table[connection] else { return }
    outbox.pause(connection, false)
    outbox.endPause(of: connection)
  }

  /// Whether a stream's peer may have one more connection of lines.
  public func hasRoomForLine(_ connection: ConnectionID) -> Bool { outbox.hasRoomForLine(connection) }

  /// Turns a stream into a connection of lines, each one a WebSocket message, once its opening handshake is sent. The
  /// `StreamHandler` gets no further calls for it; `LineHandler.opened` is called before its first line.
  ///
  /// - Parameter unread: what the peer has sent behind its handshake.
  public func becomeWebSocket(_ connection: ConnectionID, unread: [UInt8]) {
    outbox.becomeWebSocket(connection, unread: unread)
  }

  /// The unsent bytes of this connection; 0 if it is closed.
  public func pendingBytes(_ connection: ConnectionID) -> Int {
    outbox.table[connection]?.output?.count ?? 0
  }

  /// The number of open connections of lines.
  public var connectionCount: Int { outbox.table.counts[.lines] }

  /// The number of open connections of a stream listener, by its index, outgoing ones of its handler included.
  public func streamCount(of index: Int) -> Int {
    index < StreamListenerConfiguration.most ? outbox.table.counts[.stream(index)] : 0
  }

  /// The limit on open connections of lines.
  public var connectionLimit: Int { outbox.configuration.maximumConnections }

  /// The limit on open connections of a stream listener, by its index.
  public func streamLimit(of index: Int) -> Int {
    let streams = outbox.configuration.streams
    return streams.indices.contains(index) ? streams[index].maximumConnections : 0
  }

  /// Starts to connect to an IP address. The stream handler at this index gets `connected`, or `closed` if it fails;
  /// output sent before is kept until then.
  ///
  /// - Returns: `nil` if the attempt cannot be made: `host` is not an IP address, no descriptor is left, or the server
  ///   is stopping.
  public func connect(toHost host: String, port: UInt16, as index: Int) -> ConnectionID? {
    outbox.connect(toHost: host, port: port, as: index)
  }

  /// The origin that was given to `opened`; `nil` if the connection is closed.
  public func origin(of connection: ConnectionID) -> ConnectionOrigin? { outbox.table[connection]?.origin }

  /// The unsent bytes of all connections. Walks through all of them.
  public var unsentBytes: Int { outbox.unsentBytes }

  /// Counters since the server started.
  public var statistics: LineServerStatistics { outbox.statistics }

  /// The clock of the loop's deadlines, in nanoseconds.
  public var clock: UInt64 { outbox.clock() }

  /// Sets the one time of `MonotonicClock` at which `deadlineReached` is called; `nil` unsets it. A time in the past is
  /// reached in the next turn.
  public func setDeadline(monotonicNanoseconds: UInt64?) { outbox.handlerDeadline = monotonicNanoseconds }
}
