/// How often a game's process has failed for a room since it last answered, and what follows.
struct GameFaults {
  /// After so many failures the room is paused.
  private static let most = 3

  /// Milliseconds in which the room asks nothing after a failure that follows the pause, doubled by each one after it:
  /// somebody who can make the game fail shall not keep its processes from others.
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

  /// From here on failures count anew towards a pause.
  mutating func hasPaused() { sincePause = 0 }
}
