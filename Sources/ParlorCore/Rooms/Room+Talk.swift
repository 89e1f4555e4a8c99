import GameKit
import WireProtocol

/// Talk, and what can be asked about a room.
extension Room {
  /// Says something to everyone; what somebody says who may know the puzzle being played reaches only those who may
  /// know it too.
  func say(_ text: String, by session: Session, re: RequestID?) throws(WireError) {
    guard let member = members[session.player.id] else {
      throw WireError(.notInRoom, "You are not in \(name): join it first")
    }
    try checkTalk(of: member.player)
    // Between rounds nobody plays for what the speaker knows: watchers and newcomers read everything.
    let hidden = isPlaying ? secrets.first { hub.mayKnow(session.player, $0) } : nil
    publish(
      .said(player: session.player.name, id: session.player.id, text: text, scope: hidden),
      for: Requester(session: session, re: re))
  }

  /// Refuses a line of talk, or counts it.
  func checkTalk(of player: Player) throws(WireError) {
    try mode.checkTalk(in: self)
    if muted.contains(player.id) { throw WireError(.muted, "The owner of \(name) has silenced you here") }
    try takeFromTalkBudget()
  }

  /// The puzzles that are being played here: today's and, until the grace is over, that of the day before.
  private var secrets: [PuzzleScope] {
    guard dayBoards != nil, let game = plan.game?.info.id, hub.openSince < hub.today else {
      return [scope].compactMap { $0 }
    }
    return [hub.today, hub.openSince].map { .day(game: game, $0) }
  }

  /// Each line is written to every member, so a large room as a whole may say the less the larger it is: else the talk
  /// of a few hundred would keep everybody else on the server waiting. It says for at most two seconds what it has
  /// saved, or one line.
  private func takeFromTalkBudget() throws(WireError) {
    guard isLarge else { return }
    let perSecond = hub.limits.talkDeliveriesPerSecond
    let burst = max(members.count, 2 * perSecond)
    var budget = talkBudget ?? RateLimit(burst: burst, now: hub.now)
    defer { talkBudget = budget }
    if let wait = budget.take(members.count, burst: burst, perSecond: perSecond, now: hub.now) {
      throw WireError(
        .tooFast, "Too much is said at once among the \(members.count) in \(name): say it again in a moment",
        retryAfterMilliseconds: wait)
    }
  }

  /// The owner asks for a round.
  func start(for requester: Requester?) throws(WireError) {
    self.requester = requester
    defer { self.requester = nil }
    dealFailure = nil
    perform(.startAsked)
    if let failure = takeDealFailure() { throw WireError(failure) }
  }

  /// Why nothing was dealt, sent once.
  func takeDealFailure() -> Rejection? {
    defer { dealFailure = nil }
    return dealFailure
  }

  func who() -> WhoAnswer {
    let limit = hub.limits.playersListed
    let players = members.listed(limit: limit) { !$0.isWatching && $0.awaySince == nil }
    let watchers = members.watcherCount == 0 ? [] : members.listed(limit: limit) { $0.isWatching }
    let away = members.awayCount == 0 ? [] : members.listed(limit: limit) { $0.awaySince != nil }
    var answer = WhoAnswer(
      room: name, players: players.map(\.player.name), playerCount: members.presentPlayerCount,
      watchers: watchers.map(\.player.name), away: away.map(\.player.name), owner: owner?.name)
    for member in players + watchers + away where member.player.isBot && !answer.bots.contains(member.player.name) {
      answer.bots.append(member.player.name)
    }
    if mode.seats != nil, let game = plan.game?.info.id {
      answer.ratings = members.listed(limit: limit) { $0.player.ratings[game] != nil }.compactMap { member in
        member.player.ratings[game].map { WhoAnswer.Rating(player: member.player.name, rating: $0.rating.shown) }
      }
    }
    return answer
  }

  var summary: RoomSummary {
    var summary = RoomSummary(
      room: name, game: plan.game?.info.id, mode: mode.kind,
      playerCount: members.presentPlayerCount, watcherCount: members.watcherCount, isOpen: plan.code == nil)
    summary.isNamedOnly = plan.isNamedOnly
    summary.voteSeconds = mode.ballotSeconds
    if isRated {
      summary.isRated = true
      summary.ownerRating = plan.game.flatMap { owner?.ratings[$0.info.id] }?.rating.shown
    }
    return summary
  }

  /// How somebody stands with the day's puzzle, once there was a move; it tells nobody else's, and no letters.
  func ownBoard(of player: Player) -> OwnBoard? {
    guard let seat = seats[player.id], case .day(_, hub.today) = seat.played.scope, seat.played.moveCount > 0 else {
      return nil
    }
    if let result = seat.result { return OwnBoard(outcome: result.outcome.fields(informed: false)) }
    return OwnBoard(notes: seat.played.match.board(for: .seat(player.id)).notes)
  }

  /// The room as a member finds it.
  func joined(for member: Member) -> Joined {
    var joined = Joined(
      room: name, seq: seq, viewer: member.player.name, game: plan.game?.info.id, mode: mode.kind,
      state: state(of: member),
      players: members.listed(limit: hub.limits.playersListed) { !$0.isWatching && $0.awaySince == nil }
        .map(\.player.name),
      playerCount: members.presentPlayerCount)
    joined.owner = owner?.name
    if owner === member.player { joined.code = plan.code }
    joined.isNamedOnly = plan.isNamedOnly
    joined.voteSeconds = mode.ballotSeconds
    joined.hasOneRound = plan.hasOneRound
    if mode.endsByTime { joined.roundSeconds = plan.roundSeconds }
    if mode.seats != nil {
      joined.terms = plan.terms
      joined.terms?.isRated = isRated
    }
    if plan.game != nil {
      let settings = (try? seats[member.player.id]?.played.match.settings()) ?? plan.settings
      // Not `? nil :`, which would be JSON's null: a game without settings has no such field.
      if settings != [:] { joined.settings = settings }
    }
    let own = seats[member.player.id]
    if case .day(_, let day) = own?.played.scope ?? scope {
      joined.puzzle = day.number
      joined.day = day.text
    }
    if let own, !member.isWatching, isLate(own) { joined.endsInSeconds = graceSeconds }
    if rounds.number > 0 {
      joined.round = rounds.number
      joined.archive = plan.archiveDay(in: rounds.number)?.text
      joined.endsInSeconds = rounds.end.map { rounds.clock(at: hub.now).seconds(until: $0) }
      if !isPlaying {
        let next = rounds.isPaused ? rounds.phase.deadline : roundDeadline
        joined.nextInSeconds = next.map { rounds.clock(at: hub.now).seconds(until: $0) }
      }
      joined.isPaused = rounds.isPaused
    }
    if pendingRound != nil { joined.nextInSeconds = 0 }
    joined.board = board(for: member)
    joined.boards = othersBoards(for: member)
    if let seat = seats[member.player.id], let result = seat.result {
      joined.outcome = result.outcome.fields(informed: true)
      joined.share = share(of: seat, result.outcome)
      if case .day(_, hub.today) = seat.played.scope { joined.nextDaySeconds = hub.clock.secondsToNextDay }
    }
    return joined
  }

  private func state(of member: Member) -> Joined.State {
    guard plan.game != nil else { return .talking }
    if member.isWatching { return .watching }
    guard let seat = seats[member.player.id] else { return .waiting }
    if seat.isDone { return .finished }
    return isPlaying ? .playing : .waiting
  }
}
