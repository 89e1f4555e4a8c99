import WireProtocol

/// What a large room has not sent to its members one by one.
struct PendingDigest {
  /// Who moved since, the latest last, at most ``maximumNames``.
  var recent: [String] = []
  /// Whether the board has changed since, by a move or by the clock.
  var changesBoard = false
  /// The first event that the next digest stands for.
  var first: Int?
  /// When the next digest goes out.
  var dueAt: Instant?
  var lastSentAt: Instant?
  /// How many were here and done by the last digest.
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

  /// It was sent.
  ///
  /// - Parameter counts: what it has said of how many are here and done.
  mutating func clear(_ counts: [Int]) {
    (recent, changesBoard, first, lastCounts) = ([], false, nil, counts)
  }
}
