import GameKit
import WireProtocol

extension Record {
  /// What those who resume in a room are told of it, as a row of the room's events.
  public var toldEvents: StoredEvents? {
    switch self {
    case .events(let events): events
    case .moved(let move, let told?): told.events("moved") { $0.field("i", Int(move.player.number)) }
    case .finished(let result, let told?): told.events("finished") { result.writeOutcome(to: &$0) }
    default: nil
    }
  }
}

extension StoredResult {
  /// Whose it is, and what of the outcome the result holds.
  fileprivate func writeOutcome(to json: inout JSONWriter) {
    json.field("i", Int(player.number))
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
    var json = JSONWriter()
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
  /// Writes the members of an object that is JSON already into the one that is being written.
  fileprivate mutating func members(of object: [UInt8]) {
    guard object.count > 2 else { return }
    object[1..<object.count - 1].withUnsafeBytes { raw($0) }
  }
}
