internal import Dispatch

/// State that is only ever touched on a serial queue of its own.
///
/// Unchecked, because the compiler cannot see that the queue is serial: this type is the one place that has to be
/// read to believe it. The state goes in once (`sending`) and is handed out only inside the queue.
package final class Confined<State>: @unchecked Sendable {
  private let queue: DispatchQueue
  /// `nil` once it is closed.
  private var state: State?
  private let mark = DispatchSpecificKey<Bool>()

  package init(label: String, _ state: sending State) {
    queue = DispatchQueue(label: label)
    self.state = state
    queue.setSpecific(key: mark, value: true)
  }

  /// Runs a body on the queue, after everything handed over before; not at all once the state is gone.
  package func later(_ body: @escaping @Sendable (State) -> Void) {
    queue.async { if let state = self.state { body(state) } }
  }

  /// Runs a body on the queue after some time, if the state is still there then.
  package func later(afterMilliseconds milliseconds: Int, _ body: @escaping @Sendable (State) -> Void) {
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      if let state = self?.state { body(state) }
    }
  }

  /// Runs a body on the queue and waits for it. Not to be called from the queue itself.
  ///
  /// - Returns: `nil` once the state is gone.
  package func now<Value: Sendable>(_ body: @Sendable (State) -> Value) -> Value? {
    queue.sync { state.map(body) }
  }

  /// Lets go of the state once everything handed over before is done, and waits for that. From the queue itself, at
  /// once.
  package func close(_ last: @Sendable (State) -> Void = { _ in }) {
    if DispatchQueue.getSpecific(key: mark) == true { end(last) } else { queue.sync { end(last) } }
  }

  private func end(_ last: (State) -> Void) {
    if let state { last(state) }
    state = nil
  }
}
