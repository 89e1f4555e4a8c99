import GameKit
import WireProtocol

extension Parlor {
  /// How long requests that change something are refused after a commit has failed, in milliseconds.
  private static let pause: Int64 = 1000

  // MARK: - Commits

  /// The next batch to commit; `nil` while one is in flight or nothing is to be kept.
  public func takeBatch() -> Batch? {
    guard hub.journal.isReady else { return nil }
    for room in hub.journal.takeTouched() { room.flushRecords() }
    // A day that began before there was a server is stored with the first thing that happens on it.
    hub.keepDay()
    let batch = hub.journal.take()
    if batch != nil { commitBeganAt = hub.now }
    return batch
  }

  /// Questions that can be answered now, and the number under which to bring the answers back; none while answers to
  /// others are awaited, so that those who come next need not wait behind all that has been asked.
  public func takeQueries() -> (number: Int64, queries: [Query])? {
    guard openQueries.isEmpty else { return nil }
    let queries = hub.journal.takeQueries()
    guard !queries.isEmpty else { return nil }
    let number = hub.nextNumber()
    openQueries[number] = queries
    return (number, queries.map(\.query))
  }

  /// Storage has answered.
  public func answered(_ number: Int64, with answers: [QueryAnswer], at now: Instant) {
    advance(to: now)
    for (pending, answer) in zip(openQueries.removeValue(forKey: number) ?? [], answers) { pending.finish(answer) }
  }

  /// A batch is durable.
  public func succeeded(_ ticket: CommitTicket, at now: Instant) {
    advance(to: now)
    hub.journal.succeed(ticket)
    commitBeganAt = nil
    if storageFailedAt != nil {
      storageFailedAt = nil
      hub.log("storage_works_again")
    }
  }

  /// A batch could not be stored: outputs that depend on it have been dropped, and it is as if nothing in it had
  /// happened. Those who asked for something are told, and rooms have to be read again.
  ///
  /// - Returns: the rooms to hand to ``Storage/reload(rooms:completion:)``.
  public func failed(_ ticket: CommitTicket, _ failure: StorageFailure, at now: Instant) -> [Int64] {
    advance(to: now)
    let lost = hub.journal.fail(ticket)
    commitBeganAt = nil
    if storageFailedAt == nil { hub.log("storage_failed", ["why": .string(failure.message)]) }
    if let room = failure.room { refusedRooms[room, default: 0] += 1 }
    storageFailedAt = hub.now
    for undo in lost.undo.reversed() { undo() }
    for pending in lost.queries { pending.finish(.unavailable(failure)) }
    for (id, re, format) in lost.requests {
      guard let session = session(id) else { continue }
      session.answering(in: format) {
        hub.send(ErrorMessage(Self.storageUnavailable), to: session, answering: re, dependent: false)
      }
    }
    unreadRooms.formUnion(lost.rooms)
    for number in lost.rooms {
      guard let room = roomsByNumber[number] else { continue }
      room.isFrozen = true
      // Who has finished its puzzle is known again once the room is read: until then it may be somebody who has not.
      if let scope = room.scope { hub.knowledge.forget(scope) }
    }
    return lost.rooms.sorted()
  }

  /// Rooms are as storage has them.
  public func reloaded(_ numbers: [Int64], as stored: [StoredRoomState], at now: Instant) {
    advance(to: now)
    // In order, so that of two rooms of one name the stored one stays.
    for number in numbers.sorted() {
      unreadRooms.remove(number)
      let old = roomsByNumber[number]
      if let scope = old?.scope { hub.knowledge.forget(scope) }
      let state = stored.first { $0.room.number == number }
      let new = state.flatMap(restored)
      if state == nil, let old, refusedRooms[number] != nil, !old.plan.isPermanent {
        quarantine(old.plan.name.folded, why: "it cannot be stored beside what is stored already")
      }
      replace(old, by: new ?? (state == nil ? old.flatMap(unstored) : nil))
    }
    hub.keepDay()
    roomList = nil
  }

  /// One of the server's own rooms of which nothing has ever been stored: it begins again.
  private func unstored(_ old: Room) -> Room? {
    guard old.plan.isPermanent else { return nil }
    let room = Room(old.plan, number: old.number, owner: nil, hub: hub)
    room.isRowStale = true
    return room
  }

