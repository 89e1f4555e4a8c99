import ParlorCore

/// The header lines of Anki's text format (<https://docs.ankiweb.net/importing/text-files.html>).
struct DeckHeaders {
  /// A longer line is not a header.
  static let mostBytes = 4096

  /// `#separator:`; `nil`: to be detected.
  var separator: UInt8?
  /// `#html:`: whether fields are HTML.
  var isHTML = false
  /// `#deck:`.
  var deck = ""
  /// `#tags:`, for all notes: whether `marked` is among them.
  var isMarked = false
  /// `#columns:`, unparsed.
  var columns: String?
  /// The numbers, from 1, of columns with tags, and with GUIDs, note types and decks, which are no fields of the note.
  var tagsColumn: Int?
  var otherColumns: Set<Int> = []

  /// Parses a line.
  ///
  /// - Returns: whether it is a header: it begins with `#` and has a known name.
  mutating func take(_ line: String) -> Bool {
    guard line.utf8.first == UInt8(ascii: "#"), let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return false
    }
    let name = line[line.utf8.index(after: line.utf8.startIndex)..<colon].lowercased()
    let value = String(line[line.utf8.index(after: colon)...])
    let trimmed = String(value.drop { $0 == " " })
    switch name {
    case "separator": separator = Self.separator(trimmed) ?? separator
    case "html": isHTML = trimmed.lowercased() == "true"
    case "deck": deck = trimmed
    case "tags": isMarked = DeckColumn.isMarked(trimmed)
    case "columns": columns = value
    case "tags column": tagsColumn = Self.column(trimmed)
    case "guid column", "notetype column", "deck column":
      if let column = Self.column(trimmed) { otherColumns.insert(column) }
    case "notetype", "if matches": break
    default: return false
    }
    return true
  }

  private static func column(_ text: String) -> Int? {
    Int(text).flatMap { (1...DelimitedRecord.mostFields).contains($0) ? $0 : nil }
  }

  private static func separator(_ text: String) -> UInt8? {
    switch text.lowercased() {
    case "comma": UInt8(ascii: ",")
    case "semicolon": UInt8(ascii: ";")
    case "tab": UInt8(ascii: "\t")
    case "space": UInt8(ascii: " ")
    case "pipe": UInt8(ascii: "|")
    case "colon": UInt8(ascii: ":")
    default: text.utf8.count == 1 && text.utf8.first != UInt8(ascii: "\"") ? text.utf8.first : nil
    }
  }

  /// Detects the separator from the first line: the one that occurs first. An equals sign between spaces takes
  /// precedence over a comma, which meanings may contain: `casa = house, home`.
  static func separator(guessedFrom line: some Sequence<UInt8>) -> UInt8 {
    let bytes = Array(line)
    let equals = UInt8(ascii: "=")
    let isSpaced = bytes.indices.contains { place in
      bytes[place] == equals && place > 0 && bytes[place - 1] == UInt8(ascii: " ")
        && place + 1 < bytes.count && bytes[place + 1] == UInt8(ascii: " ")
    }
    let known = [
      UInt8(ascii: "\t"), UInt8(ascii: ";"), isSpaced ? equals : UInt8(ascii: ","), UInt8(ascii: ","),
      UInt8(ascii: "|"), equals,
    ]
    return known.first(where: bytes.contains) ?? UInt8(ascii: "\t")
  }
}
