/// What clients in other languages need of the table.
public struct ClientWriter {
  private let table: Table

  /// Writes for clients of a table's wire.
  public init(_ table: Table) { self.table = table }

  private var repeatable: [String] {
    table.declarations.filter { $0.request.repetition != nil }.flatMap(\.wireTypes).sorted()
  }

  /// A module of the page.
  public var javaScript: String {
    """
    // Generated from Protocol/Table. Change it there.

    /// Requests that may be asked again where the answer may have been lost with the line.
    export const repeatable = new Set([
    \(Self.lines(repeatable, indent: "  "))
    ])

    """
  }

  /// A file of Python with the block between its marks as the table has it; as it is where there are no marks.
  public func python(_ file: String) -> String {
    let (start, end) = ("# Generated from Protocol/Table. Change it there.\n", "# End of what is generated.\n")
    var lines = file.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let first = lines.firstIndex(of: String(start.dropLast())),
      let last = lines.firstIndex(of: String(end.dropLast())), first < last
    else { return file }
    let block = ["_REPEATABLE = frozenset(", "    ["] + [Self.lines(repeatable, indent: "        ")] + ["    ]", ")"]
    lines.replaceSubrange(first + 1..<last, with: block)
    return lines.joined(separator: "\n")
  }

  /// Quoted words, as many a line as fit into 100 columns.
  private static func lines(_ words: [String], indent: String) -> String {
    var lines: [String] = []
    for word in words {
      let quoted = "\"\(word)\","
      if let last = lines.last, last.count + quoted.count < 100 {
        lines[lines.count - 1] = last + " " + quoted
      } else {
        lines.append(indent + quoted)
      }
    }
    return lines.joined(separator: "\n")
  }
}
