#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Tries the addresses of a server one after the other until one accepts the connection.
///
/// Each gets an equal part of the remaining time, so that an unresponsive address leaves time for the next.
struct Dialling {
  enum Step {
    /// Wait until the socket is writable, or until this time.
    case wait(Int32, until: ContinuousClock.Instant)
    case connected(Int32)
    case failed(ConnectionError)
  }

  private let server: ServerAddress
  private var addresses: ArraySlice<SocketAddress>
  private let deadline: ContinuousClock.Instant
  private var descriptor: Int32 = -1
  private var lastError: Int32 = ECONNREFUSED

  init(_ server: ServerAddress, _ addresses: [SocketAddress], until deadline: ContinuousClock.Instant) {
    self.server = server
    self.addresses = addresses[...]
    self.deadline = deadline
  }

  mutating func next(at now: ContinuousClock.Instant) -> Step {
    hangUp()
    while let address = addresses.popFirst() {
      descriptor = SystemCalls.tcpSocket(family: address.family)
      guard descriptor >= 0 else {
        lastError = -descriptor
        continue
      }
      let result = SystemCalls.connect(descriptor, to: address)
      if result == 0 { return handOver() }
      if result == -EINPROGRESS || result == -EINTR {
        return .wait(descriptor, until: now + (deadline - now) / (addresses.count + 1))
      }
      lastError = -result
      hangUp()
    }
    return .failed(failure)
  }

  /// The socket is writable: connected or refused.
  mutating func settled(at now: ContinuousClock.Instant) -> Step {
    let error = SystemCalls.pendingError(descriptor)
    if error == 0 { return handOver() }
    lastError = error
    return next(at: now)
  }

  mutating func hangUp() {
    if descriptor >= 0 { SystemCalls.close(descriptor) }
    descriptor = -1
  }

  private mutating func handOver() -> Step {
    defer { descriptor = -1 }
    return .connected(descriptor)
  }

  private var failure: ConnectionError {
    lastError == ECONNREFUSED ? .refused(server) : .unreachable(server, SystemCalls.sentence(lastError))
  }
}
