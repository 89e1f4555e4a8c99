package import WireProtocol

/// Arranges blocks of lines side by side, as many per row as fit.
package enum SideBySide {
  /// The default width of a terminal.
  package static let width = 80
  private static let gap = 3

  /// The lines of all blocks, with a blank line between rows of blocks.
  package static func lines(of blocks: [[String]], width: Int = width) -> [String] {
    arranged(blocks, width: width).lines
  }

  /// The same lines, and the place of each block in them.
  package static func arranged(
    _ blocks: [[String]], width: Int = width
  ) -> (lines: [String], regions: [DrawnPage.Region]) {
    var lines: [String] = []
    var regions: [DrawnPage.Region] = []
    var row: [[String]] = []
    var used = 0
    for block in blocks {
      let columns = block.map { TextWidth.of($0) }.max() ?? 0
      if !row.isEmpty, used + gap + columns > width {
        lines += joined(row) + [""]
        (row, used) = ([], 0)
      }
      used += row.isEmpty ? 0 : gap
      regions.append(.init(line: lines.count, lines: block.count, column: used, width: columns))
      used += columns
      row.append(block)
    }
    return (lines + joined(row), regions)
  }

  private static func joined(_ blocks: [[String]]) -> [String] {
    let widths = blocks.map { block in block.map { TextWidth.of($0) }.max() ?? 0 }
    return (0..<(blocks.map(\.count).max() ?? 0)).map { line in
      var text = ""
      var missing = 0
      for (block, width) in zip(blocks, widths) {
        let part = line < block.count ? block[line] : ""
        if !part.isEmpty {
          text += String(repeating: " ", count: missing) + part
          missing = 0
        }
        missing += width - (part.isEmpty ? 0 : TextWidth.of(part)) + gap
      }
      return text
    }
  }
}
