package import WireProtocol

/// What happens at a table besides moves. The room gives it to its game (``Game/handle(_:at:)``) and logs it among the
/// moves, so that a replay gives the same at the same time.
public enum TableEvent: Hashable, Sendable {
  /// The match begins with these players, in the order of their seats: the first thing that happens in it.
  case begin([PlayerID])
  /// Somebody sits down at a match under way, for the first time or again.
  case join(PlayerID)
  /// Somebody who plays has left for good.
  case leave(PlayerID)
  /// Somebody gives the match up.
  case resign(PlayerID)
  /// Somebody offers a draw, or takes one that was offered.
  case draw(PlayerID)
  /// A player's time is up, by a clock of the room.
  case flag(PlayerID)
  /// The moment has come that the game has named: ``Game/deadline``.
  case time
  /// Whoever keeps the room lets nothing more happen by itself.
  case pause(PlayerID)
  /// Whoever keeps the room lets it go on.
  case unpause(PlayerID)
  /// Whoever keeps the room goes on to what comes next.
  case skip(PlayerID)

  /// Whom it is about; `nil` where it is about nobody or everybody.
  public var player: PlayerID? {
    switch self {
    case .join(let player), .leave(let player), .resign(let player), .draw(let player), .flag(let player),
      .pause(let player), .unpause(let player), .skip(let player):
      player
    case .begin, .time: nil
    }
  }

  /// What the wire calls it: `resign`.
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
    }
  }
}

extension TableEvent {
  /// The member that tells an event in the log from a move: no move has it.
  static let mark = "$"

  /// As it stands in the log: `{"$":"resign"}`.
  package var json: JSON {
    var fields: JSONObject = [:]
    fields[Self.mark] = .string(name)
    if case .begin(let players) = self { fields["players"] = .array(players.map { .int(Int($0.number)) }) }
    return .object(fields)
  }

  /// Reads it from the log again; `nil` for a move.
  ///
  /// - Throws: `bad_move` for something that is marked as an event and is none.
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
    default: throw .badMove("There is no such event at a table")
    }
  }
}
