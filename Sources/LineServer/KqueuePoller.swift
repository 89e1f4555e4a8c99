#if canImport(Darwin)
  internal import CSystem
  internal import Darwin

  /// The poller on macOS: a kqueue descriptor, with a user event to wake it and a timer event in it.
  final class KqueuePoller: Poller {
    let descriptor: Int32

    static func make() -> Result<any Poller, PollerError> {
      let descriptor = kqueue()
      guard descriptor >= 0 else { return .failure(PollerError(result: -errno)) }
      return .success(KqueuePoller(descriptor: descriptor))
    }

    private init(descriptor: Int32) {
      self.descriptor = descriptor
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = Self.submit(
        descriptor, identifier: 0, filter: EVFILT_USER, flags: EV_ADD | EV_CLEAR, token: Token.wake)
    }

    deinit { _ = csystem_close(descriptor) }

    var wakeup: Wakeup {
      Wakeup(descriptor: descriptor) { descriptor in
        _ = KqueuePoller.submit(
          descriptor, identifier: 0, filter: EVFILT_USER, flags: 0, filterFlags: UInt32(NOTE_TRIGGER),
          token: Token.wake)
      }
    }

    var repeatsEvents: Bool { true }

    func add(_ descriptor: Int32, token: UInt64, interest: Readiness) -> Int32 {
      apply(descriptor, token: token, from: [], to: interest)
    }

    func change(_ descriptor: Int32, token: UInt64, from: Readiness, to: Readiness) {
      _ = apply(descriptor, token: token, from: from, to: to)
    }

    func wait(into events: UnsafeMutableBufferPointer<PollEvent>, nanoseconds: Int64) -> Int {
      withUnsafeTemporaryAllocation(of: kevent64_s.self, capacity: events.count) { found in
        var timeout = timespec(
          tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
        let count = Int(kevent64(descriptor, nil, 0, found.baseAddress, Int32(events.count), 0, &timeout))
        guard count > 0 else { return 0 }
        for index in 0..<min(count, events.count) {
          events[index] = PollEvent(token: found[index].udata, ready: readiness(of: found[index]))
        }
        return min(count, events.count)
      }
    }

    func arm(at nanoseconds: UInt64) {
      let now = MonotonicClock.nanoseconds
      let delay = nanoseconds > now ? Int64(clamping: nanoseconds - now) : 1
      _ = Self.submit(
        descriptor, identifier: 1, filter: EVFILT_TIMER, flags: EV_ADD | EV_ONESHOT,
        filterFlags: UInt32(NOTE_NSECONDS), data: delay, token: Token.timer)
    }

    /// The end of the peer's sending arrives as a readable event and is found by reading; only a failed connection, or
    /// the end reported by the write filter, is a hangup.
    private func readiness(of event: kevent64_s) -> Readiness {
      let over = event.flags & UInt16(EV_EOF) != 0
      switch Int32(event.filter) {
      case EVFILT_READ: return over && event.fflags != 0 ? [.readable, .hangup] : .readable
      case EVFILT_WRITE: return over ? [.writable, .hangup] : .writable
      default: return []
      }
    }

    private func apply(_ descriptor: Int32, token: UInt64, from: Readiness, to: Readiness) -> Int32 {
      for (one, filter) in [(Readiness.readable, EVFILT_READ), (.writable, EVFILT_WRITE)]
      where from.contains(one) != to.contains(one) {
        let result = Self.submit(
          self.descriptor, identifier: UInt64(UInt32(bitPattern: descriptor)), filter: filter,
          flags: to.contains(one) ? EV_ADD : EV_DELETE, token: token)
        if result < 0 { return result }
      }
      return 0
    }

    private static func submit(
      _ queue: Int32, identifier: UInt64, filter: Int32, flags: Int32, filterFlags: UInt32 = 0,
      data: Int64 = 0, token: UInt64
    ) -> Int32 {
      var change = kevent64_s()
      change.ident = identifier
      change.filter = Int16(truncatingIfNeeded: filter)
      change.flags = UInt16(truncatingIfNeeded: flags)
      change.fflags = filterFlags
      change.data = data
      change.udata = token
      return kevent64(queue, &change, 1, nil, 0, 0, nil) < 0 ? -errno : 0
    }
  }
#endif
