import WireProtocol

/// The most expensive lines for a server: every request and command, with each field in turn as long and awkward as a
/// line allows, and the others as in the example of ``WireProtocol/RequestTable``.
public enum WorstLines {
  public struct Line: Sendable {
    public let name: String
    public let bytes: [UInt8]
    /// Whether the cost is independent of the session's state, as far as the table of requests tells.
    public let isSameEverywhere: Bool
  }

  /// Texts that are expensive to measure, fold, compare or normalise, by their repeated part.
  private static let units: [(name: String, text: String)] = [
    ("letters", "a"), ("digits", "7"), ("greek", "\u{390}"), ("marks", "a\u{323}\u{301}"),
    ("rows of marks", "a" + String(repeating: "\u{301}\u{323}", count: 4)), ("splitting marks", "a\u{344}"),
    ("jamo", "\u{1112}\u{1161}\u{11AB}"), ("conjuncts", "क्षि"), ("words", "a b "), ("tiles", "🟩⬛🟨\n"),
    ("lines of marks", String(repeating: "a\u{323}\u{301}", count: 49) + "\n"),
  ]

  /// Lengths in bytes: of a name, of the longest text other than talk, of talk, and of a whole line.
  private static let lengths = [20, 120, 250, 1500, 16_000]

  private static func text(_ unit: String, bytes: Int) -> String {
    String(repeating: unit, count: max(1, bytes / unit.utf8.count))
  }

  private static let values: [(name: String, json: String)] = [
    ("many members", "{" + (0..<1500).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"),
    ("some members", "{" + (0..<200).map { "\"k\($0)\":1" }.joined(separator: ",") + "}"),
    ("many elements", "[" + Array(repeating: "\"a\"", count: 3900).joined(separator: ",") + "]"),
    ("some elements", "[" + Array(repeating: "\"abcde\"", count: 230).joined(separator: ",") + "]"),
    ("deep", String(repeating: "[", count: 60) + String(repeating: "]", count: 60)),
    ("a long number", String(repeating: "9", count: 16_000)),
    ("a number with an exponent", "1e" + String(repeating: "9", count: 300)),
    ("escapes", "\"" + String(repeating: "\\u0390", count: 2600) + "\""),
    ("member of greek", "{\"" + text("\u{390}", bytes: 900) + "\":\"" + text("\u{390}", bytes: 900) + "\"}"),
  ]

  public static let json: [Line] = RequestTable.rows.flatMap(lines) + broken

  private static func lines(of row: RequestRow) -> [Line] {
    var fields = Array(row.fields.members.map(\.key))
    // Fields that all requests process alike, in one of them.
    if row.type == "ping" { fields += ["id", "unknown"] }
    if case .object(let example) = row.example {
      for (key, _) in example.members where key != "type" && !fields.contains(key) { fields.append(key) }
    }
    var lines = [
      Line(name: "\(row.type) as in its example", bytes: Array(row.example.text.utf8), isSameEverywhere: false)
    ]
    for field in fields {
      for length in lengths {
        for unit in units {
          let value = JSON.string(text(unit.text, bytes: length)).text
          lines.append(line(row, field, value, "\(length) bytes of \(unit.name)"))
        }
      }
      for value in values { lines.append(line(row, field, value.json, value.name)) }
    }
    let many = (0..<1500).map { "\"k\($0)\":1" }.joined(separator: ",")
    lines.append(
      Line(
        name: "\(row.type) with many fields", bytes: Array("{\"type\":\"\(row.type)\",\(many)}".utf8),
        isSameEverywhere: true))
    return lines
  }

  private static func line(_ row: RequestRow, _ field: String, _ value: String, _ what: String) -> Line {
    var members = ["\"type\":\"\(row.type)\""]
    if case .object(let example) = row.example {
      for (key, other) in example.members where key != field && key != "type" && !excludes(row.type, field, key) {
        members.append("\"\(key)\":\(other.text)")
      }
    }
    members.append("\"\(field)\":\(value)")
    return Line(
      name: "\(row.type) whose \(field) is \(what)",
      bytes: Array("{\(members.joined(separator: ","))}".utf8),
      isSameEverywhere: row.fields["room"] == nil)
  }

  /// Whether a request omits one field if another is there: a move has either `move` or `text`.
  private static func excludes(_ type: String, _ field: String, _ other: String) -> Bool {
    type == "move" && field == "text" && other == "move"
  }

  private static let broken: [Line] =
    units.flatMap { unit in
      lengths.map { length in
        Line(
          name: "a type of \(length) bytes of \(unit.name)",
          bytes: Array("{\"type\":\(JSON.string(text(unit.text, bytes: length)).text)}".utf8), isSameEverywhere: true)
      }
    }
    + values.map {
      Line(name: "a type that is \($0.name)", bytes: Array("{\"type\":\($0.json)}".utf8), isSameEverywhere: true)
    }
    + [
      Line(
        name: "a room like very many others", bytes: Array(#"{"type":"join","room":"meeting-rooms-1x"}"#.utf8),
        isSameEverywhere: true),
      Line(name: "brackets", bytes: Array(repeating: UInt8(ascii: "{"), count: 16_000), isSameEverywhere: true),
      Line(
        name: "an end that is missing", bytes: Array(("{\"type\":\"" + text("\u{390}", bytes: 16_000)).utf8),
        isSameEverywhere: true),
    ]

  /// Lines in text: every command, moves and talk.
  ///
  /// - Parameter commands: the names of the commands.
  public static func typed(_ commands: [String]) -> [Line] {
    var lines: [Line] = []
    for unit in units where !unit.text.contains("\n") {
      for length in lengths {
        let rest = text(unit.text, bytes: length)
        let what = "\(length) bytes of \(unit.name)"
        lines.append(Line(name: what, bytes: Array(rest.utf8), isSameEverywhere: true))
        lines.append(Line(name: "/" + what, bytes: Array("/\(rest)".utf8), isSameEverywhere: true))
        for command in commands {
          for place in ["", "ana "] {
            lines.append(
              Line(
                name: "/\(command) \(place)\(what)", bytes: Array("/\(command) \(place)\(rest)".utf8),
                isSameEverywhere: true))
          }
        }
      }
    }
    return lines
  }
}
