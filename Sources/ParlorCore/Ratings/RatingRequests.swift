import GameKit
import TextMode
import WireProtocol

/// Requests for ratings.
final class RatingRequests: CorePart, RequestPart {
  static var requests: [PartRequest<RatingRequests>] { [PartRequest(sendRatings)] }

  func sendRatings(_ request: Request.Ratings, _ context: SessionContext) throws(WireError) {
    let session = context.session
    let game = try context.gameOrPresent(request.game)
    guard game.info.seats != nil else {
      throw WireError(
        .badField, "\(game.info.title) is not played against others, so nobody is rated: see /leaderboard")
    }
    let lines = ratings(of: game.info.id, bots: request.bots)
    var answer = RatingsAnswer(
      game: game.info.id, bots: request.bots, lines: Array(lines.prefix(request.limit)), own: nil)
    answer.own = lines.first { $0.player == session.player.name }
    let room = session.rooms.last.flatMap { $0.plan.game?.info.id == game.info.id && !$0.view.isRated ? $0.name : nil }
    context.answer(
      ShownRatings(message: answer, unratedRoom: room), after: hub.journal.pending(hub.ratings.ticket))
  }

  /// All rated players, those with a place first. Iterating over all is slow with many, so the list is made at most
  /// once a second.
  private func ratings(of game: String, bots: Bool) -> [RatingsAnswer.Line] {
    let key = RatingLists.Key(game: game, bots: bots)
    if let known = hub.ratings.known(key, at: hub.now) { return known }
    let day = hub.today.number
    let rated = players.rated.filter { $0.isBot == bots && !$0.isGuest }.compactMap {
      player -> (player: StoredPlayer, rating: GlickoRating, matches: Int)? in
      player.ratings[game].map { (player, $0.rating(on: day), $0.matches) }
    }
    let ordered = rated.sorted { left, right in
      if left.rating.isProvisional != right.rating.isProvisional { return right.rating.isProvisional }
      if left.rating.shown != right.rating.shown { return left.rating.shown > right.rating.shown }
      return left.player.id < right.player.id
    }
    var lines: [RatingsAnswer.Line] = []
    for (index, entry) in ordered.enumerated() {
      let sharesPlace = lines.last.map { $0.place != nil && $0.rating == entry.rating.shown } ?? false
      let place = sharesPlace ? lines.last?.place : index + 1
      lines.append(
        RatingsAnswer.Line(
          place: entry.rating.isProvisional ? nil : place, player: entry.player.name, rating: entry.rating.shown,
          deviation: Int(entry.rating.deviation.rounded()), matches: entry.matches))
    }
    hub.ratings.keep(lines, for: key, at: hub.now)
    return lines
  }
}

/// The last lists of ratings.
struct RatingLists {
  struct Key: Hashable {
    let game: String
    let bots: Bool
  }

  /// The commit of the latest rating.
  private(set) var ticket: CommitTicket = 0
  private var lists: [Key: (at: Instant, lines: [RatingsAnswer.Line])] = [:]

  func known(_ key: Key, at now: Instant) -> [RatingsAnswer.Line]? {
    lists[key].flatMap { now.milliseconds(since: $0.at) < 1000 ? $0.lines : nil }
  }

  mutating func keep(_ lines: [RatingsAnswer.Line], for key: Key, at now: Instant) { lists[key] = (now, lines) }

  /// A rating has changed.
  mutating func changed(in ticket: CommitTicket) {
    self.ticket = ticket
    lists = [:]
  }

  /// A player was renamed, or is forgotten.
  mutating func forget() { lists = [:] }
}
