import GameKit
import Kernel
import WireProtocol

/// A record as a line of JSON: ``Record/init(_:)`` reads it.
///
/// `fact` says which it is, in the words below; times are milliseconds since 1970, days their numbers, players, rooms
/// and matches theirs. What is missing in a record is missing in its line. `secret` holds letters, moves, puzzles, what
/// leads to them, and what opens doors; `sealed` what passwords are checked against.
extension Record {
  /// Appends the line, with its end.
  func write(to json: inout JSONWriter) {
    // A document's fact is a line already.
    if case .line(let line) = self {
      json.raw(line.bytes)
      return json.newline()
    }
    json.beginObject()
    switch self {
    case .line: break
    case .day(let day, let start):
      json.fact("day")
      json.field("day", day)
      if let start { json.field("kept_from", start) }
    case .playerForgotten(let player):
      json.fact("player_forgotten")
      json.field("player", player)
    case .guestsLapse(let now, let present):
      json.fact("guests_lapse")
      json.field("at", now)
      json.key("present")
      json.beginArray()
      for player in present { json.int(player.number) }
      json.endArray()
    case .dealt(let deal): deal.write(to: &json)
    case .roomClosed(let room, let lastSeq):
      json.fact("room_closed")
      json.field("room", Int(room))
      json.field("last_seq", lastSeq)
    case .match(let match): match.write(to: &json)
    case .moved(let move, let told): move.write(told, to: &json)
    case .matchClosed(let match):
      json.fact("match_closed")
      json.field("match", Int(match))
    case .finished(let result, let told): result.write(told, to: &json)
    }
    json.endObject()
    json.newline()
  }
}

extension StoredDeal {
  fileprivate func write(to json: inout JSONWriter) {
    json.fact("dealt")
    json.field("room", Int(room))
    json.field("seq", ifPresent: seq)
    json.field("round", round)
    json.field("at", dealtAt)
    json.field("ends_at", ifPresent: endsAt.map { Int($0.milliseconds) })
    if startsOver { json.field("starts_over", true) }
    writeBoards(to: &json)
    json.secret { $0.field("puzzle", document: puzzle) }
  }
}

extension StoredMatch {
  fileprivate func write(to json: inout JSONWriter) {
    json.fact("match")
    json.field("match", Int(id))
    json.field("room", Int(room))
    json.field("game", game)
    json.field("mode", mode)
    json.field("settings", document: settings)
    json.field("day", ifPresent: day)
    json.field("round", ifPresent: round)
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
    json.field("match", Int(match))
    json.field("index", index)
    json.field("player", player)
    json.field("elapsed_ms", Int(elapsed.milliseconds))
    json.field("move_id", ifPresent: moveID)
    json.secret {
      $0.field("move", document: move)
      $0.field("state", String(stateHash, radix: 16))
      if let told { $0.field("told", document: told.body) }
    }
  }
}

extension StoredResult {
  fileprivate func write(_ told: StoredTelling?, to json: inout JSONWriter) {
    json.fact("finished")
    json.field("room", ifPresent: told.map { Int($0.room) })
    json.field("seq", ifPresent: told?.seq)
    json.field("match", Int(match))
    json.field("player", player)
    json.field("game", game)
    json.field("mode", mode)
    json.field("day", day)
    json.field("won", won)
    json.field("tries", ifPresent: tries)
    json.field("points", score)
    json.field("elapsed_ms", Int(elapsed.milliseconds))
    json.field("ranked", isRanked)
    json.field("share", share)
    json.field("at", finishedAt)
    json.secret {
      $0.field("outcome", document: secret)
      if let told { $0.field("told", document: told.body) }
    }
  }
}

extension JSONWriter {
  mutating func fact(_ name: StaticString) { field("fact", name) }

  mutating func field(_ key: StaticString, _ player: PlayerID) { field(key, Int(player.number)) }

  mutating func field(_ key: StaticString, _ time: Instant) { field(key, Int(time.milliseconds)) }

  /// Writes what is stored as JSON byte for byte; nothing for no bytes. The core writes it without line ends.
  mutating func field(_ key: StaticString, document: [UInt8]) {
    guard !document.isEmpty else { return }
    self.key(key)
    raw(document)
  }

  /// Writes the member that nobody is shown: what passwords are checked against.
  mutating func sealed(_ body: (inout JSONWriter) -> Void) {
    key("sealed")
    beginObject()
    body(&self)
    endObject()
  }

  /// Writes the member that only those see who may see everything.
  mutating func secret(_ body: (inout JSONWriter) -> Void) {
    key("secret")
    beginObject()
    body(&self)
    endObject()
  }
}
