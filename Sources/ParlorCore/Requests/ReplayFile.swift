import GameKit
import TextMode
import WireProtocol

/// A match as lines of JSON: a header with puzzle and settings, a line per move with a hash of the state after it, a
/// line per result. It can be replayed offline.
public enum ReplayFile {
  /// The lines of a stored match.
  static func lines(of history: StoredMatchHistory) -> [JSON] {
    let match = history.match
    func name(_ player: PlayerID) -> JSON {
      .string(player == RoomEvent.nobody ? "the table" : history.names[player] ?? nameOfForgotten)
    }
    var header: JSONObject = [
      "type": "replay_header", "match": .string(String(match.id)), "game": .string(match.game),
      "mode": .string(match.mode), "puzzle_data": (try? JSON(parsing: match.puzzle)) ?? .null,
      "settings": (try? JSON(parsing: match.settings)) ?? .null,
      "started_at_ms": .int(Int(match.startedAt.milliseconds)), "moves": .int(history.moves.count),
      "players": .array(
        history.results.map { ["player": name($0.player), "player_number": .int(Int($0.player.number))] }),
    ]
    if match.isVoted { header["by_vote"] = true }
    if let day = match.day { header["day"] = .string(Day(number: day).text) }
    let moves = history.moves.map { move -> JSON in
      let played = (try? JSON(parsing: move.move)).map(Match.withoutAnswer) ?? .null
      return [
        "type": "replay_move", "n": .int(move.index + 1), "player": name(move.player),
        "player_number": .int(Int(move.player.number)),
        "move": played, "text": .string(Drawing.move(played)), "elapsed_ms": .int(Int(move.elapsed.milliseconds)),
        "hash": .string(stateText(move.stateHash)),
      ]
    }
    let results = history.results.map { result -> JSON in
      var outcome: JSONObject = [
        "type": "replay_outcome", "player": name(result.player),
        "player_number": .int(Int(result.player.number)), "won": .bool(result.won), "points": .int(result.score),
        "elapsed_ms": .int(Int(result.elapsed.milliseconds)), "share": .string(result.share),
      ]
      if let tries = result.tries { outcome["tries"] = .int(tries) }
      let kept = (try? JSON(parsing: result.secret)) ?? .null
      for key in Outcome.tableKeys { if let value = kept[key] { outcome[key] = value } }
      return .object(outcome)
    }
    return [.object(header)] + moves + results
  }

  /// The lines of a stored match without its results, as bytes.
  public static func bytes(of match: StoredMatch, _ moves: [StoredMove]) -> [UInt8] {
    let history = StoredMatchHistory(match: match, isOpen: true, moves: moves, names: [:], results: [])
    return lines(of: history).flatMap { Array($0.text.utf8) + [0x0A] }
  }

  /// The name of forgotten players.
  static let nameOfForgotten = "somebody"

  static func stateText(_ hash: UInt64) -> String { String(hash, radix: 16) }
}
