import TextMode
package import WireProtocol

extension BlockAnswer: LinkedText {
  package func page() -> DrawnPage {
    guard !players.isEmpty else { return DrawnPage("You have blocked nobody") }
    var page = DrawnPage("Whom you do not hear", typed: " (/unblock NAME ends that)")
    for player in players {
      page.add("  \(player)", .init("hear again", Request.Block(player: player, blocked: false)))
    }
    page.offer(.refresh(Request.Block(), key: ""))
    return page
  }
}

/// The result of a block as drawn: what has become of the player concerned.
struct ShownBlocking: ShownMessage {
  var message: BlockAnswer
  var player: String
  /// The requested and the previous state.
  var isBlocked: Bool
  var wasBlocked: Bool

  package func drawn() -> String {
    if isBlocked { return "You hear no more of \(player): /unblock \(player) ends that, and /blocked lists all." }
    return wasBlocked ? "You hear \(player) again." : "You had not blocked \(player)."
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
