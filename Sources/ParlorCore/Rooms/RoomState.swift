import GameKit
import WireProtocol

/// The state of a room: a fold of its facts. Only ``apply(_:_:at:)`` changes it, live and at a start.
///
/// Connections, delivery and timers are in ``Room``. It is a class, so that views of a room refer to its state without
/// a copy.
final class RoomState {
  private(set) var plan: RoomPlan
  /// As the mode says, here since every event looks at it.
  let digestsAlways: Bool
  let number: Int64
  /// The number before that of the first event: the server's own rooms count from 1, others continue from the greatest
  /// number of any closed room.
  let firstSeq: Int
  /// The most absent players that are kept, for their boards or the rounds that they have won.
  private let mostFormer: Int
  /// The number of the last event.
  private(set) var seq: Int
  /// The last events, for returning clients.
  private(set) var history: HistoryWindow
  /// The player who may begin rounds, mute others and send them away.
  private(set) var owner: Player?
  /// The members. Whether a member watches is part of the state; the rest serves delivery.
  private(set) var members = MemberTable()
  private(set) var rounds = Rounds()
  /// The boards of the round.
  private(set) var roundBoards: Boards
  /// The boards of the day, if the day's puzzle is played. They are no facts of the room: each is a match.
  let dayBoards: DayBoards?
  /// The shared board, in modes with one.
  private(set) var shared: PlayedMatch?
  /// The rounds that each player has won.
  private(set) var wins: [PlayerID: Int] = [:]
  /// Puzzles dealt here, so that none is repeated; empty in practice rooms.
  private(set) var used: PuzzleSet = []
  /// Players whom the owner has sent away.
  private(set) var kicked = Exclusions()
  /// Players whom the owner has taken back since the room was locked.
  private(set) var readmitted = Exclusions()
  /// Players whom the owner has muted, also after leaving and rejoining.
  private(set) var muted = Exclusions()

  /// The round that ran at a start, until one of its players is back.
  private(set) var unattendedRound: Int?

  init(_ plan: RoomPlan, number: Int64, firstSeq: Int, owner: Player?, limits: Limits) {
    self.plan = plan
    digestsAlways = plan.mode.digestsAlways
    self.number = number
    self.firstSeq = firstSeq
    self.owner = owner
    mostFormer = 2 * limits.roomMembers
    roundBoards = Boards(mostFormer: mostFormer)
    dayBoards = plan.mode.playsTheDay ? DayBoards() : nil
    seq = firstSeq
    history = HistoryWindow(of: number, limits)
  }

  /// The boards of the day or of the round, and archived ones. Of the day's only those in memory.
  var boards: Boards { dayBoards?.loaded ?? roundBoards }
  /// The puzzle of today or of the round.
  var table: Boards.Table? { dayBoards?.loaded.table ?? roundBoards.table }
  var seats: [PlayerID: Seat] { dayBoards?.loaded.seats ?? roundBoards.seats }
  var formerSeats: [PlayerID: Seat] { dayBoards?.loaded.former ?? roundBoards.former }

  // MARK: - Facts

  /// Applies a fact, live and at a start. It depends on nothing but the order of facts.
  ///
  /// - Parameters:
  ///   - inputs: what the fact refers to.
  ///   - now: the time, for absences.
  /// - Returns: whether it has changed anything.
  func apply(_ fact: RoomFact, _ inputs: FactInputs, at now: Instant) -> Bool {
    switch fact {
    case .happened(let event): apply(event, inputs, at: now)
    case .snapshot(let snapshot, let seq, let window):
      guard case .stored(let boards) = inputs else { return false }
      for event in window { keep(event) }
      self.seq = max(self.seq, seq)
      resume(snapshot, boards)
    case .lost(let last): seq = max(seq, last)
    case .started:
      for member in members.all {
        member.isArriving = false
        members.markAway(member, since: now)
      }
      unattendedRound = rounds.number
    case .attended: unattendedRound = nil
    case .reconnected(let member):
      members.add(member)
      members.markBack(member)
    case .closed: owner = nil
    case .forgot(let player, let address): return forget(player, address)
    case .untold(let player, let all):
      guard history.forget(player) else { return false }
      if all { history.removeAll() }
    case .redacted(let player, let line): return history.redactTalk(of: player, line: line)
    }
    return true
  }

