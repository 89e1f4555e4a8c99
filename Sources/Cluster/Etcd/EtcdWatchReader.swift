/// The content of a watch's message.
enum EtcdWatchNews: Hashable {
  case event(WatchEvent)
  /// etcd has ended the watch.
  case ended(EtcdFault)
}

/// Parses a watch's messages and checks the order of changes: a pure value.
struct EtcdWatchReader {
  /// All changes must be after this revision.
  private var last: Revision

  /// - Parameter revision: the requested first revision, 1 or later.
  init(from revision: Revision) { last = revision - 1 }

  /// Parses a `WatchResponse`.
  mutating func read(_ bytes: ArraySlice<UInt8>) throws(EtcdDecodingError) -> EtcdWatchNews {
    let message = try ProtobufMessage(bytes)
    guard !message.flag(4) else { return cancelled(message) }
    let revision = try message.storeRevision()
    if message.flag(3) { return .event(.opened(at: revision)) }
    let changes = try changes(message)
    return .event(changes.isEmpty ? .caughtUp(to: revision) : .changes(changes))
  }

  private func cancelled(_ message: ProtobufMessage) -> EtcdWatchNews {
    let compacted = message.int64(5)
    guard compacted <= 0 else { return .event(.compacted(compacted)) }
    let reason = message.text(6)
    return .ended(EtcdFault(cancelReason: reason.isEmpty ? "the watch is cancelled" : reason))
  }

  private mutating func changes(_ message: ProtobufMessage) throws(EtcdDecodingError) -> [KeyChange] {
    var changes: [KeyChange] = []
    for bytes in message.all(11) {
      let event = try ProtobufMessage(bytes)
      guard let keyValue = try event.message(2)?.keyValue() else { throw EtcdDecodingError("a change without a key") }
      guard keyValue.changedAt > last else {
        throw EtcdDecodingError("a change of revision \(keyValue.changedAt) after one of \(last)")
      }
      last = keyValue.changedAt
      let isDeletion = event.uint64(1) == 1
      changes.append(isDeletion ? .deleted(key: keyValue.key, at: keyValue.changedAt) : .put(keyValue))
    }
    return changes
  }
}
