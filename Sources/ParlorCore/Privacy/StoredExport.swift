import GameKit
import WireProtocol

/// A part of a personal export.
struct StoredExport: Sendable {
  /// JSON objects, without credentials and without other players' texts and moves.
  private(set) var records: [[UInt8]] = []
  /// Where the next part begins; `nil` at the end.
  var next: ExportPlace?
  /// The length of the records.
  private(set) var byteCount = 0

  /// The size of a part in bytes; its last record may exceed it.
  static let mostBytes = 16_384

  /// Whether the next record belongs to the next part.
  var isFull: Bool { byteCount >= Self.mostBytes }

  mutating func add(_ new: [[UInt8]]) {
    records += new
    byteCount += new.reduce(0) { $0 + $1.count }
  }

  mutating func add(_ record: String, _ body: (inout JSONWriter) -> Void) {
    add([JSONWriter.record(record, body)])
  }

  // MARK: - What is in memory

  /// The player's talk in a room's history window.
  mutating func addTalk(in room: String, _ text: String) {
    add("talk") { json in
      json.field("room", room)
      json.field("text", text)
    }
  }
}

/// The progress of a player's last export.
struct ExportProgress {
  /// The exported player.
  let subject: PlayerID
  let begunAt: Instant
  /// The last part that was sent, its position, and that of the next.
  var part = 1
  var place = ExportPlace.beginning
  var next: ExportPlace?
  /// The number of requested parts, with repeats.
  var asked = 0

  /// The most repeated parts of one export.
  static let mostRepeats = 8

  /// The position of a part: the last one, whose answer may be lost, or the next one.
  func place(of part: Int) -> ExportPlace? { part == self.part ? place : part == self.part + 1 ? next : nil }
}
