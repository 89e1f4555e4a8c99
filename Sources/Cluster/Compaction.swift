/// How much of the log's history is kept: what some node does not have on its disk yet, but no more than an hour's and
/// not more than a gibibyte. Whoever has missed more copies a peer's tables.
///
/// A pure value. It measures by the owner's clock and by what it has itself, so that the hour begins anew with each
/// owner.
public struct Compaction {
  /// How long a node that is gone may hold history back, in milliseconds.
  public static let mostMilliseconds: Int64 = 3_600_000
  /// From which size of the store on only the owner's own tables count.
  public static let mostBytes: Int64 = 1 << 30

  private var marks: [(at: Int64, position: Revision)] = []
  private var done: Revision = 1

  /// Nothing has been let go of yet.
  public init() {}

  /// Looks at what the nodes have.
  ///
  /// - Parameters:
  ///   - safe: up to where each node's tables are on its disk.
  ///   - own: up to where the owner's are: never more than that is let go of.
  ///   - storeBytes: how much of the store is in use.
  ///   - now: milliseconds of a clock that never goes back.
  /// - Returns: before which revision history is needed no more; `nil` where that has been said already.
  public mutating func look(safe: [Revision], own: Revision, storeBytes: Int64, at now: Int64) -> Revision? {
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
