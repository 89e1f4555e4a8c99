import GameKit
import TextMode
import WireProtocol

/// The work of a new day in a room, done in parts: there may be thousands of boards.
struct DayTurn {
  /// Boards of the day before yesterday.
  var forgotten: [Seat]
  /// Members at midnight who have no board of today yet.
  var undealt: [Player]
  /// When the next part is due.
  var goesOnAt: Instant

  /// The boards and players of a part, and milliseconds between parts.
  static let part = 128
  static let pause: Int64 = 1
}

extension Daily {
  /// A new day: archives yesterday's boards and deals today's to all members. A player who acts earlier is dealt one at
  /// once: see ``dealToday(to:)``.
  func turn(after yesterday: Day) {
    if yesterday < hub.openSince { tellDayOver(yesterday) }
    // A clock may jump over a day.
    while day.turn != nil { goOnTurning() }
    day.turn = DayTurn(
      forgotten: Array(formerSeats.values),
      undealt: members.all.filter { !$0.isWatching }.map(\.player), goesOnAt: hub.now)
    day.archiveDay(yesterday, keeping: { $0.isLate(by: hub.clock) })
    goOnTurning()
    for seat in seats.values where seat.isLate(by: hub.clock) { tellLate(seat) }
  }

  /// The grace period after midnight is over: players with an unfinished board of yesterday are dealt today's.
  func endGrace(of over: Day) {
    guard let game = plan.game else { return }
    tellDayOver(over)
    while day.turn != nil { goOnTurning() }
    let late = day.archive(.day(game: game.info.id, over)).sorted { $0.id < $1.id }
    day.turn = DayTurn(forgotten: [], undealt: late, goesOnAt: hub.now)
    goOnTurning()
  }

  /// Tells players who have not finished, and watchers, that a day is over, and sends them the talk hidden meanwhile.
  /// They may know the puzzle now, if they have a name.
  private func tellDayOver(_ over: Day) {
    guard let game = plan.game?.info.id else { return }
    let scope = PuzzleScope.day(game: game, over)
    let left = members.all.filter { $0.session != nil && !hub.knowledge.hasFinished($0.player.id, scope) }
    let readers = left.filter { $0.session?.format == .text }
    let finished = Drawing.count(hub.knowledge.finishedCount(scope), "player has", "players have")
    for isGuest in [false, true] {
      let circle = readers.filter { $0.player.isGuest == isGuest }.compactMap(\.session)
      let sentence = "The puzzle of \(over.text) is over: \(finished) finished it."
      let how = "\(isGuest ? "/name NAME, then " : "")/opened \(over.text) tells what it was."
      if !circle.isEmpty { hub.send(Sentence("\(sentence) \(how)"), to: circle, after: hub.journal.ticket) }
    }
    guard history.hasHiddenTalk else { return }
    let view = view
    for member in left where hub.mayKnow(member.player, scope) {
      if let session = member.session, let talk = view.hiddenTalk(of: scope, for: member) {
        hub.send(talk, to: session, after: view.ticket)
      }
    }
  }

  /// Tells a text session which day's board is current.
  private func tellLate(_ seat: Seat) {
    guard let member = members[seat.player.id], !member.isWatching, let session = member.session,
      session.format == .text, let seconds = hub.clock.graceSeconds
    else { return }
    let title = state.title(of: seat.played.scope)
    hub.send(
      Sentence(
        "You may finish \(title) for \(Drawing.duration(seconds)); /join \(name) today begins today's instead."),
      to: session, after: hub.journal.ticket)
  }

  /// Does what is due.
  func reachTime() {
    if let due = day.turn?.goesOnAt, due <= hub.now { goOnTurning() }
    unloadBoards()
  }

  /// Does the next part.
  func goOnTurning() {
    guard var turn = day.turn else { return }
    // This is the only reference, so nothing is copied.
    day.turn = nil
    for player in turn.undealt.suffix(DayTurn.part) where members[player.id]?.isWatching == false {
      do {
        try assignSeat(to: player, settings: nil)
      } catch {
        hub.log("no_puzzle", ["room": .string(name), "why": .string(error.message)])
      }
    }
    turn.forgotten.removeLast(min(DayTurn.part, turn.forgotten.count))
    turn.undealt.removeLast(min(DayTurn.part, turn.undealt.count))
    if !turn.forgotten.isEmpty || !turn.undealt.isEmpty {
      turn.goesOnAt = hub.now.adding(milliseconds: DayTurn.pause)
      day.turn = turn
      hub.deadlines.set(number, noLaterThan: turn.goesOnAt)
    }
  }

  /// Deals today's board to a member who is still to get one.
  func dealToday(to player: Player) {
    guard day.turn != nil, members[player.id]?.isWatching == false else { return }
    try? assignSeat(to: player, settings: nil)
  }
}
