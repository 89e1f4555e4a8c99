package import WireProtocol

extension DrawnPage {
  /// Offers the other pages about a player's results, by the same keys as in the clients' lobbies.
  ///
  /// - Parameters:
  ///   - isPlayed: whether it is a game of this server, and not one of which results are only recorded.
  ///   - present: the type of the request that this page answers.
  package mutating func offerLookingBack(
    on player: String?, at game: String?, isPlayed: Bool = true, besides present: String
  ) {
    let all: [Link] = [
      Link("statistics", Request.Stats(player: player, game: game), key: "t"),
      Link("calendar", Request.Calendar(player: player, game: game), key: "m"),
      Link("leaderboard", Request.Leaderboard(game: game), key: "l"),
      Link("history", Request.History(player: player), key: "h"),
      Link("compare", Request.Compare(with: "", game: game), key: "c", asks: ["with"]),
    ]
    let ofGames = ["leaderboard", "compare"]
    for link in all {
      guard let type = link.request.map({ type(of: $0).row.type }), type != present else { continue }
      if isPlayed || !ofGames.contains(type) { offer(link) }
    }
  }
}
