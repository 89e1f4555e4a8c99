internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Requests from other threads to a client's loop, and its wake-up.
final class Inbox: Sendable {
  enum Item: Sendable {
    case request(PendingRequest, UnsafeContinuation<Result<Message, RequestError>, Never>)
    case cancel(Int)
    case resolved(attempt: Int, Result<[SocketAddress], ConnectionError>)
    case madeRoom
    case retryNow
    case close
  }

  private struct State {
    var items: [Item] = []
    var isAsleep = false
    var isClosed = false
  }

  private let state = Mutex(State())
  /// Readable when the loop must wake up.
  let wakeup: Int32
  private let waker: Int32

  /// - Returns: `nil` if the system has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (wakeup, waker) = (ends[0], ends[1])
  }

  deinit {
    SystemCalls.close(wakeup)
    SystemCalls.close(waker)
  }

  /// Posts an item. A loop that has ended answers requests at once.
  func post(_ item: Item) {
    let (isClosed, wakes) = state.withLock { state in
      guard !state.isClosed else { return (true, false) }
      state.items.append(item)
      defer { state.isAsleep = false }
      return (false, state.isAsleep)
    }
    if isClosed, case .request(_, let continuation) = item { continuation.resume(returning: .failure(.closed)) }
    if wakes {
      var byte: UInt8 = 0
      _ = write(waker, &byte, 1)
    }
  }

  func take(into items: inout [Item]) {
    items.removeAll(keepingCapacity: true)
    state.withLock { swap(&$0.items, &items) }
  }

  /// Announces that the loop is about to block.
  ///
  /// - Returns: whether it may: `false` if an item was posted meanwhile.
  func fallAsleep() -> Bool {
    state.withLock { state in
      state.isAsleep = state.items.isEmpty
      return state.isAsleep
    }
  }

  /// Announces that the loop is awake, and empties the pipe if it was signalled.
  func wakeUp(isSignalled: Bool) {
    state.withLock { $0.isAsleep = false }
    guard isSignalled else { return }
    var bytes: (UInt64, UInt64) = (0, 0)
    while withUnsafeMutableBytes(of: &bytes, { read(wakeup, $0.baseAddress, $0.count) }) > 0 {}
  }

  /// The loop has ended: returns the unprocessed items.
  func close() -> [Item] {
    state.withLock { state in
      state.isClosed = true
      defer { state.items = [] }
      return state.items
    }
  }
}
