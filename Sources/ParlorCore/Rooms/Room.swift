import GameKit
import Kernel
import Names
import WireProtocol

/// The social half of play: who is in, who watches, rounds, talk, the order of events.
final class Room: RoomReading {
  typealias Plan = RoomPlan

  /// A hub refers to rooms only until it has handed over what they have for storage, so this makes no lasting cycle.
  let hub: Hub
  /// What its facts have made of it: ``apply(_:_:)`` alone changes it.
  let state: RoomState
  /// Which puzzles its rounds deal.
  var puzzles = RoundPuzzles()
  /// Who asked for the round that is being begun: the event that answers carries the request's id.
  @OutOfLine var requester: Requester? = nil
  /// The end of the pause that no round has followed, since nobody was here or there was no puzzle: the next one waits
  /// for somebody to ask for it.
  private var missedPause: Instant?
  /// Who is sent what, and when.
  private(set) var delivery: Delivery
  /// The votes for the next move, where moves are votes.
  var ballot = Ballot()
  /// How much may be said at the moment, in lines times members; `nil` until somebody has talked while it was large.
  var talkBudget: RateLimit?

  /// The address from which it was opened; `nil` for the server's own, and after a restart.
  var openedFrom: String?
  /// Whether the room is gone: nothing of it is stored any more.
  var isClosed = false
  var snapshotNeed = SnapshotNeed()
  /// The round that begins once its game, in another process, has answered.
  @OutOfLine var pendingRound: PendingRound? = nil
  /// How the game's process has failed here.
  var gameFaults = GameFaults()
  /// When a game that has failed is asked again what time brings.
  var tableRestsUntil: Instant?
  /// Why there was no puzzle for the round that was asked for.
  @OutOfLine var dealFailure: Rejection? = nil
  /// The commit that the latest change here is part of: what shows the room alone depends on no other.
  var ticket: CommitTicket = 0

  /// The number of the first event that this core gives out.
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

  /// Marks all events until now as those of an earlier core.
  func markInherited() {
    delivery = Delivery(after: seq)
    firstOwnSeq = seq + 1
  }

  // MARK: - Facts

  /// Gives the next number to a fact, applies it, and hands it to storage.
  ///
  /// - Parameters:
  ///   - inputs: what the fact names and does not hold.
  ///   - line: the fact as a line of the room, where a fact of a match holds that, which is handed to storage already.
  @discardableResult
  func emit(_ content: RoomEvent.Content, _ inputs: FactInputs = .nothing, line: [UInt8]? = nil) -> RoomEvent {
    let event = RoomEvent(seq: seq + 1, content: content, written: line)
    apply(.happened(event), inputs)
    if mode.ballotSeconds != nil, ballot.follow(content, in: view) { scheduleDeadline() }
    snapshotNeed.facts += 1
    if hub.isDurable, line == nil { hub.journal.append(self.line(of: event)) }
    hub.touch(self)
    return event
  }

  /// An event that has just happened as a line of the room's document. What sessions that resume get of it is that
  /// very line, unless it holds what nobody may get.
  private func line(of event: RoomEvent) -> DocumentLine {
    let told = event.isToldWhole ? history.newest : nil
    return DocumentLine(RoomDocument.id(number), bytes: told ?? event.line(in: number))
  }

