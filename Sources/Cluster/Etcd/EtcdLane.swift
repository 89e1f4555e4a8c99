internal import Dispatch

/// A queue of requests with its own connection: requests wait for each other, but not for other lanes.
///
/// Unchecked, but sound: its only non-`Sendable` member, the conversation, is used only by blocks of its serial queue,
/// and the interrupt is thread-safe.
final class EtcdLane: @unchecked Sendable {
  private let queue: DispatchQueue
  private let interrupt = EtcdInterrupt()
  /// Used on the queue only.
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

  /// Ends the current request without an answer, and refuses later ones.
  func close() { interrupt.set() }
}