  /// Sessions that are in the room keep their place if it is stored, and lose it if it is not.
  private func replace(_ old: Room?, by new: Room?) {
    if let old {
      drop(old)
      for member in old.members.all { member.player.awayFrom.removeAll { $0 === old } }
      old.isClosed = true
      old.owner = nil
      if let new { new.openedFrom = old.openedFrom } else { countRoom(-1, from: old.openedFrom) }
    }
    if let new { add(new) }
    for session in sessions {
      guard let session else { continue }
      let position = session.rooms.firstIndex { $0 === old }
      guard let new, let member = place(of: session, in: new, wasIn: position == nil ? nil : old) else {
        if let position { session.rooms.remove(at: position) }
        continue
      }
      new.members.markBack(member)
      session.player.awayFrom.removeAll { $0 === new }
      if let position { session.rooms[position] = new } else { session.rooms.append(new) }
    }
    guard let new else { return }
    if let old { new.takeOver(from: old) { self.players.withID($0) === $1 } }
    new.catchUp()
    new.scheduleDeadline()
    removeIfDeserted(new)
  }

  /// Places in the server's own rooms are not stored: whoever was there stays.
  private func place(of session: Session, in new: Room, wasIn old: Room?) -> Member? {
    if let member = new.members[session.player.id] { return member }
    guard let old, new.plan.isPermanent else { return nil }
    let member = new.members.add(
      session.player, isWatching: old.members[session.player.id]?.isWatching ?? false)
    member.isArriving = false
    return member
  }

  static let storageUnavailable = WireError(
    .storageUnavailable, "The server cannot store this at the moment; nothing has changed. Try again soon",
    retryAfterMilliseconds: 1000)

  /// Refuses requests that change something while storage is known not to work.
  func requireStorage(for request: Request) throws(WireError) {
    if request.changesSomething { try requireStorage() }
  }

  /// Refuses what would have to be stored, while storage is known not to work.
  func requireStorage() throws(WireError) {
    // A commit may work again before the rooms of the one that failed are read.
    if !unreadRooms.isEmpty { throw Self.storageUnavailable }
    // What waits for a disk that has stopped gathers for at most so long.
    if let commitBeganAt, hub.now > commitBeganAt.adding(milliseconds: Self.pause) { throw Self.storageUnavailable }
    guard let failedAt = storageFailedAt else { return }
    if hub.now < failedAt.adding(milliseconds: Self.pause) { throw Self.storageUnavailable }
  }

  // MARK: - Start

  /// Takes up what storage has: players, rooms with their boards, who has finished which daily.
  func restore(_ state: StoredState) {
    hub.raiseLastNumber(to: state.lastNumber)
    hub.raiseLastSeq(to: state.lastSeq)
    hub.raiseLastShare(to: state.lastShare)
    nameDamage(in: state)
    for stored in state.players where !stored.isDamaged && (!stored.isGuest || stored.tokenHash != nil) {
      players.restore(stored)
    }
    for stored in state.players where stored.isDamaged { restoreDamaged(stored) }
    for entry in state.finishedDays {
      hub.knowledge.finish(.day(game: entry.game, Day(number: entry.day)), by: entry.player)
    }
    hub.trappedMatches = state.trappedMatches
    for stored in state.rooms {
      guard let room = restored(stored) else { continue }
      if rooms[room.plan.name.folded] == nil {
        add(room)
      } else {
        quarantine(stored.room.folded, why: "there are two rooms of the name \(room.name)")
      }
    }
    for room in rooms.values.sorted(by: { $0.number < $1.number }) {
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
      // Storage has refused what followed from the room as it was read, so that reading it again does not help.
      if refusedRooms[state.room.number, default: 0] > 1 {
        throw Quarantine(reason: "storage refuses what happens in it")
      }
      return try Room.restored(state, own: ownPlans, hub: hub) { self.players.withID($0) }
    } catch {
      quarantine(state.room.folded, why: error.reason)
      return nil
    }
  }

  /// Names every row that is not what was stored; what else is said of it tells what follows.
  private func nameDamage(in state: StoredState) {
    for row in state.damagedRows {
      hub.quarantine(
        .row, ["table": .string(row.table), "key": .string(row.key)], why: "it is not what was stored")
    }
    if state.lostCommits > 0 {
      hub.log(
        "commits_lost",
        ["commits": .int(state.lostCommits), "why": "a page before them in the write-ahead log is damaged"])
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
    quarantinedRooms.insert(room)
    hub.quarantine(.room, ["room": .string(room)], why: reason)
  }
}

extension Request {
  /// Whether carrying it out is to be stored.
  fileprivate var changesSomething: Bool {
    switch self {
    case .join, .watch, .leave, .create, .start, .move, .say, .kick, .mute, .login, .rename, .forgetMe: true
    case .share, .unshare, .react, .theme(.some): true
    case .shares, .reveal, .theme(nil), .calendar: false
    case .addScore, .deleteScore, .resetScores: true
    case .ping, .help, .about, .limits, .schema, .rooms, .who, .board, .words, .bye, .command: false
    case .stats, .leaderboard, .history, .compare, .replay, .opened, .scores, .score: false
    // Of a trial only the report is stored, and a trial goes on while storage does not work.
    case .trial, .giveUp, .trials, .trialReport: false
    }
  }
}
