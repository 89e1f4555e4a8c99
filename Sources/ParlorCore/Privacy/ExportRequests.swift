import GameKit
import Kernel
import TextMode
import WireProtocol

/// Personal exports, for the player or, at the player's wish, for the operator.
///
/// Storage writes the records on its own queue, a part at a time, so that an export of any length costs the loop no
/// more than other answers.
final class ExportRequests: CorePart, RequestPart {
  private let departures: Departures

  init(_ all: Directories, _ departures: Departures) {
    self.departures = departures
    super.init(all)
  }

  static var requests: [PartRequest<ExportRequests>] { [PartRequest(exportOwn), PartRequest(export, isAct: true)] }

  /// The most bytes of talk in an export: the newest of each room.
  private static let mostTalkBytes = 65_536

  /// A player's own.
  func exportOwn(_ request: Request.ExportMe, _ context: SessionContext) throws(WireError) {
    let (player, part) = (context.player, Self.part(request.after))
    var repeats = false
    if let last = player.export, last.subject == player.id {
      let wait = Int64(hub.limits.exportSeconds) * 1000 - hub.now.milliseconds(since: last.begunAt)
      let again = "You may begin one export in \(Drawing.duration(hub.limits.exportSeconds))"
      // The answer may have been lost before there was a second part.
      repeats = part == 1 && wait > 0 && last.part == 1
      if part == 1, wait > 0, !repeats {
        throw WireError(
          .tooFast, "\(again): go on with the last, page by page", retryAfterMilliseconds: Int(wait))
      }
      if part > 1 || repeats, last.asked >= part + ExportProgress.mostRepeats {
        throw WireError(
          .tooFast,
          "You have repeated pages of this export \(ExportProgress.mostRepeats) times, which is all. \(again)",
          retryAfterMilliseconds: Int(max(1, wait)))
      }
    }
    try export(player, part, repeats: repeats, context)
  }

  /// Any player's, for the operator. It is recorded as an act.
  func export(_ request: Request.ExportPlayer, _ context: SessionContext) throws(WireError) {
    let (player, part) = (try players.known(request.player), Self.part(request.after))
    if part == 1 { context.emit(context.act(.export, player: player)) }
    try export(player, part, context)
  }

  /// A page is requested by the number of previous ones.
  private static func part(_ after: Int?) -> Int { (after ?? 0) &+ 1 }

  /// - Parameter repeats: whether the first part is repeated and begins no other export.
  private func export(
    _ subject: Player, _ part: Int, repeats: Bool = false, _ context: SessionContext
  ) throws(WireError) {
    let (session, asker, re) = (context.session, context.player, context.re)
    let begins = part == 1 && !repeats
    if begins { asker.export = ExportProgress(subject: subject.id, begunAt: hub.now) }
    guard let progress = asker.export, progress.subject == subject.id, let place = progress.place(of: part) else {
      throw WireError(.badField, "No export has a page after \(part &- 1) now: begin one without `after`")
    }
    asker.export?.asked += 1
    let begun = part == 1 ? remembered(of: subject, context.server) : StoredExport()
    session.pending.count += 1
    gather(begun, of: subject, from: place, context) { [hub, ticket = hub.journal.ticket] session, export in
      guard let export else {
        asker.export?.asked -= 1
        if begins { asker.export = nil }
        return hub.send(ErrorMessage(Parlor.storageUnavailable), to: session, answering: re, after: 0)
      }
      if var progress = asker.export, progress.subject == subject.id {
        (progress.part, progress.place, progress.next) = (part, place, export.next)
        asker.export = progress
      }
      let message = ExportedPlayer(
        player: subject.name, records: export.records.map(StoredRecord.init), next: export.next.map { _ in part })
      // What is in memory may not be stored yet.
      hub.send(message, to: session, answering: re, after: part == 1 ? ticket : 0)
    }
  }

  /// Queries storage until there are records or nothing is left: a long search for few records is many short queries.
  private func gather(
    _ begun: StoredExport, of subject: Player, from place: ExportPlace, _ context: SessionContext,
    _ completion: @escaping (Session, StoredExport?) -> Void
  ) {
    hub.ask(ExportQuery(player: subject.id, place: place), from: context.session.address) {
      [unowned self, unowned parlor = context.parlor, id = context.session.id, format = context.session.format] found in
      guard let session = sessions[id] else { return }
      let export = found.map { found in
        var export = begun
        export.add(found.records)
        export.next = found.next
        return export
      }
      if let found = export, found.records.isEmpty, let next = found.next {
        return gather(found, of: subject, from: next, parlor.server.context(of: session), completion)
      }
      session.pending.count -= 1
      session.answering(in: format) { completion(session, export) }
      departures.finishClosing(session, parlor.server)
    }
  }

  /// The part of a player's data in memory. Other players' reports are omitted, and their settlement.
  private func remembered(of player: Player, _ server: ServerContext) -> StoredExport {
    var export = StoredExport()
    let asked = PersonalRecords(of: player, server.parlor)
    hub.kernel.publish(asked)
    for (name, write) in asked.records { export.add(name, write) }
    let end = export.byteCount + Self.mostTalkBytes
    for room in rooms.knowing(player) {
      for text in room.state.history.talk(of: player.id) where export.byteCount < end {
        export.addTalk(in: room.name, text)
      }
    }
    return export
  }
}
