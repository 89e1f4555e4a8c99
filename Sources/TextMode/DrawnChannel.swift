package import GameKit
package import WireProtocol

extension SharedResult {
  /// `ana shares 88 (played elsewhere):` with the text below.
  fileprivate func drawn(_ verb: String) -> String {
    let claimed = isClaimed ? " (played elsewhere)" : ""
    return "\(player) \(verb) \(id)\(claimed):\n\(text)"
  }
}

extension Shared: Drawable {
  package func drawn() -> String {
    let remark = replaced.map { "\nIt takes the place of share \($0)." } ?? ""
    return result.drawn("shares") + remark
  }
}

extension Unshared: Drawable {
  package func drawn() -> String {
    share.map { "Share \($0) of \(player) is gone" } ?? "All shares of \(player) are gone"
  }
}

extension Reacted: Drawable {
  package func drawn() -> String {
    guard let emoji else { return "\(player) takes the reaction to share \(share) back" }
    return "\(player) reacts to share \(share): \(emoji.rawValue)"
  }
}

extension SharesAnswer: Drawable {
  package func drawn() -> String {
    guard !entries.isEmpty else { return "Nothing has been shared" }
    var lines = entries.reversed().map { entry -> String in
      let reactions = entry.reactions.counts.map { "\($0.emoji.rawValue) \($0.count)" }.joined(separator: "  ")
      return entry.result.drawn("shared") + (reactions.isEmpty ? "" : "\n" + reactions)
    }
    if let next { lines.insert("Older ones: /shares \(next)", at: 0) }
    return lines.joined(separator: "\n")
  }
}

/// The letters of a shared grid as drawn: a blank line lies between two of its grids.
package struct ShownLetters: Drawable {
  var message: RevealAnswer
  var grids: [[Board.Row]]

  package init(message: RevealAnswer, grids: [[Board.Row]]) { (self.message, self.grids) = (message, grids) }

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    grids.map { $0.map(Drawing.line(of:)).joined(separator: "\n") }.joined(separator: "\n\n")
  }
}

extension ThemeAnswer: Drawable {
  package func drawn() -> String { "Tiles are drawn like this: 🟩 🟨 ⬛" }
}
