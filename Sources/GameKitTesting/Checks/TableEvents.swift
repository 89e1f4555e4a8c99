import GameKit
import WireProtocol

/// Tries all table events on copies. Each is accepted or refused, with the same result twice and after a restore; a
/// refused one changes nothing; players who drop out have an outcome and have not won.
struct TableEvents<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary

  private static var stranger: PlayerID { PlayerID(99) }
  /// How many steps are played after a player has dropped out.
  private static var mostSteps: Int { 40 }

  func tryAll(_ walk: Walk<S>) {
    guard !diary.hasFound(.differsOnRepeat, .sharedState) else { return }
    let player = subject.players[walk.steps.count % subject.players.count]
    let stranger = Self.stranger
    let restored = subject.state(walk.game).flatMap(subject.restored)
    for event in [
      TableEvent.resign(player), .leave(player), .draw(player), .flag(player), .join(player), .join(stranger),
      .leave(stranger), .resign(stranger), .pause(player), .unpause(player), .skip(player),
      .stop(player),
    ] {
      guard let after = handle(event, walk, restored) else { continue }
      check(event, after, walk)
    }
  }

  private func describe(_ event: TableEvent, _ walk: Walk<S>) -> String {
    "handle \(event.name) of player \(event.player?.number ?? 0), \(walk.place(subject))"
  }

  /// - Returns: the game after the event; `nil` if it was refused.
  private func handle(_ event: TableEvent, _ walk: Walk<S>, _ restored: G?) -> G? {
    diary.doing(describe(event, walk))
    let place = walk.place(subject)
    let before = subject.state(walk.game)
    var (one, other) = (walk.game, walk.game)
    let result = subject.handle(event, &one, at: walk.elapsed)
    let again = subject.handle(event, &other, at: walk.elapsed)
    let seen = subject.look(at: one)
    guard subject.text(result) == subject.text(again), subject.differing(seen, subject.look(at: other)) == nil else {
      diary.found(.differsOnRepeat, "\(event.name), handled twice in the same state, differs", at: place)
      return nil
    }
    if subject.state(walk.game) != before {
      diary.found(
        result.isRefused ? .refusalChangesState : .sharedState, "\(event.name), given to a copy, changes the original",
        at: place)
      return nil
    }
    if case .failure(let rejection) = result { FormChecks.check(rejection, to: event.name, diary, place) }
    if case .success(let turn) = result { FormChecks.check(turn, diary, place) }
    if var restored {
      let answer = subject.handle(event, &restored, at: walk.elapsed)
      let difference =
        subject.text(answer) == subject.text(result)
        ? subject.differing(seen, subject.look(at: restored))
        : difference(subject.text(result), subject.text(answer))
      if let difference {
        diary.found(.stateLost, "a restored game handles \(event.name) differently: \(difference)", at: place)
      }
    }
    return result.isRefused ? nil : one
  }

  private func check(_ event: TableEvent, _ after: G, _ walk: Walk<S>) {
    var next = walk
    next.game = after
    next.steps.append("\(event.player?.number ?? 0) \(event.name)")
    TableChecks(subject: subject, diary: diary).checkTurn(
      next, with: event.player == Self.stranger ? [Self.stranger] : [])
    for player in subject.players {
      guard let outcome = subject.outcome(walk.game, of: player),
        subject.text(outcome) != subject.text(subject.outcome(after, of: player))
      else { continue }
      diary.found(
        .outcomeChanges, "player \(player.number)'s outcome changes with \(event.name)", at: next.place(subject))
    }
    guard let player = event.player, subject.players.contains(player), subject.outcome(walk.game, of: player) == nil
    else {
      return
    }
    switch event {
    case .resign, .leave, .flag: checkDrop(event, player, next)
    case .draw: checkDraw(player, next, of: subject.playing(walk.game).count)
    default: break
    }
  }

  // MARK: - Dropping out

  private func checkDrop(_ event: TableEvent, _ player: PlayerID, _ walk: Walk<S>) {
    let place = walk.place(subject)
    if subject.outcome(walk.game, of: player)?.won == true {
      diary.found(.quitterWins, "player \(player.number) has won by \(event.name)", at: place)
    }
    if subject.toMove(walk.game).contains(player) {
      diary.found(.wrongTurn, "after \(event.name) player \(player.number) still has the turn", at: place)
    }
    movesNoMore(event, player, walk)
    var gone = walk
    var dropped = [player]
    // Players leave until too few are left.
    let fewest = G.info.seats?.count.lowerBound ?? 1
    while subject.players.count - dropped.count >= fewest,
      let another = subject.playing(gone.game).first(where: { !dropped.contains($0) })
    {
      diary.doing("handle leave of player \(another.number), \(gone.place(subject))")
      guard !subject.handle(.leave(another), &gone.game, at: gone.elapsed).isRefused else { break }
      dropped.append(another)
      gone.steps.append("\(another.number) leave")
    }
    if subject.players.count - dropped.count < fewest { hasEnded(gone, dropped) }
    playOn(event, player, walk)
  }

  private func movesNoMore(_ event: TableEvent, _ player: PlayerID, _ walk: Walk<S>) {
    guard subject.outcome(walk.game, of: player) == nil else { return }
    var generator = walk.generator
    for move in subject.candidates(walk.game, .seat(player), 3, using: &generator) {
      var copy = walk.game
      let text = Subject<S>.text(move) ?? ""
      diary.doing("play \(text) by player \(player.number) after \(event.name), \(walk.place(subject))")
      guard !subject.play(move, on: &copy, puzzle: walk.puzzle, by: player, at: walk.next).isRefused else { continue }
      return diary.found(
        .movesOutOfTurn, "player \(player.number) plays \(text) after \(event.name)", at: walk.place(subject))
    }
  }

  /// With too few players left all have an outcome, unless there is a deadline.
  private func hasEnded(_ walk: Walk<S>, _ dropped: [PlayerID]) {
    guard subject.deadline(walk.game) == nil else { return }
    if let player = subject.playing(walk.game).first {
      return diary.found(
        .noOutcome,
        "\(dropped.count) of \(subject.players.count) do not play any more, and player \(player.number) has no outcome",
        at: walk.place(subject))
    }
    Results.check(
      subject.players.compactMap { player in subject.outcome(walk.game, of: player).map { (player, $0) } }, diary,
      walk.place(subject))
  }

  /// The others continue, and the player who gave up does not win in the end. A player who left may come back, and may
  /// have won before.
  private func playOn(_ event: TableEvent, _ player: PlayerID, _ walk: Walk<S>) {
    if case .leave = event { return }
    guard walk.steps.count < 4, !subject.playing(walk.game).isEmpty else { return }
    var walk = walk
    for _ in 0..<Self.mostSteps { guard walk.advance(subject, without: [player]) else { break } }
    guard subject.outcome(walk.game, of: player)?.won == true else { return }
    diary.found(.quitterWins, "player \(player.number) wins after \(event.name)", at: walk.place(subject))
  }

  // MARK: - Draws

  /// Offers of one player, even two, do not make a draw; offers of all players do.
  ///
  /// - Parameter count: the number of players before the offer.
  private func checkDraw(_ player: PlayerID, _ walk: Walk<S>, of count: Int) {
    guard count == subject.players.count, count > 1 else { return }
    var walk = walk
    for time in 1...2 {
      if subject.playing(walk.game).count < count {
        return diary.found(
          .drawByOne,
          "player \(player.number) alone has offered a draw, \(time == 1 ? "once" : "twice"), "
            + "and the match is over", at: walk.place(subject))
      }
      if time == 1 { _ = subject.handle(.draw(player), &walk.game, at: walk.elapsed) }
    }
    for other in subject.players where other != player {
      diary.doing("handle draw of player \(other.number), \(walk.place(subject))")
      guard !subject.handle(.draw(other), &walk.game, at: walk.elapsed).isRefused else { return }
      walk.steps.append("\(other.number) draw")
    }
    for other in subject.players where subject.outcome(walk.game, of: other)?.won != false {
      diary.found(
        .noOutcome, "all have offered a draw, and for player \(other.number) the match is not drawn",
        at: walk.place(subject))
    }
  }
}
