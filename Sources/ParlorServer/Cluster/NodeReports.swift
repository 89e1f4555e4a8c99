import Cluster
import ParlorCore
import WireProtocol

extension NodeProblem {
  /// Why a node has stopped following the log; `nil` for other reports.
  init?(_ report: ClusterMember.Report) {
    switch report {
    case .logIsBehind(let found, let applied):
      self.init(
        reason: .logIsBehind,
        why: "the log in etcd ends at \(found) and this node has applied all up to \(applied): etcd was restored "
          + "to an older state, as from a snapshot, which lacks acknowledged data. This node stops following and does not "
          + "take over; see CLUSTER.md, \"Beginning anew\"")
    case .newer:
      self.init(
        reason: .logIsNewer,
        why: "a newer version writes the log: this node stops following until it is upgraded")
    case .poisoned, .damaged, .catchingUp, .caughtUp: return nil
    }
  }
}

extension LogEntry {
  /// The log line of a report.
  init(_ report: ClusterMember.Report) {
    let why = NodeProblem(report).map { ["why": .string($0.why)] as JSONObject } ?? [:]
    func entry(_ event: String, _ fields: JSONObject) -> LogEntry {
      var fields = fields
      fields.merge(why)
      return LogEntry(event, fields)
    }
    switch report {
    case .poisoned(let revision):
      self = entry(
        "nobody_takes_over",
        [
          "position": .int(Int(revision)),
          "why": .string(
            "two owners took over at this position of the log and wrote nothing: start a node with --take-over to try "
              + "once more"),
        ])
    case .catchingUp(let position, let target):
      self = entry("catching_up", ["position": .int(Int(position)), "to": .int(Int(target))])
    case .caughtUp(let position, let milliseconds):
      self = entry("caught_up", ["position": .int(Int(position)), "ms": .int(Int(milliseconds))])
    case .damaged(let revision): self = entry("entry_damaged", ["position": .int(Int(revision))])
    case .logIsBehind(let found, let applied):
      self = entry("log_is_behind", ["position": .int(Int(found)), "applied": .int(Int(applied))])
    case .newer(let revision, let version):
      self = entry("log_is_newer", ["position": .int(Int(revision)), "version": .int(version)])
    }
  }
}

extension LogEntry {
  /// The log line about this node's clock; `nil` if there is nothing to report.
  init?(_ standing: PeerWatch.ClockStanding, after before: PeerWatch.ClockStanding) {
    func entry(_ event: String, _ lead: Int64, _ why: String) -> LogEntry {
      LogEntry(event, ["ahead_ms": .int(Int(clamping: lead)), "why": .string(why)])
    }
    switch (standing, before) {
    case (.differs, .differs), (.disputed, .disputed), (.agrees, .agrees), (.agrees, .pending), (.pending, _):
      return nil
    case (.differs(let lead), _): self = entry("clock_wrong", lead, NodeCondition.words(forClock: lead))
    case (.disputed(let lead), _):
      let why =
        "the nodes' clocks differ without a majority: until they agree, the owner stays and no node takes over"
      self = entry("clock_disputed", lead, why)
    case (.agrees, _): self.init("clock_right", [:])
    }
  }
}
