import Foundation
import ServerHarness

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

final class ServerPlace {
  let port: UInt16
  private(set) var folder: URL
  private let program: String

  init(program: String = "parlor-server") throws {
    self.program = program
    port = try Self.freePort()
    folder = DataFolders.new()
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// The password cost is low, since in a debug build the default takes longer than a client waits.
  func start(_ more: [String] = []) throws -> ServerProcess {
    try ServerProcess(
      Tables.arguments + ["--port", "\(port)", "--data", folder.path, "--limit", "password_cost=4"] + more,
      program: program)
  }

  /// A free port outside of the system's ephemeral range, so that it stays free while no server runs.
  static func freePort() throws -> UInt16 {
    for _ in 0..<100 {
      let port = UInt16.random(in: 20_000..<30_000)
      #if canImport(Darwin)
        let descriptor = socket(AF_INET, SOCK_STREAM, 0)
      #else
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      #endif
      defer { close(descriptor) }
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let isFree = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
      if isFree { return port }
    }
    throw SocketClient.Failure(description: "no port is free")
  }
}
