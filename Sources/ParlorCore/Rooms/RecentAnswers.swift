import TextMode

/// The answers to a player's last moves with a `move_id`, so that a repeated one is answered and not played again.
///
/// The last ones, since a game may allow any number of moves and an answer may hold a board: who asks again asks for
/// what was lost with a connection.
struct RecentAnswers {
  /// How many are kept.
  static let most = 128

  private var answers: [String: ShownMove] = [:]
  /// Their ids in the order in which they came, from ``oldest`` on once there are as many as are kept.
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
