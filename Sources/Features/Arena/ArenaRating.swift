import ParlorCore

/// A player's strength in a game's arenas: Glicko-2, apart from the server's ratings, which arenas do not change. In
/// whole numbers, so that it survives a round trip.
struct ArenaRating: Codable, Equatable {
  /// In thousandths, like ``deviation``.
  private let value: Int
  private let deviation: Int
  /// In millionths.
  private let volatility: Int

  static let initial = ArenaRating(.initial)

  init(_ rating: GlickoRating) {
    value = Int((rating.value * 1000).rounded())
    deviation = Int((rating.deviation * 1000).rounded())
    volatility = Int((rating.volatility * 1_000_000).rounded())
  }

  private var rating: GlickoRating {
    GlickoRating(
      value: Double(value) / 1000, deviation: Double(deviation) / 1000, volatility: Double(volatility) / 1_000_000)
  }

  /// Rounded, for people.
  var shown: Int { Int(rating.value.rounded()) }

  func after(_ score: ArenaScore, against opponent: ArenaRating) -> ArenaRating {
    let points =
      switch score {
      case .win: 1.0
      case .draw: 0.5
      case .loss: 0.0
      }
    return ArenaRating(rating.after([GlickoRating.Score(against: opponent.rating, points: points)]))
  }
}
