public import GameKit
internal import TextMode
public import WireProtocol

extension ReplayFile {
  /// The result of a check.
  public struct Verdict: Sendable {
    /// The game's id.
    public let game: String
    /// The number of replayed moves.
    public let moves: Int
    /// The number of compared results.
    public let results: Int
  }

  /// A line that contradicts the rules.
  public struct Fault: Error, Hashable, Sendable {
    /// 1 for the first line.
    public let line: Int
    /// One sentence.
    public let message: String
  }

  /// Replays a match from its lines, and compares every state and every member of every result. What does not follow
  /// from the moves must be consistent within the file: the names of players, and the number of lines.
  ///
  /// - Throws: the first ``Fault``.
  public static func check(_ lines: [JSON], games: [GameModule]) throws(Fault) -> Verdict {
    var check = try ReplayCheck(lines.first, games)
    for (index, line) in lines.enumerated().dropFirst() { try check.take(line, number: index + 1) }
    return try check.finish()
  }
}

/// The state of a check.
private struct ReplayCheck {
  private typealias Fault = ReplayFile.Fault

  private let header: JSON
  private let game: GameModule
  private var match: Match
  /// The name for a player's number, and the line that states it.
  private var names: [Int: (name: String, line: Int)] = [:]
  private var moves = 0
  /// The numbers of players with a result.
  private var finished: Set<Int> = []

  init(_ line: JSON?, _ games: [GameModule]) throws(ReplayFile.Fault) {
    guard let header = line, header["type"]?.stringValue == "replay_header", let id = header["game"]?.stringValue,
      let puzzle = header["puzzle_data"], let settings = header["settings"]
    else { throw Fault(line: 1, message: "this is not a replay_header with game, puzzle_data and settings") }
    guard let game = games.first(where: { $0.info.id == id }) else {
      throw Fault(line: 1, message: "there is no game \(id) here")
    }
    (self.header, self.game) = (header, game)
    do {
      match = try game.match(puzzle: puzzle, settings: settings)
    } catch {
      throw Fault(line: 1, message: error.message)
    }
    for player in header["players"]?.arrayValue ?? [] { _ = try knownPlayer(of: player, number: 1) }
  }

  mutating func take(_ line: JSON, number: Int) throws(ReplayFile.Fault) {
    switch line["type"]?.stringValue {
    case "replay_move":
      try play(line, number: number)
      moves += 1
    case "replay_outcome": try compare(line, number: number)
    default: throw Fault(line: number, message: "this is neither a replay_move nor a replay_outcome")
    }
  }

  func finish() throws(ReplayFile.Fault) -> ReplayFile.Verdict {
    guard header["moves"]?.intValue == moves else {
      throw Fault(line: 1, message: "the header speaks of another number of moves than \(moves)")
    }
    let listed = Set((header["players"]?.arrayValue ?? []).compactMap { $0["player_number"]?.intValue })
    for (player, known) in names.sorted(by: { ($0.value.line, $0.key) < ($1.value.line, $1.key) }) {
      // A voting room's end is no player's result.
      let isOver = PlayerID(Int64(player)) != RoomEvent.nobody && match.outcome(for: PlayerID(Int64(player))) != nil
      if !finished.contains(player), isOver || listed.contains(player) {
        throw Fault(line: known.line, message: "the result of \(known.name) is missing")
      }
      guard listed.contains(player) || !finished.contains(player) else {
        throw Fault(line: 1, message: "\(known.name) has a result, and is not among the header's players")
      }
    }
    return ReplayFile.Verdict(game: game.info.id, moves: moves, results: finished.count)
  }

  private mutating func play(_ line: JSON, number: Int) throws(ReplayFile.Fault) {
    guard let move = line["move"], let elapsed = line["elapsed_ms"]?.intValue, let state = line["hash"]?.stringValue
    else { throw Fault(line: number, message: "a move needs move, player_number, elapsed_ms and hash") }
    guard line["text"] == .string(Drawing.move(move)) else {
      throw Fault(line: number, message: "the text of this move is another than the file says")
    }
    let player = PlayerID(Int64(try knownPlayer(of: line, number: number)))
    let turn: Turn
    do {
      turn = try match.replay(move, by: player, at: Elapsed(milliseconds: Int64(elapsed)))
      // A server that restores the match calls this too, and a game may trap in it.
      for viewer in [Viewer.seat(player), .informed, .outsider] { _ = match.board(for: viewer) }
      _ = match.outcome(for: player)
    } catch {
      throw Fault(line: number, message: "the rules refuse this move: \(error.message)")
    }
    guard ReplayFile.stateText(match.stateHash) == state else {
      throw Fault(line: number, message: "the state after this move is another than the file says")
    }
    if let told = line["turn"], told != .object(turn.full(for: player)) {
      throw Fault(line: number, message: "the turn of this move is another than the file says")
    }
  }

  /// The number of a line's player, whose name is the same on all lines. Forgotten players have no name.
  private mutating func knownPlayer(of line: JSON, number: Int) throws(ReplayFile.Fault) -> Int {
    guard let player = line["player_number"]?.intValue, let name = line["player"]?.stringValue else {
      throw Fault(line: number, message: "a line needs player and player_number")
    }
    let other = names.first { $0.key != player && $0.value.name == name && name != ReplayFile.nameOfForgotten }
    if let other {
      throw Fault(line: number, message: "the player_number of \(name) is another than on line \(other.value.line)")
    }
    let known = names[player] ?? (name, number)
    guard known.name == name else {
      throw Fault(line: number, message: "the player is \(name) here, and \(known.name) on line \(known.line)")
    }
    names[player] = known
    return player
  }

  private mutating func compare(_ line: JSON, number: Int) throws(ReplayFile.Fault) {
    let player = try knownPlayer(of: line, number: number)
    guard finished.insert(player).inserted else {
      throw Fault(line: number, message: "this player has had a result already")
    }
    guard let outcome = match.outcome(for: PlayerID(Int64(player))) else {
      throw Fault(line: number, message: "the match is not over for this player")
    }
    var expected: [(member: String, value: JSON?)] = [
      ("won", .bool(outcome.won)), ("points", .int(outcome.score)), ("tries", outcome.tries.map { .int($0) }),
    ]
    for key in Outcome.tableKeys { expected.append((key, outcome.open[key])) }
    expected.append(("share", .string(share(of: outcome, as: line["share"]?.stringValue ?? ""))))
    for (member, value) in expected where line[member] != value {
      throw Fault(
        line: number,
        message: "the moves lead to another \(member): \(value?.text ?? "none"), and not \(text(line[member]))")
    }
  }

  private func text(_ value: JSON?) -> String { value.map { String($0.text.prefix(200)) } ?? "none" }

  /// The share text: of a daily with the day's number, otherwise with the mode or, if the file states it, with a past
  /// daily's number.
  private func share(of outcome: Outcome, as text: String) -> String {
    var label = header["mode"]?.stringValue ?? ""
    let archive = "Parlor \(game.info.title) archive "
    if let day = header["day"]?.stringValue.flatMap({ Day($0) }) {
      label = ShareGrid.numberText(day.number)
    } else if header["by_vote"] == true {
      label = VoteMode.label
    } else if text.hasPrefix(archive) {
      label = "archive " + text.dropFirst(archive.count).prefix { $0.isASCII && ($0.isNumber || $0 == ",") }
    }
    return outcome.grid.text(title: game.info.title, label: label)
  }
}
