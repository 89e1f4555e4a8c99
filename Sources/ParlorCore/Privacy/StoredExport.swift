import GameKit
import WireProtocol

/// A part of all that is stored of a player.
struct StoredExport: Sendable {
  /// Objects of JSON. They hold nothing that opens the account, and nothing that others have written or played.
  private(set) var records: [[UInt8]] = []
  /// Where the next part begins; `nil` where there is none.
  var next: ExportPlace?
  /// How long the records are.
  private(set) var byteCount = 0

  /// A part is full with so many bytes; its last record may take it beyond them.
  static let mostBytes = 16_384

  /// Whether the record that comes next belongs to the next part.
  var isFull: Bool { byteCount >= Self.mostBytes }

  mutating func add(_ new: [[UInt8]]) {
    records += new
    byteCount += new.reduce(0) { $0 + $1.count }
  }

  mutating func add(_ record: String, _ body: (inout JSONWriter) -> Void) {
    add([JSONWriter.record(record, body)])
  }

  // MARK: - What is in memory

  /// What the player has said in a room that is still kept there.
  mutating func addTalk(in room: String, _ text: String) {
    add("talk") { json in
      json.field("room", room)
      json.field("text", text)
    }
  }
}

/// How far a player's last export has come.
struct ExportProgress {
  /// Whose data it is.
  let subject: PlayerID
  let begunAt: Instant
  /// The last part that was sent, where it begins, and where the next one does.
  var part = 1
  var place = ExportPlace.beginning
  var next: ExportPlace?
  /// Parts that were asked for, repeats among them.
  var asked = 0

  /// How often parts may be repeated in one export, all together.
  static let mostRepeats = 8

  /// Where a part begins: the last one, whose answer may be lost, or the next one.
  func place(of part: Int) -> ExportPlace? { part == self.part ? place : part == self.part + 1 ? next : nil }
}
