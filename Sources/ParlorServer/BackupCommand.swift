import Cluster
import GameKit
import ParlorCore
import Storage

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// `parlor-server backup`, `verify-backup` and `restore`: copies a data folder to one file, and back.
///
/// Exit status: 0 done; 65 (`EX_DATAERR`) damaged, a backup made nevertheless contains what the folder has; 66
/// (`EX_NOINPUT`) not found; 73 (`EX_CANTCREAT`) the target exists; 74 (`EX_IOERR`) it cannot be read or written; 75
/// (`EX_TEMPFAIL`) a cluster's node is behind.
enum BackupCommand {
  /// Files besides the databases that belong to the data.
  static let keptFiles = ["http-token"]

  /// - Parameters:
  ///   - target: a file, or a folder for a new file.
  ///   - count: the number of backups that such a folder keeps; `nil` for all.
  static func backup(to target: String, keeping count: Int?, _ options: ServerOptions) -> OfflineChecks.Report {
    guard count == nil || isFolder(target) else {
      return OfflineChecks.Report(
        lines: ["--keep needs an existing folder as --to: it removes backups that are named by the time"],
        status: 64)
    }
    guard options.data != ":memory:" else {
      return OfflineChecks.Report(
        lines: ["data in memory cannot be backed up"], status: 66)
    }
    lowerPriority()
    let time = time(options)
    let file = file(target, at: time.now)
    if let report = waitForCluster(options) { return report }
    return report { () throws(Backup.Failure) in
      let backup = try Backup.make(
        of: options.data, to: file, with: keptFiles, documents: ParlorServer.documents(options.limits), at: time)
      var lines = [line("backup of \(options.data): \(file)", backup)]
      if backup.cluster != nil, options.cluster == nil {
        lines.append(
          "the folder belongs to a cluster: entries that this node has not applied are missing; --cluster waits for them"
        )
      }
      lines += damage(backup)
      let status: Int32 = backup.damage.isEmpty ? 0 : 65
      guard let count else { return (lines, status) }
      guard backup.damage.isEmpty else {
        return (lines + ["no older backup was removed, because the data is damaged"], status)
      }
      return (lines + pruned(try Backup.prune(besides: file, keeping: count), of: count), status)
    }
  }

  private static func pruned(_ pruning: Backup.Pruning, of count: Int) -> [String] {
    pruning.removed.map { "removed \($0)" } + pruning.left.map { "left \($0.name): \($0.why)" }
      + ["\(pruning.kept) of at most \(count) were kept"]
  }

  static func verify(_ file: String) -> OfflineChecks.Report {
    report { () throws(Backup.Failure) in
      let backup = try Backup(verifying: file)
      return ([line("\(file) is whole", backup)] + damage(backup), 0)
    }
  }

  static func restore(_ file: String, _ options: ServerOptions) -> OfflineChecks.Report {
    guard options.data != ":memory:" else {
      return OfflineChecks.Report(lines: ["restore needs --data with a folder"], status: 64)
    }
    return report { () throws(Backup.Failure) in
      let backup = try Backup.restore(
        file, to: options.data, at: time(options), with: keptFiles, documents: ParlorServer.documents(options.limits),
        makingWith: ParlorServer.randomBytes)
      return (
        [
          line("restored into \(options.data)", backup),
          "It has a new epoch: clients that reconnect receive the current state instead of missed events.",
        ] + damage(backup), 0
      )
    }
  }

  private static func report(
    _ body: () throws(Backup.Failure) -> (lines: [String], status: Int32)
  ) -> OfflineChecks.Report {
    // A full disk by the file size limit must not end the command.
    signal(SIGXFSZ, SIG_IGN)
    do throws(Backup.Failure) {
      let (lines, status) = try body()
      return OfflineChecks.Report(lines: lines, status: status)
    } catch {
      let status: Int32 =
        switch error.reason {
        case .missing: 66
        case .occupied: 73
        case .damaged: 65
        case .failed: 74
        }
      return OfflineChecks.Report(lines: [error.message], status: status)
    }
  }

  private static func line(_ what: String, _ backup: Backup) -> String {
    "\(what): position \(backup.position), begun \(ServerLog.timeText(backup.begunAt)), \(backup.counts), "
      + "\(backup.bytes) bytes"
  }

  private static func damage(_ backup: Backup) -> [String] {
    guard !backup.damage.isEmpty else { return [] }
    return ["damaged in the data before, and copied unchanged:"] + backup.damage.map { "  " + $0 }
  }

  /// Lets the server run first.
  private static func lowerPriority() { _ = nice(10) }

  private static func time(_ options: ServerOptions) -> (now: Instant, today: Int) {
    let now = ServerClock(startingAt: options.clock).now
    return (now, (ZoneCalendar(zone: options.zone)?.day(at: now) ?? UTCCalendar().day(at: now)).number)
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// The file in a folder: `parlor-20261120T080000Z.backup`.
  private static func file(_ target: String, at now: Instant) -> String {
    guard isFolder(target) else { return target }
    let time = ServerLog.timeText(now).filter { $0 != "-" && $0 != ":" }
    return "\(target)\(target.hasSuffix("/") ? "" : "/")parlor-\(time).backup"
  }

  // MARK: - Clusters

  /// The longest wait for the node's tables.
  private static let patienceMilliseconds = 30_000

  /// Waits until the folder has all that was in the cluster's log when the command began.
  ///
  /// - Returns: why that failed; `nil` on success, or if there is no cluster.
  private static func waitForCluster(_ options: ServerOptions) -> OfflineChecks.Report? {
    guard let cluster = options.cluster, !cluster.endpoints.isEmpty else { return nil }
    do {
      let engine = EtcdClient(endpoints: cluster.endpoints, credentials: try ClusterStart.credentials(cluster))
      guard let end = try engine.value(of: SharedLog.key)?.changedAt else {
        return OfflineChecks.Report(lines: ["there is no cluster in this etcd"], status: 66)
      }
      var position: LogPosition = 0
      for _ in 0..<patienceMilliseconds / 100 {
        position = try SQLiteStorage.position(of: options.data)
        if position >= end { return nil }
        usleep(100_000)
      }
      return OfflineChecks.Report(
        lines: [
          "\(options.data) ends at position \(position) of the cluster's log, which ends at \(end): is its node running?"
        ],
        status: 75)
    } catch let failure as EngineFailure {
      return OfflineChecks.Report(lines: [failure.sentence], status: 69)
    } catch {
      return OfflineChecks.Report(lines: ["\((error as? StorageFailure)?.message ?? "\(error)")"], status: 74)
    }
  }
}
