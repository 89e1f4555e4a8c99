public import GameKit
public import WireProtocol

/// A logged move or event of a match, with the hash of the resulting state.
public struct LoggedMove: Sendable {
  /// A move or an event.
  public enum Action: Sendable {
    /// A move in logged form.
    case move(JSON, by: PlayerID)
    /// A table event.
    case event(TableEvent)
  }

  /// The move or event.
  public let action: Action
  /// The time since the start of the match.
  public let elapsed: Elapsed
  /// ``PlayedMove/hash``.
  public let hash: UInt64

  /// Creates a log entry.
  public init(_ action: Action, at elapsed: Elapsed, hash: UInt64) {
    (self.action, self.elapsed, self.hash) = (action, elapsed, hash)
  }
}

extension PlayedMove {
  /// FNV-1a over the turn and the resulting state.
  public var hash: UInt64 {
    let parts = [turn.full, turn.open, JSONObject(hands: turn.hands)]
    let bytes = parts.flatMap { Array(JSON.object($0).text.utf8) } + after.state
    return bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
  }
}

extension JSONObject {
  fileprivate init(hands: [Turn.Hand]) {
    self.init()
    for (index, hand) in hands.enumerated() {
      self["\(index) \(hand.players.map(\.number))"] = .object(hand.fields)
    }
  }
}

extension GameProgram {
  /// Replays a match from its log.
  ///
  /// - Returns: the final position.
  /// - Throws: ``ProgramFault/answersDiffer(ask:what:)``, which names the first move whose result differs from the log:
  ///   the rules have changed, or they depend on something besides the state.
  public func replay(
    _ log: [LoggedMove], puzzle: JSON, settings: JSON
  ) throws(ProgramFailure) -> Position {
    var position = try start(puzzle, settings: settings)
    for (index, logged) in log.enumerated() {
      let played: PlayedMove
      do {
        played = try replayed(logged, from: position)
      } catch .refused(_, let text) {
        throw .fault(logged.difference(index, ", is refused now: \(text)"))
      }
      guard played.hash == logged.hash else { throw .fault(logged.difference(index, "")) }
      position = played.after
    }
    return position
  }

  private func replayed(_ logged: LoggedMove, from position: Position) throws(ProgramFailure) -> PlayedMove {
    switch logged.action {
    case .move(let move, let player): try replay(move, from: position, by: player, at: logged.elapsed)
    case .event(let event): try tick(event, from: position, at: logged.elapsed)
    }
  }
}

extension LoggedMove {
  fileprivate func difference(_ index: Int, _ how: String) -> ProgramFault {
    switch action {
    case .move(let move, let player):
      .answersDiffer(ask: "play", what: "move \(index + 1), \(move.text) of player \(player.number)\(how)")
    case .event(let event): .answersDiffer(ask: "tick", what: "move \(index + 1), the event \(event.name)\(how)")
    }
  }
}
