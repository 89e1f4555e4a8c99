public import GameKit
public import WireProtocol

/// A match as lines of JSON: a header with puzzle and settings, a line a move with a hash of the state after it,
/// a line a result. The match *is* this file: it replays offline.
public enum ReplayFile {
  /// Writes a stored match.
  static func lines(of history: StoredMatchHistory) -> [JSON] {
    let match = history.match
    func name(_ player: PlayerID) -> JSON {
      .string(player == RoomEvent.nobody ? "the table" : history.names[player] ?? "somebody")
    }
    var header: JSONObject = [
      "type": "replay_header", "match": .string(String(match.id)), "game": .string(match.game),
      "mode": .string(match.mode), "puzzle_data": (try? JSON(parsing: match.puzzle)) ?? .null,
      "settings": (try? JSON(parsing: match.settings)) ?? .null,
      "started_at_ms": .int(Int(match.startedAt.milliseconds)), "moves": .int(history.moves.count),
    ]
    if let day = match.day { header["day"] = .string(Day(number: day).text) }
    let moves = history.moves.map { move -> JSON in
      [
        "type": "replay_move", "n": .int(move.index + 1), "player": name(move.player),
        "player_number": .int(Int(move.player.number)), "move": (try? JSON(parsing: move.move)) ?? .null,
        "elapsed_ms": .int(Int(move.elapsed.milliseconds)), "state": .string(stateText(move.stateHash)),
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

  /// What a check found.
  public struct Verdict: Sendable {
    /// The game's id.
    public let game: String
    /// Moves that were played again.
    public let moves: Int
    /// Results that were compared.
    public let results: Int
  }

  /// A line that does not agree with the rules.
  public struct Fault: Error, Hashable, Sendable {
    /// 1 for the first line.
    public let line: Int
    /// One sentence.
    public let message: String
  }

  /// Plays a match again from its lines and compares every state and every result.
  ///
  /// - Throws: the first ``Fault``.
  public static func check(_ lines: [JSON], games: [GameModule]) throws(Fault) -> Verdict {
    guard let header = lines.first, header["type"]?.stringValue == "replay_header",
      let id = header["game"]?.stringValue, let puzzle = header["puzzle_data"], let settings = header["settings"]
    else { throw Fault(line: 1, message: "this is not a replay_header with game, puzzle_data and settings") }
    guard let game = games.first(where: { $0.info.id == id }) else {
      throw Fault(line: 1, message: "there is no game \(id) here")
    }
    var match: Match
    do {
      match = try game.match(puzzle: puzzle, settings: settings)
    } catch {
      throw Fault(line: 1, message: error.message)
    }
    var (moves, results) = (0, 0)
    for (index, line) in lines.enumerated().dropFirst() {
      switch line["type"]?.stringValue {
      case "replay_move":
        try play(line, number: index + 1, in: &match)
        moves += 1
      case "replay_outcome":
        try compare(line, number: index + 1, with: match)
        results += 1
      default:
        throw Fault(line: index + 1, message: "this is neither a replay_move nor a replay_outcome")
      }
    }
    guard header["moves"]?.intValue == moves else {
      throw Fault(line: 1, message: "the header speaks of another number of moves than \(moves)")
    }
    return Verdict(game: id, moves: moves, results: results)
  }

  private static func play(_ line: JSON, number: Int, in match: inout Match) throws(Fault) {
    guard let move = line["move"], let seat = line["player_number"]?.intValue,
      let elapsed = line["elapsed_ms"]?.intValue, let state = line["state"]?.stringValue
    else { throw Fault(line: number, message: "a move needs move, player_number, elapsed_ms and state") }
    let player = PlayerID(Int64(seat))
    let turn: Turn
    do {
      turn = try match.replay(move, by: player, at: Elapsed(milliseconds: Int64(elapsed)))
      // What a server that takes the match up asks too: a game may trap in it as well.
      for viewer in [Viewer.seat(player), .informed, .outsider] { _ = match.board(for: viewer) }
      _ = match.outcome(for: player)
    } catch {
      throw Fault(line: number, message: "the rules refuse this move: \(error.message)")
    }
    guard stateText(match.stateHash) == state else {
      throw Fault(line: number, message: "the state after this move is another than the file says")
    }
    if let told = line["turn"], told != .object(turn.full(for: player)) {
      throw Fault(line: number, message: "the turn of this move is another than the file says")
    }
  }

  private static func compare(_ line: JSON, number: Int, with match: Match) throws(Fault) {
    guard let player = line["player_number"]?.intValue,
      let outcome = match.outcome(for: PlayerID(Int64(player)))
    else { throw Fault(line: number, message: "the match is not over for this player") }
    guard line["won"]?.boolValue == outcome.won, line["points"]?.intValue == outcome.score,
      line["tries"]?.intValue == outcome.tries
    else { throw Fault(line: number, message: "the result is another than the moves lead to") }
  }

  private static func stateText(_ hash: UInt64) -> String { String(hash, radix: 16) }
}
