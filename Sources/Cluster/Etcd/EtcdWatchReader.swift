internal import WireProtocol

/// What a line of a watch's stream says.
enum EtcdWatchLine: Hashable {
  case event(WatchEvent)
  /// etcd ends the watch.
  case ended(EtcdFault)
}

/// Takes a watch's lines out of the pieces of its stream and checks that changes come in order: a pure value but for
/// the memory that it reads JSON in.
struct EtcdWatchReader {
  private let document = JSONDocument()
  private var bytes: [UInt8] = []
  /// Bytes before this one belong to lines that were taken.
  private var start = 0
  /// Bytes before this one have been looked at, and no line ends there.
  private var searched = 0
  private let longestLine: Int
  /// Changes come after this revision.
  private var last: Revision

  /// - Parameter revision: where the watch was asked to begin, 1 or later.
  init(from revision: Revision, longestLine: Int = 8 << 20) {
    last = revision - 1
    self.longestLine = longestLine
  }

  mutating func append(_ piece: [UInt8]) {
    if start >= bytes.count - start {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes += piece
  }

  /// What the next line says; `nil` until it is whole.
  mutating func next() throws(EtcdMisread) -> EtcdWatchLine? {
    while true {
      let end = bytes.withUnsafeBufferPointer { bytes in
        UnsafeBufferPointer(rebasing: bytes[searched...]).firstIndex(of: UInt8(ascii: "\n")).map { $0 + searched }
      }
      guard let end else {
        searched = bytes.count
        guard bytes.count - start <= longestLine else { throw EtcdMisread("a line of more than \(longestLine) bytes") }
        return nil
      }
      let line = bytes[start..<end]
      start = end + 1
      searched = start
      guard line.count <= longestLine else { throw EtcdMisread("a line of more than \(longestLine) bytes") }
      if !line.isEmpty { return try read(line) }
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) throws(EtcdMisread) -> EtcdWatchLine {
    do {
      try document.parse(line)
    } catch {
      throw EtcdMisread("no JSON: \(error)")
    }
    let view = document.root
    if let error = view["error"] {
      guard let fault = EtcdFault(error) else { throw EtcdMisread("an error without a code") }
      return .ended(fault)
    }
    guard let result = view["result"], result.kind == .object else { throw EtcdMisread("neither result nor error") }
    guard try !result.flag("canceled") else { return try cancelled(result) }
    if try result.flag("created") { return .event(.opened(at: try result.storeRevision())) }
    let changes = try changes(result)
    guard !changes.isEmpty else { return .event(.caughtUp(to: try result.storeRevision())) }
    return .event(.changes(changes))
  }

  private func cancelled(_ result: JSONView) throws(EtcdMisread) -> EtcdWatchLine {
    let compacted = try result.int64("compact_revision")
    guard compacted <= 0 else { return .event(.compacted(compacted)) }
    return .ended(EtcdFault(cancelReason: result["cancel_reason"]?.string ?? "the watch is cancelled"))
  }

  private mutating func changes(_ result: JSONView) throws(EtcdMisread) -> [KeyChange] {
    guard let events = result["events"] else { return [] }
    var changes: [KeyChange] = []
    for event in events.elements {
      guard let keyValue = try event["kv"]?.keyValue() else { throw EtcdMisread("a change without a key") }
      guard keyValue.changedAt > last else {
        throw EtcdMisread("a change of revision \(keyValue.changedAt) after one of \(last)")
      }
      last = keyValue.changedAt
      let isDeletion = event["type"].map { $0.isString("DELETE") || $0.int == 1 } ?? false
      changes.append(isDeletion ? .deleted(key: keyValue.key, at: keyValue.changedAt) : .put(keyValue))
    }
    return changes
  }
}
