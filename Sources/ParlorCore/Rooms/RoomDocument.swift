public import Kernel
import Names
import WireProtocol

/// A room in the log and storage: a document whose lines are the room's events (``RoomEvent``), with a snapshot of the
/// state from time to time.
///
/// A snapshot `rewritten` also has the events for resuming sessions: it replaces all lines before it, some of which
/// contain something that must be erased. `closed` is the last line: the room is gone.
public enum RoomDocument {
  /// Its kind's number.
  public static let number: UInt8 = 2

  static let snapshot: StaticString = "snapshot"
  static let rewritten: StaticString = "rewritten"
  static let closed: StaticString = "closed"

  /// The form of rooms for storage: it keeps the lines after the last snapshot, and the last events.
  ///
  /// - Parameters:
  ///   - events: as many as resuming sessions may get.
  ///   - bytes: the most bytes of these.
  public static func form(keepingEvents events: Int, bytes: Int) -> DocumentForm {
    DocumentForm(
      number: number, name: "room",
      window: DocumentForm.Window(
        mostLines: events, mostBytes: bytes, isSnapshot: { snapshotMark.matches($0) || rewrittenMark.matches($0) },
        startsOver: { rewrittenMark.matches($0) }))
  }

  package static func id(_ room: Int64) -> DocumentID { DocumentID(kind: number, key: room) }

  /// The room and the number of an event's line.
  static func event(of line: DocumentLine) -> (room: Int64, seq: Int)? {
    guard line.document.kind == number, !isSnapshot(line),
      let place = line.bytes.firstRange(of: Array(#","seq":"#.utf8))?.upperBound
    else { return nil }
    let digits = line.bytes[place...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self)).map { (line.document.key, $0) }
  }

  /// The room is gone. The number of its last event is kept, since a room opened later under the same name continues
  /// from there.
  package static func closing(_ room: Int64, lastSeq: Int) -> DocumentLine {
    DocumentLine(id(room)) { json in
      json.fact(closed)
      json.field("last_seq", lastSeq)
    }
  }

  /// The effect of a line beyond the room's document.
  package enum Reach {
    /// A round has begun: a start does not load matches before the previous round any more.
    case round(Int)
    /// The room is gone: its document is deleted, and its open matches are closed.
    case closed(lastSeq: Int)
  }

  /// Whether a line closes its room.
  package static func isClosed(_ line: DocumentLine) -> Bool { closedMark.matches(line.bytes) }

  /// `nil` for a line without further effects.
  package static func reach(of line: DocumentLine) -> Reach? {
    let (isRound, isClosed) = (roundMark.matches(line.bytes), isClosed(line))
    guard isRound || isClosed else { return nil }
    let document = JSONDocument()
    guard (try? document.parse(line.bytes, maximumDepth: JSONDocument.greatestMaximumDepth)) != nil else {
      return nil
    }
    if isClosed { return document.root["last_seq"]?.int.map { .closed(lastSeq: $0) } }
    return document.root["secret"]?["n"]?.int.map { .round($0) }
  }

  /// Whether a line is a snapshot of a room.
  static func isSnapshot(_ line: DocumentLine) -> Bool {
    line.document.kind == number && (snapshotMark.matches(line.bytes) || rewrittenMark.matches(line.bytes))
  }

  private static let snapshotMark = FactMark("snapshot")
  private static let rewrittenMark = FactMark("rewritten")
  private static let roundMark = FactMark("round")
  private static let closedMark = FactMark("closed")
}

extension Room {
  /// A snapshot of the room, as a line of its document.
  ///
  /// - Parameter isRewritten: whether it replaces all lines before it.
  func snapshot(isRewritten: Bool) -> DocumentLine {
    DocumentLine(RoomDocument.id(number)) { json in
      json.fact(isRewritten ? RoomDocument.rewritten : RoomDocument.snapshot)
      json.field("seq", seq)
      json.field("folded", plan.name.folded)
      json.secret { json in
        json.key("body")
        RoomSnapshot(self).write(to: &json)
        guard isRewritten else { return }
        json.key("events")
        json.beginArray()
        for line in history.all { json.raw(line) }
        json.endArray()
      }
    }
  }
}
