import GameKit
import Names
import WireProtocol

/// Requests for kept reports: anybody may read them, since they tell of bots and not of puzzles of the day.
extension Parlor {
  func sendTrials(_ request: Request.Trials, to session: Session, re: RequestID?) throws(WireError) {
    let player = try subject(request.player, session)
    let game = try request.game.map { name throws(WireError) in try self.game(name) }
    ask(.trials(player: player.id, game: game?.info.id, limit: request.limit), session, re) { answer in
      guard case .trials(let summaries) = answer else { return nil }
      return TrialsAnswer(player: player.name, trials: summaries.compactMap { TrialSummary(stored: $0) })
    }
  }

  func sendTrialReport(
    _ raw: String, of player: String?, to session: Session, re: RequestID?
  ) throws(WireError) {
    let player = try subject(player, session)
    let name = try CleanText.line(raw, as: "A trial's name", maximum: Trial.nameCharacters)
    ask(.trial(player: player.id, name: name), session, re) { answer in
      guard case .trial(let stored) = answer else { return nil }
      guard let stored, let report = TrialReport(stored, player: player.name) else {
        return ErrorMessage(WireError(.noSuchTrial, "\(player.name) has no trial \(name)"))
      }
      return report
    }
  }
}
