/// What can be read of a room's stored events.
struct RestoredEvents {
  /// All that can be.
  private(set) var facts: [RoomEvent] = []
  /// The greatest number that any event has, readable or not; `nil` without rows. Nothing new may have it.
  private(set) var seq: Int?
  /// Numbers whose events cannot be read or are missing, in the order of the rows.
  private(set) var unreadable: [ClosedRange<Int>] = []

  /// No room gets that far; a number beyond is damage.
  static let greatest = 1 << 50

  /// - Parameter rows: in the order of their last numbers.
  init(_ rows: [StoredEvents]) {
    for row in rows { add(row) }
  }

  private mutating func add(_ row: StoredEvents) {
    let known = seq
    let last = min(max(row.last, 0), Self.greatest)
    seq = max(known ?? last, last)
    guard let found = Self.events(of: row) else {
      return unreadable.append(min(max(row.first, 0), last)...last)
    }
    if let known, row.first > known + 1 { unreadable.append(known + 1...row.first - 1) }
    facts += found
  }

  /// The events of a row; `nil` unless they are those whose numbers the row has.
  private static func events(of row: StoredEvents) -> [RoomEvent]? {
    guard row.first <= row.last, (0...greatest).contains(row.first), row.last <= greatest,
      let events = RoomEvent.decode(row.body), events.count == row.last - row.first + 1
    else { return nil }
    return zip(events, row.first...row.last).allSatisfy { $0.seq == $1 } ? events : nil
  }
}
