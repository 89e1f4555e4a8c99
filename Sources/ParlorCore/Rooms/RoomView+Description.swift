import GameKit
import TextMode
import WireProtocol

/// The room's description for newcomers, members and searches.
extension RoomView {
  /// The room's state for a member who joins.
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
    joined.isLocked = plan.isLocked
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
    if let own, !member.isWatching, own.isLate(by: hub.clock) { joined.endsInSeconds = hub.clock.graceSeconds }
    if rounds.number > 0 {
      joined.round = rounds.number
      joined.archive = plan.archiveDay(in: rounds.number)?.text
      joined.endsInSeconds = rounds.end.map { roundClock.seconds(until: $0) }
      joined.isPaused = rounds.isPaused || isUnattended
    }
    joined.standings = lastStandings(for: member.player)
    joined.nextInSeconds = nextRoundAt.flatMap { next in
      // A series waits for who is away.
      plan.terms.bestOf != nil && next <= roundClock ? nil : roundClock.seconds(until: next)
    }
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

  /// The room's description in the form for drawing.
  func shown(_ joined: Joined) -> ShownRoom {
    ShownRoom(message: joined, noun: state.noun, seats: mode.seats?.count)
  }

  var summary: RoomSummary {
    var summary = RoomSummary(
      room: name, game: plan.game?.info.id, mode: mode.kind,
      playerCount: members.presentPlayerCount, watcherCount: members.watcherCount, isOpen: plan.code == nil)
    summary.isNamedOnly = plan.isNamedOnly
    summary.isLocked = plan.isLocked
    summary.voteSeconds = mode.ballotSeconds
    if isRated {
      summary.isRated = true
      summary.ownerRating = plan.game.flatMap { owner?.ratings[$0.info.id] }?.rating.shown
    }
    return summary
  }

  /// A player's own standing with the day's puzzle, after a move; without others' standings and without letters.
  func ownBoard(of player: Player) -> OwnBoard? {
    guard let seat = seats[player.id], case .day(_, hub.today) = seat.played.scope, seat.played.moveCount > 0 else {
      return nil
    }
    if let result = seat.result { return OwnBoard(outcome: result.outcome.fields(informed: false)) }
    return OwnBoard(notes: seat.played.match.board(for: .seat(player.id)).notes)
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
    if let game = plan.game?.info.id {
      answer.ratings = members.listed(limit: limit) { $0.player.ratings[game] != nil }.compactMap { member in
        member.player.ratings[game].map { WhoAnswer.Rating(player: member.player.name, rating: $0.rating.shown) }
      }
    }
    return answer
  }

  /// The excluded and muted players with known names.
  func excluded(_ playerNamed: (PlayerID) -> String?) -> (kicked: [String], muted: [String]) {
    (state.kicked.names(at: hub.now, playerNamed), state.muted.names(at: hub.now, playerNamed))
  }
}
