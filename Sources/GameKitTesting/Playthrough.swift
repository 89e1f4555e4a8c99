import GameKit
import WireProtocol

/// Plays one match by seeded candidate moves and checks the views of all viewers after each move.
struct Playthrough<S: PuzzleSource> {
  typealias G = S.G

  /// A logged move.
  struct Logged {
    let player: PlayerID
    let elapsed: Elapsed
    let move: String
    let turn: Turn
  }

  let subject: Subject<S>
  let seed: UInt64
  let puzzle: G.Puzzle
  let diary: Diary
  /// Whether to run all checks at each step, or only to play and trace the answers.
  let isThorough: Bool
  private(set) var game: G
  private(set) var log: [Logged] = []
  private(set) var elapsed = Elapsed.zero
  private(set) var outcomes: [PlayerID: String] = [:]
  private var generator: SeededGenerator
  /// Separate, so that thorough and other runs play the same moves.
  private var garbageGenerator: SeededGenerator
  private var copies: RestoredCopies<S>
  private let secrets: SecretWords

  static var mostMoves: Int { 30 }

  init(_ subject: Subject<S>, seed: UInt64, puzzle: G.Puzzle, diary: Diary, isThorough: Bool) {
    (self.subject, self.seed, self.puzzle, self.diary) = (subject, seed, puzzle, diary)
    self.isThorough = isThorough
    generator = SeededGenerator(seed: seed)
    garbageGenerator = SeededGenerator(seed: seed &+ 1)
    game = subject.newGame(puzzle)
    copies = RestoredCopies(subject: subject, puzzle: puzzle, diary: diary)
    secrets = SecretWords(subject, puzzle, hiddenFrom: .seat(subject.players[0]))
  }

  var place: Finding.Place {
    subject.place(seed: seed, step: log.count, moves: log.map { "\($0.player.number) \($0.move)" })
  }

  /// Plays until the end or the move limit, then the solution. Odd seeds play only one to four moves first.
  mutating func run() {
    diary.doing("deal the puzzle of seed \(seed)")
    lookAround()
    if isThorough { offerGarbage() }
    let patience = seed.isMultiple(of: 2) ? Self.mostMoves : 1 + generator.number(below: 4)
    while log.count < patience, !diary.isEnough, let (player, move) = nextMove() {
      guard take(move, by: player, isCandidate: true) else { return }
    }
    for move in subject.solution(of: puzzle) {
      guard take(move, by: subject.players[0], isCandidate: false) else { return }
    }
    afterTheEnd()
    if isThorough {
      offerGarbage()
      replay()
    }
  }

  // MARK: - Moves

  /// A random candidate move of a random player without an outcome; `nil` if there is none.
  private mutating func nextMove() -> (PlayerID, G.Move)? {
    var players = subject.players.filter { subject.outcome(game, of: $0) == nil }
    generator.shuffle(&players)
    for player in players {
      diary.doing("ask for candidate moves of player \(player.number), \(place)")
      var moves = subject.candidates(game, .seat(player), 12, using: &generator)
      diary.trace(
        "the candidate moves of player \(player.number)",
        moves.compactMap { Subject<S>.text($0) }.joined(separator: " "),
        at: place)
      if moves.count > 12 {
        diary.found(.tooManyCandidates, "12 candidate moves were asked for and \(moves.count) came", at: place)
      }
      generator.shuffle(&moves)
      if let move = moves.first { return (player, move) }
    }
    if log.isEmpty, !players.isEmpty {
      diary.found(.noCandidates, "the source offers no candidate move at the start", at: place)
    }
    return nil
  }

