import GameKit
import Kernel
import Names
import WireProtocol

/// The social half of play: who is in, who watches, rounds, talk, the order of events.
final class Room {
  /// What a room is made of and does not change.
  struct Plan {
    var name: PlayerName
    /// `nil` for a room for talking.
    var game: GameModule?
    var settings: JSON = [:]
    var mode: any Mode = TalkMode()
    var code: String?
    /// Whether only players with a name come in.
    var isNamedOnly = false
    /// Chosen by the client; its matches are unranked.
    var seed: UInt64?
    /// The past day whose daily the first round deals; each later round deals that of the day before.
    var archiveDay: Int?
    /// A puzzle that a player has made: the first round deals it, and there is no other.
    var authored: AuthoredPuzzle?
    var roundSeconds: Int?
    /// On what terms matches against others are played.
    var terms = MatchTerms()

    /// For whom a feature has opened the room: they alone have seats, and others watch; `nil` for anybody.
    var seatedPlayers: Set<PlayerID>?
    /// Whether somebody owns the room who may lead through its rounds.
    var isOwned = true

    /// Whether no round follows the first: rooms that a feature leads have one.
    var hasOneRound: Bool { mode.hasOneRound || !isOwned }

    /// Words of the player who has opened it, from which its puzzles are made.
    var words: OwnWords?

    /// A match on the puzzle of a seed.
    func match(seed: UInt64, excluding: PuzzleSet = []) throws(Rejection) -> Match {
      guard let game else { throw .noPuzzlesLeft }
      return try game.match(seed: seed, settings: settings, excluding: excluding, words: words)
    }

    /// Whether a player may have a seat.
    func seats(_ player: PlayerID) -> Bool { seatedPlayers?.contains(player) != false }

    /// Whether somebody who comes while a round is under way is given a board of it.
    var seatsLatecomers: Bool { mode.seats?.areOpenLate != false }

    /// How long players may think, in games with turns.
    var clock: ClockRules? { terms.clock }

    /// Whether matches count for ratings: those against others, on puzzles that the server chose. Whoever has brought
    /// the words knows them.
    var isRated: Bool { terms.isRated && mode.seats != nil && isRanked && words == nil }

    /// Whether its matches count for statistics.
    var isRanked: Bool { mode.isRanked && isChosenByServer }

    /// Whether the server chooses the puzzles.
    var isChosenByServer: Bool { seed == nil && archiveDay == nil && authored == nil }

    /// The day whose daily a round deals, in a room for past dailies.
    func archiveDay(in round: Int) -> Day? { archiveDay.map { Day(number: $0 &- (round &- 1)) } }

    /// What names a round's puzzle in share texts: `race`, `archive 323`.
    func label(of round: Int) -> String {
      archiveDay(in: round).map { ShareGrid.archiveText($0.number) } ?? mode.shareLabel
    }
  }

