import GameKit
public import Kernel

/// The events of the log's last entries: what a session has missed since a position.
public struct RecentEvents: Sendable {
  private struct Row {
    let position: LogPosition
    let room: Int64
    let first: Int
  }

  private var rows: [Row] = []
  /// All entries after this position are known.
  private var start: LogPosition
  private static let most = 16_384

  /// Nothing is known up to a position.
  public init(after position: LogPosition) { start = position }

  /// Adds an entry's facts.
  public mutating func add(_ lines: [DocumentLine], at position: LogPosition) {
    var seen: Set<Int64> = []
    for line in lines {
      let told = MatchDocument.ownFact(of: line)?.told
      guard let (room, seq) = told.map({ ($0.room, $0.seq) }) ?? RoomDocument.event(of: line),
        seen.insert(room).inserted
      else { continue }
      rows.append(Row(position: position, room: room, first: seq))
    }
    guard rows.count > 2 * Self.most else { return }
    start = rows[rows.count - Self.most - 1].position
    rows.removeFirst(rows.count - Self.most)
  }

  /// The first events after a position, by room; `nil` if that is too long ago.
  func firstEvents(after position: LogPosition) -> [Int64: Int]? {
    guard position >= start else { return nil }
    var first: [Int64: Int] = [:]
    for row in rows[rows.partitioningIndex { $0.position > position }...] where first[row.room] == nil {
      first[row.room] = row.first
    }
    return first
  }
}
