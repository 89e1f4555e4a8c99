package import GameKit
package import Kernel
public import WireProtocol

/// The results in the channel, as a feature keeps them. Without it nothing is shared.
package protocol SharedResults: AnyObject {
  /// The ids of the games whose results can be shared that were played elsewhere.
  var claimedGames: [String] { get }
  /// Shares a result that came of no match of a game, unless its player is silent in the channel.
  func share(_ result: RecordedResult, on day: PlayerDay)
  /// A result by its number.
  ///
  /// - Throws: `not_found`; and where it is not in memory: the handler runs again once it is.
  func result(_ number: Int, _ context: SessionContext) throws(WireError) -> (player: PlayerID, result: SharedResult)
  /// Takes a result away, that of a player.
  ///
  /// - Throws: as ``result(_:_:)``; `data_damaged`.
  func withdraw(_ number: Int, of player: Player, _ context: SessionContext) throws(WireError)
  /// Answers with a board of results that were played elsewhere, once storage has answered.
  ///
  /// - Throws: `not_found`, with the games that there are.
  func askForBoard(
    _ request: Request.Leaderboard, _ period: BoardPeriod, _ context: SessionContext,
    _ draw: @escaping (_ game: String, [LeaderboardEntry]) -> any Drawable
  ) throws(WireError)
  /// The document of the result at an address; `nil` for an address that was not made by this server.
  func document(at link: String, _ season: SeasonKey) -> DocumentID?
  /// The result of a document in memory under its player's present name; `nil` for one that is gone.
  func loadedResult(_ document: DocumentID, _ player: (PlayerID) -> StoredPlayer?) -> SharedResult?
}

/// What stands at the address of a shared result.
public enum LinkedShare: Sendable {
  /// The result, under its player's present name, never a letter; and whether others can play its game here.
  case found(SharedResult, isPlayedHere: Bool)
  /// None: the address was made up, or the result was taken back.
  case gone
  /// Storage cannot be read at the moment.
  case unavailable
}

extension Kernel {
  /// See ``SessionContext/sharedResults``.
  var sharedResults: (any SharedResults)? { service((any SharedResults).self) }
}

extension Parlor {
  /// Looks up the shared result of an address; `answer` is called at once, or when storage has answered.
  public func sharedResult(at link: String, _ answer: @escaping (LinkedShare) -> Void) {
    guard let shared = kernel.sharedResults, let document = shared.document(at: link, hub.configuration.season) else {
      return answer(.gone)
    }
    parts.fetcher.load(document, from: nil) { [unowned self] isLoaded in
      guard isLoaded else { return answer(.unavailable) }
      let games = hub.configuration.games
      answer(
        shared.loadedResult(document, players.kept).map { result in
          .found(result, isPlayedHere: !result.isClaimed && games.contains { $0.info.id == result.game })
        } ?? .gone)
    }
  }
}

extension SessionContext {
  /// The results in the channel; `nil` on a server that shares none.
  package var sharedResults: (any SharedResults)? { parlor.kernel.sharedResults }

  /// Why there is no such result.
  package func noSuchShare(_ number: Int) -> WireError {
    WireError(.notFound, .share, "There is no share \(number)")
  }
}
