import GameKit
import Kernel
import ParlorCore
import TextMode
import WireProtocol

/// Reports for moderators, and settling them.
extension Reports {
  /// The most bytes of text of a page, unless one report has more.
  private static let pageBytes = 65_536
  /// The shortest interval between notices of new reports.
  private static let noticeInterval: Int64 = 600_000

  func show(_ request: Request.Reports, _ context: SessionContext) {
    let shown = all.reversed().lazy.filter { [self] report in
      (report.act != nil) == request.settled && mayLook(at: report, context)
    }
    var entries: [ReportsAnswer.Entry] = []
    var (bytes, next): (Int, Int?) = (0, nil)
    for report in shown where request.after.map({ report.id < $0 }) ?? true {
      bytes += report.content.said.reduce(0) { $0 + $1.text.utf8.count }
      guard entries.count < request.limit, entries.isEmpty || bytes <= Self.pageBytes else {
        next = entries.last?.report
        break
      }
      entries.append(entry(report, for: context))
    }
    context.answer(ReportsAnswer(reports: entries, waiting: count(for: context), next: next))
  }

  /// Settles a report: the act has the moderator and the decision.
  func settle(_ request: Request.SettleReport, _ context: SessionContext) throws(WireError) {
    try context.checkActs()
    let text = try context.reason(request.text)
    guard let report = all.first(where: { $0.id == request.report }), mayLook(at: report, context) else {
      throw WireError(.notFound, .report, "There is no report \(request.report)")
    }
    guard report.act == nil else { throw WireError(.notFound, .report, "Report \(request.report) is settled already") }
    try document.checkSound()
    let act = context.act(.settleReport, on: report.reported, target: "\(request.report)", text: text)
    context.emit(.settled(report: report.id, act: act.number), on: document)
    context.answer(act)
  }

  /// Moderators cannot see reports about moderators: only the operator can.
  private func mayLook(at report: StoredReport, _ context: SessionContext) -> Bool {
    context.isOperator || !context.isModerator(report.reported)
  }

  /// The report for a moderator. Talk among finished players may reveal the puzzle: a
  /// moderator is shown it as any player is.
  private func entry(_ report: StoredReport, for context: SessionContext) -> ReportsAnswer.Entry {
    let content = report.content
    let said = content.said.map { line in
      ReportsAnswer.Line(seq: line.seq, text: line.scope.map(context.mayRead) ?? true ? line.text : nil)
    }
    // The player an act would apply to: somebody else may have the former name.
    var entry = ReportsAnswer.Entry(
      report: Int(report.id), milliseconds: Int(report.at.milliseconds),
      player: context.name(of: report.reported) ?? content.reported,
      by: context.name(of: report.reporter) ?? content.reporter, reason: content.reason, said: said)
    (entry.text, entry.room, entry.share) = (content.text, content.room, content.share)
    entry.settledBy = report.act.map { Int($0) }
    return entry
  }

  // MARK: - Telling of them

  /// The number of open reports that the session may see.
  func count(for context: SessionContext) -> Int { all.count { $0.act == nil && mayLook(at: $0, context) } }

  /// Tells a moderator who logs in of open reports.
  func remind(_ context: SessionContext) {
    guard context.mayKeepOrder else { return }
    let count = count(for: context)
    if count > 0 { context.send(Self.notice(count, context), after: 0) }
  }

  /// Tells present moderators of a new report, unless they were told of others recently.
  func announce(_ report: StoredReport, _ context: SessionContext) {
    if let last = toldAt, context.now.milliseconds(since: last) < Self.noticeInterval { return }
    let readers = context.sessions.filter { $0.mayKeepOrder && mayLook(at: report, $0) }
    guard !readers.isEmpty else { return }
    toldAt = context.now
    for reader in readers { reader.send(Self.notice(count(for: reader), reader)) }
  }

  private static func notice(_ count: Int, _ context: SessionContext) -> Announcement {
    let waiting = Drawing.count(count, "report waits", "reports wait")
    return Announcement(text: "\(waiting): \(context.isOperator ? "" : "/")reports shows what was said")
  }
}
