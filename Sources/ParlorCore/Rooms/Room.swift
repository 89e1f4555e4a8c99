import GameKit
import Kernel
import Names
import WireProtocol

/// The social half of play: members, watchers, rounds, talk, the order of events.
final class Room: RoomReading {
  typealias Plan = RoomPlan

  /// The hub refers to rooms only until it has taken their lines for storage, so this is no lasting cycle.
  let hub: Hub
  /// The fold of its facts: only ``apply(_:_:)`` changes it.
  let state: RoomState
  /// The puzzles of its rounds.
  var puzzles = RoundPuzzles()
  /// The requester of the round that is beginning: the answering event has the request's id.
  @OutOfLine var requester: Requester? = nil
  /// The end of a pause after which no round began, since nobody was present or there was no puzzle: the next one waits
  /// for a request.
  private var missedPause: Instant?
  /// Who is sent what, and when.
  private(set) var delivery: Delivery
  /// The votes for the next move, in a voting room.
  var ballot = Ballot()
  /// The remaining budget for talk, in lines times members; `nil` until somebody has talked while it was large.
  var talkBudget: RateLimit?

  /// The address that opened it; `nil` for the server's own, and after a restart.
  var openedFrom: String?
  /// Whether the room is closed: nothing of it is stored any more.
  var isClosed = false
  var snapshotNeed = SnapshotNeed()
  /// The round that begins once its game, in another process, has answered.
  @OutOfLine var pendingRound: PendingRound? = nil
  /// The failures of the game's process here.
  var gameFaults = GameFaults()
  /// Whether all who play are away when the first of them leaves, or the room is closed: what they play counts for
  /// nobody, unless somebody comes back.
  var isAbandoned = false
  /// When a failed game is called again for timed events.
  var tableRestsUntil: Instant?
  /// Why there was no puzzle for the requested round.
  @OutOfLine var dealFailure: Rejection? = nil
  /// The commit of the latest change here: output about this room alone depends on no other.
  var ticket: CommitTicket = 0

  /// The number of this core's first event.
  private(set) var firstOwnSeq: Int

  init(_ plan: Plan, number: Int64? = nil, firstSeq: Int? = nil, owner: Player?, hub: Hub) {
    self.hub = hub
    state = RoomState(
      plan, number: number ?? hub.numbers.next(), firstSeq: firstSeq ?? hub.numbers.lastSeq, owner: owner,
      limits: hub.limits)
    firstOwnSeq = state.seq + 1
    delivery = Delivery(after: state.seq)
    owner?.ownedRooms += 1
  }

  /// Marks all events until now as an earlier core's.
  func markInherited() {
    delivery = Delivery(after: seq)
    firstOwnSeq = seq + 1
  }

  // MARK: - Facts

  /// Assigns the next number to a fact, applies it, and appends it to the journal.
  ///
  /// - Parameters:
  ///   - inputs: what the fact refers to.
  ///   - line: the room's line, if a fact of a match contains it and is in the journal already.
  @discardableResult
  func emit(
    _ content: RoomEvent.Content, by actor: RoomEvent.Actor = .nobody, _ inputs: FactInputs = .nothing,
    line: [UInt8]? = nil
  ) -> RoomEvent {
    let event = RoomEvent(seq: seq + 1, by: actor, content, written: line)
    apply(.happened(event), inputs)
    if mode.ballotSeconds != nil, ballot.follow(event, in: view) { scheduleDeadline() }
    snapshotNeed.facts += 1
    if hub.isDurable, line == nil { hub.journal.append(self.line(of: event)) }
    hub.touch(self)
    return event
  }

  /// A new event as a line of the room's document. Resuming sessions get it from that line, unless it has parts that no
  /// client gets.
  private func line(of event: RoomEvent) -> DocumentLine {
    let told = event.isToldWhole ? history.newest : nil
    return DocumentLine(RoomDocument.id(number), bytes: told ?? event.line(in: number))
  }

  /// Applies a fact to the room and to ``Knowledge``, live and at a start.
  ///
  /// - Returns: whether it has changed anything.
  @discardableResult
  func apply(_ fact: RoomFact, _ inputs: FactInputs = .nothing) -> Bool {
    let owner = owner
    let hasChanged = state.apply(fact, inputs, at: hub.now)
    if owner !== self.owner {
      owner?.ownedRooms -= 1
      self.owner?.ownedRooms += 1
    }
    switch fact {
    case .happened(let event):
      if case .finished(let result, _, let scope) = event.content { dayBoards?.finish(event.actor.id, scope, result) }
      hub.knowledge.learn(event, in: number, endsTogether: mode.seats != nil)
    case .snapshot(let snapshot, _, _):
      for (round, players) in snapshot.finished {
        for player in players { hub.knowledge.finish(.dealt(room: number, round: round), by: player) }
      }
    case .lost, .started, .attended, .reconnected, .closed, .forgot, .untold, .redacted: break
    }
    return hasChanged
  }

