import Dispatch

/// Waits for the result of an asynchronous call.
package func answer<Answer: Sendable>(_ ask: (@escaping @Sendable (Answer) -> Void) -> Void) -> Answer {
  let answer = Later<Answer>()
  ask(answer.put)
  return answer.take()
}

/// A value passed from one thread to another.
package final class Later<Value: Sendable>: @unchecked Sendable {
  private let isThere = DispatchSemaphore(value: 0)
  private var value: Value?

  package init() {}

  @Sendable package func put(_ value: Value) {
    self.value = value
    isThere.signal()
  }

  /// Waits for the value; call it once.
  package func take() -> Value {
    while true {
      isThere.wait()
      if let value { return value }
    }
  }
}
