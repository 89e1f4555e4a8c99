import GameKit
import Kernel
import Names
import WireProtocol

/// Restoring the core at a start.
extension Parlor {
  /// Storage has found damage in data that was not read at the start.
  public func found(_ damage: DamageReport, at now: Instant) {
    advance(to: now)
    nameDamaged(damage.rows)
    for fault in damage.faults { hub.quarantine(.file, [:], why: fault) }
  }

  /// Restores players, rooms with their boards, and who has finished which daily.
  func restore(_ state: StoredState) {
    hub.numbers.raise(to: state.lastNumber)
    hub.numbers.raiseSeq(to: state.lastSeq)
    for (kind, key) in state.lastKeys { hub.numbers.raiseKey(of: kind, to: key) }
    nameDamaged(state.damagedRows)
    let damaged = kernel.load(state.lines, damaged: state.damagedDocuments)
    for document in damaged.sorted(by: { ($0.kind, $0.key) < ($1.kind, $1.key) }) {
      parts.fetcher.quarantine(document)
    }
    if state.lostCommits > 0 {
      hub.log(
        "commits_lost",
        ["commits": .int(state.lostCommits), "why": "a page before them in the write-ahead log is damaged"])
    }
    players.reserve(state.players.count)
    let oldestVisit = prepareToAttach(state)
    for stored in state.players where !stored.isDamaged {
      if !stored.isGuest || !stored.tokens.isEmpty || oldestVisit.map({ stored.seenAt >= $0 }) == true {
        players.restore(stored)
      }
    }
    for stored in state.players where stored.isDamaged { restoreDamaged(stored) }
    forget(state.lapsed)
    let damagedPlayers = Set(state.players.lazy.filter(\.isDamaged).map(\.id))
    kernel.publish(ServerStarted(parlor: self, damagedPlayers: damagedPlayers))
    hub.knowledge.restore(state.finishedDays)
    hub.trappedMatches = state.trappedMatches
    for stored in state.rooms {
      guard let room = restored(stored) else { continue }
      if rooms[room.plan.name.folded] == nil {
        rooms.add(room)
      } else {
        rooms.quarantine(room.plan.name.folded, why: "there are two rooms of the name \(room.name)")
      }
    }
    for room in rooms.inOrder { rooms.settle(room) }
    noteClock(state)
    if !state.rooms.isEmpty {
      hub.log("restored", ["players": .int(state.players.count), "rooms": .int(rooms.count)])
    }
  }
}

extension Parlor {
  /// Prepares for sessions of an earlier core, including guests who could not return otherwise.
  ///
  /// - Returns: the time since which such guests must have been here; `nil` if there are none.
  private func prepareToAttach(_ state: StoredState) -> Instant? {
    guard let recentEvents = state.recentEvents else { return nil }
    hub.isClustered = true
    hub.recentEvents = recentEvents
    parts.departures.lostGuestsDue = hub.now.adding(milliseconds: Self.guestGrace)
    // The earlier core may have assigned numbers to guests who are not stored.
    hub.numbers.raise(to: state.lastNumber &+ Self.unstoredNumbers)
    return hub.now.adding(milliseconds: -2 * 86_400_000)
  }

  /// More numbers than one core assigns to players who are never stored.
  private static let unstoredNumbers: Int64 = 1 << 24

  /// Emits the deletion of expired players.
  private func forget(_ lapsed: [PlayerID]) {
    guard !lapsed.isEmpty else { return }
    hub.journal.append(ServerDocument.line(.guestsLapse(now: hub.now, present: []), of: 0))
    for player in lapsed { hub.journal.append(PlayerDocument.line(.forgotten, of: player.number)) }
  }

  /// Logs that the clock was set back by more than a minute since something was stored.
  private func noteClock(_ state: StoredState) {
    let latest = (state.players.map(\.seenAt) + rooms.inOrder.compactMap(\.state.lastPlayed)).max()
    guard let latest, case let behind = hub.now.seconds(until: latest), behind > 60 else { return }
    hub.log("clock_behind", ["behind_s": .int(behind)])
  }

  /// A stored room; `nil` if it is quarantined, where it keeps its name.
  func restored(_ state: StoredRoomState) -> Room? {
    var state = state
    // The board of a guest who cannot return stays in storage only.
    state.dayBoards.removeAll { !players.contains($0.player) }
    let lines = RoomLines(state.lines, lost: state.lostLines, games: hub.configuration.games)
    let folded = lines.snapshot?.folded ?? RoomLines.name(in: state.lines + state.damagedLines)
    do throws(Quarantine) {
      return try Room.restored(state, lines, folded: folded, own: rooms.ownPlans, hub: hub) { self.players.withID($0) }
    } catch {
      if let game = lines.snapshot?.body.missingGame {
        rooms.keepWithoutGame(game, folded ?? "\(state.number)", state)
      }
      rooms.quarantine(folded ?? "\(state.number)", why: error.reason)
      return nil
    }
  }

  /// Reports every damaged row; other reports are consequences.
  private func nameDamaged(_ rows: [DamagedRow]) {
    for row in rows {
      hub.quarantine(
        .row, ["table": .string(row.table), "key": .string(row.key)], why: "it is not what was stored")
    }
  }

  /// A damaged player keeps the name, so that nobody else can have it; no credential opens the account, since an ended
  /// one must not open it again.
  private func restoreDamaged(_ stored: StoredPlayer) {
    hub.quarantine(
      .player, ["player": .int(Int(stored.id.number)), "name": .string(stored.name)],
      why: "a part of it is lost: the name stays taken, and its credentials are refused")
    guard !stored.isGuest, players.named(stored.name) == nil,
      (try? PlayerName(stored.name, as: .player, maximum: 64)) != nil
    else { return }
    players.restore(stored)
  }
}
