import Foundation

/// An owner process with the core, and an edge process with the clients' connections.
package final class LinkedServers {
  package let owner: ServerProcess
  package private(set) var edge: ServerProcess
  private static let secret = ["--link-secret", "a secret of tests"]

  /// The port for clients.
  package var port: UInt16 { edge.port }

  package init(_ arguments: [String] = []) throws {
    owner = try ServerProcess(arguments + ["--link-owner", "0"] + Self.secret, program: "LinkedServer")
    var port: UInt16?
    while port == nil {
      guard case .line(let line) = owner.logLine() else {
        throw ServerProcess.Failure(description: "the owner takes no links")
      }
      if line.contains(" takes links on ") { port = line.split(separator: ":").last.flatMap { UInt16($0) } }
    }
    guard let port else { throw ServerProcess.Failure(description: "the owner takes links nowhere") }
    edge = try Self.makeEdge(arguments, port)
  }

  private static func makeEdge(_ arguments: [String], _ port: UInt16) throws -> ServerProcess {
    // Only the owner serves HTTP.
    var arguments = arguments
    if let place = arguments.firstIndex(of: "--http") { arguments.removeSubrange(place...place + 1) }
    let console = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString).sock")
    let edge = try ServerProcess(
      arguments + ["--admin-socket", console.path] + ["--link-edge", "127.0.0.1:\(port)"] + secret,
      program: "LinkedServer")
    guard case .line(let line) = edge.logLine(), line.hasPrefix("link up") else {
      throw ServerProcess.Failure(description: "the edge has no link")
    }
    return edge
  }
}
