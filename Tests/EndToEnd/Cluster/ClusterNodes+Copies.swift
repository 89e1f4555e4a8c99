import Cluster
import Foundation
import ServerHarness

extension ClusterNodes {
  /// The tables of all running nodes at equivalent positions: the log has no facts between them.
  func copies() throws -> [String: CopyDump] {
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while Date() < end {
      let dumps = try processes.keys.reduce(into: [:]) { $0[$1] = try CopyDump(ofFolder: path($1)) }
      let positions = dumps.values.map(\.position)
      guard let first = positions.min(), let last = positions.max(), try holdsNoFacts(after: first, through: last)
      else { continue }
      return dumps
    }
    throw Nobody()
  }

  private func holdsNoFacts(after first: Revision, through last: Revision) throws -> Bool {
    // Other keys' revisions lie between the log's own, so reading ends at the log key's last one.
    let end = max(last, try lastRevision())
    if first == end { return true }
    // A compacted range was applied by all copies; then they are read again.
    guard let values = values(first + 1...end) else { return false }
    return !values.contains { $0.kind == .facts || $0.kind == .part }
  }

  /// Descriptions of the differences between copies.
  func differencesOfCopies() throws -> [String] {
    let dumps = try copies().sorted { $0.key < $1.key }
    guard let first = dumps.first else { return [] }
    return dumps.dropFirst().flatMap { other in
      first.value.differences(from: other.value).map { "\(first.key) and \(other.key): \($0)" }
    }
  }
}
