import GameKit
import Kernel
import ParlorCore
import TextMode
import WireProtocol

/// What those who keep order see of reports, and what becomes of one.
extension Reports {
  /// The most bytes of what was said and written that a page holds, unless one report has more.
  private static let pageBytes = 65_536
  /// Those who are here are told of new reports no more often.
  private static let noticeInterval: Int64 = 600_000

  func show(_ request: Request.Reports, _ context: SessionContext) {
    let shown = all.reversed().lazy.filter { [self] report in
      (report.act != nil) == request.settled && mayLook(at: report, context)
    }
    var entries: [ReportsAnswer.Entry] = []
    var (bytes, next): (Int, Int?) = (0, nil)
    for report in shown where request.after.map({ report.id < $0 }) ?? true {
      bytes += report.body.count
      guard entries.count < request.limit, entries.isEmpty || bytes <= Self.pageBytes else {
        next = entries.last?.report
        break
      }
      if let entry = entry(report, for: context) { entries.append(entry) }
    }
    context.answer(ReportsAnswer(reports: entries, waiting: count(for: context), next: next))
  }

  /// Settles a report: the act says who has, and how.
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

  /// Moderators see nothing that is about one of them: the operator does.
  private func mayLook(at report: StoredReport, _ context: SessionContext) -> Bool {
    context.isOperator || !context.isModerator(report.reported)
  }

  /// As somebody who keeps order is shown it; `nil` where it cannot be read. Talk of those who had finished may give
  /// the puzzle away: a moderator reads it as everybody does.
  private func entry(_ report: StoredReport, for context: SessionContext) -> ReportsAnswer.Entry? {
    guard let content = report.content else { return nil }
    let said = content.said.map { line in
      ReportsAnswer.Line(seq: line.seq, text: line.scope.map(context.mayRead) ?? true ? line.text : nil)
    }
    // Whom an act would hit: somebody else may have the name of then.
    var entry = ReportsAnswer.Entry(
      report: Int(report.id), milliseconds: Int(report.at.milliseconds),
      player: context.name(of: report.reported) ?? content.reported,
      by: context.name(of: report.reporter) ?? content.reporter, reason: content.reason, said: said)
    (entry.text, entry.room, entry.share) = (content.text, content.room, content.share)
    entry.settledBy = report.act.map { Int($0) }
    return entry
  }

  // MARK: - Telling of them

  /// How many wait that somebody may look at.
  func count(for context: SessionContext) -> Int { all.count { $0.act == nil && mayLook(at: $0, context) } }

  /// Tells a moderator who has come that reports wait.
  func remind(_ context: SessionContext) {
    guard context.mayKeepOrder else { return }
    let count = count(for: context)
    if count > 0 { context.send(Self.notice(count, context), after: 0) }
  }

  /// Tells those who keep order and are here of a new report, unless they were told of others a moment ago.
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
