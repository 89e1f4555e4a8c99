/// Executes the core's effects on its sessions: on the connections of this process, or of several machines.
///
/// No call calls the core back before it returns.
public protocol SessionOutput: AnyObject {
  /// Sends the same bytes to each of the sessions, once the ticket is released; 0 waits for nothing.
  func send(_ bytes: UnsafeRawBufferPointer, to sessions: ArraySlice<SessionID>, after ticket: CommitTicket)
  /// Stops reading a session for this time.
  func pause(_ session: SessionID, milliseconds: Int)
  /// Resumes reading a paused session.
  func resume(_ session: SessionID)
  /// Closes a session once all its output has left.
  func close(_ session: SessionID)
  /// Everything up to this ticket is durable: output that waited for it leaves.
  ///
  /// - Parameter position: the corresponding log position, which an edge states when it returns to another core. 0 if
  ///   it is not used.
  func release(through ticket: CommitTicket, position: UInt64)
  /// Drops output that waits for a ticket, and everything behind it.
  func dropHeld()
  /// Sets the one time at which the core's host is called, in monotonic nanoseconds.
  func wake(at monotonicNanoseconds: UInt64)
  /// The number of sessions.
  var sessionCount: Int { get }
}

extension SessionOutput {
  /// Executes effects in order.
  ///
  /// - Parameter isDurable: whether sends wait for their commits; if nothing is stored, they do not.
  public func carryOut(_ effects: Effects, isDurable: Bool) {
    effects.bytes.withUnsafeBytes { bytes in
      var index = 0
      while index < effects.list.count {
        if let joined = effects.joinedSend(at: index) {
          send(
            UnsafeRawBufferPointer(rebasing: bytes[joined.bytes]), to: effects.recipients[joined.to],
            after: isDurable ? joined.after : 0)
          index += joined.count
          continue
        }
        switch effects.list[index] {
        case .send: break
        case .close(let session): close(session)
        case .pause(let session, let milliseconds): pause(session, milliseconds: milliseconds)
        case .resume(let session): resume(session)
        }
        index += 1
      }
    }
  }
}

/// The core's host, for the holders of its sessions' connections.
public protocol SessionInput: AnyObject {
  /// A connection was made.
  func opened(_ session: SessionID, from origin: SessionOrigin)
  /// A connection has arrived that an earlier core knew, or this one over another link.
  ///
  /// - Parameters:
  ///   - snapshot: that core's snapshot of the session.
  ///   - position: the log position of the last output that the connection can have got.
  func attached(_ session: SessionID, from origin: SessionOrigin, snapshot: UnsafeRawBufferPointer, position: UInt64)
  /// A line has arrived; its bytes are valid during the call only.
  func received(_ line: UnsafeRawBufferPointer, from session: SessionID)
  /// Another node forwards an HTTP request, and is answered once the answer may be sent.
  func asked(_ request: [UInt8], answer: @escaping ([UInt8]) -> Void)
  /// Bytes have arrived that are no line.
  func refused(_ fault: LineFault, from session: SessionID)
  /// The peer has half-closed.
  ///
  /// - Returns: whether everything was answered; otherwise the core closes the session when it is.
  func finished(_ session: SessionID) -> Bool
  /// The connection is gone.
  func closed(_ session: SessionID, becauseSlow: Bool)
  /// The link to the connection's node is lost: it may return over another one, see
  /// ``attached(_:from:snapshot:position:)``.
  func detached(_ session: SessionID)
  /// The peer reads slowly: only what matters is sent until it is ready again.
  func becameSlow(_ session: SessionID)
  /// The peer has read.
  func becameReady(_ session: SessionID)
  /// All input of this turn of the loop was passed on.
  func turnEnds()
  /// The time of ``SessionOutput/wake(at:)`` is reached.
  func deadlineReached()
  /// The process begins to stop: the last chance to send.
  func stopping()
}

extension SessionInput {
  /// Treats its connection as closed.
  public func detached(_ session: SessionID) { closed(session, becauseSlow: false) }

  /// Treats it as new.
  public func attached(
    _ session: SessionID, from origin: SessionOrigin, snapshot: UnsafeRawBufferPointer, position: UInt64
  ) {
    opened(session, from: origin)
  }
}
