import Cluster
import ParlorCore

/// A node of a simulated cluster: the logic under test, tables that survive a crash, and a core while it owns the log.
struct SimulatedNode {
  let name: String
  var process: UInt32 = 0
  var member: Member
  var isAlive = true
  var pausedUntil: Int64 = 0
  /// What waits until the pause is over.
  var mailbox: [Member.Input] = []
  var isCutOff = false
  /// What the tables hold, by revision.
  var tables: [(revision: Revision, facts: [Int])] = []
  /// Up to where they have followed; survives a crash.
  var position: Revision = 0
  var core: Core?
  /// Loading until then.
  var loading: Core?
  var freshUntil: Int64 = 0
  /// Which watch is open, and what it has told.
  var watch: (number: Int, next: Revision)?
  var watches = 0

  /// What the owner keeps in memory.
  struct Core {
    /// Everything that has happened, what is not durable yet included.
    var facts: [Int]
    var gathered: [Request] = []
    var flight: (ticket: CommitTicket, requests: [Request])?
    var ticket: CommitTicket = 0
    /// Answers that may leave once it is known that nobody else owns the log.
    var waiting: [Answer] = []
  }

  struct Request {
    let fact: Int
  }

  /// What a client is told: a write, or all that a reader sees, and how much was acknowledged when it asked.
  enum Answer {
    case written(Int)
    case read(Set<Int>, acknowledged: Int)
  }
}
