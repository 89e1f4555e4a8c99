import GameKit
import Kernel
import TextMode
import WireProtocol

/// What those are shown who keep order.
extension Parlor {
  func sendOnline(_ request: Request.Online, to session: Session, re: RequestID?) throws(WireError) {
    var shown = Array(sessions.all)
    if let whom = request.whom {
      if let block = AddressBlock(whom) {
        shown.removeAll { other in AddressBlock(other.address).map { !block.contains($0) } ?? true }
      } else {
        let player = try knownPlayer(whom)
        shown.removeAll { $0.player !== player }
      }
    }
    let entries = shown.map { other in
      OnlineAnswer.Entry(
        player: other.player.name, address: other.address, rooms: other.rooms.map(\.name),
        marks: marks(of: other.player))
    }
    let sorted = entries.sorted { ($0.player, $0.address) < ($1.player, $1.address) }
    // Needed most when the disk is full: nothing that only the operator sees waits for it.
    hub.send(
      OnlineAnswer(sessions: Array(sorted.prefix(OnlineAnswer.mostSessions)), count: sorted.count), to: session,
      answering: re,
      after: 0)
  }

  /// What marks a player.
  private func marks(of player: Player) -> [String] {
    var marks: [String] = []
    if player.session?.isOperator == true {
      marks.append("operator")
    } else if player.isGuest {
      marks.append("guest")
    }
    if player.isBot { marks.append("bot") }
    if hub.order.state.isModerator(player.id) { marks.append("moderator") }
    if hub.order.state.mute(of: player, inOwnRoom: true, at: hub.now) != nil { marks.append("muted") }
    if hub.order.state.ban(of: player.id, at: hub.now) != nil { marks.append("banned") }
    return marks
  }

  func sendStatus(_ request: Request.Status, to session: Session, re: RequestID?) {
    let situation = situation
    let bans = hub.order.state.all(at: hub.now).count { $0.key.kind == .ban }
    var counts = [
      ("sessions", situation.sessions), ("players", situation.players), ("named", situation.namedPlayers),
      ("rooms", rooms.count), ("running", runningMatches), ("bans", bans),
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
      to: session, answering: re, after: 0)
  }

  func inspect(_ request: Request.Inspect, to session: Session, re: RequestID?) throws(WireError) {
    let player = try knownPlayer(request.player)
    let own = hub.order.state.all(at: hub.now).filter { $0.key.player == player.id && $0.key.kind != .moderator }
    let ofAddress = player.address.flatMap { hub.order.state.ban(of: $0, at: hub.now) }
    let answer = InspectAnswer(
      player: player.name, marks: marks(of: player), isHere: player.session != nil, address: player.address,
      rooms: rooms.knowing(player).filter { $0.members[player.id] != nil }.map(\.name),
      sinceMilliseconds: player.isStored ? Int(player.kept.createdAt.milliseconds) : nil, tokens: player.tokens.count,
      hasPassword: player.verifier != nil, measures: (own + [ofAddress].compactMap { $0 }).map(shown),
      acts: hub.order.state.page(of: player.id, before: nil, limit: 10).acts.map(\.shown))
    hub.send(answer, to: session, answering: re, after: 0)
  }

  func sendMeasures(_ request: Request.Measures, to session: Session, re: RequestID?) {
    var measures = hub.order.state.all(at: hub.now).filter { ($0.key.kind == .moderator) == request.moderators }
      .map(shown)
    if request.moderators { measures.sort { $0.player ?? "" < $1.player ?? "" } }
    let answer = MeasuresAnswer(measures: measures)
    hub.send(ShownMeasures(message: answer, areModerators: request.moderators), to: session, answering: re, after: 0)
  }

  private func shown(_ sanction: StoredSanction) -> ShownMeasure {
    ShownMeasure(
      kind: sanction.key.kind.rawValue,
      player: sanction.key.player.map { players.kept($0)?.name ?? sanction.origin?.guest ?? KnownNames.forgotten },
      target: sanction.key.target.isEmpty ? nil : sanction.key.target,
      sinceMilliseconds: Int(sanction.since.milliseconds),
      untilMilliseconds: sanction.until.map { Int($0.milliseconds) }, reason: sanction.reason)
  }

  func sendAudit(_ audit: Request.Audit, to session: Session, re: RequestID?) throws(WireError) {
    let player = try audit.player.map { name throws(WireError) in try knownPlayer(name).id }
    let page = hub.order.state.page(of: player, before: audit.after.map { Int64($0) }, limit: audit.limit)
    let acts = page.acts.map(\.shown)
    hub.send(
      AuditAnswer(acts: acts, next: page.more ? acts.last?.number : nil), to: session, answering: re, after: 0)
  }
}
