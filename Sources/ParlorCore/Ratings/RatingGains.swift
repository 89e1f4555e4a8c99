import GameKit

/// The points that ratings have gained today, by opponent and by opponents' address, and what they may still gain: so
/// nobody rises by beating their own puppets.
///
/// Losses count against gains, so two players who beat each other in turn are never limited. After a start opponents
/// are unknown: what a rating has gained today counts against each of them, so that a restart does not begin the day
/// again.
struct RatingGains {
  /// A player's rating in a game.
  struct Key: Hashable {
    let player: PlayerID
    let game: String
  }

  /// Points from an opponent.
  struct Points {
    let opponent: PlayerID
    /// The opponent's address; `nil` if unknown: such opponents count as one.
    let address: String?
    let value: Double
  }

  private struct Gains {
    /// Points from opponents that are not kept; at least 0.
    var others: Double
    var opponents: [PlayerID: Double] = [:]
    var addresses: [String?: Double] = [:]

    /// The most opponents that are kept for a rating.
    static let mostOpponents = 256

    mutating func add(_ points: Points) {
      opponents[points.opponent, default: 0] += points.value
      addresses[points.address, default: 0] += points.value
      guard opponents.count > Self.mostOpponents else { return }
      self = Gains(others: others + max(0, opponents.values.reduce(0, +)))
    }
  }

  private var day = 0
  private var gains: [Key: Gains] = [:]

  /// Counts the points of a match.
  ///
  /// - Parameters:
  ///   - entry: the rating before it.
  ///   - most: the most points that one opponent, and all of one address, may bring in a day; 0 for no limit.
  /// - Returns: the points that count.
  mutating func add(_ points: [Points], to key: Key, _ entry: PlayerRatings.Entry, on day: Int, most: Int) -> Double {
    guard most > 0 else { return points.reduce(0) { $0 + $1.value } }
    if day != self.day { (self.day, gains) = (day, [:]) }
    var own = gains[key] ?? Gains(others: max(0, entry.rating.value - entry.value(before: day)))
    var sum = 0.0
    // Losses make room for gains from the same address.
    for points in points.sorted(by: { $0.value < $1.value }) {
      let before = own.others + max(own.opponents[points.opponent] ?? 0, own.addresses[points.address] ?? 0)
      let counted = min(points.value, max(0, Double(most) - before))
      own.add(Points(opponent: points.opponent, address: points.address, value: counted))
      sum += counted
    }
    gains[key] = own
    return sum
  }
}
