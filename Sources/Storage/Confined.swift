internal import Dispatch

/// State that is only ever touched on a serial queue of its own.
///
/// Unchecked, because the compiler cannot see that the queue is serial: this type is the one place that has to be
/// read to believe it. The state goes in once (`sending`) and is handed out only inside the queue.
final class Confined<State>: @unchecked Sendable {
  private let queue: DispatchQueue
  private let state: State

  init(label: String, _ state: sending State) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
    self.state = state
  }

  /// Runs a body on the queue, after everything handed over before.
  func later(_ body: @escaping @Sendable (State) -> Void) {
    queue.async { body(self.state) }
  }

  /// Runs a body on the queue and waits for it. Not to be called from the queue itself.
  func now<Value: Sendable>(_ body: @Sendable (State) -> Value) -> Value {
    queue.sync { body(state) }
  }
}
