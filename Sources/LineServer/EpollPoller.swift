#if os(Linux)
  internal import CSystem

  /// The poller on Linux: an epoll descriptor that also holds an eventfd for wake-ups and a timerfd for deadlines.
  ///
  /// Both are edge triggered, so neither has to be read: each signal or expiry is reported once. So are connections:
  /// what is level triggered stands in the kernel's list until it is read, and each wait looks at all of that again,
  /// a tenth of a ping and up to a third of a line of talk. Listeners are level triggered, since a turn accepts a few.
  final class EpollPoller: Poller {
    let descriptor: Int32
    private let eventDescriptor: Int32
    private let timerDescriptor: Int32
    /// The kernel's events of one wait.
    private var found: UnsafeMutableBufferPointer<csystem_event>

    static func make() -> Result<any Poller, PollerError> {
      let descriptors = [csystem_epoll_create(), csystem_eventfd(), csystem_timerfd()]
      if let failed = descriptors.first(where: { $0 < 0 }) {
        for descriptor in descriptors where descriptor >= 0 { _ = csystem_close(descriptor) }
        return .failure(PollerError(result: failed))
      }
      return .success(EpollPoller(epoll: descriptors[0], event: descriptors[1], timer: descriptors[2]))
    }

    private init(epoll: Int32, event: Int32, timer: Int32) {
      descriptor = epoll
      eventDescriptor = event
      timerDescriptor = timer
      found = .allocate(capacity: 0)
      let flags = UInt32(CSYSTEM_READABLE | CSYSTEM_EDGE)
      _ = csystem_epoll_add(epoll, event, flags, Token.wake)
      _ = csystem_epoll_add(epoll, timer, flags, Token.timer)
    }

    deinit {
      for descriptor in [descriptor, eventDescriptor, timerDescriptor] { _ = csystem_close(descriptor) }
      found.deallocate()
    }

    var wakeup: Wakeup {
      Wakeup(descriptor: eventDescriptor) { csystem_eventfd_signal($0) }
    }

    var repeatsEvents: Bool { false }

    func add(_ descriptor: Int32, token: UInt64, interest: Readiness) -> Int32 {
      csystem_epoll_add(self.descriptor, descriptor, Self.flags(interest, token), token)
    }

    func change(_ descriptor: Int32, token: UInt64, from: Readiness, to: Readiness) {
      _ = csystem_epoll_change(self.descriptor, descriptor, Self.flags(to, token), token)
    }

    private static func flags(_ interest: Readiness, _ token: UInt64) -> UInt32 {
      guard Token.isConnection(token) else { return UInt32(interest.rawValue) }
      let end = interest.contains(.readable) ? CSYSTEM_FINISHED : 0
      return UInt32(interest.rawValue) | UInt32(CSYSTEM_EDGE) | UInt32(end)
    }

    func wait(into events: UnsafeMutableBufferPointer<PollEvent>, nanoseconds: Int64) -> Int {
      if found.count < events.count {
        found.deallocate()
        found = .allocate(capacity: events.count)
      }
      let capacity = Int32(truncatingIfNeeded: events.count)
      let count = min(Int(csystem_epoll_wait(descriptor, found.baseAddress, capacity, nanoseconds)), events.count)
      guard count > 0 else { return 0 }
      for index in 0..<count {
        events[index].token = found[index].token
        events[index].ready = Readiness(rawValue: UInt8(truncatingIfNeeded: found[index].flags))
      }
      return count
    }

    func arm(at nanoseconds: UInt64) {
      _ = csystem_timerfd_arm(timerDescriptor, nanoseconds)
    }
  }
#endif
