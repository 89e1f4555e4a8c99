import Cluster
import ParlorCore
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `parlor-server cluster`: who owns, how far each node's copy is, and how the store is.
enum ClusterCommand {
  /// Asks the store; an owner speaks several times a second, so that two seconds tell whether there is one.
  static func run(_ cluster: ClusterOptions) -> OfflineChecks.Report {
    do {
      let credentials = try ClusterStart.credentials(cluster)
      let engine = EtcdClient(endpoints: cluster.endpoints, credentials: credentials)
      guard let identity = try engine.value(of: ClusterIdentity.key).flatMap({ ClusterIdentity($0.value) }) else {
        return OfflineChecks.Report(lines: ["no cluster of Parlor's has begun there"], status: 1)
      }
      let speech = try listen(engine)
      let nodes = try engine.values(under: NodeRecord.prefix).compactMap { NodeRecord($0.value) }
      var lines = ["cluster \(identity.id), zone \(identity.zone), layout \(identity.layout)", speech.line]
      lines += nodes.map { line(of: $0, speech, now: ServerClock.systemTime) }
      for endpoint in cluster.endpoints { lines.append(line(of: endpoint, credentials)) }
      return OfflineChecks.Report(lines: lines, status: speech.isSpoken ? 0 : 1)
    } catch let failure as EngineFailure {
      return OfflineChecks.Report(lines: [failure.sentence], status: 69)
    } catch {
      return OfflineChecks.Report(lines: ["\((error as? StorageFailure)?.message ?? "\(error)")"], status: 69)
    }
  }

  /// What the log's last words are.
  private struct Speech {
    let last: LogValue?
    let revision: Revision
    let isSpoken: Bool

    var line: String {
      guard let last else { return "nobody has begun its log" }
      guard isSpoken else {
        return "nobody owns: the last word was \(last.writer.node)'s, at \(revision), and none came for two seconds"
      }
      return "\(last.writer.node) owns, term \(last.term), at \(revision)"
    }
  }

  private static func listen(_ engine: EtcdClient) throws(EngineFailure) -> Speech {
    let first = try engine.value(of: SharedLog.key)
    var found = first
    for _ in 0..<20 where found?.changedAt == first?.changedAt {
      usleep(100_000)
      found = try engine.value(of: SharedLog.key)
    }
    return Speech(
      last: found.flatMap { try? LogValue(reading: $0.value) }, revision: found?.changedAt ?? 0,
      isSpoken: found?.changedAt != first?.changedAt)
  }

  private static func line(of node: NodeRecord, _ speech: Speech, now: Instant) -> String {
    let isOwner = speech.isSpoken && speech.last?.writer.node == node.name
    let age = max(0, (now.milliseconds &- node.at) / 1000)
    let behind = max(0, speech.revision &- node.safe)
    // Each says it every ten seconds.
    let isGone = age > 30 ? ", gone?" : ""
    return "\(isOwner ? "*" : " ") \(node.name)  links on \(node.host):\(node.port), parlor \(node.version), "
      + "on its disk up to \(node.safe), \(behind) behind, said \(age) s ago\(isGone)"
  }

  private static func line(of endpoint: EtcdEndpoint, _ credentials: EtcdCredentials?) -> String {
    let engine = EtcdClient(endpoints: [endpoint], credentials: credentials)
    do throws(EngineFailure) {
      let status = try engine.status()
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
}
