import GameKit
import WireProtocol

/// Checks of games for several players: matches begin and end, exactly the players with the turn can move, time
/// advances, table events are accepted or refused consistently, and outcomes agree.
struct TableChecks<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary

  private static var mostSteps: Int { 60 }
  /// Steps at which everything is tried; after them at every fourth.
  private static var closeSteps: Int { 6 }
  /// How many matches are checked so thoroughly.
  private static var closeMatches: Int { 2 }

  func check(seeds: [UInt64]) {
    guard G.info.seats != nil else { return }
    var hands = PublicHands()
    for seed in seeds.prefix(Self.closeMatches) { play(seed, &hands) }
    if let crowded = subject.crowded {
      TableChecks(subject: crowded, diary: diary).play(seeds.first ?? 1, &hands)
      Hands(subject: crowded, diary: diary).check(seeds: Array(seeds.prefix(1)))
    }
    guard !diary.isEnough else { return }
    if hands.areAlwaysPublic {
      diary.found(
        .handInPublic, "what is in a hand is sent to everybody in other words, each time", at: subject.place())
    }
    noteRefused(seeds)
    guard !diary.isEnough else { return }
    Hands(subject: subject, diary: diary).check(seeds: Array(seeds.prefix(3)))
    checkEnding(seeds)
  }

  private func begin(_ seed: UInt64) -> Walk<S>? {
    guard let puzzle = try? subject.puzzle(seed) else { return nil }
    diary.doing("begin a match of \(subject.players.count) on the puzzle of seed \(seed)")
    var walk = Walk<S>(puzzle: puzzle, game: subject.start(puzzle), seed: seed)
    switch subject.handle(.begin(subject.players), &walk.game, at: .zero) {
    case .success(let turn): walk.turn = turn
    case .failure(let rejection):
      diary.found(
        .beginRefused, "a match of \(subject.players.count) cannot begin: \(rejection.message)",
        at: subject.place(seed: seed))
      return nil
    }
    return walk
  }

  /// Plays and traces the views, for comparison with another process.
  func walk(seeds: [UInt64]) {
    guard G.info.seats != nil else { return }
    for seed in seeds.prefix(Self.closeMatches) {
      guard var walk = begin(seed) else { continue }
      trace(walk)
      for _ in 0..<Self.mostSteps {
        guard walk.advance(subject) else { break }
        trace(walk)
      }
    }
  }

  private func trace(_ walk: Walk<S>) {
    let place = walk.place(subject)
    // Playthrough plays the same moves at other times, hence other subjects here.
    diary.trace("what the table receives", walk.turn.map(subject.text) ?? "", at: place)
    for (what, text) in subject.look(at: walk.game).texts + subject.listing(of: walk.game) {
      diary.trace("\(what) at the table", text, at: place)
    }
  }

  private func play(_ seed: UInt64, _ hands: inout PublicHands) {
    guard var walk = begin(seed) else { return }
    var before: G?
    let events = TableEvents(subject: subject, diary: diary)
    for step in 0..<Self.mostSteps where !diary.isEnough && !diary.hasFound(.deadlineStands, .wrongTurn) {
      trace(walk)
      if let turn = walk.turn {
        checkHands(turn, walk)
        // Hands compares the beginnings of matches.
        if !walk.steps.isEmpty { hands.note(turn) }
      }
      checkTurn(walk)
      if step < Self.closeSteps || step.isMultiple(of: 4) {
        tryOutOfTurn(walk, before)
        ListedMoves(subject: subject, diary: diary, puzzle: walk.puzzle)
          .check(walk.game, at: walk.next, walk.place(subject))
        events.tryAll(walk)
      }
      before = walk.game
      guard advance(&walk) else { break }
    }
    events.tryAll(walk)
    checkEnd(walk)
  }

  /// Advances by a step. A refused deadline is a fault: the server would send `time` repeatedly.
  private func advance(_ walk: inout Walk<S>) -> Bool {
    if walk.advance(subject) { return true }
    if let refusal = walk.refusal {
      diary.found(
        .deadlineStands, "the game names a deadline and refuses that it is over: \(refusal.message)",
        at: walk.place(subject))
    }
    return false
  }

  // MARK: - Turns

  /// The turn belongs only to players without an outcome, each once, one of them has a move, and deadlines are in the
  /// future.
  func checkTurn(_ walk: Walk<S>, with newcomers: [PlayerID] = []) {
    let toMove = subject.toMove(walk.game)
    for player in toMove {
      guard (subject.players + newcomers).contains(player), subject.outcome(walk.game, of: player) == nil else {
        return diary.found(
          .wrongTurn, "it is the turn of player \(player.number), who does not play any more", at: walk.place(subject))
      }
    }
    if Set(toMove).count < toMove.count {
      diary.found(.badSeats, "a player has the turn twice", at: walk.place(subject))
    }
    checkSeats(walk, newcomers)
    checkTime(walk)
  }

  private func checkSeats(_ walk: Walk<S>, _ newcomers: [PlayerID]) {
    for viewer in [Viewer.outsider, .seat(subject.players[0])] {
      let board = subject.board(walk.game, for: viewer)
      let seated = board.seats.map { PlayerID($0.number) }
      let owners = board.parts.compactMap(\.owner).map { PlayerID($0) }
      if Set(seated).count < seated.count {
        diary.found(.badSeats, "a board shows a player at two seats", at: walk.place(subject))
      }
      guard let stranger = (seated + owners).first(where: { !(subject.players + newcomers).contains($0) }) else {
        continue
      }
      diary.found(
        .badSeats, "a board shows a seat or a part of player \(stranger.number), who does not play",
        at: walk.place(subject))
    }
  }

  private func checkTime(_ walk: Walk<S>) {
    let playing = subject.playing(walk.game)
    let deadline = subject.deadline(walk.game)
    if let deadline, deadline <= walk.elapsed, !walk.steps.isEmpty {
      diary.found(
        .deadlineStands,
        "the next deadline is \(deadline.milliseconds) ms, which is over: \(walk.elapsed.milliseconds) ms have passed",
        at: walk.place(subject))
    }
    for player in playing {
      guard let end = subject.timeIsUp(walk.game, for: player), deadline.map({ $0 > end }) ?? true else { continue }
      diary.found(
        .deadlineStands,
        "the time of player \(player.number) is up at \(end.milliseconds) ms, of which the game does not "
          + "want to know: its deadline is later", at: walk.place(subject))
    }
  }

  /// Moves of players without the turn, and of others, are refused.
  ///
  /// - Parameter before: the match a step earlier, in which moves that are legal now must be refused.
  private func tryOutOfTurn(_ walk: Walk<S>, _ before: G?) {
    let toMove = subject.toMove(walk.game)
    var generator = walk.generator
    let mover = toMove.first ?? subject.players[0]
    let moves = subject.candidates(walk.game, .seat(mover), 3, using: &generator)
    let others = toMove.isEmpty ? [] : subject.players.filter { !toMove.contains($0) }
    for player in others + [PlayerID(99)] {
      for move in moves { expectRefusal(of: move, by: player, in: walk.game, walk) }
    }
    guard let before else { return }
    let earlier = subject.toMove(before)
    for player in toMove where !earlier.contains(player) && !earlier.isEmpty {
      for move in subject.candidates(walk.game, .seat(player), 3, using: &generator) {
        expectRefusal(of: move, by: player, in: before, walk)
      }
    }
  }

  private func expectRefusal(of move: G.Move, by player: PlayerID, in game: G, _ walk: Walk<S>) {
    let text = Subject<S>.text(move) ?? ""
    diary.doing("play \(text) by player \(player.number), who has not the turn, \(walk.place(subject))")
    let state = subject.state(game)
    var copy = game
    let result = subject.play(move, on: &copy, puzzle: walk.puzzle, by: player, at: walk.next)
    if !result.isRefused {
      diary.found(
        .movesOutOfTurn, "player \(player.number) plays \(text) without having the turn", at: walk.place(subject))
    } else if subject.state(game) != state {
      diary.found(
        .refusalChangesState, "\(text) of player \(player.number), who has not the turn, changes the game",
        at: walk.place(subject))
    }
  }

  // MARK: - The end

  /// At the end all players have outcomes, which agree with each other.
  private func checkEnd(_ walk: Walk<S>) {
    let outcomes = subject.players.map { ($0, subject.outcome(walk.game, of: $0)) }
    let missing = outcomes.filter { $0.1 == nil }.map(\.0)
    if missing.isEmpty {
      // A walk need not reach the end of a match.
      for player in subject.players {
        FormChecks.checkAsksNothing(subject.board(walk.game, for: .seat(player)), diary, walk.place(subject))
      }
      Results.check(
        outcomes.compactMap { player, outcome in outcome.map { (player, $0) } }, diary, walk.place(subject),
        isByTime: walk.steps.last == "time")
      if let deadline = subject.deadline(walk.game) {
        diary.found(
          .deadlineStands, "the match is over and names the deadline \(deadline.milliseconds) ms",
          at: walk.place(subject))
      }
      return
    }
    guard walk.steps.count < Self.mostSteps, !diary.hasFound(.deadlineStands, .wrongTurn, .beginRefused) else { return }
    if missing.count < outcomes.count || subject.toMove(walk.game).isEmpty {
      diary.found(
        .noOutcome, "nothing more can happen, and player \(missing[0].number) has no outcome", at: walk.place(subject))
    } else {
      diary.found(
        .stuck, "it is the turn of player \(subject.toMove(walk.game)[0].number), for whom the source has no move",
        at: walk.place(subject))
    }
  }

  /// Of some random matches at least one ends within the server's move limit.
  private func checkEnding(_ seeds: [UInt64]) {
    guard !diary.hasFound(.deadlineStands, .wrongTurn, .stuck, .noOutcome, .candidateRefused, .beginRefused) else {
      return
    }
    var longest = 0
    for seed in seeds.prefix(3) {
      guard var walk = begin(seed) else { return }
      walk.waits = false
      while walk.steps.count < subject.budgets.moves, walk.advance(subject) {}
      if subject.playing(walk.game).isEmpty { return checkEnd(walk) }
      longest = max(longest, walk.steps.count)
    }
    if longest >= subject.budgets.moves {
      diary.found(.endless, "a match that is played at random is not over after \(longest) moves", at: subject.place())
    }
  }

  // MARK: - What is refused

  /// Records the events that were refused at every step.
  private func noteRefused(_ seeds: [UInt64]) {
    guard var walk = seeds.first.flatMap(begin) else { return }
    var open: [TableEvent] = [.resign(subject.players[0]), .leave(subject.players[0]), .flag(subject.players[0])]
    for _ in 0..<Self.closeSteps {
      open.removeAll { event in
        var copy = walk.game
        return !subject.handle(event, &copy, at: walk.elapsed).isRefused
      }
      guard walk.advance(subject) else { break }
    }
    for event in open {
      if case .leave = event, subject.deadline(walk.game) == nil, !subject.toMove(walk.game).isEmpty {
        diary.found(
          .noOutcome, "leave is refused at every step: others wait for ever for somebody who has gone",
          at: subject.place())
      }
      diary.missed("\(event.name) is refused at every step, so that nothing is known of what it leads to")
    }
  }

  // MARK: - Hands

  /// Hands are addressed to players of the match, and their members are not in the public part too.
  private func checkHands(_ turn: Turn, _ walk: Walk<S>) {
    for hand in turn.hands {
      if let stranger = hand.players.first(where: { !subject.players.contains($0) }) {
        diary.found(
          .handInPublic, "a hand is for player \(stranger.number), who does not play", at: walk.place(subject))
      }
      for (name, value) in hand.fields.members where turn.open[name] == value || turn.secret[name] == value {
        diary.found(.handInPublic, "\"\(name)\" of a hand is sent to everybody as well", at: walk.place(subject))
      }
    }
  }
}

