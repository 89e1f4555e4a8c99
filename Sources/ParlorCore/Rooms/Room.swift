import GameKit
import WireProtocol

/// The social half of play: who is in, who watches, rounds, talk, the order of events.
final class Room {
  /// What a room is made of and does not change.
  struct Plan {
    let name: PlayerName
    /// `nil` for a room for talking.
    var game: GameModule?
    var settings: JSON = [:]
    var mode: ModeKind = .race
    var code: String?
    /// Whether only players with a name come in.
    var isNamedOnly = false
    /// Rooms of the server itself stay when nobody is there.
    var isPermanent = false
    /// Chosen by the client; its matches are unranked.
    var seed: UInt64?
    /// The past day whose daily the first round deals; each later round deals that of the day before.
    var archiveDay: Int?
    var roundSeconds: Int?

    /// Whether its matches count for statistics: the server chose the puzzle.
    var isRanked: Bool { seed == nil && archiveDay == nil }

    /// The day whose daily a round deals, in a room for past dailies.
    func archiveDay(in round: Int) -> Day? { archiveDay.map { Day(number: $0 &- (round &- 1)) } }

    /// What names a round's puzzle in share texts: `race`, `archive 323`.
    func label(of round: Int) -> String {
      archiveDay(in: round).map { "archive \(ShareGrid.numberText($0.number))" } ?? mode.rawValue
    }
  }

  /// A hub refers to rooms only until it has handed over what they have for storage, so this makes no lasting cycle.
  let hub: Hub
  let number: Int64
  let plan: Plan
  var mode: (any Mode)?
  var owner: Player? {
    didSet {
      oldValue?.ownedRooms -= 1
      owner?.ownedRooms += 1
    }
  }
  var members = MemberTable()
  /// The boards of the day or of the round.
  var seats: [PlayerID: Seat] = [:]
  /// Boards put away: of those who have left the round, and of the round or day before. Somebody who comes back to the
  /// same puzzle finds the same board, and a repeated `move_id` its answer.
  var formerSeats: [PlayerID: Seat] = [:]
  /// The board that all share, in modes where they do.
  var shared: PlayedMatch?
  /// Today's or this round's match before its first move: copied for each seat.
  var template: (scope: PuzzleScope, match: Match, dealtAt: Instant)?
  /// What midnight has left to do; `nil` when all is done.
  var dayTurn: DayTurn?
  /// Those whom the owner has sent away.
  var kicked = Exclusions()
  /// Those whom the owner has silenced: leaving and joining again does not help.
  var muted = Exclusions()
  var wins: [PlayerID: Int] = [:]
  /// Puzzles dealt here, so that none comes twice.
  var used: PuzzleSet = []
  /// Those that rounds keep clear of on a day: what that is depends on the settings, which stay.
  var reserved: (day: Day, puzzles: PuzzleSet)?
  /// Those that storage has not been handed yet.
  private var unstoredPuzzles: [PuzzleKey] = []
  /// Whether storage is to forget those that it knows first.
  private var forgetsStoredPuzzles = false
  /// Who asked for the round that is being begun: the event that answers carries the request's id.
  var requester: Requester?
  /// Who is being given a seat: `joined` will tell the newcomer of a round that begins with it.
  var newcomer: Member?
  /// The number before that of the first event: the server's own rooms count from 1, others go on from the greatest
  /// number of any room that is gone.
  let firstSeq: Int
  private(set) var seq = 0
  private(set) var log: EventLog
  var digest = PendingDigest()
  /// How much may be said at the moment, in lines times members; `nil` until somebody has talked while it was large.
  var talkBudget: RateLimit?

  /// The address from which it was opened; `nil` for the server's own, and after a restart.
  var openedFrom: String?
  /// Whether the room is gone: nothing of it is stored any more.
  var isClosed = false
  /// Events that storage has not been handed yet.
  private var unstoredEvents: [RoomEvent] = []
  /// Whether storage is to have the kept events in place of all that it has.
  private var rewritesEvents = false
  /// Whether the room's row in storage is behind.
  var isRowStale = false
  /// Why there was no puzzle for the round that was asked for.
  var dealFailure: Rejection?
  /// The commit that the latest change here is part of: what shows the room alone depends on no other.
  var ticket: CommitTicket = 0

  init(_ plan: Plan, number: Int64? = nil, firstSeq: Int? = nil, owner: Player?, hub: Hub) {
    self.hub = hub
    self.plan = plan
    self.owner = owner
    owner?.ownedRooms += 1
    self.number = number ?? hub.numbers.next()
    log = EventLog(capacity: hub.limits.resumeEvents)
    self.firstSeq = firstSeq ?? (plan.isPermanent ? 0 : hub.numbers.lastSeq)
    seq = self.firstSeq
    digest.deliveredThrough = seq
    if let game = plan.game {
      mode = plan.mode.makeMode(roundSeconds: plan.roundSeconds ?? game.info.roundSeconds)
    }
  }

  var name: String { plan.name.text }

  /// Whether events are folded into digests, so that their cost does not grow with the square of the members.
  var isLarge: Bool { members.count > hub.limits.digestMembers }

  /// Whether everybody may see the room: those with a code, and those in which somebody practises, are nobody else's.
  var isListed: Bool { plan.code == nil && mode?.isSolitary != true }

  /// Whether boards are dealt on the day's puzzle; in a room for talking nothing is.
  var playsTheDay: Bool { mode?.playsTheDay == true }

  /// Where the puzzle that is on the table stands.
  var scope: PuzzleScope? { template?.scope }