  /// Plays a move, in thorough runs after trying it on copies.
  ///
  /// - Returns: whether to continue with this match.
  private mutating func take(_ move: G.Move, by player: PlayerID, isCandidate: Bool) -> Bool {
    guard let text = Subject<S>.text(move) else {
      diary.found(.moveLost, "a move cannot be written as JSON: \(move)", at: place)
      return false
    }
    if subject.outcome(game, of: player) != nil { return true }
    elapsed = Elapsed(milliseconds: elapsed.milliseconds + 400 + Int64(generator.number(below: 9000)))
    diary.doing("play \(text) by player \(player.number), \(place)")
    if isThorough, !isSteady(move, text, by: player) { return false }
    if isThorough { copies.add(game, step: log.count) }
    let before = place
    let publicMove = PublicMove(move: text, after: subject.board(game, for: .outsider))
    let result = subject.play(move, on: &game, puzzle: puzzle, by: player, at: elapsed)
    diary.trace("the answer to \(text)", subject.text(result), at: before)
    if isThorough { copies.play(move, by: player, at: elapsed, result, game, before) }
    switch result {
    case .failure(let rejection):
      if isCandidate {
        diary.found(
          .candidateRefused, "the candidate move \(text) is refused: \(rejection.message)", at: before)
      }
      FormChecks.check(rejection, to: text, diary, before)
      // The next candidate may be accepted.
      return isCandidate ? !diary.hasFound(.candidateRefused) : true
    case .success(let turn):
      log.append(Logged(player: player, elapsed: elapsed, move: text, turn: turn))
      diary.figures.moves += 1
      FormChecks.check(turn, diary, before)
      if let word = secrets.first(in: [turn.openRemark], besides: text) {
        diary.found(
          .secretInRemark, "what spectators read of \(text) names \"\(word)\" of the solution", at: before)
      }
      if subject.hasPuzzles { publicMove.check(turn, subject, from: before, in: game, diary) }
      lookAround()
      return true
    }
  }

  /// Moves after the end must neither trap nor change outcomes, because a replay applies every logged move.
  private mutating func afterTheEnd() {
    for logged in log.suffix(3) {
      guard let move = try? subject.move(logged.move) else { continue }
      var next = game
      diary.doing("play \(logged.move) after the end, \(place)")
      guard !subject.replay(move, on: &next, by: logged.player, at: elapsed).isRefused else { continue }
      for (player, outcome) in outcomes where subject.text(subject.outcome(next, of: player)) != outcome {
        diary.found(
          .outcomeChanges, "player \(player.number)'s outcome changes with the move \(logged.move) after the end",
          at: place)
      }
    }
  }

  // MARK: - Looking

  /// Traces and checks the boards, outcomes, listed moves and times of all viewers.
  private mutating func lookAround() {
    let place = place
    var largest = 0
    for (name, viewer) in subject.viewers {
      let board = subject.board(game, for: viewer)
      let json = board.json
      largest = max(largest, json.utf8.count)
      diary.trace("the board of \(name)", json, at: place)
      FormChecks.check(board, of: name, diary, place)
      FormChecks.checkView(of: board, G.info.viewSchema, diary, place)
    }
    for player in subject.players { lookAtOutcome(of: player) }
    if isThorough, G.info.seats == nil {
      ListedMoves(subject: subject, diary: diary, puzzle: puzzle).check(game, at: elapsed, place)
    }
    for (what, moves) in subject.listing(of: game) {
      diary.trace(what, moves, at: place)
      largest = max(largest, moves.utf8.count)
    }
    for (what, answer) in subject.clockwork(of: game) { diary.trace(what, answer, at: place) }
    noteSizes(board: largest)
  }

  private mutating func lookAtOutcome(of player: PlayerID) {
    let place = place
    let outcome = subject.outcome(game, of: player)
    let text = subject.text(outcome)
    diary.trace("the outcome of player \(player.number)", text, at: place)
    if let known = outcomes[player], known != text {
      let what = outcome == nil ? "appears and disappears again" : "becomes another one: \(difference(known, text))"
      diary.found(.outcomeChanges, "the outcome of player \(player.number) \(what)", at: place)
    }
    guard let outcome else { return }
    outcomes[player] = text
    FormChecks.check(outcome, diary, place)
    FormChecks.checkAsksNothing(subject.board(game, for: .seat(player)), diary, place)
  }

