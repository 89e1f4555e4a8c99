import GameKit
import Kernel
import TextMode
import WireProtocol

/// The server's state.
final class StatusRequest: CorePart, RequestPart {
  static var requests: [PartRequest<StatusRequest>] { [PartRequest(sendStatus)] }

  func sendStatus(_ request: Request.Status, _ context: SessionContext) {
    let situation = context.parlor.situation
    var counts = [
      ("sessions", situation.sessions), ("players", situation.players), ("named", situation.namedPlayers),
      ("rooms", rooms.count), ("running", rooms.runningMatches),
      ("waiting_records", situation.waitingLines), ("open_questions", situation.openQueries),
    ]
    if hub.maintenanceNow != nil { counts.append(("maintenance", 1)) }
    let asked = StatusCounts(for: context.unasked)
    hub.kernel.publish(asked)
    counts += asked.counts.map { ($0.name, $0.count) }
    context.answer(
      StatusAnswer(
        server: hub.configuration.server, day: hub.today.text,
        counts: counts.map { NamedCount(name: $0.0, count: $0.1) }, storageWorks: situation.storageWorks,
        quarantined: hub.missingGames.map { "game \($0)" } + hub.quarantined),
      // Needed most when the disk is full: nothing that only the operator sees waits for it.
      after: 0)
  }
}
