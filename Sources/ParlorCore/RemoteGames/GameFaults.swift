/// The failures of a game's process for a room since its last answer, and their consequences.
struct GameFaults {
  /// The number of failures after which the room is paused.
  private static let most = 3

  /// Milliseconds during which the room asks nothing after a failure that follows the pause, doubled by each further
  /// one: a player who can make the game fail must not keep its processes from others.
  private static let rest = 200
  private static let longestRest = 30_000

  private var count = 0
  private var sincePause = 0
  private var restsUntil: Instant?

  /// Whether the room asks nothing.
  func isResting(at now: Instant) -> Bool { restsUntil.map { now < $0 } ?? false }

  /// Whether the room is to be paused.
  var callForPause: Bool { sincePause >= Self.most }

  /// The process has failed.
  mutating func note(at now: Instant) {
    count += 1
    sincePause += 1
    guard count > Self.most else { return }
    let rest = min(Self.longestRest, Self.rest << min(16, count - Self.most - 1))
    restsUntil = now.adding(milliseconds: Int64(rest))
  }

  /// Failures count anew towards a pause.
  mutating func hasPaused() { sincePause = 0 }
}
