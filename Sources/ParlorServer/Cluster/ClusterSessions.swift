import Cluster
import ClusterLink
import ParlorCore

/// What makes sessions outlive their core: what nodes keep of them, and where the log ends with what they were told.
struct ClusterSessions {
  private let sessions: EdgeSessions
  private let log: SharedLog
  /// Then nothing is kept of sessions: what the last owner has given stands.
  private let isReading: Bool

  init(_ sessions: EdgeSessions, _ log: SharedLog, isReading: Bool) {
    self.sessions = sessions
    self.log = log
    self.isReading = isReading
    for form in LinkForm.allCases {
      sessions.set(.ownerGone, Parlor.words(.ownerGone, isText: form == .text), in: form)
      sessions.set(.closing, Parlor.words(.stopping, isText: form == .text), in: form)
    }
    // Until something is told, all that was told before stands up to here. What only reads tells nothing.
    if !isReading { sessions.release(through: 0, position: position) }
  }

  /// The last commit that is durable ends there.
  var position: UInt64 { UInt64(clamping: log.durablePosition) }

  func keep(_ snapshot: [UInt8], for session: SessionID, after ticket: CommitTicket) {
    if !isReading { sessions.keep(snapshot, for: session, after: ticket) }
  }
}
