import GameKit

/// Recognises pasted results in talk: a text becomes values, or a sentence about why it is not a result.
package enum ClaimParser {
  /// A recognised text.
  package enum Found: Hashable {
    /// A result from elsewhere.
    case claimed(ClaimedResult)
    /// A text that claims to be from here, from `Parlor` on: to be compared with the played matches.
    case parlor(String)
  }

  /// Parses a pasted text: it may have talk before the header, and irrelevant lines after it.
  package static func parse(_ text: String) throws(NotAResult) -> Found {
    let lines = text.separateLines.map(\.trimmed)
    if let parlor = parlor(lines) { return .parlor(parlor) }
    guard let start = header(in: lines) else { throw NotAResult("This is no result of a game that is known here") }
    guard header(in: Array(lines[start.next...])) == nil else { throw NotAResult("Share one result at a time") }
    let rows = try rows(start.header, lines[start.next...])
    if rows.isEmpty, !isIgnorableRemainder(start.header) {
      throw NotAResult("This talks about a result: share the result alone")
    }
    return .claimed(try ClaimRules.result(start.header, rows))
  }

  /// The first header, and the index of the line after it. Two lines are examined together, since Connections' header
  /// has two.
  package static func header(in lines: [String]) -> (header: ClaimHeader, next: Int)? {
    for index in lines.indices {
      if let header = header(inLine: lines[index]) { return (header, index + 1) }
      if index + 1 < lines.count, lines[index].ends(withBytes: "Connections"),
        let header = header(inLine: lines[index] + " " + lines[index + 1])
      {
        return (header, index + 2)
      }
    }
    return nil
  }

  /// A header that begins at any word of a line.
  package static func header(inLine line: String) -> ClaimHeader? {
    let scalars = Array(line.unicodeScalars)
    for (place, scalar) in scalars.enumerated() where "wWcCsSdD#".unicodeScalars.contains(scalar) {
      // Checked only behind a possible beginning: looking up properties of letters is slow.
      guard place == 0 || !Scanner.isWordPart(scalars[place - 1]) && scalars[place - 1] != "#" else { continue }
      if let header = ClaimHeader(Scanner(scalars, from: place)) { return header }
    }
    return nil
  }

  /// The rows after a header: on its own line, or below it, with blank and irrelevant lines between them.
  private static func rows(_ header: ClaimHeader, _ lines: ArraySlice<String>) throws(NotAResult) -> [String] {
    let pieces = header.remainder.split(whereSeparator: \.isWhitespace).map(String.init)
    let inLine = pieces.compactMap { ClaimRows.row($0, of: header.game) }
    if !pieces.isEmpty, inLine.count == pieces.count { return inLine }
    var rows: [String] = []
    var hasEnded = false
    for line in lines where !line.isEmpty && !ClaimRows.isTrimming(line, of: header.game) {
      if let row = ClaimRows.row(line, of: header.game) {
        guard !hasEnded else { throw NotAResult("The grid is interrupted") }
        rows.append(row)
      } else if ClaimRows.isGrid(line) {
        throw NotAResult("The grid has tiles of another game")
      } else if !rows.isEmpty {
        hasEnded = true
      }
    }
    return rows
  }

  /// Whether the rest of a header's line belongs to it: Strands' title, Worldle's monkey emoji.
  package static func isIgnorableRemainder(_ header: ClaimHeader) -> Bool {
    header.remainder.isEmpty || ClaimRows.isTrimming(header.remainder, of: header.game)
  }

  /// The text from `Parlor` on, if a line begins with it or it precedes a result's header.
  private static func parlor(_ lines: [String]) -> String? {
    for (index, line) in lines.enumerated() {
      guard let range = line.firstRange(ofBytes: "Parlor ") else { continue }
      let before = line[..<range.lowerBound].unicodeScalars.last
      guard before.map({ !Scanner.isWordPart($0) }) ?? true else { continue }
      let after = line[range.upperBound...]
      let isHeader = (index == 0 || line.hasPrefix("Parlor ")) && after.contains(where: \.isNumber)
      guard isHeader || ClaimHeader(at: after) != nil else { continue }
      return ([String(line[range.lowerBound...])] + lines[(index + 1)...]).joined(separator: "\n")
    }
    return nil
  }
}
