/// Generates the table's data for clients in other languages.
public struct ClientWriter {
  private let table: Table

  /// Creates a writer for a table.
  public init(_ table: Table) { self.table = table }

  private var repeatable: [String] {
    table.declarations.filter { $0.request.repetition != nil }.flatMap(\.wireTypes).sorted()
  }

  /// The web page's module.
  public var javaScript: String {
    """
    // Generated from Protocol/Table. Change it there.

    /// Requests that may be asked again where the answer may have been lost with the line.
    export const repeatable = new Set([
    \(Self.lines(repeatable, indent: "  "))
    ])

    """
  }

  /// A Python file with its marked block replaced; unchanged if it has no marks.
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

  /// Quoted words, wrapped at 100 columns.
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
