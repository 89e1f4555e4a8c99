// Hand-written parts of requests about a room's poll.

extension Request.Poll {
  /// `Where to lunch? thai | pizza`: the question ends at the last question mark before the first bar.
  init(typed command: TextCommand) throws(WireError) {
    self.init()
    let parts = command.rest.split(separator: "|", omittingEmptySubsequences: false).map { $0.trimmingSpaces }
    guard let first = parts.first, parts != [""] else { return }
    let form = "/poll Where to lunch? thai | pizza"
    guard let mark = first.lastIndex(of: "?") else {
      throw WireError(.badField, "A question ends with a question mark: \(form)")
    }
    let rest = first[first.index(after: mark)...].trimmingSpaces
    let options = (rest.isEmpty ? [] : [rest]) + parts.dropFirst()
    guard options.count > 1, !options.contains("") else {
      throw WireError(.badField, "A poll has 2 options or more, with a bar between each two: \(form)")
    }
    guard options.count <= Self.mostOptions else {
      throw WireError(.badField, "A poll has at most \(Self.mostOptions) options")
    }
    (question, self.options) = (String(first[...mark]), options)
  }
}

extension Request.Vote {
  /// `2`: one option, so that nobody takes two for both.
  init(typed command: TextCommand) throws(WireError) {
    let option = try command.number(0, "OPTION")
    guard command.words.count == 1 else {
      throw WireError(.badField, "You have one vote: /vote and the number of one option")
    }
    self.init(option: option)
  }
}

extension StringProtocol {
  fileprivate var trimmingSpaces: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
