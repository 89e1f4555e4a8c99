import LineServer

/// The handler of the link listener's connections and of outgoing links.
final class LinkStreams: StreamHandler {
  private unowned let node: NodeLoop

  init(_ node: NodeLoop) { self.node = node }

  func opened(_ connection: ConnectionID, from address: String, isLoopback: Bool) {
    node.linkOpened(connection, from: address)
  }
  func connected(_ connection: ConnectionID) { node.linkConnected(connection) }

  func received(_ bytes: UnsafeRawBufferPointer, on connection: ConnectionID) {
    node.linkReceived(bytes, on: connection)
  }

  func finished(_ connection: ConnectionID) { node.linkFinished(connection) }
  func closed(_ connection: ConnectionID, because reason: CloseReason) { node.linkClosed(connection, because: reason) }
  func becameSlow(_ connection: ConnectionID) { node.linkBecame(congested: true, connection) }
  func becameReady(_ connection: ConnectionID) { node.linkBecame(congested: false, connection) }
}
