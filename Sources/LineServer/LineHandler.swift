/// What a server does with lines. Every call comes from the loop, one at a time, and never from within a
/// call to `LineOutput`; a handler is therefore plain mutable state without locks.
public protocol LineHandler: AnyObject {
  /// A connection was accepted.
  func opened(_ connection: ConnectionID, from origin: ConnectionOrigin)
  /// Somebody wanted in by the local socket who may not: the name of the user. Default: nothing.
  func turnedAway(user: String)
  /// A line came, without its `\n` and a `\r` before that, never empty, telnet sequences removed.
  ///
  /// The bytes are any bytes (no UTF-8 promised) and are valid only until this returns.
  func received(_ line: UnsafeRawBufferPointer, on connection: ConnectionID)
  /// Bytes came that are not a line. After some of them nothing more is read, such as `.httpRequest`.
  ///
  /// - Returns: whether all has been said: where nothing more is read, the connection is then closed once it has left.
  ///   Else the handler closes it, with `LineOutput.close`.
  func refused(_ fault: InputFault, on connection: ConnectionID) -> Bool
  /// The peer sends nothing more, but still reads.
  ///
  /// - Returns: whether all has been said that the peer has asked for: then the connection is closed once it has left.
  ///   Else the handler closes it, with `LineOutput.close`. The default is that it has.
  func finished(_ connection: ConnectionID) -> Bool
  /// The connection is over and its id is dead: told once for every `opened`.
  func closed(_ connection: ConnectionID, because reason: CloseReason)
  /// Unsent output has crossed the soft limit; send only what matters until `becameReady`. Default: nothing.
  func becameSlow(_ connection: ConnectionID)
  /// Unsent output has fallen below half of the soft limit after `becameSlow`. Default: nothing.
  func becameReady(_ connection: ConnectionID)
  /// All input of this turn has been told: the last chance to add output before the sends.
  func turnEnds()
  /// The time set by `LineOutput.setDeadline` has come; it is unset again.
  func deadlineReached()
  /// The server begins to stop: the last chance to send. Every connection is closed once its output has left.
  /// Default: nothing.
  func stopping()
  /// Who gets the connections of the further listeners, in their order; asked once, when the server starts. Default:
  /// nobody.
  var streamHandlers: [any StreamHandler] { get }
}

extension LineHandler {
  /// Nobody.
  public var streamHandlers: [any StreamHandler] { [] }
  /// Does nothing.
  public func turnedAway(user: String) {}
  /// All has been said.
  public func finished(_ connection: ConnectionID) -> Bool { true }
  /// Does nothing.
  public func becameSlow(_ connection: ConnectionID) {}
  /// Does nothing.
  public func becameReady(_ connection: ConnectionID) {}
  /// Does nothing.
  public func turnEnds() {}
  /// Does nothing.
  public func deadlineReached() {}
  /// Does nothing.
  public func stopping() {}
}
