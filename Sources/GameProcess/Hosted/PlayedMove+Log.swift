internal import GameKit
internal import WireProtocol

/// The logged form of a move's result: `turn`, `state`, `to_move`, `deadline`, and `players` with the progress and
/// outcome of those whose views are cached. The state is a string, so that the program receives the same bytes again.
extension PlayedMove {
  var logged: JSON {
    var fields: JSONObject = [
      "turn": turn.programForm, "state": .string(String(decoding: after.state, as: UTF8.self)),
      "to_move": .array(after.toMove.map { .int(Int($0.number)) }),
    ]
    if let deadline = after.deadline { fields["deadline"] = .int(Int(deadline.milliseconds)) }
    let players = after.cachedSeatViews
    if !players.isEmpty {
      fields["players"] = .array(
        players.map { player, view in
          var fields: JSONObject = ["player": .int(Int(player.number)), "progress": .int(view.progress)]
          if let outcome = view.outcome { fields["outcome"] = outcome.programForm }
          return .object(fields)
        })
    }
    return .object(fields)
  }

  /// Decodes the logged form; `nil` if it is malformed.
  static func read(logged: JSON) -> (Turn, Position)? {
    var writer = JSONWriter()
    writer.value(logged)
    let document = JSONDocument()
    guard (try? document.parse(writer.bytes, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil else {
      return nil
    }
    let answer = Answer(document.root)
    do throws(MalformedAnswer) {
      var loggedProgress: [PlayerID: LoggedProgress] = [:]
      for player in try answer.list("players") {
        let outcome: Outcome? = if let member = player.member("outcome") { try Outcome(member) } else { nil }
        loggedProgress[PlayerID(Int64(try player.int("player")))] = LoggedProgress(
          outcome: outcome, progress: try player.int("progress", or: 0))
      }
      let deadline = try answer.member("deadline")?.asInt()
      let position = Position(
        state: Array(try answer.required("state").asWritten().utf8), toMove: try answer.players("to_move"),
        deadline: deadline.map { Elapsed(milliseconds: Int64($0)) }, loggedProgress: loggedProgress)
      return (try Turn(try answer.required("turn")), position)
    } catch {
      return nil
    }
  }

  /// The same with the event's name in the open part of its turn.
  func withEventName(_ event: String) -> PlayedMove {
    var turn = turn
    turn.open["event"] = .string(event)
    return PlayedMove(move: move, turn: turn, after: after)
  }
}
