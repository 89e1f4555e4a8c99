import GameKit
import Kernel
import Vocabulary
public import WireProtocol

/// Reads the lines that ``Record/write(to:)`` writes.
extension Record {
  /// The record of a line; `nil` for a line that is none.
  ///
  /// - Parameter document: what it is read with: whoever reads many lines needs one.
  public init?(line: some Collection<UInt8>, with document: JSONDocument = JSONDocument()) {
    guard (try? document.parse(line, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil,
      let record = Self(fact: document.root)
    else { return nil }
    self = record
  }

  private init?(fact: JSONView) {
    if let line = DocumentLine(fact) {
      self = .line(line)
      return
    }
    let record: Record? =
      switch fact["fact"]?.string {
      case "day": fact["day"]?.int.map { .day($0, keepingFrom: fact.time("kept_from")) }
      case "player_forgotten": fact.player.map { .playerForgotten($0) }
      case "guests_lapse": Self.lapse(fact)
      case "dealt": StoredDeal(fact).map { .dealt($0) }
      case "room_closed": Self.roomClosed(fact)
      case "match": StoredMatch(fact).map { .match($0) }
      case "moved": StoredMove(fact).map { .moved($0, told: fact.telling) }
      case "match_closed": fact.number("match").map { .matchClosed($0) }
      case "finished": StoredResult(fact).map { .finished($0, told: fact.telling) }
      default: nil
      }
    guard let record else { return nil }
    self = record
  }

  private static func lapse(_ fact: JSONView) -> Record? {
    guard let now = fact.time("at"), let present = fact["present"] else { return nil }
    return .guestsLapse(now: now, present: present.elements.compactMap { $0.int.map { PlayerID(Int64($0)) } })
  }

  private static func roomClosed(_ fact: JSONView) -> Record? {
    guard let room = fact.number("room"), let seq = fact["last_seq"]?.int else { return nil }
    return .roomClosed(room, lastSeq: seq)
  }
}

extension StoredDeal {
  fileprivate init?(_ fact: JSONView) {
    guard let room = fact.number("room"), let round = fact["round"]?.int, let dealtAt = fact.time("at"),
      let boards = fact["boards"], let secret = fact["secret"]
    else { return nil }
    self.init(
      room: room, seq: fact["seq"]?.int, round: round, dealtAt: dealtAt, endsAt: fact.time("ends_at"),
      startsOver: fact["starts_over"]?.bool ?? false, boards: boards.elements.compactMap(Board.init),
      puzzle: secret.document("puzzle"))
  }
}

extension StoredDeal.Board {
  fileprivate init?(_ pair: JSONView) {
    let numbers = pair.elements.compactMap(\.int)
    guard numbers.count == 2 else { return nil }
    self.init(player: PlayerID(Int64(numbers[0])), match: Int64(numbers[1]))
  }
}

extension StoredMatch {
  fileprivate init?(_ fact: JSONView) {
    guard let id = fact.number("match"), let room = fact.number("room"), let game = fact["game"]?.string,
      let mode = fact["mode"]?.string, let isRanked = fact["ranked"]?.bool, let startedAt = fact.time("started_at"),
      let secret = fact["secret"], let key = secret["key"]?.string
    else { return nil }
    self.init(
      id: id, room: room, game: game, mode: mode, puzzleKey: key, puzzle: secret.document("puzzle"),
      settings: fact.document("settings"), day: fact["day"]?.int, round: fact["round"]?.int, player: fact.player,
      isRanked: isRanked, startedAt: startedAt)
  }
}

extension StoredMove {
  fileprivate init?(_ fact: JSONView) {
    guard let match = fact.number("match"), let index = fact["index"]?.int, let player = fact.player,
      let elapsed = fact.elapsed, let seq = fact["seq"]?.int, let secret = fact["secret"],
      let state = secret["state"]?.string.flatMap({ UInt64($0, radix: 16) })
    else { return nil }
    self.init(
      match: match, index: index, player: player, move: secret.document("move"), elapsed: elapsed,
      moveID: fact["move_id"]?.string, seq: seq, stateHash: state)
  }
}

extension StoredResult {
  fileprivate init?(_ fact: JSONView) {
    guard let match = fact.number("match"), let player = fact.player, let game = fact["game"]?.string,
      let mode = fact["mode"]?.string, let day = fact["day"]?.int, let won = fact["won"]?.bool,
      let score = fact["points"]?.int, let elapsed = fact.elapsed, let isRanked = fact["ranked"]?.bool,
      let share = fact["share"]?.string, let finishedAt = fact.time("at"), let secret = fact["secret"]
    else { return nil }
    self.init(
      match: match, player: player, game: game, mode: mode, day: day, won: won, tries: fact["tries"]?.int,
      score: score, elapsed: elapsed, isRanked: isRanked, share: share, secret: secret.document("outcome"),
      finishedAt: finishedAt)
  }
}

extension JSONView {
  var player: PlayerID? { number("player").map { PlayerID($0) } }

  fileprivate var elapsed: Elapsed? { number("elapsed_ms").map { Elapsed(milliseconds: $0) } }

  /// How it was told; `nil` where nobody can resume.
  fileprivate var telling: StoredTelling? {
    guard let room = number("room"), let seq = self["seq"]?.int, let told = self["secret"]?.document("told") else {
      return nil
    }
    return StoredTelling(room: room, seq: seq, body: told)
  }

  func number(_ key: StaticString) -> Int64? { self[key]?.int.map { Int64($0) } }

  func time(_ key: StaticString) -> Instant? { number(key).map { Instant(milliseconds: $0) } }

  /// What is stored as JSON, byte for byte as it was written; no bytes where there is nothing.
  func document(_ key: StaticString) -> [UInt8] {
    self[key].map { $0.withSourceBytes { Array($0) } } ?? []
  }
}
