/// The results of a room's latest round, as a table for a spreadsheet.
public struct RoundResults: ServerMessage {
  public static let type: StaticString = "results"
  /// Where.
  public var room: String
  /// The round's number, from 1 on.
  public var number: Int
  /// CSV (RFC 4180, with a line feed after each line): a line of headings, then one a player, the best first.
  public var csv: String

  /// Results.
  public init(room: String, number: Int, csv: String) {
    self.room = room
    self.number = number
    self.csv = csv
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("room", room)
    json.field("n", number)
    json.field("csv", csv)
  }
}
