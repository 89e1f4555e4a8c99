import GameKit
import WireProtocol

/// Rates a finished match: people against people, and bots against bots, if they have names. A player who has also led
/// the match is left out: see ``Room/direct(_:for:)``. A match with a house bot rates nobody, since anybody can play
/// one at any time.
///
/// Reads the ratings of the players, and their gains of today.
struct RatingReaction: MatchReaction {
  func roundEnds(_ seats: [Seat], in room: Room) -> [PlayerID: Standing.Change] {
    let (hub, plan) = (room.hub, room.plan)
    guard plan.isRated, !room.isAbandoned, let game = plan.game?.info.id,
      !seats.contains(where: { hub.house.isBot($0.player) })
    else { return [:] }
    // With three seats or more the owner alone begins the next match, whether or not the others look.
    let isAgreed = seats.count < 3
    let named = seats.filter { seat in
      !seat.player.isGuest && seat.result != nil && !seat.hasLedAndPlayed && (isAgreed || seat.hasMoved)
    }
    var changes: [PlayerID: Standing.Change] = [:]
    for isBot in [false, true] {
      let rivals = named.filter { $0.player.isBot == isBot }.sorted { $0.player.id < $1.player.id }
      guard rivals.count > 1 else { continue }
      let before = rivals.map { $0.player.ratings[game] ?? .initial }
      let strengths = before.map { $0.rating(on: hub.today.number) }
      for (index, seat) in rivals.enumerated() {
        let opponents = Self.opponents(of: index, among: rivals.count)
        let scores = opponents.compactMap { other in
          seat.points(against: rivals[other]).map { (other, $0) }
        }
        guard !scores.isEmpty else { continue }
        let after = rated(
          before[index], of: seat, in: game,
          scores.map { other, points in
            (
              rivals[other].player,
              GlickoRating.Score(against: strengths[other], points: points, weight: 1 / Double(opponents.count))
            )
          }, hub)
        var ratings = PlayerRatings()
        ratings[game] = after
        hub.change(seat.player, .rated(ratings))
        changes[seat.player.id] = Standing.Change(
          value: after.rating.shown, change: after.rating.shown - before[index].rating.shown)
      }
    }
    if !changes.isEmpty { hub.ratings.changed(in: hub.journal.ticket) }
    return changes
  }

  /// A rating after a match, which is a rating period, as is each day without one.
  private func rated(
    _ before: PlayerRatings.Entry, of seat: Seat, in game: String,
    _ scores: [(opponent: Player, score: GlickoRating.Score)], _ hub: Hub
  ) -> PlayerRatings.Entry {
    let day = hub.today.number
    let periods = before.matches == 0 ? 1 : max(1, day &- before.day)
    let (rating, points) = before.rating.change(by: scores.map(\.score), periods: Double(periods))
    let gained = hub.ratingGains.add(
      zip(scores, points).map { RatingGains.Points(opponent: $0.opponent.id, address: $0.opponent.address, value: $1) },
      to: RatingGains.Key(player: seat.player.id, game: game), before, on: day, most: hub.limits.ratingPointsPerDay)
    // A win without points is no match for the winner: it would reduce the uncertainty nevertheless.
    let isWinAlone = points.allSatisfy { $0 >= 0 } && points.contains { $0 > 0 }
    if isWinAlone, gained < 0.5 { return before }
    return PlayerRatings.Entry(
      rating: rating.moved(by: gained), day: day, matches: before.matches &+ 1, valueBefore: before.value(before: day))
  }

  /// The opponents a player is compared with: all others, or of very many some across the list.
  private static func opponents(of index: Int, among count: Int) -> [Int] {
    let steps = min(count - 1, mostOpponents)
    return (1...max(1, steps)).map { (index + $0 * (count - 1) / max(1, steps)) % count }
  }

  private static let mostOpponents = 20
}

extension Seat {
  /// Whether its player has moved, and has also led the match.
  fileprivate var hasLedAndPlayed: Bool { played.leaders.contains(player.id) && hasMoved }

  /// 1 for the better place, 0.5 for an equal one; `nil` in the same team, and if the better one has not moved, since
  /// that is no match. Leaving without a move loses nevertheless.
  func points(against other: Seat) -> Double? {
    guard let own = result?.outcome, let others = other.result?.outcome else { return nil }
    if let team = own.open["team"]?.stringValue, team == others.open["team"]?.stringValue { return nil }
    let (rank, otherRank) = (own.rank, others.rank)
    guard rank < otherRank || other.hasMoved, rank > otherRank || hasMoved else { return nil }
    return rank == otherRank ? 0.5 : rank < otherRank ? 1 : 0
  }
}

extension Outcome {
  /// The place, or its substitute in a game without places.
  fileprivate var rank: Int {
    if let place = open["place"]?.intValue { return place }
    switch verdict {
    case .won: return 1
    case .drawn: return 2
    case .lost, nil: return 3
    }
  }
}
