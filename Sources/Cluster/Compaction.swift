/// Decides how much of the log's history is kept: what some node does not have on its disk yet, but at most an hour and
/// at most a gibibyte. A node that has missed more copies a peer's tables.
///
/// A pure value. It measures with the owner's clock and its own observations, so the hour begins anew with each owner.
public struct Compaction {
  /// The longest that an absent node may hold history back, in milliseconds.
  public static let mostMilliseconds: Int64 = 3_600_000
  /// Above this size of the store only the owner's own tables count.
  public static let mostBytes: Int64 = 1 << 30

  private var marks: [(at: Int64, position: Revision)] = []
  private var done: Revision = 1

  /// The state before the first compaction.
  public init() {}

  /// Decides after a look at the nodes' positions.
  ///
  /// - Parameters:
  ///   - safe: the durable position of each node's tables.
  ///   - own: the durable position of the owner's tables: the upper bound of compaction.
  ///   - storeBytes: the used size of the store.
  ///   - now: milliseconds of a monotonic clock.
  /// - Returns: the revision before which history is not needed; `nil` if that has not advanced.
  public mutating func update(safe: [Revision], own: Revision, storeBytes: Int64, at now: Int64) -> Revision? {
    marks.append((now, own))
    let anHourAgo = marks.lastIndex { now &- $0.at >= Self.mostMilliseconds }
    if let anHourAgo { marks.removeFirst(anHourAgo) }
    let old = anHourAgo == nil ? 0 : marks[0].position
    let needed = storeBytes > Self.mostBytes ? own : max(safe.min() ?? own, old)
    let target = min(needed, own)
    guard target > done else { return nil }
    done = target
    return target
  }
}
