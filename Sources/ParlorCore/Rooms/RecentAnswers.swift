import TextMode

/// The answers to a player's last moves with a `move_id`, so that a repeated one is answered and not played again.
///
/// Only the last ones, since a game may allow any number of moves and an answer may contain a board: a repeat is about
/// an answer lost with the connection.
struct RecentAnswers {
  /// The number of kept answers.
  static let most = 128

  private var answers: [String: ShownMove] = [:]
  /// Their ids in order of arrival, from ``oldest`` on once the limit is reached.
  private var order: [String] = []
  private var oldest = 0

  subscript(moveID: String) -> ShownMove? { answers[moveID] }

  mutating func remember(_ answer: ShownMove, for moveID: String) {
    guard answers.updateValue(answer, forKey: moveID) == nil else { return }
    guard order.count == Self.most else { return order.append(moveID) }
    answers[order[oldest]] = nil
    order[oldest] = moveID
    oldest = (oldest + 1) % Self.most
  }
}
