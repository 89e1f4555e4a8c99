/// The answer to `export_me` and `export_player`: a part of all that is stored of a player.
public struct ExportedPlayer: ServerMessage {
  public static let type: StaticString = "exported"
  /// Whose data it is.
  public var player: String
  /// Which part it is, from 1.
  public var part: Int
  /// Objects of JSON, each with a word in `record` that says what it is.
  public var records: [[UInt8]]
  /// Whether there is a next part.
  public var more: Bool

  /// A part.
  public init(player: String, part: Int, records: [[UInt8]], more: Bool) {
    self.player = player
    self.part = part
    self.records = records
    self.more = more
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("player", player)
    json.field("part", part)
    json.key("records")
    json.beginArray()
    for record in records { json.raw(record) }
    json.endArray()
    json.field("more", more)
  }
}
