internal import Synchronization

/// The queue of events between the client's thread and the consuming task.
final class EventBuffer: Sendable {
  private struct State {
    var events: [RawEvent] = []
    /// The index of the first event that was not taken.
    var first = 0
    var waiting: [(id: Int, continuation: UnsafeContinuation<RawEvent?, Never>)] = []
    var nextWaiter = 0
    var isFinished = false
    /// Whether the producer waits for space.
    var isPressed = false

    var count: Int { events.count - first }
  }

  private let state = Mutex(State())
  private let bound: Int

  init(bound: Int) { self.bound = max(bound, 1) }

  func space() -> Int { state.withLock { bound - $0.count } }

  /// Requests a notification when half of the buffer is free.
  ///
  /// - Returns: whether it already is; then there is no notification.
  func press() -> Bool {
    state.withLock { state in
      state.isPressed = state.count > bound / 2
      return !state.isPressed
    }
  }

  /// Adds events. In a full buffer a state of the link replaces the previous one.
  func put(_ events: some Sequence<RawEvent>) {
    for event in events {
      let waiter = state.withLock { state -> UnsafeContinuation<RawEvent?, Never>? in
        guard !state.isFinished else { return nil }
        if !state.waiting.isEmpty { return state.waiting.removeFirst().continuation }
        if state.count >= bound, case .link? = state.events.last, case .link = event { state.events.removeLast() }
        state.events.append(event)
        return nil
      }
      waiter?.resume(returning: event)
    }
  }

  func finish() {
    let waiting = state.withLock { state in
      state.isFinished = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for waiter in waiting { waiter.continuation.resume(returning: nil) }
  }

  /// Waits for the next event; `nil` if there are no more or the task is cancelled. The second result says whether the
  /// producer must be notified of space.
  func take() async -> (event: RawEvent?, makesRoom: Bool) {
    let (ready, makesRoom) = takeReady()
    if let ready { return (ready, makesRoom) }
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    let event = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in wait(id, continuation) }
    } onCancel: {
      giveUp(id)
    }
    return (event, makesRoom)
  }

  private func takeReady() -> (RawEvent?, Bool) {
    state.withLock { state in
      guard state.count > 0 else { return (nil, false) }
      let event = state.events[state.first]
      state.first += 1
      if state.first == state.events.count {
        state.events.removeAll(keepingCapacity: state.first <= 4096)
        state.first = 0
      } else if state.first >= 1024 {
        state.events.removeFirst(state.first)
        state.first = 0
      }
      // Only at half of the buffer, so that a slow consumer does not cause a request after each event.
      let makesRoom = state.isPressed && state.count <= bound / 2
      if makesRoom { state.isPressed = false }
      return (event, makesRoom)
    }
  }

  private func wait(_ id: Int, _ continuation: UnsafeContinuation<RawEvent?, Never>) {
    let ready = state.withLock { state -> RawEvent?? in
      if state.count > 0 {
        let event = state.events[state.first]
        state.first += 1
        return .some(event)
      }
      if state.isFinished || Task.isCancelled { return .some(nil) }
      state.waiting.append((id, continuation))
      return nil
    }
    if let ready { continuation.resume(returning: ready) }
  }

  private func giveUp(_ id: Int) {
    let waiter = state.withLock { state -> UnsafeContinuation<RawEvent?, Never>? in
      guard let index = state.waiting.firstIndex(where: { $0.id == id }) else { return nil }
      return state.waiting.remove(at: index).continuation
    }
    waiter?.resume(returning: nil)
  }
}
