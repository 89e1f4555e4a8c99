import Cluster
import ParlorCore

/// A model of etcd's behaviour for one key, without time: a history of revisions whose beginning may be compacted.
struct EngineModel {
  private(set) var history: [(revision: Revision, value: [UInt8])] = []
  private(set) var revision: Revision = 1
  private(set) var compacted: Revision = 0

  var last: (revision: Revision, value: [UInt8])? { history.last }

  /// Another key changes.
  mutating func touchAnother() { revision += 1 }

  /// Stores a value if the key was last changed at `revision`.
  mutating func replace(with value: [UInt8], ifChangedAt expected: Revision, ignoringFence: Bool)
    -> ClusterMember.AttemptAnswer
  {
    guard ignoringFence || (last?.revision ?? 0) == expected else {
      return .found(last?.revision ?? 0, last?.value)
    }
    revision += 1
    history.append((revision, value))
    return .replaced(revision)
  }

  mutating func compact(to revision: Revision) { compacted = max(compacted, min(revision, self.revision)) }
}

/// The content of the log's values, parsed without the code under test.
struct ReferenceFold {
  /// Facts in order, with the revisions at which they take effect.
  private(set) var facts: [(revision: Revision, facts: [Int])] = []

  init(_ history: [(revision: Revision, value: [UInt8])]) {
    var parts: (by: LogValue.Writer, bytes: [UInt8])?
    for (revision, bytes) in history {
      guard let value = try? LogValue(reading: bytes) else { continue }
      if parts?.by != value.writer { parts = nil }
      switch value.kind {
      case .part: parts = (value.writer, (parts?.bytes ?? []) + value.facts)
      case .facts:
        facts.append((revision, Self.numbers((parts?.bytes ?? []) + value.facts)))
        parts = nil
      default: parts = nil
      }
    }
  }

  /// Facts of the world: one number per line.
  static func numbers(_ bytes: [UInt8]) -> [Int] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }
  }

  static func bytes(_ numbers: [Int]) -> [UInt8] { numbers.flatMap { Array("\($0)\n".utf8) } }
}
