import GameKit
import ParlorCore
import WireProtocol

/// Somebody who looks for an opponent: what pairing depends on, and nothing else.
struct Seek: Hashable {
  /// What two who are paired have asked for alike.
  struct Play: Hashable {
    let game: String
    let mode: String
    /// As the game writes them: equal for equal settings.
    let settings: String
    let clock: ClockRules?
    let bestOf: Int?
    let roundSeconds: Int?
  }

  /// Who may be found, besides people who want people.
  enum Kind: Hashable, CaseIterable {
    case person, personAmongBots, bot

    func mayMeet(_ other: Kind) -> Bool {
      switch (self, other) {
      case (.person, .bot), (.bot, .person): false
      default: true
      }
    }
  }

  /// Whether the match counts for ratings.
  enum Stake: Hashable, CaseIterable {
    case rated, unrated, either

    func mayMeet(_ other: Stake) -> Bool { self == .either || other == .either || self == other }
  }

  let player: PlayerID
  let address: String
  let play: Play
  let kind: Kind
  let stake: Stake
  let rating: Int
  let since: Instant
  /// With whom it was paired in vain, the latest last: not with them again.
  private(set) var passed: [PlayerID] = []

  init(
    player: PlayerID, address: String = "", play: Play, kind: Kind = .person, stake: Stake = .either,
    rating: Int = Seek.newcomerRating, since: Instant
  ) {
    (self.player, self.address, self.play, self.kind, self.stake) = (player, address, play, kind, stake)
    (self.rating, self.since) = (rating, since)
  }

  static let newcomerRating = 1500
  static let (firstWindow, widening): (Int, Int) = (100, 50)
  static let (stepMilliseconds, openMilliseconds): (Int64, Int64) = (5000, 60_000)
  private static let mostPassed = 32

  /// How far off another rating may be by now; `nil` for any distance.
  func window(at now: Instant) -> Int? {
    let waited = now.milliseconds(since: since)
    guard waited < Self.openMilliseconds else { return nil }
    return Self.firstWindow + Self.widening * Int(max(0, waited) / Self.stepMilliseconds)
  }

  /// When the window is next wider; `nil` once it is open.
  func nextWidening(after now: Instant) -> Instant? {
    let waited = max(0, now.milliseconds(since: since))
    guard waited < Self.openMilliseconds else { return nil }
    return since.adding(milliseconds: (waited / Self.stepMilliseconds + 1) * Self.stepMilliseconds)
  }

  /// Whether both want each other, as far as ratings and what happened before tell.
  func suits(_ other: Seek, at now: Instant) -> Bool {
    let distance = abs(rating - other.rating)
    // A match of a person and a bot does not count.
    let isCounted = (kind == .bot) == (other.kind == .bot) || stake != .rated && other.stake != .rated
    return player != other.player && isCounted && !passed.contains(other.player) && !other.passed.contains(player)
      && distance <= window(at: now) ?? .max && distance <= other.window(at: now) ?? .max
  }

  mutating func pass(_ other: PlayerID) {
    passed.append(other)
    if passed.count > Self.mostPassed { passed.removeFirst() }
  }
}
