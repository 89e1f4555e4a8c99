import GameKit
public import Kernel
import WireProtocol

extension Record {
  /// What those who resume in a room are told of it, as a line of the room's document; `nil` for a record that is such
  /// a line itself, or of which nobody is told.
  public var toldLine: DocumentLine? {
    switch self {
    case .dealt(let deal): deal.toldLine
    case .moved(let move, let told?): told.line("moved") { $0.field("i", Int(move.player.number)) }
    case .finished(let result, let told?): told.line("finished") { result.writeOutcome(to: &$0) }
    default: nil
    }
  }

  /// The room that is told of it, and the number of the event.
  var toldEvent: (room: Int64, seq: Int)? {
    switch self {
    case .dealt(let deal): deal.seq.map { (deal.room, $0) }
    case .moved(_, let told?), .finished(_, let told?): (told.room, told.seq)
    case .line(let line): RoomDocument.event(of: line)
    default: nil
    }
  }
}

extension StoredDeal {
  fileprivate var toldLine: DocumentLine? {
    seq.map { seq in
      StoredTelling(room: room, seq: seq, body: []).line("round") { json in
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
  /// The event, with what its fact says besides the telling.
  fileprivate func line(_ kind: StaticString, _ fact: (inout JSONWriter) -> Void) -> DocumentLine {
    DocumentLine(RoomDocument.id(room)) { json in
      json.fact(kind)
      json.field("seq", seq)
      json.secret { json in
        fact(&json)
        json.members(of: body)
      }
    }
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
