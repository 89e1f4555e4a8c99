import Foundation
import ServerHarness
import WireProtocol

/// Waiting for a node's state.
extension ServerProcess {
  /// The next log line with an event.
  ///
  /// - Parameter orAtStart: whether lines from before the process was ready count.
  /// - Throws: if the log ends, or no such line comes in time.
  func logged(_ event: String, orAtStart: Bool = false) throws -> String {
    if orAtStart, let line = preface.first(where: { $0.contains(" \(event) ") }) { return line }
    while case .line(let line) = logLine() {
      if line.contains(" \(event) ") { return line }
    }
    throw ClusterNodes.Nobody()
  }

  /// The body of the first answer to `/ready` that satisfies a condition. An owner whose etcd does not answer keeps
  /// requests waiting until its own timeout.
  func ready(until isRight: (_ status: Int, _ body: JSON) -> Bool) throws -> JSON {
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while Date() < end {
      guard let answer = try? HTTPSocket(self).ask("GET /ready") else { continue }
      let body = try JSON(parsing: Array(answer.body.utf8))
      if isRight(answer.status, body) { return body }
    }
    throw ClusterNodes.Nobody()
  }
}
