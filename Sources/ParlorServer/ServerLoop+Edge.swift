import HTTPService
import LineServer
import ParlorCore

extension ServerLoop {
  /// What surrounds a core: sockets, the clock, the log.
  struct Edge {
    /// Who answers over HTTP.
    enum HTTP {
      case none
      /// A service of the loop's own.
      case own(HTTPServiceConfiguration)
      /// That of a node in a cluster, which stays when another node becomes the owner.
      case node(HTTPService)
    }

    /// The sockets of this process.
    let lines: LineOutput
    /// Where the core's output goes: to the sockets, or over links to the nodes that have the sessions.
    let output: any SessionOutput
    let waker: CoreWaker
    let clock: ServerClock
    let log: ServerLog
    /// The seconds after which clients should return to a stopping server.
    let backInSeconds: Int
    var http = HTTP.none
  }
}
