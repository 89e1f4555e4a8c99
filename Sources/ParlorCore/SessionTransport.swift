/// Carries out what the core wants done to its sessions: on the connections of this process, or on those of several
/// machines.
///
/// None of these calls the core back before it returns.
public protocol SessionOutput: AnyObject {
  /// Sends the same bytes to each of the sessions, once the ticket is released; 0 waits for nothing.
  func send(_ bytes: UnsafeRawBufferPointer, to sessions: ArraySlice<SessionID>, after ticket: CommitTicket)
  /// Nothing of a session is read for so long.
  func pause(_ session: SessionID, milliseconds: Int)
  /// A session that was paused is read again.
  func resume(_ session: SessionID)
  /// Closes a session once all has left that it was sent.
  func close(_ session: SessionID)
  /// Everything up to this ticket is durable: what waited for it leaves.
  ///
  /// - Parameter position: where the log ends with it; what an edge states when it comes back to another core. 0 where
  ///   nobody asks for it.
  func release(through ticket: CommitTicket, position: UInt64)
  /// What waits for a ticket, and what stands behind it, is never going to leave.
  func dropHeld()
  /// Sets the one time at which the core's host is called because its deadline has come, in monotonic nanoseconds.
  func wake(at monotonicNanoseconds: UInt64)
  /// How many sessions there are.
  var sessionCount: Int { get }
}

extension SessionOutput {
  /// Carries out effects in their order.
  ///
  /// - Parameter isDurable: whether sends wait for their commits; where nothing is stored, they wait for nothing.
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

/// The core's host, as those see it that hold the connections of its sessions.
public protocol SessionInput: AnyObject {
  /// A connection was made.
  func opened(_ session: SessionID, from origin: SessionOrigin)
  /// A connection came that another core knew, or this one over another link.
  ///
  /// - Parameters:
  ///   - snapshot: what that core gave for this.
  ///   - position: where the log ended with the last thing that the connection can have got.
  func attached(_ session: SessionID, from origin: SessionOrigin, snapshot: UnsafeRawBufferPointer, position: UInt64)
  /// A line came; its bytes are valid only until this returns.
  func received(_ line: UnsafeRawBufferPointer, from session: SessionID)
  /// Another node asks what somebody asks it over HTTP, and is answered once that may be sent.
  func asked(_ request: [UInt8], answer: @escaping ([UInt8]) -> Void)
  /// Bytes came that are no line.
  func refused(_ fault: LineFault, from session: SessionID)
  /// The peer sends nothing more.
  ///
  /// - Returns: whether all has been said that it has asked for; else the core closes the session when it has.
  func finished(_ session: SessionID) -> Bool
  /// The connection is gone.
  func closed(_ session: SessionID, becauseSlow: Bool)
  /// The link to the node that holds the connection is lost: it may come back over another one, see
  /// ``attached(_:from:snapshot:position:)``.
  func detached(_ session: SessionID)
  /// The peer does not read: only what matters is sent until it is ready again.
  func becameSlow(_ session: SessionID)
  /// It has caught up.
  func becameReady(_ session: SessionID)
  /// All input of this turn of the loop has been handed over.
  func turnEnds()
  /// The time of ``SessionOutput/wake(at:)`` has come.
  func deadlineReached()
  /// The process begins to stop: the last chance to send.
  func stopping()
}

extension SessionInput {
  /// Takes its connection for gone.
  public func detached(_ session: SessionID) { closed(session, becauseSlow: false) }

  /// Takes it for a new one.
  public func attached(
    _ session: SessionID, from origin: SessionOrigin, snapshot: UnsafeRawBufferPointer, position: UInt64
  ) {
    opened(session, from: origin)
  }
}
