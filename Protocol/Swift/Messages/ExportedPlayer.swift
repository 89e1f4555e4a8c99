/// The answer to `export_me` and `export_player`: a page of all that is stored of a player.
public struct ExportedPlayer: ServerMessage {
  public static let type: StaticString = "exported"
  /// Whose data it is.
  public var player: String
  /// Objects of JSON, each with a word in `record` that says what it is.
  public var records: [[UInt8]]
  /// What asks for the next page; `nil` where this is the last.
  public var next: Int?

  /// A page.
  public init(player: String, records: [[UInt8]], next: Int?) {
    self.player = player
    self.records = records
    self.next = next
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("player", player)
    json.key("records")
    json.beginArray()
    for record in records { json.raw(record) }
    json.endArray()
    json.field("next", ifPresent: next)
  }
}
