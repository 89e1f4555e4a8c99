public import ParlorCore

/// How answers reach their connections. The loop implements it; a test can, in memory.
///
/// None of these calls the service back before it returns.
public protocol HTTPTransport: AnyObject {
  /// Sends bytes once the commit is durable; 0 waits for none.
  func send(_ bytes: [UInt8], to connection: SessionID, after ticket: CommitTicket)
  /// Closes a connection after what was sent has left, in a way that lets a peer that is still sending read it.
  func close(_ connection: SessionID)
  /// Stops reading from a connection.
  func pause(_ connection: SessionID)
  /// Goes on reading from it.
  func resume(_ connection: SessionID)
  /// Whether the peer may have one more connection of lines.
  func hasRoomForLine(_ connection: SessionID) -> Bool
  /// Hands the connection over, whose peer speaks WebSocket from now on: the service hears no more of it.
  ///
  /// - Parameter unread: what has come behind the handshake.
  func becomeWebSocket(_ connection: SessionID, unread: [UInt8])
  /// Bytes sent that the kernel has not taken yet.
  func pendingBytes(_ connection: SessionID) -> Int
}
