import GameKit
import Names
import TextMode
import WireProtocol

extension Room {
  /// A room from storage: its facts are applied as they were live. Its members are away until they return.
  ///
  /// The server's own rooms need no snapshot: `own` has their plans, and an unreadable one is written again.
  ///
  /// - Parameter folded: its name, if no snapshot is readable; `nil` if it is unknown.
  /// - Throws: ``Quarantine`` if its snapshot is invalid or its game is missing.
  static func restored(
    _ stored: StoredRoomState, _ lines: RoomLines, folded: String?, own: [Plan], hub: Hub,
    players: @escaping (PlayerID) -> Player?
  ) throws(Quarantine) -> Room {
    let read = lines.snapshot?.body
    let ownPlan = own.first { plan in
      plan.name.folded == folded || read?.plan.mode.isPermanent == true && plan.name.text == read?.plan.name.text
    }
    let plan: Plan
    if let ownPlan { plan = ownPlan } else { plan = try RoomSnapshot.plan(of: read, named: folded) }
    let room = Room(
      plan, number: stored.number, firstSeq: min(max(0, read?.firstSeq ?? 0), RoomLines.greatest), owner: nil, hub: hub)
    if read == nil || plan.name.folded != folded {
      hub.log("room_mended", ["room": .string(room.name)])
      room.snapshotNeed.isUrgent = true
    }
    room.fold(lines, stored, players)
    return room
  }

  private func fold(_ lines: RoomLines, _ stored: StoredRoomState, _ players: @escaping (PlayerID) -> Player?) {
    let snapshot = lines.snapshot?.body
    hub.numbers.raise(
      to: max(
        stored.greatestNumber, snapshot?.greatestNumber ?? 0, lines.events.map(\.greatestNumber).max() ?? 0))
    for range in lines.unreadable {
      hub.quarantine(
        .events, ["room": .string(name), "first": .int(range.lowerBound), "last": .int(range.upperBound)],
        why: "they cannot be read: who resumes from before them is told the room as it is")
    }
    let boards = replayedBoards(in: stored, players)
    // The snapshot includes events up to it, and the server's own rooms have no reserved seats.
    let window = lines.events.prefix { mode.isPermanent || $0.seq <= lines.snapshot?.seq ?? 0 }
    apply(
      .snapshot(
        snapshot ?? RoomSnapshot(plan, firstSeq: 0), seq: lines.snapshot?.seq ?? 0, window: Array(window)),
      .stored(boards))
    for event in lines.events.dropFirst(window.count) {
      snapshotNeed.facts += 1
      apply(.happened(event), .stored(boards))
    }
    daily?.restore(stored)
    if let lost = lines.unreadable.last?.upperBound {
      apply(.lost(upTo: lost))
      snapshotNeed.isUrgent = true
    }
    apply(.started)
    markInherited()
    for member in members.all { member.player.awayFrom.append(self) }
    scheduleDeadline()
  }
}

extension RoomDirectory {
  /// After a start: guests' visits have ended with the server, and a quarantined board must not keep the others from
  /// the end of the round.
  func settle(_ room: Room) {
    room.perform(.boardsChanged)
    room.view.warmBoards()
    removeIfDeserted(room)
  }
}

extension RoomSnapshot {
  /// The plan of a player's room.
  ///
  /// - Throws: if it is unreadable, or the game is missing.
  fileprivate static func plan(of snapshot: RoomSnapshot?, named folded: String?) throws(Quarantine) -> RoomPlan {
    guard let snapshot, snapshot.plan.name.folded == folded else {
      throw Quarantine(reason: "its snapshot cannot be read")
    }
    let game = snapshot.missingGame ?? (snapshot.plan.mode.isPermanent ? snapshot.plan.game?.info.id : nil)
    if let game { throw Quarantine(reason: "there is no game \(game) here") }
    return snapshot.plan
  }
}

extension StoredRoomState {
  /// The greatest number that its open matches mention.
  fileprivate var greatestNumber: Int64 {
    let movers = matches.flatMap { $0.moves.map(\.player.number) }
    return (matches.map(\.match.id) + dayBoards.map(\.match) + movers).max() ?? 0
  }
}

extension RoomEvent {
  /// The greatest number that the fact mentions.
  fileprivate var greatestNumber: Int64 {
    var greatest: Int64 = 0
    forEachPlayer { greatest = max(greatest, $0.number) }
    switch content {
    case .round(let deal): return deal.boards.reduce(greatest) { max($0, $1.match, $1.player.number) }
    case .presence(_, let details): return max(greatest, details.privateDetails.board ?? 0)
    default: return greatest
    }
  }
}
