/// The application of a line server. The loop makes every call, one at a time, and never within a call to `LineOutput`;
/// so a handler is plain mutable state without locks.
public protocol LineHandler: AnyObject {
  /// A connection was accepted.
  func opened(_ connection: ConnectionID, from origin: ConnectionOrigin)
  /// A user who may not connect to the local socket was rejected. Default: nothing.
  func rejected(user: String)
  /// A line arrived: without its `\n` and a `\r` before that, never empty, telnet commands removed.
  ///
  /// The bytes may be anything (not necessarily UTF-8) and are valid only until this returns.
  func received(_ line: UnsafeRawBufferPointer, on connection: ConnectionID)
  /// Input arrived that is not a line. After some faults, such as `.httpRequest`, nothing more is read.
  ///
  /// - Returns: whether the answer is complete: if nothing more is read, the connection is closed once its output is
  ///   sent. Otherwise the handler closes it with `LineOutput.close`.
  func refused(_ fault: InputFault, on connection: ConnectionID) -> Bool
  /// The peer has finished sending, but still reads.
  ///
  /// - Returns: whether all requests are answered: then the connection is closed once its output is sent. Otherwise the
  ///   handler closes it with `LineOutput.close`. Default: `true`.
  func finished(_ connection: ConnectionID) -> Bool
  /// The connection is closed and its id is dead: called once for every `opened`.
  func closed(_ connection: ConnectionID, because reason: CloseReason)
  /// Unsent output has crossed the soft limit; send only what matters until `becameReady`. Default: nothing.
  func becameSlow(_ connection: ConnectionID)
  /// Unsent output has fallen below half of the soft limit after `becameSlow`. Default: nothing.
  func becameReady(_ connection: ConnectionID)
  /// All input of this turn was handled: the last opportunity to add output before the sends.
  func turnEnds()
  /// The time set by `LineOutput.setDeadline` has been reached; it is unset again.
  func deadlineReached()
  /// The server begins to stop: the last opportunity to send. Every connection is closed once its output is sent.
  /// Default: nothing.
  func stopping()
  /// The handlers of the stream listeners, in order; read once, when the server starts. Default: none.
  var streamHandlers: [any StreamHandler] { get }
}

extension LineHandler {
  /// None.
  public var streamHandlers: [any StreamHandler] { [] }
  public func rejected(user: String) {}
  /// All requests are answered.
  public func finished(_ connection: ConnectionID) -> Bool { true }
  public func becameSlow(_ connection: ConnectionID) {}
  public func becameReady(_ connection: ConnectionID) {}
  public func turnEnds() {}
  public func deadlineReached() {}
  public func stopping() {}
}
