import GameKit
import Kernel
import ParlorCore
import WireProtocol

/// Players' reports to moderators. The reported player is not told; the lines are copied, since they may be gone when a
/// moderator reads them.
final class Reports {
  let document: Document<SafetyDocument>
  /// The number of reports today.
  private var today = ReportCounts()
  /// When present moderators were last told of open reports.
  var toldAt: Instant?

  init(_ document: Document<SafetyDocument>) { self.document = document }

  /// The oldest first.
  var all: [StoredReport] { document.state.reports }

  func register(in kernel: Kernel) {
    kernel.gauge(.reportsOpen) { [self] in Double(all.count { $0.act == nil }) }
    kernel.handleInSession { [self] (request: Request.Report, context) throws(WireError) in
      try report(request, context)
    }
    kernel.handleInSession { [self] (request: Request.Reports, context) throws(WireError) in show(request, context) }
    kernel.handleInSession { [self] (request: Request.SettleReport, context) throws(WireError) in
      try settle(request, context)
    }
    kernel.react { [self] (began: DayBegan) in
      today = ReportCounts()
      for report in all where began.day(of: report.at) == began.today { today.add(report) }
    }
    kernel.react { [self] (login: LoggedIn) in remind(login.context) }
    kernel.react { [self] (asked: StatusCounts) in asked.add("reports", count(for: asked.context)) }
    kernel.react { [self] (gone: PlayerGone) in
      guard gone.isForgotten else { return }
      for report in all where [report.reporter, report.reported].contains(gone.player) {
        gone.emit(.dropped(report: report.id), on: document)
      }
    }
    kernel.react { [self] (asked: PersonalRecords) in
      for report in all where report.reporter == asked.player.id { asked.add(report) }
    }
  }

  /// The most lines of a player in a room that a report includes.
  private static let mostLines = 5

  private func report(_ request: Request.Report, _ context: SessionContext) throws(WireError) {
    let text = try context.reason(request.text)
    var report = Report(
      reporter: context.player.name, reported: "", said: [], reason: request.reason.rawValue, text: text)
    switch request.subject {
    case .share(let number):
      let shared = try context.sharedResult(number)
      (report.reported, report.share) = (shared.name, number)
      report.said = [Report.Line(seq: nil, shared.text)]
      try file(report, of: shared.player, context)
    case .line(let name, let seq):
      let room = try context.room(name)
      let line = try context.line(seq, of: context.talk(in: room), in: room)
      (report.reported, report.room) = (context.player(line.speaker)?.name ?? line.name, room.name)
      report.said = [Report.Line(seq: seq, line.text, scope: line.scope)]
      try file(report, of: line.speaker, context)
    case .player(let name, let roomName):
      let player = try context.player(named: name)
      report.reported = player.name
      if roomName != nil || !context.rooms.isEmpty, let room = try? context.room(roomName),
        let talk = try? context.talk(in: room)
      {
        report.room = room.name
        let posts = context.posts(of: player.id, in: room).map { Report.Line(seq: nil, $0) }
        report.said = Self.newest(talk.filter { $0.speaker == player.id }, and: posts)
      }
      try file(report, of: player.id, context)
    }
  }

  /// The newest lines up to the limit, and posts before them.
  private static func newest(_ lines: [SpokenLine], and posts: [Report.Line]) -> [Report.Line] {
    var bytes = posts.reduce(0) { $0 + $1.text.utf8.count }
    let copies = lines.suffix(mostLines).reversed().map { Report.Line(seq: $0.seq, $0.text, scope: $0.scope) }
    return posts
      + copies.prefix { line in
        bytes += line.text.utf8.count
        return bytes <= Report.mostBytes
      }.reversed()
  }

  /// Stores a report, and answers; an equal one by the same player is stored once.
  private func file(_ report: Report, of player: PlayerID, _ context: SessionContext) throws(WireError) {
    let reporter = context.player
    guard player != reporter.id else { throw WireError(.badField, "That is your own") }
    let own = all.filter { $0.reporter == reporter.id && $0.reported == player && $0.act == nil }
    if let known = own.last(where: { $0.content.isAbout(the: report) }) {
      return context.answer(ReportedAnswer(report: Int(known.id), player: report.reported))
    }
    try checkCount(context)
    try document.checkSound()
    try makeRoom(for: reporter, context)
    let kept = StoredReport(
      id: (all.last?.id ?? 0) &+ 1, reporter: reporter.id, reported: player, at: context.now,
      address: context.address, content: report)
    context.emit(.reported(kept), on: document)
    today.add(kept)
    context.log("reported", ["report": .int(Int(kept.id))])
    announce(kept, context)
    context.answer(ReportedAnswer(report: Int(kept.id), player: report.reported))
  }

  /// Makes room for a report: settled ones are dropped first, the oldest first; then guests' reports for a player with
  /// a name.
  private func makeRoom(for reporter: Player, _ context: SessionContext) throws(WireError) {
    guard all.count >= context.limits.reports else { return }
    let settled = all.first { $0.act != nil }
    guard let oldest = settled ?? (reporter.isGuest ? nil : all.first(where: \.isOfGuest)) else {
      throw WireError(.tooMany, .report, "More reports wait than those who keep order can look at: try again later")
    }
    context.emit(.dropped(report: oldest.id), on: document)
  }

  private func checkCount(_ context: SessionContext) throws(WireError) {
    let (most, mostOfAddress) = (context.limits.reportsPerDay, context.limits.reportsPerAddress)
    guard today.count(of: context.player, from: context.address) < most else {
      throw WireError(
        .tooMany, .report, "You have sent \(most) reports today, as many as one may: block who disturbs you")
    }
    guard mostOfAddress == 0 || today.count(from: context.address) < mostOfAddress else {
      throw WireError(
        .tooMany, .report,
        "\(mostOfAddress) reports have come from your address today, as many as may: block who disturbs you")
    }
  }
}

extension PersonalRecords {
  /// Adds a player's report, without other players' lines.
  fileprivate func add(_ report: StoredReport) {
    let content = report.content
    add("report") { json in
      json.field("at_ms", Int(report.at.milliseconds))
      json.field("player", content.reported)
      json.field("reason", content.reason)
      json.field("text", ifPresent: content.text)
      json.field("room", ifPresent: content.room)
      json.field("share_id", ifPresent: content.share)
    }
  }
}
