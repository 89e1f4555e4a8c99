import Cluster
import ClusterLink
import ParlorCore

/// What makes sessions outlive their core: what nodes keep of them, and where the log ends with what they were told.
struct ClusterSessions {
  private let sessions: EdgeSessions
  private let log: SharedLog

  init(_ sessions: EdgeSessions, _ log: SharedLog) {
    self.sessions = sessions
    self.log = log
    for form in LinkForm.allCases {
      sessions.set(.ownerGone, Parlor.words(isClosing: false, isText: form == .text), in: form)
      sessions.set(.closing, Parlor.words(isClosing: true, isText: form == .text), in: form)
    }
    // Until something is told, all that was told before stands up to here.
    sessions.release(through: 0, position: position)
  }

  /// The last commit that is durable ends there.
  var position: UInt64 { UInt64(clamping: log.durablePosition) }

  func keep(_ keepsake: [UInt8], for session: SessionID, after ticket: CommitTicket) {
    sessions.keep(keepsake, for: session, after: ticket)
  }
}