  private func noteSizes(board: Int) {
    let turn = log.last.map { subject.text($0.turn).utf8.count } ?? 0
    let state = subject.state(game)?.utf8.count ?? 0
    diary.figures.boardBytes = max(diary.figures.boardBytes, board + turn)
    diary.figures.stateBytes = max(diary.figures.stateBytes, state)
    func check(_ bytes: Int, _ budget: Int, _ what: String) {
      guard bytes > budget else { return }
      diary.found(.tooLarge, "\(what) takes \(bytes) bytes of JSON, more than the \(budget) it may", at: place)
    }
    check(board + turn, subject.budgets.boardBytes, "a board, or the moves listed with it, and a turn")
    check(state, subject.budgets.stateBytes, "the state")
  }

  // MARK: - Thorough runs

  /// Whether a move gives the same result twice and after a restore, and does not change the original.
  private mutating func isSteady(_ move: G.Move, _ text: String, by player: PlayerID) -> Bool {
    // Moves of other viewers and earlier ones are those that rules and settings forbid. Trying them takes most of the
    // time, so it is done at some steps only.
    let isClose = log.count < 5 || log.count.isMultiple(of: 6)
    let others =
      !isClose
      ? []
      : subject.solution(of: puzzle).prefix(2) + log.suffix(3).compactMap { try? subject.move($0.move) }
        + subject.candidates(game, .outsider, 6, using: &garbageGenerator)
    return StepChecks(
      subject: subject, game: game, puzzle: puzzle, player: player, elapsed: elapsed, diary: diary, place: place,
      others: Array(others)
    ).isSteady(move, text)
  }

  private mutating func offerGarbage() {
    guard seed < 4 else { return }
    Garbage(
      subject: subject, game: game, puzzle: puzzle, elapsed: elapsed, diary: diary, place: place,
      samples: samples(), secrets: secrets
    ).offer(using: &garbageGenerator)
  }

  /// Valid moves, as a basis for damaged ones.
  private mutating func samples() -> [String] {
    var moves = subject.solution(of: puzzle)
    for player in subject.players {
      moves += subject.candidates(game, .seat(player), 3, using: &garbageGenerator)
    }
    var texts: [String] = []
    for text in moves.compactMap({ Subject<S>.text($0) }) where !texts.contains(text) { texts.append(text) }
    return Array(texts.prefix(5))
  }

  /// Whether the log replays on the original puzzle, as opposed to the decoded one.
  private func replays(on puzzle: G.Puzzle) -> Bool {
    var replayed = subject.newGame(puzzle)
    return log.allSatisfy { logged in
      guard let move = try? subject.move(logged.move),
        let turn = try? subject.replay(move, on: &replayed, by: logged.player, at: logged.elapsed).get()
      else { return false }
      return subject.text(turn) == subject.text(logged.turn)
    }
  }

  /// Replays the match from its stored form: puzzle and moves as JSON.
  private func replay() {
    diary.doing("replay the match, \(place)")
    guard let stored = Subject<S>.text(puzzle), let again = try? JSON(parsing: stored).decode(G.Puzzle.self),
      Subject<S>.text(again) == stored
    else {
      return diary.found(.puzzleLost, "the puzzle cannot be written as JSON and read again unchanged", at: place)
    }
    var replayed = subject.newGame(again)
    for (step, logged) in log.enumerated() {
      var place = place
      (place.step, place.moves) = (step, Array(place.moves.prefix(step)))
      let turn = (try? subject.move(logged.move)).flatMap {
        try? subject.replay($0, on: &replayed, by: logged.player, at: logged.elapsed).get()
      }
      guard let turn, subject.text(turn) == subject.text(logged.turn) else {
        let what = turn.map { difference(subject.text(logged.turn), subject.text($0)) } ?? "it is refused"
        let fault: Fault = turn == nil || !replays(on: puzzle) ? .moveLost : .puzzleLost
        return diary.found(fault, "the logged move \(logged.move) does not replay: \(what)", at: place)
      }
    }
  }
}
