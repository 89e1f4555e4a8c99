import WireProtocol

/// The events of a large room that were not sent singly.
struct PendingDigest {
  /// The recent movers, the latest last, at most ``maximumNames``.
  var recent: [String] = []
  /// Whether the board has changed, by a move or by the clock.
  var changesBoard = false
  /// The first event that the next digest covers.
  var first: Int?
  /// When the next digest is due.
  var dueAt: Instant?
  var lastSentAt: Instant?
  /// The counts of present and finished players in the last digest.
  var lastCounts: [Int] = []

  static let maximumNames = 8
  static let interval: Int64 = 1000

  mutating func note(_ event: RoomEvent) {
    if event.showsBoard { changesBoard = true }
    guard let name = event.mover else { return }
    recent.removeAll { $0 == name }
    recent.append(name)
    if recent.count > Self.maximumNames { recent.removeFirst() }
  }

  /// The digest was sent.
  ///
  /// - Parameter counts: its counts of present and finished players.
  mutating func clear(_ counts: [Int]) {
    (recent, changesBoard, first, lastCounts) = ([], false, nil, counts)
  }
}
