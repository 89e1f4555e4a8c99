import GameKit
import WireProtocol

extension Parlor {
  // MARK: - Commits

  /// The next batch to commit, or the last one again if it has failed; `nil` while one is in flight, a failed one waits
  /// for its next attempt, or nothing is to be kept.
  ///
  /// - Parameter now: when it is handed over: what has held the core up until then is not storage's delay.
  public func takeBatch(at now: Instant) -> Batch? {
    let now = max(hub.now, now)
    if let failed = hub.journal.takeFailed(at: now) { return failed }
    guard hub.journal.isReady else { return nil }
    let rooms = hub.journal.takeTouched()
    for room in rooms { room.flushRecords() }
    // A day that began before there was a server is stored with the first thing that happens on it.
    hub.keepDay()
    if let batch = hub.journal.take(at: now) { return batch }
    // They had nothing to keep after all.
    for room in rooms { room.ticket = 0 }
    return nil
  }

  /// Questions that can be answered now, and the number under which to bring the answers back; none while answers to
  /// others are awaited, so that those who come next need not wait behind all that has been asked.
  public func takeQueries() -> (number: Int64, queries: [Query])? {
    guard openQueries.isEmpty else { return nil }
    let queries = hub.journal.takeQueries()
    guard !queries.isEmpty else { return nil }
    let number = hub.numbers.next()
    openQueries[number] = queries
    return (number, queries.map(\.query))
  }

  /// Storage has answered.
  public func answered(_ number: Int64, with answers: [QueryAnswer], at now: Instant) {
    advance(to: now)
    for (pending, answer) in zip(openQueries.removeValue(forKey: number) ?? [], answers) { pending.finish(answer) }
  }

  /// A batch is durable.
  ///
  /// - Parameter refused: what of it storage has left out.
  public func succeeded(_ ticket: CommitTicket, refusing refused: [RefusedRecord] = [], at now: Instant) {
    advance(to: now)
    if hub.journal.succeed(ticket) { hub.log("storage_works_again") }
    for record in refused { leaveAlone(record) }
  }

  /// A batch could not be stored, or nobody knows: outputs that depend on it wait, and ``takeBatch()`` gives it again when
  /// it is time.
  public func failed(_ ticket: CommitTicket, _ failure: StorageFailure, at now: Instant) {
    advance(to: now)
    if hub.journal.fail(ticket, at: hub.now) { hub.log("storage_failed", ["why": .string(failure.message)]) }
  }

  /// What storage refuses for ever goes no further.
  private func leaveAlone(_ refused: RefusedRecord) {
    switch refused.subject {
    case .room(let number):
      guard let room = rooms[number] else { break }
      quarantine(room.plan.name.folded, why: refused.message)
      if !room.plan.isPermanent { abandon(room) }
      return
    case .match(let match):
      hub.quarantine(.match, ["match": .int(Int(match))], why: refused.message)
      for room in rooms.all {
        for played in room.seats.values.map(\.played) where played.id == match { played.isQuarantined = true }
      }
      return
    case .events(let number):
      let name = rooms[number]?.name ?? "\(number)"
      return hub.quarantine(.events, ["room": .string(name)], why: refused.message)
    case .record: break
    }
    hub.quarantine(.row, [:], why: refused.message)
  }

  /// A room is gone, and those who are in it are told so.
  private func abandon(_ room: Room) {
    drop(room)
    for member in room.members.all {
      member.player.awayFrom.removeAll { $0 === room }
      guard let session = member.session else { continue }
      session.rooms.removeAll { $0 === room }
      hub.send(ErrorMessage(Self.quarantined(room.name)), to: session)
    }
  }

  static func quarantined(_ room: String) -> WireError {
    WireError(.noSuchRoom, "\(room) cannot be opened at present: what is stored of it cannot be read")
  }

  static let storageUnavailable = WireError(
    .storageUnavailable, "The server cannot store this at the moment; nothing has changed. Try again soon",
    retryAfterMilliseconds: 1000)

  /// Whether nothing more is to gather behind what is not durable yet.
  var isStalled: Bool { hub.journal.isStalled(at: hub.now) }

  /// Refuses what would have to be stored, while storage is known not to work.
  func requireStorage() throws(WireError) {
    if isStalled { throw Self.storageUnavailable }
  }

  /// Storage has found damage in what was not read at start.
  public func found(_ damage: DamageReport, at now: Instant) {
    advance(to: now)
    nameDamaged(damage.rows)
    for fault in damage.faults { hub.quarantine(.file, [:], why: fault) }
  }

  // MARK: - Start

  /// Takes up what storage has: players, rooms with their boards, who has finished which daily.
  func restore(_ state: StoredState) {
    hub.numbers.raise(to: state.lastNumber)
    hub.numbers.raiseSeq(to: state.lastSeq)
    hub.numbers.raiseShare(to: state.lastShare)
    nameDamaged(state.damagedRows)
    if state.lostCommits > 0 {
      hub.log(
        "commits_lost",
        ["commits": .int(state.lostCommits), "why": "a page before them in the write-ahead log is damaged"])
    }
    players.reserve(state.players.count)
    for stored in state.players where !stored.isDamaged && (!stored.isGuest || stored.tokenHash != nil) {
      players.restore(stored)
    }
    for stored in state.players where stored.isDamaged { restoreDamaged(stored) }
    hub.knowledge.restore(state.finishedDays)
    hub.trappedMatches = state.trappedMatches
    for stored in state.rooms {
      guard let room = restored(stored) else { continue }
      if rooms[room.plan.name.folded] == nil {
        add(room)
      } else {
        quarantine(stored.room.folded, why: "there are two rooms of the name \(room.name)")
      }
    }
    for room in rooms.inOrder {
      room.catchUp()
      removeIfDeserted(room)
    }
    if !state.rooms.isEmpty {
      hub.log("restored", ["players": .int(state.players.count), "rooms": .int(rooms.count)])
    }
  }
}

extension Parlor {
  /// A room as it is stored; `nil` if it is in quarantine, where it keeps its name.
  private func restored(_ state: StoredRoomState) -> Room? {
    do throws(Quarantine) {
      return try Room.restored(state, own: ownPlans, hub: hub) { self.players.withID($0) }
    } catch {
      quarantine(state.room.folded, why: error.reason)
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

  /// A player whose row is not what was stored keeps what it tells of the name, so that nobody else can have it.
  private func restoreDamaged(_ stored: StoredPlayer) {
    var stored = stored
    stored.isDamaged = false
    if PlayerName.fold(stored.name) != stored.folded { stored.name = stored.folded }
    hub.quarantine(
      .player, ["player": .int(Int(stored.id.number)), "name": .string(stored.name)],
      why: "its row is damaged: the name may be wrong, or the token open nothing")
    // A guest's row is told apart by a number behind the name.
    guard !stored.folded.utf8.contains(UInt8(ascii: "#")), players.named(stored.name) == nil,
      (try? PlayerName(stored.name, as: "A name", maximum: 64)) != nil
    else { return }
    stored.isGuest = false
    hub.store(players.restore(stored))
  }

  private func quarantine(_ room: String, why reason: String) {
    rooms.quarantine(room)
    hub.quarantine(.room, ["room": .string(room)], why: reason)
  }
}
