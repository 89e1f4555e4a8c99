import Foundation
import ServerHarness

final class ServerPlace {
  let port: UInt16
  private(set) var folder: URL
  private let program: String

  init(program: String = "parlor-server") throws {
    self.program = program
    port = try FreePorts.take(1)[0]
    folder = DataFolders.new()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The password cost is low, since in a debug build the default takes longer than a client waits.
  func start(_ more: [String] = []) throws -> ServerProcess {
    try ServerProcess(
      Tables.arguments + ["--port", "\(port)", "--data", folder.path, "--limit", "password_cost=4"] + more,
      program: program)
  }
}
