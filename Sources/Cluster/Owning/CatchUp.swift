/// Decides what the operator is told while a node catches up with the log: that it begins, its progress at intervals,
/// and that it is done. At the start any distance is reported, later only a long one, since every node is some
/// revisions behind its owner.
///
/// A pure value, in the member's milliseconds.
struct CatchUp {
  /// The distance at which a running node reports, in revisions: some minutes of an idle owner's beats.
  static let leastRevisions: Revision = 1_000
  /// The interval between reports.
  static let pause: Int64 = 10_000

  private struct Way {
    let began: Int64
    var target: Revision
    var toldAt: Int64
  }

  private var hasLooked = false
  private var way: Way?

  /// Handles a read that has found the log's last revision.
  mutating func found(_ target: Revision, at position: Revision, _ now: Int64) -> ClusterMember.Report? {
    defer { hasLooked = true }
    let distance = target &- position
    guard distance > 0 else { return nil }
    if way == nil {
      guard !hasLooked || distance >= Self.leastRevisions else { return nil }
      way = Way(began: now, target: target, toldAt: now)
    } else if let told = way?.toldAt, now &- told >= Self.pause {
      way?.target = target
      way?.toldAt = now
    } else {
      return nil
    }
    return .catchingUp(position, to: target)
  }

  /// Handles the node's progress to a revision.
  mutating func came(to position: Revision, _ now: Int64) -> ClusterMember.Report? {
    guard let way, position >= way.target else { return nil }
    self.way = nil
    return .caughtUp(position, milliseconds: now &- way.began)
  }
}
