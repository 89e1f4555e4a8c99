import LineServer
import ParlorCore

/// One edge from the owner's view: maps its connections to sessions, and sends to it.
class EdgePort {
  /// The edge's sessions, by the slots of its connections.
  private var sessions: [SessionID?] = []
  private var connections: [ConnectionID?] = []
  /// The recipients of the current send.
  final var gathered: [ConnectionID] = []

  final subscript(connection: ConnectionID) -> SessionID? {
    let slot = Int(connection.slot)
    guard slot < connections.count, connections[slot] == connection else { return nil }
    return sessions[slot]
  }

  /// Whether a new connection can use its slot.
  final func isFree(_ connection: ConnectionID) -> Bool {
    let slot = Int(connection.slot)
    return slot < Self.mostConnections && (slot >= connections.count || connections[slot] == nil)
  }

  final func set(_ session: SessionID?, for connection: ConnectionID) {
    let slot = Int(connection.slot)
    while connections.count <= slot {
      connections.append(nil)
      sessions.append(nil)
    }
    connections[slot] = session == nil ? nil : connection
    sessions[slot] = session
  }

  /// All sessions, in the order of their slots.
  final var all: [SessionID] { sessions.compactMap(\.self) }

  /// The most connections of a loop.
  private static let mostConnections = 1 << 24

  func send(_ bytes: UnsafeRawBufferPointer, to connection: ConnectionID, after ticket: UInt64) {}
  func send(_ bytes: UnsafeRawBufferPointer, to connections: [ConnectionID], after ticket: UInt64) {}
  func release(through ticket: UInt64, position: UInt64) {}
  func dropHeld() {}
  func close(_ connection: ConnectionID) {}
  func keep(_ bytes: [UInt8], for connection: ConnectionID, after ticket: UInt64) {}
  func set(_ words: PreparedLine, _ bytes: [UInt8], in form: LineForm) {}
  /// Stops reading from a connection until a time, if the edge itself can do that.
  ///
  /// - Returns: whether it can; otherwise input is held back here.
  func pause(_ connection: ConnectionID, until due: UInt64) -> Bool { false }
  func resume(_ connection: ConnectionID) {}
  /// Grants credit for handled input.
  func credit(_ connection: ConnectionID, _ amount: UInt32) {}
}

/// The edge in this process.
final class LocalPort: EdgePort {
  private let edge: EdgeLoop

  init(_ edge: EdgeLoop) { self.edge = edge }

  override func send(_ bytes: UnsafeRawBufferPointer, to connection: ConnectionID, after ticket: UInt64) {
    edge.send(bytes, to: connection, after: ticket)
  }

  override func send(_ bytes: UnsafeRawBufferPointer, to connections: [ConnectionID], after ticket: UInt64) {
    edge.send(bytes, to: connections, after: ticket)
  }

  override func release(through ticket: UInt64, position: UInt64) { edge.release(through: ticket, position: position) }
  override func dropHeld() { edge.dropHeld() }
  override func close(_ connection: ConnectionID) { edge.close(connection) }

  override func keep(_ bytes: [UInt8], for connection: ConnectionID, after ticket: UInt64) {
    edge.keep(bytes, for: connection, after: ticket)
  }

  override func set(_ words: PreparedLine, _ bytes: [UInt8], in form: LineForm) { edge.set(words, bytes, in: form) }

  override func pause(_ connection: ConnectionID, until due: UInt64) -> Bool {
    edge.output.pause(connection, untilMonotonicNanoseconds: due)
    return true
  }

  override func resume(_ connection: ConnectionID) { edge.output.resume(connection) }
}

/// An edge behind a link.
final class RemotePort: EdgePort {
  let link: Link

  init(_ link: Link) { self.link = link }

  override func send(_ bytes: UnsafeRawBufferPointer, to connection: ConnectionID, after ticket: UInt64) {
    // On one machine such a connection would exceed its limit too.
    guard bytes.count <= DownFrame.mostSendBytes else { return close(connection) }
    link.send(bytes, to: CollectionOfOne(connection), after: ticket)
  }

  override func send(_ bytes: UnsafeRawBufferPointer, to connections: [ConnectionID], after ticket: UInt64) {
    guard bytes.count <= DownFrame.mostSendBytes else {
      for connection in connections { close(connection) }
      return
    }
    var start = 0
    while start < connections.count {
      let end = min(start + DownFrame.mostRecipients, connections.count)
      link.send(bytes, to: connections[start..<end], after: ticket)
      start = end
    }
  }

  override func release(through ticket: UInt64, position: UInt64) {
    link.send(DownFrame.release(ticket, position: position))
  }

  override func dropHeld() { link.send(DownFrame.dropHeld) }
  override func close(_ connection: ConnectionID) { link.send(DownFrame.close(connection)) }

  override func keep(_ bytes: [UInt8], for connection: ConnectionID, after ticket: UInt64) {
    bytes.withUnsafeBytes { link.send(DownFrame.keep(connection, after: ticket, $0)) }
  }

  override func set(_ words: PreparedLine, _ bytes: [UInt8], in form: LineForm) {
    bytes.withUnsafeBytes { link.send(DownFrame.preparedLine(words, form, $0)) }
  }

  override func credit(_ connection: ConnectionID, _ amount: UInt32) { link.send(DownFrame.credit(connection, amount)) }
}