  private func apply(_ event: RoomEvent, _ inputs: FactInputs, at now: Instant) {
    keep(event)
    switch event.content {
    case .moved:
      if case .move(let move, let board) = inputs { board.play(move, by: move.event == nil ? event.actor.id : nil) }
    case .finished(let result, _, let scope): roundBoards.finish(event.actor.id, scope, result)
    case .round(let deal):
      // Another series begins, after one that is decided, or with somebody who has not played the last match.
      let isAnother = deal.boards.contains { roundBoards.seats[$0.player] == nil }
      if let needed = plan.terms.winsNeeded, isAnother || wins.values.contains(where: { $0 >= needed }) { wins = [:] }
      begin(deal, inputs)
    case .roundOver(_, let standings, _, _, let nextAt):
      rounds.end(nextAt: nextAt)
      for standing in standings where standing.wins > 0 && standing.id.number > 0 { wins[standing.id] = standing.wins }
      dropWins()
    case .presence(let change, let details): apply(change, of: event.actor, details, inputs, at: now)
    case .directed(let direction):
      rounds.follow(direction)
      switch direction {
      case .changed(let seconds, _): plan.roundSeconds = seconds
      case .locked(let isLocked):
        plan.isLocked = isLocked
        readmitted = Exclusions()
      case .paused, .unpaused, .stopped: break
      }
    case .said, .shared, .unshared, .reacted, .removed: break
    }
  }

  /// Applies a snapshot to an empty room. Deleted players are left out, and so are boards that cannot be replayed.
  private func resume(_ snapshot: RoomSnapshot, _ stored: StoredBoards) {
    owner = snapshot.owner.flatMap(stored.player)
    rounds = snapshot.rounds
    (wins, used) = (snapshot.wins, snapshot.used)
    (kicked, readmitted, muted) = (snapshot.kicked, snapshot.readmitted, snapshot.muted)
    for place in snapshot.places {
      if let player = stored.player(place.player) {
        members.add(Member(player: player, isWatching: place.isWatching))
      }
    }
    if let dealt = snapshot.dealt, let match = try? plan.game?.match(puzzle: dealt.puzzle, settings: plan.settings) {
      roundBoards.deal(table(of: dealt.round, match, dealtAt: dealt.dealtAt))
    }
    let (plan, table) = (plan, roundBoards.table)
    shared = snapshot.shared.flatMap { stored.board($0, table, plan) }
    func seat(_ board: RoomSnapshot.Board) -> Seat? {
      guard let player = board.player.flatMap(stored.player), let played = stored.board(board, table, plan) else {
        return nil
      }
      let outcome = board.elapsed.flatMap { elapsed in
        played.match.outcome(for: player.id).map { Seat.Result(outcome: $0, elapsed: elapsed) }
      }
      return Seat(player: player, played: played, result: outcome)
    }
    for seat in snapshot.boards.compactMap(seat) where members[seat.player.id] != nil { roundBoards.add(seat) }
    // A match of an earlier round can be closed here. Restoring it would assign it to the current round.
    for board in snapshot.former where stored.board(board.match) != nil || board.startedAt == snapshot.dealt?.dealtAt {
      if let seat = seat(board) { roundBoards.keep(seat) }
    }
  }

  /// Adds an event to the history window.
  private func keep(_ event: RoomEvent) {
    seq = max(seq, event.seq)
    history.append(event)
  }

  private func begin(_ deal: Deal, _ inputs: FactInputs) {
    roundBoards.archiveRound()
    rounds.begin(deal.round, endsAt: deal.endsAt)
    shared = nil
    roundBoards.deal(inputs.match(of: deal, plan).map { table(of: deal.round, $0, dealtAt: deal.dealtAt) })
    guard let table = roundBoards.table else { return }
    if deal.startsOver { used = [] }
    if plan.isChosenByServer, plan.mode.hasCommonRounds { used.insert(table.match.puzzleKey) }
    share(deal.boards.first?.match, inputs)
    if case .dealt(_, let begin?) = inputs { shared?.play(begin, by: nil) }
    for board in deal.boards { if let member = members[board.player] { seat(member, board.match, inputs) } }
  }

