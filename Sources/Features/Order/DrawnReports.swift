import TextMode
package import WireProtocol

extension BlockAnswer: Drawable {
  package func drawn() -> String {
    players.isEmpty
      ? "You have blocked nobody" : "You have blocked \(players.joined(separator: ", ")). /unblock NAME hears again."
  }
}

/// The result of a block as drawn: the player concerned, and all blocked players.
struct ShownBlocking: Drawable {
  var message: BlockAnswer
  var player: String
  /// The requested and the previous state.
  var isBlocked: Bool
  var wasBlocked: Bool

  package func write(to json: inout JSONWriter, answering re: RequestID?) { message.write(to: &json, answering: re) }

  package func drawn() -> String {
    if isBlocked { return message.drawn() }
    let done = wasBlocked ? "You hear \(player) again." : "You had not blocked \(player)."
    return message.players.isEmpty ? done : "\(done)\n\(message.drawn())"
  }
}

extension ReportedAnswer: Drawable {
  package func drawn() -> String {
    "Thank you: those who keep order will look at it (report \(report)). /block \(player) hears no more of \(player)."
  }
}

extension ReportsAnswer: Drawable {
  package func drawn() -> String {
    guard !reports.isEmpty else {
      return waiting == 0
        ? "No report waits." : "No reports here; \(Drawing.count(waiting, "report waits", "reports wait"))."
    }
    let older = next.map { ["reports \($0) shows older ones"] } ?? []
    return (reports.map(Drawing.lines(of:)) + older).joined(separator: "\n")
  }
}

extension Drawing {
  /// A report: `12  2026-11-20 08:00  ben by ana, insults, in lunch: again and again`, and the reported lines.
  fileprivate static func lines(of report: ReportsAnswer.Entry) -> String {
    let place = [report.room.map { "in \($0)" }, report.share.map { "share \($0)" }].compactMap { $0 }
    let what = (["\(report.player) by \(report.by)", report.reason] + place).joined(separator: ", ")
    let text = report.text.map { ": \($0)" } ?? ""
    let settled = report.settledBy.map { "  (settled by act \($0))" } ?? ""
    let said = report.said.map { line in
      let words = line.text ?? "(of a puzzle that you have not finished)"
      return words.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        .map { "  \($0 == 0 ? line.seq.map { "#\($0) " } ?? "" : "")\($1)" }.joined(separator: "\n")
    }
    return (["\(report.report)  \(moment(report.milliseconds))  \(what)\(text)\(settled)"] + said)
      .joined(separator: "\n")
  }
}
