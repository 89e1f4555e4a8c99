// Hand-written parts of requests about a room's poll.

extension Request.Poll {
  /// `Where to lunch? thai | pizza`; without a question mark the question ends at the first bar.
  init(typed command: TextCommand) throws(WireError) {
    self.init()
    var parts = command.rest.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingSpaces }
    guard parts != [""] else { return }
    if let mark = parts[0].lastIndex(of: "?"), mark < parts[0].index(before: parts[0].endIndex) {
      let end = parts[0].index(after: mark)
      parts.replaceSubrange(0...0, with: [String(parts[0][..<end]), String(parts[0][end...]).trimmingSpaces])
    }
    guard parts.count > 2 else { throw command.typeItLikeThis("/poll Where to lunch? thai | pizza") }
    guard parts.count <= Self.mostOptions + 1 else {
      throw WireError(.badField, "A poll has at most \(Self.mostOptions) options")
    }
    question = parts[0]
    options = Array(parts.dropFirst())
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
