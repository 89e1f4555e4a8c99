import GameKit
import Kernel
import Names
import WireProtocol

/// What a server starts from.
extension Parlor {
  /// Storage has found damage in what was not read at start.
  public func found(_ damage: DamageReport, at now: Instant) {
    advance(to: now)
    nameDamaged(damage.rows)
    for fault in damage.faults { hub.quarantine(.file, [:], why: fault) }
  }

  /// Takes up what storage has: players, rooms with their boards, who has finished which daily.
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
    for room in rooms.inOrder {
      room.settle()
      room.view.warmBoards()
      rooms.removeIfDeserted(room)
    }
    if !state.rooms.isEmpty {
      hub.log("restored", ["players": .int(state.players.count), "rooms": .int(rooms.count)])
    }
  }
}

extension Parlor {
  /// Sessions may come that another core has begun: guests among them whom else nobody could come back to.
  ///
  /// - Returns: when such guests must have been here last; `nil` where none can come.
  private func prepareToAttach(_ state: StoredState) -> Instant? {
    guard let recentEvents = state.recentEvents else { return nil }
    hub.isClustered = true
    hub.recentEvents = recentEvents
    parts.departures.lostGuestsDue = hub.now.adding(milliseconds: Self.guestGrace)
    // Numbers that the core before has given to guests of whom storage does not know are theirs.
    hub.numbers.raise(to: state.lastNumber &+ Self.unstoredNumbers)
    return hub.now.adding(milliseconds: -2 * 86_400_000)
  }

  /// More numbers than one core gives to players who are never stored.
  private static let unstoredNumbers: Int64 = 1 << 24

  /// Says of those who were not here for long that they are forgotten.
  private func forget(_ lapsed: [PlayerID]) {
    guard !lapsed.isEmpty else { return }
    hub.journal.append(ServerDocument.line(.guestsLapse(now: hub.now, present: []), of: 0))
    for player in lapsed { hub.journal.append(PlayerDocument.line(.forgotten, of: player.number)) }
  }

  /// A room as it is stored; `nil` if it is in quarantine, where it keeps its name.
  func restored(_ state: StoredRoomState) -> Room? {
    var state = state
    // A guest who cannot come back keeps the board in storage alone.
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

  /// Names every row that is not what was stored; what else is said of it tells what follows.
  private func nameDamaged(_ rows: [DamagedRow]) {
    for row in rows {
      hub.quarantine(
        .row, ["table": .string(row.table), "key": .string(row.key)], why: "it is not what was stored")
    }
  }

  /// A player of whom something is lost keeps the name, so that nobody else can have it; nothing opens the account,
  /// since what has ended must not open it again.
  private func restoreDamaged(_ stored: StoredPlayer) {
    hub.quarantine(
      .player, ["player": .int(Int(stored.id.number)), "name": .string(stored.name)],
      why: "a part of it is lost: the name stays taken, and its credentials are refused")
    guard !stored.isGuest, players.named(stored.name) == nil,
      (try? PlayerName(stored.name, as: "A name", maximum: 64)) != nil
    else { return }
    players.restore(stored)
  }
}
