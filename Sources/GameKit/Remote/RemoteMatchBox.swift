public import WireProtocol

/// A match of a ``RemoteGame``, behind ``Match``.
package protocol RemoteMatchBox: MatchBox {
  /// What a move leads to.
  ///
  /// - Parameter viewers: who looks at the match after it: what they see is asked for at once.
  /// - Throws: ``Rejection/gameIsAsked``; ``Rejection/gameIsDown``; the game's rejection.
  func attempt(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed, viewers: [Viewer]
  ) throws(Rejection) -> RemotePlayed

  /// What an event leads to.
  func attempt(_ event: TableEvent, at elapsed: Elapsed, viewers: [Viewer]) throws(Rejection) -> RemotePlayed

  /// Has what some viewers see in memory.
  func prepare(for viewers: [Viewer]) throws(Rejection)

  /// Plays a move or an event again from what was logged of it.
  mutating func replayLogged(_ move: JSON) throws(Rejection) -> Turn
}

/// A move that a remote game has answered.
package struct RemotePlayed {
  package let turn: Turn
  /// With the answer: see ``Match/withoutAnswer(_:)``.
  package let logged: JSON
  /// When the move came. The time that the answer took is nobody's.
  package let elapsed: Elapsed
  package let after: any RemoteMatchBox

  package init(turn: Turn, logged: JSON, elapsed: Elapsed, after: any RemoteMatchBox) {
    (self.turn, self.logged, self.elapsed, self.after) = (turn, logged, elapsed, after)
  }
}

extension Match {
  /// The member of a logged move that holds what a remote game has answered.
  package static let answerMark = "$answer"

  /// A move as it was logged, for those who read it: without what a remote game has answered.
  public static func withoutAnswer(_ logged: JSON) -> JSON {
    guard var fields = logged.objectValue, fields[answerMark] != nil else { return logged }
    fields[answerMark] = nil
    if fields[TableEvent.mark] == nil, let move = fields["move"] { return move }
    return .object(fields)
  }
}
