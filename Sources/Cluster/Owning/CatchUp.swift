/// What the operator is told while a node catches up with the log: that it begins, every so often how far it is, and
/// that it is done. At a start any distance is worth a word, later only a long one: every node is some words behind its
/// owner.
///
/// A pure value, in the member's milliseconds.
struct CatchUp {
  /// How many revisions a node that has been there may be behind without a word: some minutes of an owner that only
  /// says that it is there.
  static let leastRevisions: Revision = 1_000
  /// From one word to the next.
  static let pause: Int64 = 10_000

  private struct Way {
    let began: Int64
    var target: Revision
    var toldAt: Int64
  }

  private var hasLooked = false
  private var way: Way?

  /// A read has found the log's last revision.
  mutating func found(_ target: Revision, at position: Revision, _ now: Int64) -> Member.Report? {
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

  /// The node has come to a revision.
  mutating func came(to position: Revision, _ now: Int64) -> Member.Report? {
    guard let way, position >= way.target else { return nil }
    self.way = nil
    return .caughtUp(position, milliseconds: now &- way.began)
  }
}
