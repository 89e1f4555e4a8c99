package import GameKit
package import Kernel
public import WireProtocol

/// The results in the channel, provided by a feature. Without it nothing is shared.
package protocol SharedResults: AnyObject {
  /// The ids of other sites' games whose results can be claimed.
  var claimedGames: [String] { get }
  /// Shares a result that has no match, unless its player is muted in the channel.
  func share(_ result: RecordedResult, on day: PlayerDay)
  /// A result by its number.
  ///
  /// - Throws: `not_found`; and if it is not in memory: the handler runs again once it is.
  func result(_ number: Int, _ context: SessionContext) throws(WireError) -> (player: PlayerID, result: SharedResult)
  /// Withdraws a player's result.
  ///
  /// - Throws: as ``result(_:_:)``; `data_damaged`.
  func withdraw(_ number: Int, of player: Player, _ context: SessionContext) throws(WireError)
  /// Answers with a leaderboard of claims, once storage has answered.
  ///
  /// - Throws: `not_found`, with the existing games.
  func askForBoard(
    _ request: Request.Leaderboard, _ period: BoardPeriod, _ context: SessionContext,
    _ draw: @escaping (_ game: String, [LeaderboardEntry]) -> any Drawable
  ) throws(WireError)
  /// The document of the result at an address; `nil` for an address that this server has not made.
  func document(at link: String, _ season: SeasonKey) -> DocumentID?
  /// The result of a document in memory under its player's current name; `nil` for a withdrawn one.
  func loadedResult(_ document: DocumentID, _ player: (PlayerID) -> StoredPlayer?) -> SharedResult?
}

/// The content at the address of a shared result.
public enum LinkedShare: Sendable {
  /// The result, under its player's current name and without letters, and whether its game can be played here.
  case found(SharedResult, isPlayedHere: Bool)
  /// None: the address is invalid, or the result was withdrawn.
  case gone
  /// Storage cannot be read at the moment.
  case unavailable
}

extension Kernel {
  /// See ``SessionContext/sharedResults``.
  var sharedResults: (any SharedResults)? { service((any SharedResults).self) }
}

extension Parlor {
  /// Looks up the shared result at an address; `answer` is called at once, or when storage has answered.
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

  /// The error for a missing result.
  package func noSuchShare(_ number: Int) -> WireError {
    WireError(.notFound, .share, "There is no share \(number)")
  }
}
