public import Kernel
import Names
import WireProtocol

/// A room as the log and storage have it: a document whose lines are what happened in the room (``RoomEvent``), and now
/// and then a snapshot, which says what all facts before it have led to.
///
/// A snapshot `rewritten` holds the events as well that those who resume are told: it takes the place of all lines
/// before it, since some of these told what nobody is to find any more.
public enum RoomDocument {
  /// Its kind's number.
  public static let number: UInt8 = 2

  static let snapshot: StaticString = "snapshot"
  static let rewritten: StaticString = "rewritten"

  /// What storage knows of rooms: the lines after the last snapshot are needed, and the last events.
  ///
  /// - Parameters:
  ///   - events: as many as those who resume may be told.
  ///   - bytes: of these, no more than this.
  public static func form(keepingEvents events: Int, bytes: Int) -> DocumentForm {
    DocumentForm(
      number: number, name: "room",
      window: DocumentForm.Window(
        needed: { needed(of: $0, events: events, bytes: bytes) }, startsOver: { rewrittenMark.matches($0) }))
  }

  static func id(_ room: Int64) -> DocumentID { DocumentID(kind: number, key: room) }

  /// How many lines are needed: always the last, which alone tells how many events the room has had.
  private static func needed(of lines: [[UInt8]], events: Int, bytes: Int) -> Int {
    var (eventsLeft, bytesLeft) = (events, bytes)
    var (window, snapshot): (Int?, Int?)
    for (place, line) in lines.reversed().enumerated() where window == nil || snapshot == nil {
      if rewrittenMark.matches(line) { return place + 1 }
      guard !snapshotMark.matches(line) else {
        snapshot = snapshot ?? place + 1
        continue
      }
      eventsLeft -= 1
      bytesLeft -= line.count
      if window == nil, eventsLeft < 0 || bytesLeft < 0 { window = max(1, place) }
    }
    return window.map { max($0, snapshot ?? 0) } ?? lines.count
  }

  /// The room of a line that is an event, and the event's number.
  static func event(of line: DocumentLine) -> (room: Int64, seq: Int)? {
    guard line.document.kind == number, !isSnapshot(line),
      let place = line.bytes.firstRange(of: Array(#","seq":"#.utf8))?.upperBound
    else { return nil }
    let digits = line.bytes[place...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return Int(String(decoding: digits, as: UTF8.self)).map { (line.document.key, $0) }
  }

  /// Whether a line is a snapshot of a room.
  static func isSnapshot(_ line: DocumentLine) -> Bool {
    line.document.kind == number && (snapshotMark.matches(line.bytes) || rewrittenMark.matches(line.bytes))
  }

  private static let snapshotMark = FactMark("snapshot")
  private static let rewrittenMark = FactMark("rewritten")
}

extension Room {
  /// The room as all its facts until now have made it, as a line of its document.
  ///
  /// - Parameter isRewritten: whether it takes the place of all lines before it.
  func snapshot(isRewritten: Bool) -> DocumentLine {
    DocumentLine(RoomDocument.id(number)) { json in
      json.fact(isRewritten ? RoomDocument.rewritten : RoomDocument.snapshot)
      json.field("seq", seq)
      json.field("folded", plan.name.folded)
      json.secret { json in
        json.key("body")
        storedBody().write(to: &json)
        guard isRewritten else { return }
        json.key("events")
        json.beginArray()
        for line in history.all { json.raw(line) }
        json.endArray()
      }
    }
  }
}
