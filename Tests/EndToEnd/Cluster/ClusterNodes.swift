import Callbacks
import Cluster
import EtcdHarness
import Foundation
import ServerHarness
import Synchronization

/// The nodes of one cluster, each a process with its own folder, and the etcd with their log.
final class ClusterNodes {
  /// A node is not running, or nobody owns the log.
  struct Nobody: Error, CustomStringConvertible {
    let description = RunningServers.lastLines()
  }

  let etcd: EtcdCluster
  let client: EtcdClient
  let names: [String]
  private(set) var processes: [String: ServerProcess] = [:]
  private let flags: [String]
  private let hasOwnEtcdOnly: Bool
  /// Additional flags by node name.
  private let ownFlags: [String: [String]]
  /// The program of nodes that are started from now on.
  var program: String
  private let clock: Date?
  /// The settable system clocks by node name; empty if they are not settable.
  let clocks: [String: SettableClock]
  private let began = Date()
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cluster-\(UUID().uuidString)")

  /// - Parameters:
  ///   - names: nodes that are started at once.
  ///   - members: the number of etcd members; the first is the first node's own, and so on.
  ///   - flags: additional flags of all nodes.
  ///   - hasOwnEtcdOnly: whether each node uses only its own member, as with one of each per machine.
  ///   - ownFlags: additional flags by node name.
  ///   - program: the nodes' program.
  ///   - clock: the present time on all nodes' clocks; `nil` for the real time.
  ///   - haveOwnDisks: whether each etcd member's data is on its own disk, which a test can fill.
  ///   - clocksAreSettable: whether a test can set the system clock that a node sees, while the node runs.
  init(
    _ names: [String] = ["a", "b", "c"], members: Int = 1, flags: [String] = [], hasOwnEtcdOnly: Bool = false,
    ownFlags: [String: [String]] = [:], program: String = "parlor-server", clock: Date? = nil,
    haveOwnDisks: Bool = false, clocksAreSettable: Bool = false
  ) throws {
    (self.hasOwnEtcdOnly, self.clock) = (hasOwnEtcdOnly, clock)
    (self.ownFlags, self.program) = (ownFlags, program)
    clocks = clocksAreSettable ? try names.reduce(into: [:]) { $0[$1] = try SettableClock() } : [:]
    etcd = try EtcdCluster(members, haveOwnDisks: haveOwnDisks)
    (self.names, self.flags) = (names, flags)
    client = etcd.client()
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for name in names { try start(name) }
  }

  deinit {
    for process in processes.values { process.killNow() }
    try? FileManager.default.removeItem(at: folder)
  }

  /// The data folder of a node.
  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func data(_ name: String) -> [String] { ["--data", path(name)] }

  /// Starts a node, or restarts it with its data.
  func start(_ name: String, _ extra: [String] = []) throws {
    let own = (names.firstIndex(of: name) ?? 0) % etcd.endpoints.count
    let members = hasOwnEtcdOnly ? [etcd.endpoints[own]] : etcd.endpoints[own...] + etcd.endpoints[..<own]
    let time = clock.map { ["--clock", Self.text($0.addingTimeInterval(Date().timeIntervalSince(began)))] } ?? []
    processes[name] = try ServerProcess(
      data(name) + ["--cluster", members.map { "\($0)" }.joined(separator: ","), "--node", name]
        + ["--link", "127.0.0.1:0"] + flags + (ownFlags[name] ?? []) + time + extra, program: program,
      environment: clocks[name]?.environment ?? [:])
  }

  /// A time in `--clock`'s format.
  static func text(_ time: Date) -> String { time.formatted(.iso8601) }

  /// Flags of a node that follows and never owns, since its time zone is not the cluster's. Its clients are never on
  /// the owner.
  static let neverOwns = ["--zone", "Pacific/Auckland"]

  /// A single server on a node's data folder, without a cluster.
  func startAlone(_ name: String, _ extra: [String] = []) throws -> ServerProcess {
    try ServerProcess(data(name) + extra)
  }

  func process(_ name: String) throws -> ServerProcess {
    guard let process = processes[name] else { throw Nobody() }
    return process
  }

  /// Stops a node with SIGTERM, and returns its exit status.
  func stop(_ name: String) -> Int32? {
    let process = processes.removeValue(forKey: name)
    process?.terminate()
    return process?.exitStatus()
  }

  /// The log lines of running nodes since the last call.
  func logs() -> [String] {
    processes.sorted { $0.key < $1.key }.flatMap { name, process in process.logLines().map { "\(name): \($0)" } }
  }

  func kill(_ name: String) { processes.removeValue(forKey: name)?.killNow() }

  /// The writer of the log's last entry.
  func owner() throws -> String? {
    try client.value(of: SharedLog.key).flatMap { try? LogValue(reading: $0.value).writer.node }
  }

  func lastRevision() throws -> Revision { try client.value(of: SharedLog.key)?.changedAt ?? 0 }

  /// The log's entries in a range of revisions; `nil` if some are compacted away, or etcd fails.
  func values(_ revisions: ClosedRange<Revision>) -> [LogValue]? {
    let found = Later<[LogValue]?>()
    let values = Mutex<[LogValue]>([])
    let watch = client.watch(SharedLog.key, from: revisions.lowerBound) { event in
      switch event {
      case .compacted, .failed: found.put(nil)
      case .opened, .caughtUp: break
      case .changes(let changes):
        for case .put(let value) in changes {
          if let read = try? LogValue(reading: value.value) { values.withLock { $0.append(read) } }
          if value.changedAt == revisions.upperBound { found.put(values.withLock { $0 }) }
        }
      }
    }
    defer { watch.cancel() }
    return found.take()
  }

  /// Waits until every running node has reported a revision as on disk. Nodes report every ten seconds.
  func waitUntilSafe(_ revision: Revision) throws {
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while Date() < end {
      let records = try client.values(under: NodeRecord.prefix).compactMap { NodeRecord($0.value) }
      let behind = records.filter { processes[$0.name] != nil && $0.safe < revision }
      if records.count >= processes.count, behind.isEmpty { return }
      Thread.sleep(forTimeInterval: 0.05)
    }
    throw Nobody()
  }

  func compact() throws {
    let last = try lastRevision()
    try awaitResult { client.compact(to: last, completion: $0) }.get()
  }

  func owner(besides name: String) throws -> String {
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while Date() < end {
      if let owner = try owner(), owner != name { return owner }
    }
    throw Nobody()
  }
}
