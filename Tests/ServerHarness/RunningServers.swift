import Foundation

/// The servers started by this thread that still exist, so that a test that times out can print their logs.
///
/// Each thread has only its own, since it reads their pipes.
package enum RunningServers {
  private struct Entry {
    weak var server: ServerProcess?
  }

  private static let key = "running servers"

  private static var entries: [Entry] {
    get { Thread.current.threadDictionary[key] as? [Entry] ?? [] }
    set { Thread.current.threadDictionary[key] = newValue }
  }

  static func add(_ server: ServerProcess) {
    entries = entries.filter { $0.server != nil } + [Entry(server: server)]
  }

  /// The last log lines of this thread's servers, each under its server's arguments.
  package static func lastLines(_ count: Int = 12) -> String {
    entries.compactMap(\.server).map { server in
      (["the server at port \(server.port) (\(server.arguments.joined(separator: " "))):"] + server.lastLines(count))
        .joined(separator: "\n  ")
    }.joined(separator: "\n")
  }
}
