import Dispatch
import Synchronization

/// Waits for the result of a call that reports it to a closure, on whatever thread.
package func awaitResult<Value: Sendable>(_ call: (@escaping @Sendable (Value) -> Void) -> Void) -> Value {
  let later = Later<Value>()
  call(later.put)
  return later.take()
}

/// A value passed from one thread to another.
package final class Later<Value: Sendable>: Sendable {
  private let isThere = DispatchSemaphore(value: 0)
  private let value = Mutex<Value?>(nil)

  package init() {}

  @Sendable package func put(_ new: Value) {
    value.withLock { $0 = new }
    isThere.signal()
  }

  /// Waits for the value; call it once.
  package func take() -> Value {
    while true {
      isThere.wait()
      if let value = value.withLock({ $0 }) { return value }
    }
  }
}
