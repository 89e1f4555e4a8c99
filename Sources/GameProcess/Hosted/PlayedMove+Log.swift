internal import GameKit
internal import WireProtocol

/// What a program has answered to a move, as the log has it: `turn`, `state`, `to_move`, `deadline`, and of the players
/// who were asked for what a start needs of them, their ends. The state is a string, so that the program gets it back
/// byte for byte.
extension PlayedMove {
  var logged: JSON {
    var fields: JSONObject = [
      "turn": turn.answer, "state": .string(String(decoding: after.state, as: UTF8.self)),
      "to_move": .array(after.toMove.map { .int(Int($0.number)) }),
    ]
    if let deadline = after.deadline { fields["deadline"] = .int(Int(deadline.milliseconds)) }
    let players = after.seatViews
    if !players.isEmpty {
      fields["players"] = .array(
        players.map { player, view in
          var fields: JSONObject = ["player": .int(Int(player.number)), "progress": .int(view.progress)]
          if let outcome = view.outcome { fields["outcome"] = outcome.answer }
          return .object(fields)
        })
    }
    return .object(fields)
  }

  /// Reads it again; `nil` for what is none.
  static func read(logged: JSON) -> (Turn, Position)? {
    var writer = JSONWriter()
    writer.value(logged)
    let document = JSONDocument()
    guard (try? document.parse(writer.bytes, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil else {
      return nil
    }
    let answer = Answer(document.root)
    do throws(Unreadable) {
      var ends: [PlayerID: PlayerEnd] = [:]
      for player in try answer.list("players") {
        let outcome: Outcome? = if let member = player.member("outcome") { try Outcome(member) } else { nil }
        ends[PlayerID(Int64(try player.int("player")))] = PlayerEnd(
          outcome: outcome, progress: try player.int("progress", or: 0))
      }
      let deadline = try answer.member("deadline")?.asInt()
      let position = Position(
        state: Array(try answer.need("state").asWritten().utf8), toMove: try answer.players("to_move"),
        deadline: deadline.map { Elapsed(milliseconds: Int64($0)) }, ends: ends)
      return (try Turn(try answer.need("turn")), position)
    } catch {
      return nil
    }
  }

  /// The same, named by the event that it was: all turns of events say which.
  func named(_ event: String) -> PlayedMove {
    var turn = turn
    turn.open["event"] = .string(event)
    return PlayedMove(move: move, turn: turn, after: after)
  }
}