  /// What a fact leads to, here and for who may know what, live and at a start.
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
      if case .finished(_, let id, let result, _, let scope) = event.content { dayBoards?.finish(id, scope, result) }
      hub.knowledge.learn(event.content, in: number, endsTogether: mode.seats != nil)
    case .snapshot(let snapshot, _, _):
      for (round, players) in snapshot.finished {
        for player in players { hub.knowledge.finish(.dealt(room: number, round: round), by: player) }
      }
    case .lost, .started, .reconnected, .closed, .forgot, .untold, .redacted: break
    }
    return hasChanged
  }

  /// Whether everybody may see the room: those with a code, and those in which somebody practises, are nobody else's.
  var isListed: Bool { plan.code == nil && mode.isListed }

  /// A room goes when nobody is in it any more.
  var isDeserted: Bool { !mode.isPermanent && members.count == 0 }

  /// Nothing of a player stays in the room, not even a board of the day.
  func forget(_ player: Player) {
    let address = Exclusions.Address(of: player, seconds: hub.limits.excludedAddressSeconds, since: hub.now)
    let hadBoard = dayBoards?.drop(player.id) == true
    guard apply(.forgot(player.id, address)) || hadBoard else { return }
    makeSnapshotDue()
  }

  /// What was sent about a player is sent to nobody any more, and goes from storage. Who resumes in the channel
  /// gets it as it is: what they have seen before would have to be taken back under the very name.
  ///
  /// - Returns: whether there was anything.
  func forgetEvents(of player: Player) -> Bool {
    delivery.forget(player)
    guard apply(.untold(player.id, all: self === hub.channel)) else { return false }
    snapshotNeed.isRewritten = hub.isDurable
    hub.touch(self)
    return true
  }

  // MARK: - Delivery

  /// Lets a fact happen (``emit(_:_:line:)``) and sends it to everyone whom it concerns, each as much as they may
  /// know: those who are here after it, and those who leave with it.
  ///
  /// - Parameters:
  ///   - silent: a member to whom it is not sent.
  ///   - line: the fact as a line of the room, where a fact of a match holds that.
  func publish(
    _ content: RoomEvent.Content, _ inputs: FactInputs = .nothing, for requester: Requester? = nil,
    except silent: Member? = nil, leaving: Member? = nil, line: [UInt8]? = nil
  ) {
    let wasLarge = isLarge
    let listener = leaving === silent ? nil : leaving?.session
    let event = emit(content, inputs, line: line)
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

  /// Sends the missed events to somebody who came back.
  func resume(_ events: [RoomEvent], to member: Member, _ session: Session) {
    delivery.resume(events, to: member, session, in: view)
  }

  /// Tells somebody who has just finished a puzzle what was said of it meanwhile.
  func sendHiddenTalk(of scope: PuzzleScope, to player: Player) {
    guard let member = members[player.id], let session = member.session,
      let talk = view.hiddenTalk(of: scope, for: member)
    else { return }
    hub.send(talk, to: session, after: ticket)
  }

  /// Lets what is said of this room from now on wait for a commit, although nothing has changed: on its way over
  /// another node it then comes whole or not at all, should this owner go meanwhile. The next one tells only what it
  /// has not.
  func commit(with player: Player) {
    hub.change(player, .visited(hub.now))
    hub.journal.touch(self)
  }

  // MARK: - Time

  /// Tells the hub when this room next has something to do.
  func scheduleDeadline() {
    let day = dayBoards
    let times = [
      roundDeadline, delivery.dueAt, firstAbsenceEnd, day?.turn?.goesOnAt, day?.nextDeparture,
      view.tableDeadline(restingUntil: tableRestsUntil), ballot.deadline(in: view),
    ]
    hub.deadlines.set(number, at: times.compactMap { $0 }.min())
  }

  /// When the round under way ends, or the next one begins.
  var roundDeadline: Instant? { rounds.deadline == missedPause ? nil : rounds.deadline }

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
    delivery.reachTime(in: view)
    daily?.reachTime()
    reachTableTime()
    reachBallotTime()
    // The next round begins once there is time for its puzzle, and no maintenance.
    let wait = isPlaying ? nil : hub.maintenanceWait ?? hub.puzzles.wait
    let isDue = roundDeadline.map { $0 <= hub.now } ?? false
    if isDue, wait == nil {
      perform(.timeReached(present: members.presentPlayerCount, isIdle: isRoundIdle))
      if let deadline = rounds.deadline, deadline <= hub.now { missedPause = deadline }
    }
    endAbsences()
    scheduleDeadline()
    if isDue, let wait { hub.deadlines.set(number, at: hub.now.adding(milliseconds: Int64(wait))) }
  }
}
