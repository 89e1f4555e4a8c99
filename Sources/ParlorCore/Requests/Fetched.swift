import Kernel
import WireProtocol

/// What storage has answered to a request that could not be carried out without: its handler runs again with it.
struct Fetched {
  private var answers: [Query: QueryAnswer] = [:]
  /// Which state of what the player has shared the answers are of: see ``Player/shareChanges``.
  private var shareChanges: Int?

  func answer(to query: Query, of player: Player) -> QueryAnswer? {
    shareChanges == player.shareChanges ? answers[query] : nil
  }

  /// Notes that something is asked about a player: answers of another state of it are worth nothing.
  mutating func ask(about player: Player) {
    guard shareChanges != player.shareChanges else { return }
    (answers, shareChanges) = ([:], player.shareChanges)
  }

  mutating func add(_ answer: QueryAnswer, to query: Query) { answers[query] = answer }
}

extension Parlor {
  /// What storage answers to a question about the player who asks.
  ///
  /// - Throws: where the answer is not there yet: the handler runs again once it is.
  func fetch(_ query: Query, for player: Player) throws(WireError) -> QueryAnswer {
    if let known = fetched.answer(to: query, of: player) { return known }
    throw kernel.lack(.answer(query), "What is stored")
  }
}
