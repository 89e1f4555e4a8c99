/// What a handler sends with. It belongs to the loop, like the handler itself.
///
/// Everything may be called from any of the handler's methods; nothing calls the handler back at once.
public final class LineOutput {
  let outbox: Outbox

  /// Where the further listeners listen, in their order.
  public let streamAddresses: [(host: String, port: UInt16)]

  init(outbox: Outbox, streamAddresses: [(host: String, port: UInt16)] = []) {
    self.outbox = outbox
    self.streamAddresses = streamAddresses
  }

  /// Appends bytes to what leaves at the end of the turn, in one send with all else for this connection.
  ///
  /// With a `ticket` that has not been released yet, these bytes and all that are sent after them on this
  /// connection wait for it. `UInt64.max` is for what has nothing to do with anything before: it overtakes what waits.
  /// Sends to a connection that is over or closing are ignored.
  public func send(_ bytes: UnsafeRawBufferPointer, to connection: ConnectionID, after ticket: UInt64 = 0) {
    outbox.send(bytes, to: connection, after: ticket)
  }

  /// Appends bytes, as above.
  public func send(_ bytes: [UInt8], to connection: ConnectionID, after ticket: UInt64 = 0) {
    bytes.withUnsafeBytes { outbox.send($0, to: connection, after: ticket) }
  }

  /// Whether more connections wait to be read than are soon.
  public var isBehind: Bool { outbox.isBehind }

  /// Up to so many connections are sent the same at once.
  public static var mostAtOnce: Int { Outbox.mostAtOnce }

  /// Appends the same bytes for many connections, each of them different. Those more than ``mostAtOnce`` are given them
  /// over several turns, so that others need not wait; what each of them is sent stays in order all the same, its end
  /// included.
  public func send(_ bytes: UnsafeRawBufferPointer, to connections: [ConnectionID], after ticket: UInt64 = 0) {
    outbox.send(bytes, to: connections, after: ticket)
  }

  /// Everything up to this ticket is committed: what waited for it leaves at the end of the turn.
  public func release(through ticket: UInt64) { outbox.release(through: ticket) }

  /// What waits for a ticket, and what stands behind it, is never going to leave: it is forgotten on every connection.
  public func dropHeld() { outbox.dropHeld() }

  /// Lets nothing leave after a time of `MonotonicClock`, on any connection, until another time is given: what is said
  /// by a process that may have slept meanwhile may be wrong by then. `nil` lets everything leave.
  public func letLeave(untilMonotonicNanoseconds time: UInt64?) { outbox.letLeave(until: time ?? .max) }

  /// Ends the connections that have been sent something that was not let leave: it is not to be said any more.
  public func endWithheld() { outbox.endWithheld() }

  /// Stops reading from the connection, and closes it once all its output has left, held output included.
  public func close(_ connection: ConnectionID) {
    guard let connection = outbox.table[connection] else { return }
    outbox.close(connection, .byServer)
  }

  /// As above, for a stream whose peer may be in the middle of sending: what it sends is read and forgotten until it
  /// has finished or the close timeout is over, so that it gets to read the last output.
  public func closeLingering(_ connection: ConnectionID) {
    guard let connection = outbox.table[connection] else { return }
    outbox.close(connection, lingering: true)
  }

  /// Reads no line of a connection before this time on `MonotonicClock` (`.max`: until `resume`), not even those that
  /// have come already. What its peer sends waits in the kernel, and in time at the peer.
  public func pause(_ connection: ConnectionID, untilMonotonicNanoseconds due: UInt64) {
    guard let connection = outbox.table[connection] else { return }
    outbox.pause(connection, until: due)
  }

  /// Stops reading from a stream until `resume`: its peer's bytes wait in the kernel, and in time at the peer.
  public func pause(_ connection: ConnectionID) {
    guard let connection = outbox.table[connection] else { return }
    outbox.pause(connection, true)
  }

  /// Goes on reading from a connection that was paused, whether until now or until later.
  public func resume(_ connection: ConnectionID) {
    guard let connection = outbox.table[connection] else { return }
    outbox.pause(connection, false)
    outbox.endPause(of: connection)
  }

  /// Whether a stream's peer may have one more connection of lines.
  public func hasRoomForLine(_ connection: ConnectionID) -> Bool { outbox.hasRoomForLine(connection) }

  /// Makes a stream one of the connections of lines, each line a message of WebSocket, once its opening handshake has
  /// been sent. The `StreamHandler` hears no more of it; `LineHandler.opened` is told of it before its first line.
  ///
  /// - Parameter unread: what the peer has sent behind its handshake.
  public func becomeWebSocket(_ connection: ConnectionID, unread: [UInt8]) {
    outbox.becomeWebSocket(connection, unread: unread)
  }

  /// How many bytes have been sent to this connection that the kernel has not taken yet; 0 if it is over.
  public func pendingBytes(_ connection: ConnectionID) -> Int {
    outbox.table[connection]?.output?.count ?? 0
  }

  /// How many connections of lines are open.
  public var connectionCount: Int { outbox.table.counts[.lines] }

  /// How many connections of a further listener are open, by its place, those counted that were made to its handler.
  public func streamCount(of index: Int) -> Int {
    index < StreamListenerConfiguration.most ? outbox.table.counts[.stream(index)] : 0
  }

  /// How many connections of lines may be open.
  public var connectionLimit: Int { outbox.configuration.maximumConnections }

  /// How many connections of a further listener may be open, by its place.
  public func streamLimit(of index: Int) -> Int {
    let streams = outbox.configuration.streams
    return streams.indices.contains(index) ? streams[index].maximumConnections : 0
  }

  /// Begins to connect to an IP address. The handler at this place is told `connected`, or `closed` where that fails;
  /// what is sent before leaves then.
  ///
  /// - Returns: `nil` where the attempt cannot even be made: `host` is no IP address, no descriptor is left, or the
  ///   server stops.
  public func connect(toHost host: String, port: UInt16, as index: Int) -> ConnectionID? {
    outbox.connect(toHost: host, port: port, as: index)
  }

  /// Where a connection comes from, as `opened` was told; `nil` if it is over.
  public func origin(of connection: ConnectionID) -> ConnectionOrigin? { outbox.table[connection]?.origin }

  /// All bytes that have been sent and that the kernel has not taken yet. Walks through all connections.
  public var unsentBytes: Int { outbox.unsentBytes }

  /// What the server has done since it started.
  public var statistics: LineServerStatistics { outbox.statistics }

  /// The clock of the loop's deadlines, in nanoseconds.
  public var clock: UInt64 { outbox.clock() }

  /// Sets the one time at which `deadlineReached` is called, on `MonotonicClock`, or unsets it with nil.
  /// A time that has passed is reached in the next turn.
  public func setDeadline(monotonicNanoseconds: UInt64?) { outbox.handlerDeadline = monotonicNanoseconds }
}
