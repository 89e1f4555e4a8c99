internal import Dispatch

/// A queue of questions with a connection of its own: one waits for the other, and for no other lane.
///
/// Unchecked, and sound: what is not `Sendable` in it, the conversation, is touched by blocks of its serial queue
/// alone, and the interrupt guards itself.
final class EtcdLane: @unchecked Sendable {
  private let queue: DispatchQueue
  private let interrupt = EtcdInterrupt()
  /// Touched on the queue only.
  private let conversation: EtcdConversation

  init(_ name: String, _ setting: EtcdSetting) {
    queue = DispatchQueue(label: "parlor.etcd.\(name)")
    conversation = EtcdConversation(setting, interrupt: interrupt)
  }

  func ask<Answer>(
    _ call: @escaping @autoclosure @Sendable () -> EtcdCall<Answer>,
    _ completion: @escaping @Sendable (Result<Answer, EngineFailure>) -> Void
  ) {
    queue.async { [self] in
      completion(Result { () throws(EngineFailure) in try conversation.ask(call()) })
    }
  }

  /// What is under way ends without an answer, and what comes is refused.
  func close() { interrupt.set() }
}
