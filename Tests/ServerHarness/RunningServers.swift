import Foundation

/// The servers that this thread has started and still holds: a test that waits in vain is told what they have logged.
///
/// Each thread knows its own alone, since it is the one that reads their pipes.
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

  /// The last lines that the servers of this thread have logged, each under its server's arguments.
  package static func lastLines(_ count: Int = 12) -> String {
    entries.compactMap(\.server).map { server in
      (["the server at port \(server.port) (\(server.arguments.joined(separator: " "))):"] + server.lastLines(count))
        .joined(separator: "\n  ")
    }.joined(separator: "\n")
  }
}
