import Foundation
import ServerHarness
import WireProtocol

/// What is waited for of a node.
extension ServerProcess {
  /// The next line of the log that tells of an event.
  ///
  /// - Parameter orAtStart: whether a line counts too that came before the process was ready.
  /// - Throws: where the log ends, or nothing comes.
  func logged(_ event: String, orAtStart: Bool = false) throws -> String {
    if orAtStart, let line = preface.first(where: { $0.contains(" \(event) ") }) { return line }
    while case .line(let line) = logLine() {
      if line.contains(" \(event) ") { return line }
    }
    throw ClusterNodes.Nobody()
  }

  /// The body of an answer to `/ready`, once one is as it should be. An owner that etcd does not answer says nothing
  /// before it gives up.
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
