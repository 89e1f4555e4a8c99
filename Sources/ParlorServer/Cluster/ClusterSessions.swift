import Cluster
import ClusterLink
import ParlorCore

/// Lets sessions survive their core: gives nodes their snapshots, and the log positions of their output.
struct ClusterSessions {
  private let sessions: EdgeSessions
  private let log: SharedLog
  /// Whether the core is read-only: then the last owner's snapshots are kept.
  private let isReading: Bool

  init(_ sessions: EdgeSessions, _ log: SharedLog, isReading: Bool) {
    self.sessions = sessions
    self.log = log
    self.isReading = isReading
    for form in LineForm.allCases {
      sessions.set(.ownerGone, Parlor.words(.ownerGone, isText: form == .text), in: form)
      sessions.set(.closing, Parlor.words(.stopping, isText: form == .text), in: form)
    }
    // Until the next release, this position is valid for all earlier output. A read-only core releases nothing.
    if !isReading { sessions.release(through: 0, position: position) }
  }

  /// The log position of the last durable commit.
  var position: UInt64 { UInt64(clamping: log.durablePosition) }

  func keep(_ snapshot: [UInt8], for session: SessionID, after ticket: CommitTicket) {
    if !isReading { sessions.keep(snapshot, for: session, after: ticket) }
  }
}
