package import Cluster
import Foundation
import ServerHarness

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Whether etcd is installed, for `.enabled(if: hasEtcd, "etcd is not installed")`.
package let hasEtcd = EtcdProcess.program != nil

/// One etcd in a process of its own, with its data in a temporary folder; both go when it goes.
package final class EtcdProcess {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let endpoint: EtcdEndpoint
  private let arguments: [String]
  private let folder: URL
  /// Where its data lies, if that is a disk of its own.
  package let disk: SmallDisk?
  private var process: (keeper: ChildProcess, number: Int32)?

  package static let program: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/etcd" }.first { access($0, X_OK) == 0 }

  /// Starts a member, and does not wait for it.
  ///
  /// - Parameters:
  ///   - name: the member's name among its peers.
  ///   - peers: every member's name and the port where its peers reach it.
  ///   - extra: flags besides those that a member needs.
  ///   - hasOwnDisk: whether its data lies on a disk of its own, which may be filled.
  init(
    name: String, port: UInt16, peers: [(name: String, port: UInt16)], extra: [String], hasOwnDisk: Bool = false
  ) throws {
    endpoint = EtcdEndpoint(host: "127.0.0.1", port: port)
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("etcd-\(UUID().uuidString)")
    disk = hasOwnDisk ? try SmallDisk(at: folder.appendingPathComponent("disk").path) : nil
    let own = peers.first { $0.name == name }?.port ?? 0
    arguments =
      [
        "--name", name, "--data-dir", (disk?.path ?? folder.path) + "/data", "--logger", "zap", "--log-level",
        "warn",
        "--log-outputs", folder.appendingPathComponent("log").path,
        "--listen-client-urls", "http://127.0.0.1:\(port)", "--advertise-client-urls", "http://127.0.0.1:\(port)",
        "--listen-peer-urls", "http://127.0.0.1:\(own)", "--initial-advertise-peer-urls", "http://127.0.0.1:\(own)",
        "--initial-cluster", peers.map { "\($0.name)=http://127.0.0.1:\($0.port)" }.joined(separator: ","),
        // Tests wait for elections: twenty times faster than for members that are far from each other.
        "--heartbeat-interval", "50", "--election-timeout", "500",
      ] + extra
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts it, or starts it again with the data that it has.
  package func start() throws {
    guard process == nil else { return }
    guard let program = Self.program else { throw Failure(description: "etcd is not installed") }
    let keeper = try ChildProcess(
      ServerProcess.path(ofProgram: "ChildKeeper"), [program] + arguments,
      environment: ["PATH": "/usr/bin:/bin", "GOMAXPROCS": "2"])
    guard case .line(let line) = LineReader(descriptor: keeper.output).next(within: Patience.seconds),
      let number = Int32(line)
    else { throw Failure(description: "etcd does not start") }
    process = (keeper, number)
  }

  /// As `kill -9` does it; the data stays.
  package func kill() {
    signal(SIGKILL)
    _ = process?.keeper.wait()
    process = nil
  }

  /// Whether it has ended by itself.
  package var hasEnded: Bool { process.map { sendSignal($0.number, 0) != 0 } ?? true }

  /// Keeps the data as it is; of one that was killed.
  package func keepState() throws {
    try FileManager.default.copyItem(
      at: folder.appendingPathComponent("data"), to: folder.appendingPathComponent("kept"))
  }

  /// Puts back what was kept, as a snapshot is restored; of one that was killed.
  package func putBackState() throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent("data"))
    try FileManager.default.moveItem(
      at: folder.appendingPathComponent("kept"), to: folder.appendingPathComponent("data"))
  }

  /// Holds it still, so that it neither answers nor closes anything.
  package func pause() { signal(SIGSTOP) }

  /// Lets it go on.
  package func resume() { signal(SIGCONT) }

  /// What it has written last, for a failure's message.
  package var lastWords: String {
    let log = (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
    return log.split(separator: "\n").suffix(5).joined(separator: " ")
  }

  private func signal(_ number: Int32) {
    if let process { _ = sendSignal(process.number, number) }
  }
}

/// `kill` itself, whose name a method takes.
private func sendSignal(_ process: Int32, _ number: Int32) -> Int32 { kill(process, number) }
