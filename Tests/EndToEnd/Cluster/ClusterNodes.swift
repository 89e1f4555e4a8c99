import Cluster
import EtcdHarness
import Foundation
import ServerHarness
import Synchronization

/// Nodes of one cluster, each a process with a folder of its own, and the etcd that has their log.
final class ClusterNodes {
  /// A node is not there, or nobody owns the log.
  struct Nobody: Error, CustomStringConvertible {
    let description = RunningServers.lastLines()
  }

  let etcd: EtcdCluster
  let client: EtcdClient
  let names: [String]
  private(set) var processes: [String: ServerProcess] = [:]
  private let flags: [String]
  private let hasOwnEtcdOnly: Bool
  /// Further flags of a node, by its name.
  private let ownFlags: [String: [String]]
  /// What nodes are that are started from now on.
  var program: String
  private let clock: Date?
  /// The system's clock of each node, where it can be set.
  let clocks: [String: SettableClock]
  private let began = Date()
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cluster-\(UUID().uuidString)")

  /// - Parameters:
  ///   - names: those that are started at once.
  ///   - members: of etcd, the first one the first node's own, and so on.
  ///   - flags: what every node is started with besides.
  ///   - hasOwnEtcdOnly: whether each node asks its own member alone, as on a machine each.
  ///   - ownFlags: further flags of a node, by its name.
  ///   - program: what the nodes are.
  ///   - clock: what all nodes' clocks say now, if not the time.
  ///   - haveOwnDisks: whether members of etcd have their data on disks of their own, which may be filled.
  ///   - clocksAreSettable: whether the system's clock, as a node sees it, may be set while the node runs.
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

  /// Where a node has its data.
  func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func data(_ name: String) -> [String] { ["--data", path(name)] }

  /// Starts a node, or starts it again with what it has.
  func start(_ name: String, _ extra: [String] = []) throws {
    let own = (names.firstIndex(of: name) ?? 0) % etcd.endpoints.count
    let members = hasOwnEtcdOnly ? [etcd.endpoints[own]] : etcd.endpoints[own...] + etcd.endpoints[..<own]
    let time = clock.map { ["--clock", Self.text($0.addingTimeInterval(Date().timeIntervalSince(began)))] } ?? []
    processes[name] = try ServerProcess(
      data(name) + ["--cluster", members.map { "\($0)" }.joined(separator: ","), "--node", name]
        + ["--link", "127.0.0.1:0"] + flags + (ownFlags[name] ?? []) + time + extra, program: program,
      environment: clocks[name]?.environment ?? [:])
  }

  /// A time as `--clock` takes it.
  static func text(_ time: Date) -> String { time.formatted(.iso8601) }

  /// Flags of a node that follows and never owns, since its days are not the cluster's: its clients are never the
  /// owner's.
  static let neverOwns = ["--zone", "Pacific/Auckland"]

  /// A server on one machine, with the folder that a node is going to have.
  func startAlone(_ name: String, _ extra: [String] = []) throws -> ServerProcess {
    try ServerProcess(data(name) + extra)
  }

  func process(_ name: String) throws -> ServerProcess {
    guard let process = processes[name] else { throw Nobody() }
    return process
  }

  /// Asks it to stop, and waits until it has.
  func stop(_ name: String) -> Int32? {
    let process = processes.removeValue(forKey: name)
    process?.terminate()
    return process?.exitStatus()
  }

  /// What the nodes that run have written since this was last asked.
  func logs() -> [String] {
    processes.sorted { $0.key < $1.key }.flatMap { name, process in process.logLines().map { "\(name): \($0)" } }
  }

  func kill(_ name: String) { processes.removeValue(forKey: name)?.killNow() }

  /// The node whose word is the log's last one.
  func owner() throws -> String? {
    try client.value(of: SharedLog.key).flatMap { try? LogValue(reading: $0.value).writer.node }
  }

  /// The log's last revision.
  func lastRevision() throws -> Revision { try client.value(of: SharedLog.key)?.changedAt ?? 0 }

  /// What the log has from one revision to another; `nil` where some of that is compacted away, or etcd fails.
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

  /// Waits until every node that runs has all up to a revision on its disk, which it says every ten seconds.
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
    try answer { client.compact(to: last, completion: $0) }.get()
  }

  func owner(besides name: String) throws -> String {
    let end = Date(timeIntervalSinceNow: Patience.seconds)
    while Date() < end {
      if let owner = try owner(), owner != name { return owner }
    }
    throw Nobody()
  }
}
