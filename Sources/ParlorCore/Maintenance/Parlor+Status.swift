import GameKit
import Kernel
import TextMode
import WireProtocol

/// How the server is.
extension Parlor {
  func sendStatus(_ request: Request.Status, to session: Session, re: RequestID?) {
    let situation = situation
    var counts = [
      ("sessions", situation.sessions), ("players", situation.players), ("named", situation.namedPlayers),
      ("rooms", rooms.count), ("running", runningMatches),
      ("waiting_records", situation.waitingLines), ("open_questions", situation.openQueries),
    ]
    if hub.maintenanceNow != nil { counts.append(("maintenance", 1)) }
    let asked = StatusCounts(for: SessionContext(parlor: self, session: session, re: nil))
    kernel.publish(asked)
    counts += asked.counts.map { ($0.name, $0.count) }
    hub.send(
      StatusAnswer(
        server: hub.configuration.server, day: hub.today.text,
        counts: counts.map { NamedCount(name: $0.0, count: $0.1) }, storageWorks: situation.storageWorks,
        quarantined: hub.missingGames.map { "game \($0)" } + hub.quarantined),
      // Needed most when the disk is full: nothing that only the operator sees waits for it.
      to: session, answering: re, after: 0)
  }
}
