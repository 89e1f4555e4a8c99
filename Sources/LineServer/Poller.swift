/// What a descriptor is watched for, or ready for.
struct Readiness: OptionSet {
  let rawValue: UInt8
  static let readable = Readiness(rawValue: 1)
  static let writable = Readiness(rawValue: 2)
  /// Both directions are closed, or the connection failed. Always reported, never asked for.
  static let hangup = Readiness(rawValue: 4)
  /// The peer sends no more: the end comes behind its last bytes. Reported with readable where events do not repeat.
  static let finished = Readiness(rawValue: 16)
}

/// A ready descriptor, by the token that it was added with.
struct PollEvent {
  var token: UInt64 = 0
  var ready: Readiness = []
}

/// The kernel's readiness queue: one descriptor that holds all the others, watched by one Dispatch source.
///
/// Closing a descriptor removes it. A poller closes its own descriptors when it is released, which must be after
/// Dispatch has released them.
protocol Poller: AnyObject {
  /// Whether a connection is reported as long as there is something to read or room to write (level triggered).
  /// Otherwise it is reported once for each arrival, and again by ``change(_:token:from:to:)`` where it is ready.
  var repeatsEvents: Bool { get }
  /// Watched by Dispatch; readable when `wait` would return events.
  var descriptor: Int32 { get }
  /// Starts to watch a descriptor: 0, or a negative `errno` value.
  func add(_ descriptor: Int32, token: UInt64, interest: Readiness) -> Int32
  func change(_ descriptor: Int32, token: UInt64, from: Readiness, to: Readiness)
  /// Waits up to `nanoseconds` (0: does not wait), writes to `events` and returns their number.
  func wait(into events: UnsafeMutableBufferPointer<PollEvent>, nanoseconds: Int64) -> Int
  /// Reports `Token.timer` once when the monotonic clock reaches this; replaces the time set before.
  func arm(at nanoseconds: UInt64)
  /// Wakes this poller from any thread.
  var wakeup: Wakeup { get }
}

/// Tokens that belong to no connection: their slots lie beyond every table.
enum Token {
  static let listener = UInt64.max
  static let wake = UInt64.max - 1
  static let timer = UInt64.max - 2
  static let stop = UInt64.max - 4
  static let localListener = UInt64.max - 5
  private static let firstStream = UInt64.max - 16
  /// Those of the stream listeners, in order.
  static let streamListeners = firstStream..<firstStream + UInt64(StreamListenerConfiguration.most)

  /// Whether a token belongs to a connection.
  static func isConnection(_ token: UInt64) -> Bool { token < firstStream }
}

/// Makes a poller's `wait` return from any thread, with `Token.wake` among its events.
struct Wakeup: Sendable {
  let descriptor: Int32
  let signal: @Sendable (Int32) -> Void

  func callAsFunction() { signal(descriptor) }
}

/// The poller of this platform, or the negative `errno` value of the failure.
func makePoller() -> Result<any Poller, PollerError> {
  #if canImport(Darwin)
    KqueuePoller.make()
  #else
    EpollPoller.make()
  #endif
}

/// The kernel gave no readiness queue.
struct PollerError: Error {
  let result: Int32
}
