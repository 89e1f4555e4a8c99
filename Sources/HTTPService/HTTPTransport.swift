public import ParlorCore

/// Sends answers to connections. Implemented by the loop, and by tests in memory.
///
/// No call calls the service back before it returns.
public protocol HTTPTransport: AnyObject {
  /// Sends bytes when the commit is durable; 0 waits for none.
  func send(_ bytes: [UInt8], to connection: SessionID, after ticket: CommitTicket)
  /// Closes a connection when its output is sent, so that a peer that is still sending can read it.
  func close(_ connection: SessionID)
  /// Stops reading from a connection.
  func pause(_ connection: SessionID)
  /// Resumes reading from it.
  func resume(_ connection: SessionID)
  /// Whether the peer may have one more connection of lines.
  func hasRoomForLine(_ connection: SessionID) -> Bool
  /// Hands the connection over, whose peer speaks WebSocket from now on: the service gets no further calls for it.
  ///
  /// - Parameter unread: the bytes that arrived behind the handshake.
  func becomeWebSocket(_ connection: SessionID, unread: [UInt8])
  /// The unsent bytes of a connection.
  func pendingBytes(_ connection: SessionID) -> Int
}