  /// A hub refers to rooms only until it has handed over what they have for storage, so this makes no lasting cycle.
  let hub: Hub
  /// What its facts have made of it: ``apply(_:_:)`` alone changes it.
  private(set) var state: RoomState
  /// The boards of the day, where the day's puzzle is played.
  var dayBoards: DayBoards?
  /// What midnight has left to do; `nil` when all is done.
  var dayTurn: DayTurn?
  /// Those that rounds keep clear of on a day: what that is depends on the settings, which stay.
  var reserved: (day: Day, puzzles: PuzzleSet)?
  /// Who asked for the round that is being begun: the event that answers carries the request's id.
  @OutOfLine var requester: Requester? = nil
  /// The end of the pause that no round has followed, since nobody was here or there was no puzzle: the next one waits
  /// for somebody to ask for it.
  private var missedPause: Instant?
  var digest = PendingDigest()
  /// What those who read text get later.
  var quietMoves = QuietMoves()
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
  /// From which that round's puzzle is drawn.
  var dealSeed: UInt64?
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
    if plan.mode.playsTheDay { dayBoards = DayBoards() }
    firstOwnSeq = state.seq + 1
    owner?.ownedRooms += 1
    digest.deliveredThrough = seq
  }

  /// Marks all events until now as those of an earlier core.
  func markInherited() {
    digest.deliveredThrough = seq
    firstOwnSeq = seq + 1
  }

  // MARK: - State

  var plan: Plan { state.plan }
  var number: Int64 { state.number }
  var mode: any Mode { state.plan.mode }
  var owner: Player? { state.owner }
  var members: MemberTable { state.members }
  var rounds: Rounds { state.rounds }
  /// The boards of the day or of the round, and those put away. Of the day's those are here that are in memory.
  var boards: Boards { dayBoards?.loaded ?? state.boards }
  /// The puzzle of today or of the round.
  var table: Boards.Table? { dayBoards?.loaded.table ?? state.boards.table }
  var seats: [PlayerID: Seat] { dayBoards?.loaded.seats ?? state.boards.seats }
  var formerSeats: [PlayerID: Seat] { dayBoards?.loaded.former ?? state.boards.former }
  var shared: PlayedMatch? { state.shared }
  var wins: [PlayerID: Int] { state.wins }
  var kicked: Exclusions { state.kicked }
  var muted: Exclusions { state.muted }
  var seq: Int { state.seq }
  var history: HistoryWindow { state.history }
  /// What those who play are measured by: no pause of the round counts.
  var playTime: Instant { rounds.playTime(at: hub.now) }
  /// Refuses another round where none may begin.
  func checkStart() throws(WireError) {
    try mode.checkStart(state.situation)
    guard plan.isOwned || rounds.number == 0 else { throw WireError(.notPlaying, "This room is for one game alone") }
  }

  /// Whether moves are taken.
  var isPlaying: Bool { mode.isPlaying(rounds) }
  /// The match under way against others at one board; `nil` for puzzles.
  var tableMatch: PlayedMatch? { mode.seats != nil && isPlaying ? shared : nil }

  /// Gives the next number to a fact, applies it, and hands it to storage.
  ///
  /// - Parameters:
  ///   - inputs: what the fact names and does not hold.
  ///   - line: the fact as a line of the room, where a fact of a match holds that, which is handed to storage already.
  @discardableResult
  func emit(_ content: RoomEvent.Content, _ inputs: FactInputs = .nothing, line: [UInt8]? = nil) -> RoomEvent {
    let event = RoomEvent(seq: seq + 1, content: content, written: line)
    apply(.happened(event), inputs)
    if mode.ballotSeconds != nil { followBallot(content) }
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

  var name: String { plan.name.text }

  /// Whether events are folded into digests, so that their cost does not grow with the square of the members.
  var isLarge: Bool { mode.digestsAlways || members.count > hub.limits.digestMembers }

  /// Whether everybody may see the room: those with a code, and those in which somebody practises, are nobody else's.
  var isListed: Bool { plan.code == nil && mode.isListed }

  /// Where the puzzle that is on the table stands.
  var scope: PuzzleScope? { table?.scope }

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
    digest.recent.removeAll { $0 == player.name }
    quietMoves.latest = nil
    guard apply(.untold(player.id, all: self === hub.channel)) else { return false }
    snapshotNeed.isRewritten = hub.isDurable
    hub.touch(self)
    return true
  }

  // MARK: - Time

  /// Tells the hub when this room next has something to do.
  func scheduleDeadline() {
    let times = [
      roundDeadline, digest.dueAt, quietMoves.dueAt, firstAbsenceEnd, dayTurn?.goesOnAt, tableDeadline, ballotDeadline,
    ]
    hub.deadlines.set(number, at: (times + [dayBoards?.nextDeparture]).compactMap { $0 }.min())
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
    if let due = digest.dueAt, due <= hub.now { sendDigest() }
    if let due = quietMoves.dueAt, due <= hub.now { tellQuietMove() }
    if let due = dayTurn?.goesOnAt, due <= hub.now { goOnTurningDay() }
    unloadBoards()
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
