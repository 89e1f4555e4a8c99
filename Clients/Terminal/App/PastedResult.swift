internal import WireProtocol

/// Whether pasted text looks like the result of a game, played here or elsewhere. What it is worth the server tells.
enum PastedResult {
  static func isOne(_ text: String) -> Bool {
    let lines = text.split(whereSeparator: \.isNewline).map { $0.drop(while: \.isWhitespace) }
    if lines.contains(where: isHeader) { return true }
    // Rows of emoji: the grids of games that are not known by name.
    return lines.count > 1 && lines.count { isGrid($0) } > 0
  }

  /// `Wordle 1,492 3/6`, `#Worldle #123 4/6`, `Daily Quordle 1234`, `Connections`, `Strands #1`, `Parlor Wordle 324 4/6`.
  private static func isHeader(_ line: Substring) -> Bool {
    let words = line.split(separator: " ").map { String($0) }
    guard let first = words.first?.lowercased() else { return false }
    let hasNumber = words.dropFirst().contains { $0.contains(where: \.isNumber) }
    switch first {
    case "wordle", "#worldle", "worldle", "parlor": return hasNumber && line.contains { $0 == "/" || $0 == "·" }
    case "daily": return words.count > 2 && words[1].lowercased() == "quordle" && hasNumber
    case "strands": return words.count > 1 && words[1].hasPrefix("#") && hasNumber
    case "connections": return words.count == 1
    default: return false
    }
  }

  private static func isGrid(_ line: Substring) -> Bool {
    let tiles = line.filter { !$0.isWhitespace }
    return !tiles.isEmpty && tiles.allSatisfy { TextWidth.of($0) == 2 }
  }
}
