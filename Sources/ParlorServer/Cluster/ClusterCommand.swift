import Cluster
import ParlorCore
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `parlor-server cluster`: the owner, the progress of each node's copy, and the state of the store.
enum ClusterCommand {
  /// Queries the store; an owner writes several times a second, so two seconds show whether there is one.
  static func run(_ cluster: ClusterOptions) -> OfflineChecks.Report {
    do {
      let credentials = try ClusterStart.credentials(cluster)
      let engine = EtcdClient(endpoints: cluster.endpoints, credentials: credentials)
      let found: KeyValue?
      do throws(EngineFailure) {
        found = try engine.value(of: ClusterIdentity.key)
      } catch {
        return withoutMajority(cluster, credentials, because: error)
      }
      guard let identity = found.flatMap({ ClusterIdentity($0.value) }) else {
        return OfflineChecks.Report(lines: ["there is no cluster in this etcd"], status: 1)
      }
      // Read before the log's last value, so that no node can be ahead of it.
      let nodes = try engine.values(under: NodeRecord.prefix).compactMap { NodeRecord($0.value) }
      let logStatus = try readLogStatus(engine)
      var lines = ["cluster \(identity.id), zone \(identity.zone), layout \(identity.layout)", logStatus.line]
      lines += nodes.map { line(of: $0, logStatus, now: ServerClock.systemTime) }
      lines += warnings(nodes, logStatus, now: ServerClock.systemTime)
      for endpoint in cluster.endpoints { lines.append(line(of: endpoint, credentials)) }
      return OfflineChecks.Report(lines: lines, status: logStatus.isAdvancing ? 0 : 1)
    } catch let failure as EngineFailure {
      return OfflineChecks.Report(lines: [failure.sentence], status: 69)
    } catch {
      return OfflineChecks.Report(lines: ["\((error as? StorageFailure)?.message ?? "\(error)")"], status: 69)
    }
  }

  // MARK: - The log and its nodes

  /// The last values of the log.
  private struct LogStatus {
    let last: LogValue?
    let revision: Revision
    let isAdvancing: Bool

    init(_ found: KeyValue?, isAdvancing: Bool) {
      last = found.flatMap { try? LogValue(reading: $0.value) }
      revision = found?.changedAt ?? 0
      self.isAdvancing = isAdvancing
    }

    var line: String {
      guard let last else { return "its log is empty" }
      guard isAdvancing else {
        return
          "no node owns the log: \(last.writer.node) wrote last, at \(revision), and nothing followed for two seconds"
      }
      return "\(last.writer.node) owns, term \(last.term), at \(revision)"
    }
  }

  private static func readLogStatus(_ engine: EtcdClient) throws(EngineFailure) -> LogStatus {
    let first = try engine.value(of: SharedLog.key)
    var found = first
    for _ in 0..<20 where found?.changedAt == first?.changedAt {
      usleep(100_000)
      found = try engine.value(of: SharedLog.key)
    }
    return LogStatus(found, isAdvancing: found?.changedAt != first?.changedAt)
  }

  private static func line(of node: NodeRecord, _ logStatus: LogStatus, now: Instant) -> String {
    let isOwner = logStatus.isAdvancing && logStatus.last?.writer.node == node.name
    let age = max(0, (now.milliseconds &- node.at) / 1000)
    // Each node writes its record every ten seconds.
    let isGone = age > 30 ? ", gone?" : ""
    let goal = node.catchingUpTo.map { " of \($0): it catches up" } ?? ""
    let clock = node.clock.map { lead in
      let side = lead.milliseconds < 0 ? "behind" : "ahead of"
      return ", its clock \(lead.milliseconds.magnitude / 1000) s \(side) \(lead.node)'s"
    }
    return "\(isOwner ? "*" : " ") \(node.name)  links on \(node.host):\(node.port), parlor \(node.version)"
      + ", applied up to \(node.applied)\(goal), on its disk up to \(node.safe)"
      + ", said \(age) s ago\(isGone)\(clock ?? "")"
  }

