import GameKit
import WireProtocol

extension Record {
  /// What those who resume in a room are told of it, as a row of the room's events.
  public var toldEvents: StoredEvents? {
    switch self {
    case .events(let events): events
    case .dealt(let deal): deal.toldEvents
    case .moved(let move, let told?): told.events("moved") { $0.field("i", Int(move.player.number)) }
    case .finished(let result, let told?): told.events("finished") { result.writeOutcome(to: &$0) }
    default: nil
    }
  }
}

extension StoredDeal {
  fileprivate var toldEvents: StoredEvents? {
    seq.map { seq in
      StoredTelling(room: room, seq: seq, body: []).events("round") { json in
        json.field("n", round)
        json.field("at", ifPresent: endsAt.map { Int($0.milliseconds) })
        json.field("dealt", Int(dealtAt.milliseconds))
        if startsOver { json.field("again", true) }
        writeBoards(to: &json)
        json.key("puzzle")
        json.raw(puzzle)
      }
    }
  }

  /// Pairs of a player and a match.
  func writeBoards(to json: inout JSONWriter) {
    json.rows("boards", boards) { board, json in
      json.int(board.player.number)
      json.int(board.match)
    }
  }
}

extension StoredResult {
  /// Whose it is, and what of the outcome the result holds.
  fileprivate func writeOutcome(to json: inout JSONWriter) {
    json.field("i", Int(player.number))
    json.field("ms", Int(elapsed.milliseconds))
    json.field("won", won)
    json.field("tries", ifPresent: tries)
    json.field("score", score)
    json.field("share", share)
    guard !secret.isEmpty else { return }
    json.key("secret")
    json.raw(secret)
  }
}

extension StoredTelling {
  /// The one event, with what its fact says besides the telling.
  fileprivate func events(_ kind: StaticString, _ fact: (inout JSONWriter) -> Void) -> StoredEvents {
    var json = JSONWriter(reserving: body.count + 256)
    json.beginArray()
    json.beginObject()
    json.field("s", seq)
    json.field("k", kind)
    fact(&json)
    json.members(of: body)
    json.endObject()
    json.endArray()
    return StoredEvents(room: room, first: seq, last: seq, body: json.bytes)
  }
}

extension JSONWriter {
  /// Writes an array of arrays.
  mutating func rows<Element>(
    _ key: StaticString, _ elements: [Element], _ write: (Element, inout JSONWriter) -> Void
  ) {
    self.key(key)
    beginArray()
    for element in elements {
      beginArray()
      write(element, &self)
      endArray()
    }
    endArray()
  }

  /// Writes the members of an object that is JSON already into the one that is being written.
  mutating func members(of object: [UInt8]) {
    guard object.count > 2 else { return }
    object[1..<object.count - 1].withUnsafeBytes { raw($0) }
  }
}
