import GameKit
import ParlorCore
import WireProtocol

/// A player's wish for an opponent: exactly what pairing depends on.
struct Seek: Hashable {
  /// What two paired seeks have in common.
  struct Play: Hashable {
    let game: String
    let mode: String
    /// The game's stored form: equal for equal settings.
    let settings: String
    let clock: ClockRules?
    let bestOf: Int?
    let roundSeconds: Int?
  }

  /// The kind of opponent.
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
  /// Players with whom pairing failed, the latest last: not paired again.
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

  /// The present limit on the difference of ratings; `nil` for none.
  func window(at now: Instant) -> Int? {
    let waited = now.milliseconds(since: since)
    guard waited < Self.openMilliseconds else { return nil }
    return Self.firstWindow + Self.widening * Int(max(0, waited) / Self.stepMilliseconds)
  }

  /// When the limit next widens; `nil` once there is none.
  func nextWidening(after now: Instant) -> Instant? {
    let waited = max(0, now.milliseconds(since: since))
    guard waited < Self.openMilliseconds else { return nil }
    return since.adding(milliseconds: (waited / Self.stepMilliseconds + 1) * Self.stepMilliseconds)
  }

  /// Whether ratings and earlier pairings allow both to be paired.
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