/// Detects turns whose public part contains the values of a hand under other names.
struct PublicHands {
  private var turns = 0
  private var publicTurns = 0

  /// The minimum number of turns: single values may be equal by chance.
  private static let fewest = 4

  var areAlwaysPublic: Bool { turns >= Self.fewest && publicTurns == turns }

  mutating func note(_ turn: Turn) {
    func words(_ texts: [String]) -> Set<String> {
      Set(texts.flatMap { $0.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init) })
    }
    func values(_ object: JSONObject) -> [String] { object.members.flatMap { Mangling.strings(in: $0.value.text) } }
    let held = words(turn.hands.flatMap { values($0.fields) })
    guard !held.isEmpty else { return }
    turns += 1
    let sent = words(values(turn.open) + values(turn.secret) + [turn.remark, turn.openRemark])
    if held.isSubset(of: sent) { publicTurns += 1 }
  }
}

/// Checks that the outcomes of one match agree.
enum Results {
  /// - Parameter isByTime: whether time ended the match: then all players may have lost.
  static func check(
    _ outcomes: [(PlayerID, Outcome)], _ diary: Diary, _ place: Finding.Place, isByTime: Bool = false
  ) {
    func wrong(_ sentence: String) { diary.found(.wrongWinners, sentence, at: place) }
    for (player, outcome) in outcomes {
      guard let verdict = outcome.verdict, (verdict == .won) != outcome.won else { continue }
      wrong("player \(player.number) has \"result\" \(verdict.rawValue), and won is \(outcome.won)")
    }
    guard outcomes.count > 1 else { return }
    for (player, outcome) in outcomes {
      guard let rank = outcome.rank, rank > 1 ? outcome.won : outcome.verdict == .lost else { continue }
      wrong("player \(player.number) has come to place \(rank) and has \(outcome.won ? "won" : "lost")")
    }
    let winners = outcomes.filter { $0.1.won }
    let drawn = outcomes.filter { $0.1.verdict == .drawn }
    if !isByTime, winners.isEmpty, drawn.isEmpty, outcomes.allSatisfy({ $0.1.verdict != nil && $0.1.rank == nil }) {
      wrong("all have lost: who came before them?")
    }
    if !winners.isEmpty, !drawn.isEmpty { wrong("some have won, and for others it is a draw") }
    if winners.count > 1, Set(winners.map { $0.1.side ?? "player \($0.0.number)" }).count > 1 {
      wrong("\(winners.count) have won who share neither a place nor a team")
    }
    let best = outcomes.filter { !$0.1.won }.map(\.1.score).max() ?? .min
    if let winner = winners.first(where: { $0.1.score < best }) {
      wrong("player \(winner.0.number) has won with a score of \(winner.1.score), and another has \(best)")
    }
  }
}

extension Outcome {
  /// The player's place, if the game names it.
  fileprivate var rank: Int? { open["place"]?.intValue }

  /// The team, or the place, whose players win together.
  fileprivate var side: String? { open["team"]?.stringValue ?? rank.map { "place \($0)" } }
}