  /// Whether the room is visible to everybody: not with a code, and not for practice.
  var isListed: Bool { plan.code == nil && mode.isListed }

  /// A room closes when it has no members.
  var isDeserted: Bool { !mode.isPermanent && members.count == 0 }

  /// Removes everything of a player from the room, including boards of the day.
  func forget(_ player: Player) {
    let address = Exclusions.Address(of: player, seconds: hub.limits.excludedAddressSeconds, since: hub.now)
    let hadBoard = dayBoards?.drop(player.id) == true
    guard apply(.forgot(player.id, address)) || hadBoard else { return }
    makeSnapshotDue()
  }

  /// Removes events about a player from the history window and from storage. Clients that resume in the channel get the
  /// rest unchanged: withdrawing earlier events would name the player.
  ///
  /// - Returns: whether there were any.
  func forgetEvents(of player: Player) -> Bool {
    delivery.forget(player)
    guard apply(.untold(player.id, all: self === hub.channel)) else { return false }
    snapshotNeed.isRewritten = hub.isDurable
    hub.touch(self)
    return true
  }

  // MARK: - Delivery

  /// Emits a fact (``emit(_:by:_:line:)``) and sends each recipient as much as they may know: present members, and
  /// those who leave with it.
  ///
  /// - Parameters:
  ///   - silent: a member who does not get it.
  ///   - line: the room's line, if a fact of a match contains it.
  func publish(
    _ content: RoomEvent.Content, by actor: RoomEvent.Actor = .nobody, _ inputs: FactInputs = .nothing,
    for requester: Requester? = nil, except silent: Member? = nil, leaving: Member? = nil, line: [UInt8]? = nil
  ) {
    let wasLarge = isLarge
    let listener = leaving === silent ? nil : leaving?.session
    let event = emit(content, by: actor, inputs, line: line)
    let dispatch = Dispatch(
      event: event, from: delivery.undelivered(upTo: event), requester: requester, silent: silent)
    let view = view
    if (wasLarge || isLarge) && event.isDigested {
      delivery.gather(dispatch, in: view)
    } else {
      delivery.broadcast(dispatch, in: view)
    }
    if let leaving, let listener { delivery.tell(dispatch, to: leaving, listener, in: view) }
  }

  /// Sends the missed events to a returning member.
  func resume(_ events: [RoomEvent], to member: Member, _ session: Session) {
    delivery.resume(events, to: member, session, in: view)
  }

  /// Sends a player who has just finished a puzzle the talk about it that was hidden.
  func sendHiddenTalk(of scope: PuzzleScope, to player: Player) {
    guard let member = members[player.id], let session = member.session,
      let talk = view.hiddenTalk(of: scope, for: member)
    else { return }
    hub.send(talk, to: session, after: ticket)
  }

  /// Makes later output of this room depend on a commit although nothing has changed: if this owner fails, another node
  /// has sent it completely or not at all, and the next owner sends only the rest.
  func commit(with player: Player) {
    hub.change(player, .visited(hub.now))
    hub.journal.touch(self)
  }

  // MARK: - Time

  /// Schedules the room's next timer in the hub.
  func scheduleDeadline() {
    let day = dayBoards
    let times = [
      roundDeadline, delivery.dueAt, firstAbsenceEnd, day?.turn?.goesOnAt, day?.nextDeparture,
      isUnattended ? nil : view.tableDeadline(restingUntil: tableRestsUntil), ballot.deadline(in: view),
    ]
    hub.deadlines.set(number, at: times.compactMap { $0 }.min())
  }

  /// When the current round ends, or the next one begins.
  var roundDeadline: Instant? { isUnattended || rounds.deadline == missedPause ? nil : rounds.deadline }

  /// When the first reservation of a seat expires.
  private var firstAbsenceEnd: Instant? {
    guard members.awayCount > 0 else { return nil }
    return members.all.compactMap(view.absenceEnd).min()
  }

  /// The next match of a series waits for all who have a seat: one has come, or has given it up.
  func resumeSeries() {
    guard mode.seats != nil, missedPause != nil else { return }
    missedPause = nil
    scheduleDeadline()
  }

  /// Does what is due.
  func reachTime() {
    delivery.reachTime(in: view)
    daily?.reachTime()
    reachTableTime()
    reachBallotTime()
    // The next round begins once the budget allows its puzzle, and there is no maintenance.
    let wait = isPlaying ? nil : hub.maintenanceWait ?? hub.puzzles.wait
    let isDue = roundDeadline.map { $0 <= hub.now } ?? false
    if isDue, wait == nil {
      perform(.timeReached)
      if let deadline = rounds.deadline, deadline <= hub.now { missedPause = deadline }
    }
    endAbsences()
    scheduleDeadline()
    if isDue, let wait { hub.deadlines.set(number, at: hub.now.adding(milliseconds: Int64(wait))) }
  }
}
