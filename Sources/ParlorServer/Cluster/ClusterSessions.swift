import Cluster
import ClusterLink
import ParlorCore

/// What makes sessions outlive their core: what nodes keep of them, and where the log ends with what they were told.
struct ClusterSessions {
  private let sessions: EdgeSessions
  private let log: SharedLog

  /// Formats in which an edge says something by itself.
  private static let (json, text): (UInt8, UInt8) = (0, 1)

  init(_ sessions: EdgeSessions, _ log: SharedLog) {
    self.sessions = sessions
    self.log = log
    for (format, isText) in [(Self.json, false), (Self.text, true)] {
      sessions.set(.ownerGone, Parlor.words(isClosing: false, isText: isText), for: format)
      sessions.set(.closing, Parlor.words(isClosing: true, isText: isText), for: format)
    }
    // Until something is told, all that was told before stands up to here.
    sessions.release(through: 0, position: position)
  }

  /// The last commit that is durable ends there.
  var position: UInt64 { UInt64(clamping: log.durablePosition) }

  func keep(_ keepsake: [UInt8], for session: SessionID, isText: Bool, after ticket: CommitTicket) {
    sessions.set(isText ? Self.text : Self.json, for: session)
    sessions.keep(keepsake, for: session, after: ticket)
  }
}
