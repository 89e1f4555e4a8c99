import GameKit
import TextMode
package import WireProtocol

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

/// The letters of a shared grid as drawn, with a blank line between two of its grids.
struct ShownLetters: Drawable {
  var message: RevealAnswer
  var grids: [[Board.Row]]

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    grids.map { $0.map(Drawing.line(of:)).joined(separator: "\n") }.joined(separator: "\n\n")
  }
}
