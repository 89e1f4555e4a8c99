internal import Dispatch

/// State that is confined to a serial queue of its own.
///
/// Unchecked, because the compiler cannot see that the queue is serial. The state goes in once (`sending`) and is
/// passed out only inside the queue.
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

  /// Runs a body on the queue, after all earlier ones; not at all once the state is closed.
  package func later(_ body: @escaping @Sendable (State) -> Void) {
    queue.async { if let state = self.state { body(state) } }
  }

  /// Runs a body on the queue after some time, unless the state is closed then.
  package func later(afterMilliseconds milliseconds: Int, _ body: @escaping @Sendable (State) -> Void) {
    queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [weak self] in
      if let state = self?.state { body(state) }
    }
  }

  /// Runs a body on the queue and waits for it. Not to be called from the queue itself.
  ///
  /// - Returns: `nil` once the state is closed.
  package func now<Value: Sendable>(_ body: @Sendable (State) -> Value) -> Value? {
    queue.sync { state.map(body) }
  }

  /// Releases the state once all earlier bodies are done, and waits for that. From the queue itself, at once.
  package func close(_ last: @Sendable (State) -> Void = { _ in }) {
    if DispatchQueue.getSpecific(key: mark) == true { end(last) } else { queue.sync { end(last) } }
  }

  private func end(_ last: (State) -> Void) {
    if let state { last(state) }
    state = nil
  }
}
