import GameKit
import Kernel
import TextMode
import WireProtocol

/// What those who keep order see of reports, and what becomes of one.
extension Parlor {
  /// The most bytes of what was said and written that a page holds, unless one report has more.
  private static let pageBytes = 65_536
  /// Those who are here are told of new reports no more often.
  private static let noticeInterval: Int64 = 600_000

  func sendReports(_ request: Request.Reports, to session: Session, re: RequestID?) {
    let shown = hub.safety.reports.reversed().lazy.filter { [unowned self] report in
      (report.act != nil) == request.settled && mayLook(at: report, session)
    }
    var entries: [ReportsAnswer.Entry] = []
    var (bytes, next): (Int, Int?) = (0, nil)
    for report in shown where request.after.map({ report.id < $0 }) ?? true {
      bytes += report.body.count
      guard entries.count < request.limit, entries.isEmpty || bytes <= Self.pageBytes else {
        next = entries.last?.report
        break
      }
      if let entry = entry(report, for: session) { entries.append(entry) }
    }
    hub.send(
      ReportsAnswer(reports: entries, waiting: openReports(for: session), next: next), to: session, answering: re)
  }

  /// Settles a report: the act says who has, and how.
  func settle(_ request: Request.SettleReport, by session: Session, re: RequestID?) throws(WireError) {
    let text = try reason(request.text)
    guard let report = hub.safety.reports.first(where: { $0.id == request.report }), mayLook(at: report, session) else {
      throw WireError(.notFound, .report, "There is no report \(request.report)")
    }
    guard report.act == nil else { throw WireError(.notFound, .report, "Report \(request.report) is settled already") }
    try hub.safetyDocument.checkSound()
    let act = act(
      .settleReport, by: session, player: players.withID(report.reported), target: "\(request.report)", text: text)
    emit(act)
    answer(act, to: session, re: re)
  }

  /// Moderators see nothing that is about one of them: the operator does.
  private func mayLook(at report: StoredReport, _ session: Session) -> Bool {
    session.isOperator || !hub.order.state.isModerator(report.reported)
  }

  /// As somebody who keeps order is shown it; `nil` where it cannot be read.
  private func entry(_ report: StoredReport, for session: Session) -> ReportsAnswer.Entry? {
    guard let content = report.content else { return nil }
    let said = content.said.map { line in
      ReportsAnswer.Line(seq: line.seq, text: mayRead(line, session) ? line.text : nil)
    }
    var entry = ReportsAnswer.Entry(
      report: Int(report.id), milliseconds: Int(report.at.milliseconds), player: content.reported, by: content.reporter,
      reason: content.reason, said: said)
    (entry.text, entry.room, entry.share) = (content.text, content.room, content.share)
    entry.settledBy = report.act.map { Int($0) }
    return entry
  }

  /// Talk of those who had finished may give the puzzle away: a moderator reads it as everybody does. Of a puzzle that
  /// was dealt in a room nothing is secret any more once it is not played.
  private func mayRead(_ line: Report.Line, _ session: Session) -> Bool {
    guard let scope = line.scope, !session.isOperator, !hub.mayKnow(session.player, scope) else { return true }
    switch scope {
    case .day: return false
    case .dealt(let number, _): return rooms[number].map { !($0.isPlaying && $0.scope == scope) } ?? true
    }
  }

  // MARK: - Telling of them

  func openReports(for session: Session) -> Int {
    hub.safety.reports.count { $0.act == nil && mayLook(at: $0, session) }
  }

  /// Tells a moderator who has come that reports wait.
  func tellReports(to session: Session) {
    guard may(session, .moderator) else { return }
    let count = openReports(for: session)
    if count > 0 { hub.send(Self.notice(count, session), to: session, after: 0) }
  }

  /// Tells those who keep order and are here of a new report, unless they were told of others a moment ago.
  func announce(_ report: StoredReport) {
    if let last = reportsTold, hub.now.milliseconds(since: last) < Self.noticeInterval { return }
    let readers = sessions.all.filter { may($0, .moderator) && mayLook(at: report, $0) }
    guard !readers.isEmpty else { return }
    reportsTold = hub.now
    for session in readers {
      hub.send(Self.notice(openReports(for: session), session), to: session, after: hub.journal.ticket)
    }
  }

  private static func notice(_ count: Int, _ session: Session) -> Announcement {
    let waiting = Drawing.count(count, "report waits", "reports wait")
    return Announcement(text: "\(waiting): \(session.isOperator ? "" : "/")reports shows what was said")
  }
}
