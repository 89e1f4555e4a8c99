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

  private struct Progress {
    let began: Int64
    var target: Revision
    var reportedAt: Int64
  }

  private var hasRead = false
  private var progress: Progress?

  /// Handles a read that has found the log's last revision.
  mutating func found(_ target: Revision, at position: Revision, _ now: Int64) -> ClusterMember.Report? {
    defer { hasRead = true }
    let distance = target &- position
    guard distance > 0 else { return nil }
    if progress == nil {
      guard !hasRead || distance >= Self.leastRevisions else { return nil }
      progress = Progress(began: now, target: target, reportedAt: now)
    } else if let told = progress?.reportedAt, now &- told >= Self.pause {
      progress?.target = target
      progress?.reportedAt = now
    } else {
      return nil
    }
    return .catchingUp(position, to: target)
  }

  /// Handles the node's progress to a revision.
  mutating func advanced(to position: Revision, _ now: Int64) -> ClusterMember.Report? {
    guard let progress, position >= progress.target else { return nil }
    self.progress = nil
    return .caughtUp(position, milliseconds: now &- progress.began)
  }
}
