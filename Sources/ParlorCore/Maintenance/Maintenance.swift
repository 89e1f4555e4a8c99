import GameKit
import Kernel
import TextMode
import WireProtocol

/// Maintenance: no matches and rounds begin, and running ones are finished, so that a restart interrupts nobody.
/// Dailies go on, since they survive a restart. It belongs to this process, and ends with it.
struct Maintenance {
  /// When it ends by itself; `nil` if the operator ends it.
  let until: Instant?

  /// The message for players.
  fileprivate var sentence: String {
    let until = until.map { " until \(Drawing.moment(Int($0.milliseconds))) UTC" } ?? " for a while"
    return "The server is about to be restarted: no new matches begin\(until); those that run are finished first"
  }
}

extension Hub {
  /// Milliseconds after which a room may check again whether its next round may begin; `nil` if it may now.
  var maintenanceWait: Int? {
    guard let maintenance = maintenanceNow else { return nil }
    return maintenance.until.map { max(1, min(Self.look, Int($0.milliseconds(since: now)))) } ?? Self.look
  }

  /// What is in force now.
  var maintenanceNow: Maintenance? {
    guard let maintenance, maintenance.until.map({ now < $0 }) ?? true else { return nil }
    return maintenance
  }

  private static let look = 1000

  /// Refuses to begin a match.
  func checkMaintenance() throws(WireError) {
    guard let maintenance = maintenanceNow else { return }
    var refusal = WireError(.maintenance, maintenance.sentence)
    refusal.retryAfterMilliseconds = maintenance.until.map { Int(clamping: $0.milliseconds(since: now)) }
    throw refusal
  }
}

/// Turning maintenance on and off, and its timed end.
final class MaintenanceRequests: CorePart, RequestPart {
  static var requests: [PartRequest<MaintenanceRequests>] { [PartRequest(setMaintenance, isAct: true)] }

  func setMaintenance(_ request: Request.Maintenance, _ context: SessionContext) throws(WireError) {
    guard request.isOn || hub.maintenanceNow != nil else {
      throw WireError(.badField, "There is no maintenance to end")
    }
    let until = request.isOn ? request.minutes.map { hub.now.adding(milliseconds: Int64($0) * 60_000) } : nil
    let act = context.act(.maintenance, player: nil, target: request.isOn ? "on" : "off", until: until)
    context.emit(act)
    if request.isOn {
      let maintenance = Maintenance(until: until)
      hub.maintenance = maintenance
      tellPlayers(maintenance.sentence, besides: context.session)
    } else {
      endMaintenance(besides: context.session)
    }
    context.answer(DoneAnswer(act: act.shown, count: rooms.runningMatches))
  }

  /// Its time is over.
  func endInTime() {
    if let until = hub.maintenance?.until, until <= hub.now { endMaintenance(besides: nil) }
  }

  private func endMaintenance(besides session: Session?) {
    hub.maintenance = nil
    tellPlayers("Matches begin again", besides: session)
    for room in rooms.inOrder { room.goOnAfterMaintenance() }
  }

  private func tellPlayers(_ sentence: String, besides session: Session?) {
    hub.send(
      Announcement(text: sentence), to: sessions.all.filter { $0 !== session }, after: hub.journal.ticket)
  }
}

extension RoomDirectory {
  /// Running matches and rounds with several players.
  var runningMatches: Int {
    all.count { room in
      room.mode.hasCommonRounds && room.rounds.isRunning && room.members.presentPlayerCount > 0
    }
  }
}

extension Room {
  /// Begins what was held back meanwhile.
  func goOnAfterMaintenance() {
    guard !rounds.isRunning else { return }
    perform(.seated)
    scheduleDeadline()
  }
}
