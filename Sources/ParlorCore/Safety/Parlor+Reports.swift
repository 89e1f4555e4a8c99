import GameKit
import Names
import WireProtocol

/// What players report to those who keep order. Who is reported is not told; what was said is copied, since it may be
/// gone by the time somebody looks.
extension Parlor {
  /// So many of a player's last lines in a room go with a report of the player.
  private static let mostLines = 5

  func report(_ request: Request.Report, from session: Session, re: RequestID?) throws(WireError) {
    let text = try request.text.map { text throws(WireError) in
      try CleanText.line(text, as: "A reason", maximum: hub.limits.chatCharacters, isClean: hub.isTyped)
    }
    var report = Report(
      reporter: session.player.name, reported: "", said: [], reason: request.reason.rawValue, text: text)
    switch request.subject {
    case .share(let number):
      let (_, share) = try self.share(number)
      guard let result = result(of: share) else { throw Self.noSuchShare(share.id) }
      (report.reported, report.share) = (result.player, number)
      report.said = [Report.Line(seq: nil, result.text)]
      try file(report, of: share.player, by: session, re: re)
    case .line(let name, let seq):
      let (room, member) = try roomOfWitness(name, session)
      guard let line = room.talk(heardBy: member).last(where: { $0.seq == seq }) else { throw room.noSuchLine(seq) }
      (report.reported, report.room) = (players.withID(line.speaker)?.name ?? line.name, room.name)
      report.said = [Report.Line(seq: seq, line.text, scope: line.scope)]
      try file(report, of: line.speaker, by: session, re: re)
    case .player(let name, let roomName):
      let player = try subject(name, session)
      report.reported = player.name
      if roomName != nil || !session.rooms.isEmpty, let (room, member) = try? roomOfWitness(roomName, session) {
        report.room = room.name
        report.said = Self.newest(room.talk(heardBy: member).filter { $0.speaker == player.id })
      }
      try file(report, of: player.id, by: session, re: re)
    }
  }

  /// The newest lines, as many as go with a report.
  private static func newest(_ lines: [SpokenLine]) -> [Report.Line] {
    var bytes = 0
    let copies = lines.suffix(mostLines).reversed().map { Report.Line(seq: $0.seq, $0.text, scope: $0.scope) }
    return copies.prefix { line in
      bytes += line.text.utf8.count
      return bytes <= Report.mostBytes
    }.reversed()
  }

  private func roomOfWitness(_ name: String?, _ session: Session) throws(WireError) -> (Room, Member) {
    let room = try room(name, of: session)
    guard let member = room.members[session.player.id] else {
      throw WireError(.notInRoom, "You are not in \(room.name): join it first")
    }
    return (room, member)
  }

  private func file(
    _ report: Report, of player: PlayerID, by session: Session, re: RequestID?
  ) throws(WireError) {
    hub.send(try filed(report, of: player, by: session), to: session, answering: re)
  }

  /// Keeps a report; one of the same by the same player is kept once.
  private func filed(_ report: Report, of player: PlayerID, by session: Session) throws(WireError) -> ReportedAnswer {
    let reporter = session.player
    guard player != reporter.id else { throw WireError(.badField, "That is your own") }
    let own = hub.safety.reports.filter { $0.reporter == reporter.id && $0.reported == player && $0.act == nil }
    if let known = own.last(where: { $0.content?.isAbout(the: report) == true }) {
      return ReportedAnswer(report: Int(known.id), player: report.reported)
    }
    try checkReports(of: session)
    try makeRoomForReport(by: reporter)
    let id = (hub.safety.reports.last?.id ?? 0) + 1
    let kept = StoredReport(
      id: id, reporter: reporter.id, reported: player, at: hub.now, address: session.address, body: report.bytes)
    hub.change(.reported(kept))
    reportsToday.add(kept)
    hub.log("reported", ["report": .int(Int(id))])
    announce(kept)
    return ReportedAnswer(report: Int(id), player: report.reported)
  }

  /// Those that are settled make room, the oldest first; where none is, those of guests do for whoever has a name.
  private func makeRoomForReport(by reporter: Player) throws(WireError) {
    let reports = hub.safety.reports
    guard reports.count >= hub.limits.reports else { return }
    let settled = reports.first { $0.act != nil }
    guard let oldest = settled ?? (reporter.isGuest ? nil : reports.first(where: \.isOfGuest)) else {
      throw WireError(.tooMany, .report, "More reports wait than those who keep order can look at: try again later")
    }
    hub.change(.dropped(report: oldest.id))
  }

  private func checkReports(of session: Session) throws(WireError) {
    let (most, mostOfAddress) = (hub.limits.reportsPerDay, hub.limits.reportsPerAddress)
    guard reportsToday.count(of: session.player, from: session.address) < most else {
      throw WireError(
        .tooMany, .report, "You have sent \(most) reports today, as many as one may: block who disturbs you")
    }
    guard mostOfAddress == 0 || reportsToday.count(from: session.address) < mostOfAddress else {
      throw WireError(
        .tooMany, .report,
        "\(mostOfAddress) reports have come from your address today, as many as may: block who disturbs you")
    }
  }

  /// Counts those that are kept, once they are loaded.
  func countReports() {
    let today = hub.safety.reports.filter { hub.configuration.calendar.day(at: $0.at) == hub.today }
    for report in today { reportsToday.add(report) }
  }
}

/// A line of talk that a room keeps.
struct SpokenLine {
  let seq: Int
  /// The name of then.
  let name: String
  let speaker: PlayerID
  let text: String
  /// The puzzle of which it may tell.
  let scope: PuzzleScope?

  init?(_ event: RoomEvent) {
    guard case .said(let name, let speaker, let text, let scope) = event.content else { return nil }
    (seq, self.name, self.speaker, self.text, self.scope) = (event.seq, name, speaker, text, scope)
  }
}

extension Room {
  /// What was said here, as far as a member may have heard it; the latest last.
  fileprivate func talk(heardBy member: Member) -> [SpokenLine] {
    history.talk(after: member.cameAfter).filter { mayHearAll($0, member) }.reversed().compactMap(SpokenLine.init)
  }

  /// What was said under a number.
  func line(_ seq: Int) -> SpokenLine? {
    history.talk(after: seq &- 1).first { $0.seq == seq }.flatMap(SpokenLine.init)
  }

  func noSuchLine(_ seq: Int) -> WireError {
    WireError(.notFound, .line, "Nothing was said in \(name) under \(seq) that is still kept")
  }
}