  private func table(of round: Int, _ match: Match, dealtAt: Instant) -> Boards.Table {
    Boards.Table(scope: .dealt(room: number, round: round), match: match, dealtAt: dealtAt)
  }

  /// Places the shared board without its first player, whom a start may not know any more.
  private func share(_ board: Int64?, _ inputs: FactInputs) {
    guard plan.mode.sharesBoard, rounds.isRunning, shared == nil, let board, let table = roundBoards.table else {
      return
    }
    shared = inputs.board(board, on: table, plan)
  }

  /// Gives a member a seat in the current round: the former board, the shared one, or a new one.
  private func seat(_ member: Member, _ board: Int64?, _ inputs: FactInputs) {
    let id = member.player.id
    guard rounds.isRunning, let table = roundBoards.table, roundBoards.seats[id] == nil else { return }
    if roundBoards.isKept(for: id) {
      roundBoards.restore(id)
    } else if let board, let played = shared ?? inputs.board(board, on: table, plan) {
      // Time counts from the round's beginning, also for late players.
      roundBoards.add(Seat(player: member.player, played: played))
    }
  }

  /// The label of a puzzle in share texts.
  func label(of scope: PuzzleScope) -> String {
    switch scope {
    case .day(_, let day): ShareGrid.numberText(day.number)
    case .dealt(_, let round): plan.label(of: round)
    }
  }

  // MARK: - Who is here

  private func apply(
    _ change: Presence.Change, of actor: RoomEvent.Actor, _ details: RoomEvent.PresenceDetails,
    _ inputs: FactInputs, at now: Instant
  ) {
    let (id, player) = (actor.id, actor.name)
    switch change {
    case .entered:
      if members[id] == nil, let member = inputs.member(id, isWatching: details.isWatching) {
        member.cameAfter = seq &- 1
        members.add(member)
      }
      place(id, details, inputs)
      if details.privateDetails.isMuted { muted.add(id, named: player) }
    case .back:
      members[id].map { members.markBack($0) }
      place(id, details, inputs)
    case .away: members[id].map { members.markAway($0, since: now) }
    case .left:
      members.remove(id)
      roundBoards.archive(id)
      if details.reason == Presence.kicked {
        kicked.add(id, named: player, details.privateDetails.address)
        readmitted.remove(id, nil)
      }
      if owner?.id == id, members.count == 0 { owner = nil }
    case .owner: owner = members[id]?.player
    case .muted:
      if details.isMuted == true {
        muted.add(id, named: player, details.privateDetails.address)
      } else {
        muted.remove(id, details.privateDetails.address)
      }
    case .unkicked:
      kicked.remove(id, details.privateDetails.address)
      if plan.isLocked { readmitted.add(id) }
    case .renamed: break
    }
  }

  /// Seats a member, or makes it a watcher.
  private func place(_ id: PlayerID, _ details: RoomEvent.PresenceDetails, _ inputs: FactInputs) {
    if !details.isWatching { share(details.privateDetails.board, inputs) }
    guard let member = members[id] else { return }
    members.setWatching(member, details.isWatching)
    if details.isWatching {
      roundBoards.archive(id)
    } else if plan.seatsLatecomers {
      seat(member, details.privateDetails.board, inputs)
    }
  }

  /// Drops the won rounds of absent players beyond the limit, those with fewest first.
  private func dropWins() {
    guard wins.count > mostFormer else { return }
    let gone = wins.filter { members[$0.key] == nil }.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    for (id, _) in gone.prefix(wins.count - mostFormer) { wins[id] = nil }
  }

  /// A player is forgotten, and the lines about the player are gone from the log: their effect is in a snapshot.
  ///
  /// - Parameter address: stays excluded if the player was: forget_me does not end the owner's decision.
  /// - Returns: whether there was anything.
  private func forget(_ player: PlayerID, _ address: Exclusions.Address?) -> Bool {
    let hadBoard = roundBoards.drop(player)
    let hadWon = wins.removeValue(forKey: player) != nil
    let wasKicked = kicked.forget(player, address)
    let wasReadmitted = readmitted.forget(player, nil)
    let wasMuted = muted.forget(player, address)
    let wasSeated = plan.seatedPlayers?.remove(player) != nil
    return hadBoard || hadWon || wasKicked || wasReadmitted || wasMuted || wasSeated
  }
}
