public import GameKit
public import WireProtocol

/// A move or an event of a match as it is logged, with what names the state that it led to.
public struct LoggedMove: Sendable {
  /// What was done.
  public enum Act: Sendable {
    /// A move in logged form.
    case move(JSON, by: PlayerID)
    /// What happened at the table.
    case event(TableEvent)
  }

  /// What was done.
  public let act: Act
  /// When.
  public let elapsed: Elapsed
  /// ``PlayedMove/hash``.
  public let hash: UInt64

  /// A line of the log.
  public init(_ act: Act, at elapsed: Elapsed, hash: UInt64) {
    (self.act, self.elapsed, self.hash) = (act, elapsed, hash)
  }
}

extension PlayedMove {
  /// Names the turn and the state: FNV-1a over both.
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
  /// Plays a match again.
  ///
  /// - Returns: the match as it stands.
  /// - Throws: ``ProgramFault/differs(ask:what:)``, which names the first move that led elsewhere than when it was
  ///   logged: the rules have changed since, or something besides the state comes into them.
  public func replay(
    _ log: [LoggedMove], puzzle: JSON, settings: JSON
  ) throws(ProgramFailure) -> Position {
    var position = try start(puzzle, settings: settings)
    for (index, logged) in log.enumerated() {
      let played: PlayedMove
      do {
        played = try repeated(logged, from: position)
      } catch .refused(_, let text) {
        throw .fault(logged.differs(index, ", is refused now: \(text)"))
      }
      guard played.hash == logged.hash else { throw .fault(logged.differs(index, "")) }
      position = played.after
    }
    return position
  }

  private func repeated(_ logged: LoggedMove, from position: Position) throws(ProgramFailure) -> PlayedMove {
    switch logged.act {
    case .move(let move, let player): try replay(move, from: position, by: player, at: logged.elapsed)
    case .event(let event): try tick(event, from: position, at: logged.elapsed)
    }
  }
}

extension LoggedMove {
  fileprivate func differs(_ index: Int, _ how: String) -> ProgramFault {
    switch act {
    case .move(let move, let player):
      .differs(ask: "play", what: "move \(index + 1), \(move.text) of player \(player.number)\(how)")
    case .event(let event): .differs(ask: "tick", what: "move \(index + 1), the event \(event.name)\(how)")
    }
  }
}
