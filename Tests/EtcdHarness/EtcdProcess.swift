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

/// An etcd process with its data in a temporary folder; both are removed with this object.
package final class EtcdProcess {
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  package let endpoint: EtcdEndpoint
  private let arguments: [String]
  private let folder: URL
  /// The disk with its data, if that is a separate one.
  package let disk: SmallDisk?
  private var process: (keeper: ChildProcess, number: Int32)?

  package static let program: String? = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    .map { "\($0)/etcd" }.first { access($0, X_OK) == 0 }

  /// Starts a member without waiting for it.
  ///
  /// - Parameters:
  ///   - name: the member's name.
  ///   - peers: every member's name and peer port.
  ///   - extra: additional flags.
  ///   - hasOwnDisk: whether its data is on a separate disk, which a test can fill.
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
        // Tests wait for elections, so the timeouts are far shorter than for members in different places.
        "--heartbeat-interval", "50", "--election-timeout", "500",
      ] + extra
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try start()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: folder)
  }

  /// Starts it, or restarts it with its data.
  package func start() throws {
    guard process == nil else { return }
    guard let program = Self.program else { throw Failure(description: "etcd is not installed") }
    let keeper = try ChildProcess(
      ServerProcess.path(of: "ChildKeeper"), [program] + arguments,
      environment: ["PATH": "/usr/bin:/bin", "GOMAXPROCS": "2"])
    guard case .line(let line) = LineReader(descriptor: keeper.output).next(within: Patience.seconds),
      let number = Int32(line)
    else { throw Failure(description: "etcd does not start") }
    process = (keeper, number)
  }

  /// Kills it with `kill -9`; the data stays.
  package func kill() {
    signal(SIGKILL)
    _ = process?.keeper.wait()
    process = nil
  }

  /// Whether it has exited by itself.
  package var hasEnded: Bool { process.map { sendSignal($0.number, 0) != 0 } ?? true }

  /// Copies the data of a killed member.
  package func keepState() throws {
    try FileManager.default.copyItem(
      at: folder.appendingPathComponent("data"), to: folder.appendingPathComponent("kept"))
  }

  /// Restores the copied data of a killed member, like a snapshot.
  package func putBackState() throws {
    try FileManager.default.removeItem(at: folder.appendingPathComponent("data"))
    try FileManager.default.moveItem(
      at: folder.appendingPathComponent("kept"), to: folder.appendingPathComponent("data"))
  }

  /// Stops it by SIGSTOP, so that it neither answers nor closes anything.
  package func pause() { signal(SIGSTOP) }

  /// Continues it.
  package func resume() { signal(SIGCONT) }

  /// Its last log lines, for failure messages.
  package var lastWords: String {
    let log = (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
    return log.split(separator: "\n").suffix(5).joined(separator: " ")
  }

  private func signal(_ number: Int32) {
    if let process { _ = sendSignal(process.number, number) }
  }
}

/// The system call `kill`, whose name is used by a method.
private func sendSignal(_ process: Int32, _ number: Int32) -> Int32 { kill(process, number) }
