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
    return hub.journal.take()
  }

  /// Questions that can be answered now, and under which number to bring the answers back.
  public func takeQueries() -> (number: Int64, queries: [Query])? {
    let ripe = hub.journal.takeQueries()
    guard !ripe.isEmpty else { return nil }
    let number = hub.nextNumber()
    openQueries[number] = ripe
    return (number, ripe.map(\.query))
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
    if storageFailedAt != nil {
      storageFailedAt = nil
      hub.log("storage_works_again")
    }
  }

  /// A batch could not be stored: outputs that depend on it have been dropped, and it is as if nothing in it had
  /// happened. Who asked for something is told, and rooms are to be read again.
  ///
  /// - Returns: the rooms to hand to ``Storage/reload(rooms:completion:)``.
  public func failed(_ ticket: CommitTicket, _ failure: StorageFailure, at now: Instant) -> [Int64] {
    advance(to: now)
    let lost = hub.journal.fail(ticket)
    if storageFailedAt == nil { hub.log("storage_failed", ["why": .string(failure.message)]) }
    storageFailedAt = hub.now
    for undo in lost.undo.reversed() { undo() }
    for pending in lost.queries { pending.finish(.unavailable(failure)) }
    for (id, re) in lost.requests {
      guard let session = session(id) else { continue }
      hub.send(ErrorMessage(Self.storageUnavailable), to: session, answering: re, dependent: false)
    }
    for number in lost.rooms { roomsByNumber[number]?.isFrozen = true }
    return lost.rooms.sorted()
  }

  /// Rooms are as storage has them.
  public func reloaded(_ numbers: [Int64], as stored: [StoredRoomState], at now: Instant) {
    advance(to: now)
    for number in numbers {
      let old = roomsByNumber[number]
      if let scope = old?.scope { hub.knowledge.forget(scope) }
      let new = stored.first { $0.room.number == number }.flatMap { state in
        Room.restored(state, games: hub.configuration.games, hub: hub) { self.players.withID($0) }
      }
      replace(old, by: new)
    }
  }

  /// Sessions that are in the room keep their place if it is stored, and lose it if it is not.
  private func replace(_ old: Room?, by new: Room?) {
    if let old {
      rooms[old.plan.name.folded] = nil
      roomsByNumber[old.number] = nil
      old.owner = nil
    }
    if let new { add(new) }
    for session in sessions {
      guard let session else { continue }
      let wasIn = session.rooms.contains { $0 === old }
      session.rooms.removeAll { $0 === old }
      guard let new else { continue }
      if let member = new.members[session.player.id] {
        new.members.markBack(member)
        session.rooms.append(new)
      } else if wasIn, new.plan.isPermanent {
        // Places in the server's own rooms are not stored: who was there is there.
        _ = new.members.add(session.player, isWatching: old?.members[session.player.id]?.isWatching ?? false)
        session.rooms.append(new)
      }
    }
    new?.scheduleDeadline()
  }

  static let storageUnavailable = WireError(
    .storageUnavailable, "The server cannot store this at the moment; nothing has changed. Try again soon",
    retryAfterMilliseconds: 1000)

  /// Refuses requests that change something while storage is known not to work.
  func requireStorage(for request: Request) throws(WireError) {
    guard request.changesSomething, let failedAt = storageFailedAt else { return }
    if hub.now < failedAt.adding(milliseconds: Self.pause) { throw Self.storageUnavailable }
  }

  // MARK: - Start

  /// Takes up what storage has: players, rooms with their boards, who has finished which daily.
  func restore(_ state: StoredState) {
    hub.raiseLastNumber(to: state.lastNumber)
    for stored in state.players where !stored.isGuest || stored.tokenHash != nil { players.restore(stored) }
    for entry in state.finishedDays {
      hub.knowledge.finish(.day(game: entry.game, Day(number: entry.day)), by: entry.player)
    }
    for stored in state.rooms {
      let room = Room.restored(stored, games: hub.configuration.games, hub: hub) { self.players.withID($0) }
      if let room {
        add(room)
      } else {
        hub.log("room_not_restored", ["room": .string(stored.room.folded)])
      }
    }
    for room in Array(rooms.values) { removeIfDeserted(room) }
    if !state.rooms.isEmpty {
      hub.log("restored", ["players": .int(state.players.count), "rooms": .int(rooms.count)])
    }
  }
}

extension Request {
  /// Whether carrying it out is to be stored.
  fileprivate var changesSomething: Bool {
    switch self {
    case .join, .watch, .leave, .create, .start, .move, .say, .kick, .mute, .login, .rename, .forgetMe: true
    case .ping, .help, .limits, .schema, .rooms, .who, .board, .words, .bye: false
    case .stats, .leaderboard, .history, .compare, .replay, .opened: false
    }
  }
}
