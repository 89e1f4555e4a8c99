import GameKit
import Kernel
import Names
import WireProtocol

/// Requests for kept reports: anybody may read them, since they tell of bots and not of puzzles of the day.
extension Parlor {
  func sendTrials(_ request: Request.Trials, to session: Session, re: RequestID?) throws(WireError) {
    let player = try subject(request.player, session)
    let game = try request.game.map { name throws(WireError) in try self.game(name).info.id }
    let document = try kernel.read(player.id.number, in: trialReports)
    let reports = document.state.reports.reversed().lazy.filter { game == nil || $0.game == game }
    let summaries = reports.prefix(max(0, request.limit)).compactMap { TrialSummary(stored: $0.summary) }
    hub.send(
      TrialsAnswer(player: player.name, trials: Array(summaries)), to: session, answering: re, after: document.ticket)
  }

  func sendTrialReport(_ request: Request.TrialReport, to session: Session, re: RequestID?) throws(WireError) {
    let player = try subject(request.player, session)
    let name = try CleanText.line(request.name, as: "A trial's name", maximum: Trial.nameCharacters)
    let document = try kernel.read(player.id.number, in: trialReports)
    let kept = document.state.reports.last { $0.name == name }
    guard let report = kept.flatMap({ TrialReport($0, player: player.name) }) else {
      throw WireError(.notFound, .trial, "\(player.name) has no trial \(name)")
    }
    hub.send(report, to: session, answering: re, after: document.ticket)
  }
}
