public import WireProtocol

/// A match of a ``RemoteGame``, behind ``Match``.
package protocol RemoteMatchBox: MatchBox {
  /// Computes the consequences of a move.
  ///
  /// - Parameter viewers: the viewers of the match after it: their boards are requested at the same time.
  /// - Throws: ``Rejection/gameHasNotAnswered``; ``Rejection/gameIsDown``; the game's rejection.
  func attempt(
    _ input: MoveInput, by player: PlayerID, at elapsed: Elapsed, viewers: [Viewer]
  ) throws(Rejection) -> RemotePlayed

  /// Computes the consequences of an event.
  func attempt(_ event: TableEvent, at elapsed: Elapsed, viewers: [Viewer]) throws(Rejection) -> RemotePlayed

  /// Loads what some viewers see.
  func prepare(for viewers: [Viewer]) throws(Rejection)

  /// Replays a move or an event from its log entry.
  mutating func replayLogged(_ move: JSON) throws(Rejection) -> Turn
}

/// A move with a remote game's answer.
package struct RemotePlayed {
  package let turn: Turn
  /// The move with the answer: see ``Match/withoutAnswer(_:)``.
  package let logged: JSON
  /// When the move arrived; the time of the answer is not counted.
  package let elapsed: Elapsed
  package let after: any RemoteMatchBox

  package init(turn: Turn, logged: JSON, elapsed: Elapsed, after: any RemoteMatchBox) {
    (self.turn, self.logged, self.elapsed, self.after) = (turn, logged, elapsed, after)
  }
}

extension Match {
  /// The member of a logged move that holds a remote game's answer.
  package static let answerMark = "$answer"

  /// A logged move for readers, without a remote game's answer.
  public static func withoutAnswer(_ logged: JSON) -> JSON {
    guard var fields = logged.objectValue, fields[answerMark] != nil else { return logged }
    fields[answerMark] = nil
    if fields[TableEvent.mark] == nil, let move = fields["move"] { return move }
    return .object(fields)
  }
}