  /// A room goes when nobody is in it any more.
  var isDeserted: Bool { !plan.isPermanent && members.count == 0 }

  /// Gives the next number to an event and keeps it for those who resume.
  ///
  /// - Parameter isRecorded: whether another fact tells of it already.
  func number(_ content: RoomEvent.Content, isRecorded: Bool = false) -> RoomEvent {
    seq += 1
    let event = RoomEvent(seq: seq, content: content)
    log.append(event)
    if hub.isDurable, !isRecorded { unstoredEvents.append(event) }
    if content.changesPlaces, !plan.isPermanent { isRowStale = true }
    hub.touch(self)
    return event
  }

  /// Takes up the numbering and the events of a stored room.
  func restore(_ stored: RestoredEvents) {
    for event in stored.events { log.append(event) }
    seq = max(seq, stored.seq ?? seq)
    digest.deliveredThrough = seq
  }

  /// Hands storage what happened since the last time: events, and the room's own row if it changed.
  func flushRecords() {
    guard !isClosed else { return }
    if isRowStale {
      isRowStale = false
      hub.journal.append(.room(row()))
    }
    if forgetsStoredPuzzles { hub.journal.append(.puzzlesUnused(room: number)) }
    for puzzle in unstoredPuzzles { hub.journal.append(.puzzleUsed(room: number, puzzle)) }
    forgetsStoredPuzzles = false
    unstoredPuzzles.removeAll(keepingCapacity: true)
    flushEvents()
  }

  /// Hands storage the events that no other fact tells of: those before a fact go before it.
  func flushEvents() {
    if rewritesEvents {
      rewritesEvents = false
      unstoredEvents.removeAll(keepingCapacity: true)
      // One is written in any case: it holds the room's number of events.
      let kept = log.all.isEmpty ? [RoomEvent(seq: seq, content: .removed)] : log.all
      return hub.journal.append(
        .eventsRewritten(
          StoredEvents(room: number, first: kept[0].seq, last: seq, body: RoomEvent.encode(kept))))
    }
    guard let first = unstoredEvents.first, let last = unstoredEvents.last else { return }
    let body = RoomEvent.encode(unstoredEvents)
    hub.journal.append(.events(StoredEvents(room: number, first: first.seq, last: last.seq, body: body)))
    unstoredEvents.removeAll(keepingCapacity: true)
  }

  /// What was told of a player is told to nobody any more, and goes from storage. Those who resume in the channel are told
  /// it as it is: what they have seen before would have to be taken back under the very name.
  ///
  /// - Returns: whether there was anything.
  func forgetEvents(of player: Player) -> Bool {
    digest.recent.removeAll { $0 == player.name }
    guard log.forget(player) else { return false }
    if isChannel { log.removeAll() }
    rewritesEvents = hub.isDurable
    hub.touch(self)
    return true
  }

  /// A puzzle has been dealt and does not come again: to this player, in any room, when it is played alone; else in
  /// this room.
  func noteUsed(_ puzzle: PuzzleKey) {
    if let (player, game) = practising {
      player.had[game, default: []].insert(puzzle)
    } else {
      used.insert(puzzle)
      if hub.isDurable { unstoredPuzzles.append(puzzle) }
    }
  }

  /// All puzzles may be dealt again.
  func forgetUsedPuzzles() {
    if let (player, game) = practising {
      player.had[game] = nil
    } else {
      used = []
      unstoredPuzzles = []
      forgetsStoredPuzzles = hub.isDurable
    }
  }

  /// The puzzles that do not come again.
  var had: PuzzleSet {
    guard let (player, game) = practising else { return used }
    return player.had[game] ?? []
  }

  /// Who plays here alone, and what.
  private var practising: (Player, game: String)? {
    guard mode?.isSolitary == true, let game = plan.game, let owner else { return nil }
    return (owner, game.info.id)
  }

  /// The room's row as it is now.
  func row() -> StoredRoom {
    var json = JSONWriter()
    storedBody().write(to: &json)
    return StoredRoom(number: number, folded: plan.name.folded, body: json.bytes)
  }

  /// Tells the hub when this room next has something to do.
  func scheduleDeadline() {
    let times = [mode?.deadline, digest.dueAt, firstAbsenceEnd, dayTurn?.goesOnAt]
    hub.deadlines.set(number, at: times.compactMap { $0 }.min())
  }

  /// When the first place that is kept for somebody is given up.
  private var firstAbsenceEnd: Instant? {
    guard members.awayCount > 0 else { return nil }
    return members.all.lazy.compactMap(\.awaySince).min().map {
      $0.adding(milliseconds: Int64(hub.limits.seatSeconds) * 1000)
    }
  }

  private var isRoundIdle: Bool { seats.values.allSatisfy { $0.played.moveCount == 0 } }

  /// Does what is due.
  func reachTime() {
    if let due = digest.dueAt, due <= hub.now { sendDigest() }
    if let due = dayTurn?.goesOnAt, due <= hub.now { goOnTurningDay() }
    // The next round begins once there is time for its puzzle.
    let wait = mode?.isPlaying == false ? hub.puzzles.wait : nil
    let isDue = (mode?.deadline).map { $0 <= hub.now } ?? false
    if isDue, wait == nil {
      perform(.timeReached(present: members.presentPlayerCount, isIdle: isRoundIdle))
      // No event tells of a pause that ends without a round, but it is stored.
      isRowStale = true
      hub.touch(self)
    }
    endAbsences()
    scheduleDeadline()
    if isDue, let wait { hub.deadlines.set(number, at: hub.now.adding(milliseconds: Int64(wait))) }
  }
}