  /// Warnings for the operator.
  private static func warnings(_ nodes: [NodeRecord], _ logStatus: LogStatus, now: Instant) -> [String] {
    var lines: [String] = []
    let further = nodes.filter { max($0.applied, $0.safe) > logStatus.revision }.map(\.name)
    if !further.isEmpty {
      lines.append(
        "the log ends at \(logStatus.revision), and what \(further.joined(separator: ", ")) applied goes further: etcd was "
          + "restored to an older state, as from a snapshot; see CLUSTER.md, \"Beginning anew\"")
    }
    let lead = logStatus.last?.at.milliseconds(since: now) ?? 0
    if lead > PeerWatch.tolerance {
      lines.append(
        "the log's time is \(lead / 1000) s ahead of this machine's clock: an owner's clock was ahead, or this one is behind"
      )
    }
    return lines
  }

  // MARK: - The store

  private static func line(of endpoint: EtcdEndpoint, _ credentials: EtcdCredentials?) -> String {
    do throws(EngineFailure) {
      let status = try status(of: endpoint, credentials)
      let (file, used) = (status.databaseBytes >> 20, status.databaseBytesInUse >> 20)
      let leads = status.leader == status.member ? ", leads" : status.leader == nil ? ", knows no leader" : ""
      let alarms = status.alarms.isEmpty ? "" : ", \(status.alarms.joined(separator: ", "))"
      return
        "etcd \(endpoint): \(status.version), revision \(status.storeRevision), \(file) MiB, \(used) MiB in use\(leads)"
        + alarms
    } catch {
      return "etcd \(endpoint): \(error.sentence)"
    }
  }

  /// First without a user: without a majority a member cannot log anybody in.
  private static func status(
    of endpoint: EtcdEndpoint, _ credentials: EtcdCredentials?
  ) throws(EngineFailure) -> EngineStatus {
    do throws(EngineFailure) {
      return try EtcdClient(endpoints: [endpoint]).status()
    } catch {
      guard error.reason == .denied, credentials != nil else { throw error }
      return try EtcdClient(endpoints: [endpoint], credentials: credentials).status()
    }
  }

  /// The state of each member that answers, which may be stale.
  private static func withoutMajority(
    _ cluster: ClusterOptions, _ credentials: EtcdCredentials?, because failure: EngineFailure
  ) -> OfflineChecks.Report {
    guard failure.reason != .denied else { return OfflineChecks.Report(lines: [failure.sentence], status: 69) }
    var lines = ["etcd has no majority: \(failure.sentence)"]
    var newest: (endpoint: EtcdEndpoint, logStatus: LogStatus, nodes: [NodeRecord])?
    for endpoint in cluster.endpoints {
      lines.append(line(of: endpoint, credentials))
      let client = EtcdClient(endpoints: [endpoint])
      do throws(EngineFailure) {
        let logStatus = LogStatus(try client.localValue(of: SharedLog.key), isAdvancing: false)
        let nodes = try client.localValues(under: NodeRecord.prefix).compactMap { NodeRecord($0.value) }
        let word = logStatus.last.map { "\($0.writer.node)'s, term \($0.term), at \(logStatus.revision)" } ?? "nobody's"
        lines.append("  the log's last entry there, which may be old: \(word)")
        if logStatus.revision >= newest?.logStatus.revision ?? 0 { newest = (endpoint, logStatus, nodes) }
      } catch {
        // Unreachable members are already reported.
        guard error.reason == .denied else { continue }
        lines.append("  its data cannot be read: it has users, who cannot log in without a majority")
      }
    }
    if let newest {
      lines.append("the nodes' last records there (\(newest.endpoint)), which may be old:")
      lines += newest.nodes.map { line(of: $0, newest.logStatus, now: ServerClock.systemTime) }
    }
    return OfflineChecks.Report(lines: lines, status: 69)
  }
}
