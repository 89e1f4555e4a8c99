import GameKit
import Kernel
public import WireProtocol

/// The encodings of facts. `match` is the document's number; times are milliseconds since 1970, days their numbers,
/// players and rooms theirs. `secret` has letters, moves, puzzles, and what they derive from.
extension MatchDocument {
  public static func write(_ fact: MatchFact, to line: inout JSONWriter) {
    switch fact {
    case .opened(let match): match.write(to: &line)
    case .moved(let move, let told): move.write(told, to: &line)
    case .played(let moves): write(moves, to: &line)
    case .finished(let result, let told): result.write("finished", told, to: &line)
    case .givenUp(let result): result.write("given_up", nil, to: &line)
    case .closed: line.fact("closed")
    }
  }

  public static func read(_ line: JSONView) -> MatchFact? {
    guard let match = DocumentID(line)?.key else { return nil }
    return switch line["fact"]?.string {
    case "opened": StoredMatch(line, match).map { .opened($0) }
    case "moved": StoredMove(line, of: match).map { .moved($0, told: line.telling) }
    case "played": moves(line, of: match).map { .played($0) }
    case "finished": StoredResult(line, of: match).map { .finished($0, told: line.telling) }
    case "given_up": StoredResult(line, of: match).map { .givenUp($0) }
    case "closed": .closed
    default: nil
    }
  }

  /// An array per move: time in milliseconds, number of the event, hash of the state as a signed number, name of the
  /// move or null, and the move.
  private static func write(_ moves: [StoredMove], to line: inout JSONWriter) {
    line.fact("played")
    line.field("player", ifPresent: moves.first.map { Int($0.player.number) })
    line.field("first", ifPresent: moves.first?.index)
    line.secret { line in
      line.rows("moves", moves) { move, line in
        line.int(move.elapsed.milliseconds)
        line.int(move.seq)
        line.int(Int64(bitPattern: move.stateHash))
        if let moveID = move.moveID { line.string(moveID) } else { line.null() }
        line.raw(move.move)
      }
    }
  }

  private static func moves(_ line: JSONView, of match: Int64) -> [StoredMove]? {
    guard let player = line.player, let first = line["first"]?.int, let rows = line["secret"]?["moves"] else {
      return nil
    }
    var moves: [StoredMove] = []
    for row in rows.elements {
      let parts = Array(row.elements)
      guard parts.count == 5, let elapsed = parts[0].int, let seq = parts[1].int, let state = parts[2].int else {
        return nil
      }
      moves.append(
        StoredMove(
          match: match, index: first &+ moves.count, player: player, move: parts[4].withSourceBytes { Array($0) },
          elapsed: Elapsed(milliseconds: Int64(elapsed)), moveID: parts[3].string, seq: seq,
          stateHash: UInt64(bitPattern: Int64(state))))
    }
    return moves
  }
}

extension StoredMatch {
  fileprivate func write(to json: inout JSONWriter) {
    json.fact("opened")
    json.field("room", Int(room))
    json.field("game", game)
    json.field("mode", mode)
    json.field("settings", document: settings)
    json.field("day", ifPresent: day)
    json.field("round", ifPresent: round)
    json.field("archive", ifPresent: archiveDay)
    if isVoted { json.field("by_vote", true) }
    json.field("player", ifPresent: player.map { Int($0.number) })
    json.field("ranked", isRanked)
    json.field("started_at", startedAt)
    json.secret {
      $0.field("key", puzzleKey)
      $0.field("puzzle", document: puzzle)
    }
  }
}

extension StoredMove {
  fileprivate func write(_ told: StoredTelling?, to json: inout JSONWriter) {
    json.fact("moved")
    json.field("room", ifPresent: told.map { Int($0.room) })
    json.field("seq", seq)
    json.field("index", index)
    json.field("player", player)
    json.field("elapsed_ms", Int(elapsed.milliseconds))
    json.field("move_id", ifPresent: moveID)
    json.secret {
      $0.field("move", document: move)
      $0.key("state")
      $0.hexadecimal(stateHash)
      if let told { $0.field("told", document: told.body) }
    }
  }
}

extension StoredResult {
  fileprivate func write(_ fact: StaticString, _ told: StoredTelling?, to json: inout JSONWriter) {
    json.fact(fact)
    json.field("room", ifPresent: told.map { Int($0.room) })
    json.field("seq", ifPresent: told?.seq)
    json.field("player", player)
    if !game.isEmpty {
      json.field("game", game)
      json.field("mode", mode)
      json.field("ranked", isRanked)
    }
    json.field("day", day)
    json.field("won", won)
    json.field("tries", ifPresent: tries)
    json.field("points", score)
    json.field("elapsed_ms", Int(elapsed.milliseconds))
    json.field("share", share)
    json.field("at", finishedAt)
    json.secret {
      $0.field("outcome", document: secret)
      if let told { $0.field("told", document: told.body) }
    }
  }
}

extension StoredMatch {
  fileprivate init?(_ fact: JSONView, _ id: Int64) {
    guard let room = fact.number("room"), let game = fact["game"]?.string,
      let mode = fact["mode"]?.string, let isRanked = fact["ranked"]?.bool, let startedAt = fact.time("started_at"),
      let secret = fact["secret"], let key = secret["key"]?.string
    else { return nil }
    self.init(
      id: id, room: room, game: game, mode: mode, puzzleKey: key, puzzle: secret.document("puzzle"),
      settings: fact.document("settings"), day: fact["day"]?.int, round: fact["round"]?.int, player: fact.player,
      isRanked: isRanked, startedAt: startedAt)
    archiveDay = fact["archive"]?.int
    isVoted = fact["by_vote"]?.bool ?? false
  }
}

extension StoredMove {
  fileprivate init?(_ fact: JSONView, of match: Int64) {
    guard let index = fact["index"]?.int, let player = fact.player,
      let elapsed = fact.elapsed, let seq = fact["seq"]?.int, let secret = fact["secret"],
      let state = secret["state"]?.string.flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    self.init(
      match: match, index: index, player: player, move: secret.document("move"), elapsed: elapsed,
      moveID: fact["move_id"]?.string, seq: seq, stateHash: state)
  }
}

extension StoredResult {
  fileprivate init?(_ fact: JSONView, of match: Int64) {
    guard let player = fact.player, let day = fact["day"]?.int, let won = fact["won"]?.bool,
      let score = fact["points"]?.int, let elapsed = fact.elapsed, let share = fact["share"]?.string,
      let finishedAt = fact.time("at"), let secret = fact["secret"]
    else { return nil }
    self.init(
      match: match, player: player, game: fact["game"]?.string ?? "", mode: fact["mode"]?.string ?? "", day: day,
      won: won, tries: fact["tries"]?.int, score: score, elapsed: elapsed, isRanked: fact["ranked"]?.bool ?? false,
      share: share, secret: secret.document("outcome"), finishedAt: finishedAt)
  }
}

extension JSONView {
  fileprivate var elapsed: Elapsed? { number("elapsed_ms").map { Elapsed(milliseconds: $0) } }

  /// How it was sent; `nil` if nobody can resume.
  fileprivate var telling: StoredTelling? {
    guard let room = number("room"), let seq = self["seq"]?.int, let told = self["secret"]?.document("told") else {
      return nil
    }
    return StoredTelling(room: room, seq: seq, body: told)
  }
}
