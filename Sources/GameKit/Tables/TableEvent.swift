package import WireProtocol

/// An event at a table other than a move. The room passes it to the game (``Game/handle(_:at:)``) and logs it among the
/// moves, so that a replay repeats it at the same time.
public enum TableEvent: Hashable, Sendable {
  /// The match begins with these players, in the order of their seats; always the first event.
  case begin([PlayerID])
  /// A player joins a match in progress, for the first time or again.
  case join(PlayerID)
  /// A player has left for good.
  case leave(PlayerID)
  /// A player resigns.
  case resign(PlayerID)
  /// A player offers a draw, or accepts an offer.
  case draw(PlayerID)
  /// A player's time by the room's clock has run out.
  case flag(PlayerID)
  /// The time of ``Game/deadline`` has come.
  case time
  /// The room's owner pauses the game: nothing more happens automatically.
  case pause(PlayerID)
  /// The room's owner resumes the game.
  case unpause(PlayerID)
  /// The room's owner skips to the next step.
  case skip(PlayerID)
  /// The room's owner ends the match: what has been played counts. The round ends whether or not the game takes it.
  case stop(PlayerID)

  /// The player concerned; `nil` if there is none.
  public var player: PlayerID? {
    switch self {
    case .join(let player), .leave(let player), .resign(let player), .draw(let player), .flag(let player),
      .pause(let player), .unpause(let player), .skip(let player), .stop(let player):
      player
    case .begin, .time: nil
    }
  }

  /// Its name on the wire: `resign`.
  public var name: String {
    switch self {
    case .begin: "begin"
    case .join: "join"
    case .leave: "leave"
    case .resign: "resign"
    case .draw: "draw"
    case .flag: "flag"
    case .time: "time"
    case .pause: "pause"
    case .unpause: "unpause"
    case .skip: "skip"
    case .stop: "stop"
    }
  }
}

extension TableEvent {
  /// The member that marks an event in the log; no move has it.
  static let mark = "$"

  /// The logged form: `{"$":"resign"}`.
  package var json: JSON {
    var fields: JSONObject = [:]
    fields[Self.mark] = .string(name)
    if case .begin(let players) = self { fields["players"] = .array(players.map { .int(Int($0.number)) }) }
    return .object(fields)
  }

  /// Reads the logged form; `nil` for a move.
  ///
  /// - Throws: `bad_move` for a marked value that is no event.
  package init?(_ logged: JSON, by player: PlayerID) throws(Rejection) {
    guard let name = logged[Self.mark] else { return nil }
    switch name.stringValue {
    case "begin":
      self = .begin((logged["players"]?.arrayValue ?? []).compactMap { $0.intValue.map { PlayerID(Int64($0)) } })
    case "join": self = .join(player)
    case "leave": self = .leave(player)
    case "resign": self = .resign(player)
    case "draw": self = .draw(player)
    case "flag": self = .flag(player)
    case "time": self = .time
    case "pause": self = .pause(player)
    case "unpause": self = .unpause(player)
    case "skip": self = .skip(player)
    case "stop": self = .stop(player)
    default: throw .badMove("There is no such event at a table")
    }
  }
}
