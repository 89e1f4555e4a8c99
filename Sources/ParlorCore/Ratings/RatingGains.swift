import GameKit

/// What ratings have gained today, by opponent and by the address that opponents come from, and what more they may
/// gain: so nobody rises by beating players that are puppets of their own.
///
/// Losses count against gains, so that two who beat each other in turn are never held back. A start knows no opponents:
/// what a rating has gained today before counts against each of them, since restarts must not begin the day anew.
struct RatingGains {
  /// A player's rating in a game.
  struct Key: Hashable {
    let player: PlayerID
    let game: String
  }

  /// Points from an opponent.
  struct Points {
    let opponent: PlayerID
    /// Where the opponent came from; `nil` where nobody knows, as of all such opponents together.
    let address: String?
    let value: Double
  }

  private struct Gains {
    /// Whose opponents are not remembered; at least 0.
    var others: Double
    var opponents: [PlayerID: Double] = [:]
    var addresses: [String?: Double] = [:]

    /// As few as possible are remembered of those that play against very many.
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
  ///   - most: the points that one opponent, and all of one address, may bring in a day; 0 for no limit.
  /// - Returns: how many points count.
  mutating func add(_ points: [Points], to key: Key, _ entry: PlayerRatings.Entry, on day: Int, most: Int) -> Double {
    guard most > 0 else { return points.reduce(0) { $0 + $1.value } }
    if day != self.day { (self.day, gains) = (day, [:]) }
    var own = gains[key] ?? Gains(others: max(0, entry.rating.value - entry.value(before: day)))
    var sum = 0.0
    // What was lost to some makes room for what others of the same address bring.
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
