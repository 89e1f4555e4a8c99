import Cluster
import ParlorCore

/// A node of a simulated cluster: the logic under test, tables that survive crashes, and a core while it owns the log.
struct SimulatedNode {
  let name: String
  var process: UInt32 = 0
  var member: ClusterMember
  var isAlive = true
  var pausedUntil: Int64 = 0
  /// Inputs that wait until the pause is over.
  var mailbox: [ClusterMember.Input] = []
  var isCutOff = false
  /// The content of the tables, by revision.
  var tables: [(revision: Revision, facts: [Int])] = []
  /// The position of the tables; survives a crash.
  var position: Revision = 0
  var core: Core?
  /// When loading is finished.
  var loading: Core?
  var freshUntil: Int64 = 0
  /// The open watch, and its delivered position.
  var watch: (number: Int, next: Revision)?
  var watches = 0

  /// The owner's state in memory.
  struct Core {
    /// All facts, including those that are not durable yet.
    var facts: [Int]
    var gathered: [Request] = []
    var flight: (ticket: CommitTicket, requests: [Request])?
    var ticket: CommitTicket = 0
    /// Answers that may be sent when it is known that nobody else owns the log.
    var waiting: [Answer] = []
  }

  struct Request {
    let fact: Int
  }

  /// An answer to a client: a write, or the facts visible to a reader, and how much was acknowledged when it asked.
  enum Answer {
    case written(Int)
    case read(Set<Int>, acknowledged: Int)
  }
}
