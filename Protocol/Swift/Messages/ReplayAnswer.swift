/// The answer to `replay`: followed by the stated number of lines, which `parlor-server replay` checks offline.
public struct ReplayAnswer: ServerMessage {
  public static let type: StaticString = "replay"
  /// The match.
  public var match: String
  /// Lines that follow this one: `replay_header`, `replay_move` and `replay_outcome`.
  public var lines: [JSON]

  /// An answer; the lines are written after it.
  public init(match: String, lines: [JSON]) {
    self.match = match
    self.lines = lines
  }

  public func writeFields(to json: inout JSONWriter) {
    json.field("match", match)
    json.field("count", lines.count)
  }

  public func write(to json: inout JSONWriter, answering re: RequestID?) {
    writeLine(to: &json, answering: re)
    for line in lines {
      json.value(line)
      json.newline()
    }
  }
}
