import GameKit
import WireProtocol

/// Plays two puzzles in parallel and compares their views.
///
/// A spectator may know only the public part of each turn: while two matches agree in that, their spectator boards must
/// be the same bytes, whatever was played. A player may know only the answers to moves: while the same moves have the
/// same answers, the player's boards must be equal, and so must refusals, which are free, and candidate moves, which
/// are generated from the player's view.
struct Secrecy<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary
  /// How many pairs of the source's puzzles to compare.
  let pairs: Int

  struct Match {
    let puzzle: G.Puzzle
    var game: G
  }

  /// Two matches played in parallel.
  struct Pair {
    var one: Match
    var other: Match
    /// Whether their puzzles were given as twins, which must look alike at the start.
    let areGiven: Bool
    let name: String
    var moves: [String] = []
  }

  /// Steps per pair: secrets may show only after some turns, and every step searches for candidates.
  private static var steps: Int { 6 }
  /// How many moves are tried to find two with the same public answer.
  private static var breadth: Int { 60 }
  /// The same when playing to a loss, which takes more steps.
  private static var losingSteps: Int { 16 }
  private static var losingBreadth: Int { 20 }

  /// Compares puzzles of the source with each other, and the given twins.
  func check(twins: [(G.Puzzle, G.Puzzle)], playersSeeAll: Bool) {
    guard subject.hasPuzzles else { return }
    let pairs = natural() + twins.enumerated().map { pair($1.0, $1.1, areGiven: true, name: "twins \($0 + 1)") }
    var compared = (outside: 0, seat: 0)
    for (index, pair) in pairs.enumerated() {
      compared.outside += watch(pair)
      // Every step searches for candidates, which is expensive.
      if pair.areGiven || index < 2 { loseBoth(pair) }
      if !playersSeeAll { compared.seat += sit(pair) }
    }
    diary.figures.comparisons += compared.outside + compared.seat
    guard !pairs.isEmpty else { return }
    let advice = "give two puzzles as twins that look the same at the start and are not"
    if compared.outside == 0 {
      diary.found(.twinsNeeded, "no two puzzles of the source look alike to a spectator at the start: \(advice)")
    } else if compared.seat == 0, !playersSeeAll {
      diary.found(
        .twinsNeeded,
        "no two puzzles of the source look alike to their player at the start: \(advice), "
          + "or say playersSeeAll if nothing is hidden from players")
    }
  }

  private func natural() -> [Pair] {
    let puzzles = (1...2 * pairs).compactMap { seed in (try? subject.puzzle(UInt64(seed))).map { (seed, $0) } }
    return stride(from: 0, to: puzzles.count - 1, by: 2).compactMap { index in
      let (one, other) = (puzzles[index], puzzles[index + 1])
      guard subject.key(of: one.1) != subject.key(of: other.1) else { return nil }
      return pair(one.1, other.1, areGiven: false, name: "the puzzles of seeds \(one.0) and \(other.0)")
    }
  }

  private func pair(_ one: G.Puzzle, _ other: G.Puzzle, areGiven: Bool, name: String) -> Pair {
    Pair(
      one: Match(puzzle: one, game: subject.newGame(one)), other: Match(puzzle: other, game: subject.newGame(other)),
      areGiven: areGiven, name: name)
  }

  func place(_ pair: Pair) -> Finding.Place { subject.place(step: pair.moves.count, moves: pair.moves) }

  func elapsed(_ step: Int) -> Elapsed { Elapsed(milliseconds: Int64(step + 1) * 5000) }

  // MARK: - A spectator

  /// Plays moves with the same public answer in both, and compares the spectator's boards after each.
  ///
  /// - Returns: the number of compared boards; 0 if the puzzles do not look alike at the start.
  private func watch(_ pair: Pair) -> Int {
    var pair = pair
    guard boardsAgree(pair, for: .outsider, "a spectator", .secretOnBoard, isStart: true) else { return 0 }
    var generator = SeededGenerator(seed: 7)
    var compared = 1
    for step in 0..<Self.steps {
      // Solutions are tried in later steps.
      guard advanceAlike(&pair, step, solutionsFirst: step >= Self.steps / 2, using: &generator) else { break }
      compared += 1
      guard boardsAgree(pair, for: .outsider, "a spectator", .secretOnBoard), outcomesAgree(pair) else { break }
      if subject.outcome(pair.one.game, of: subject.players[0]) != nil { break }
    }
    return compared
  }

  /// Plays both to a loss with the same public answers, and compares the public outcomes.
  private func loseBoth(_ pair: Pair) {
    var pair = pair
    var generator = SeededGenerator(seed: 13)
    guard boardsAgree(pair, for: .outsider, "a spectator", .secretOnBoard, isStart: true) else { return }
    for step in 0..<Self.losingSteps {
      guard advanceAlike(&pair, step, solutionsFirst: nil, using: &generator), outcomesAgree(pair),
        subject.outcome(pair.one.game, of: subject.players[0]) == nil
      else { return }
    }
  }

  /// The result of a move in one of the two matches.
  private struct Answer {
    let move: G.Move
    let game: G
    let turn: Turn
  }

  /// Plays one move in each match such that their public answers agree.
  ///
  /// - Parameter solutionsFirst: whether solutions are tried before other moves or after; `nil` tries no winning moves.
  private func advanceAlike(
    _ pair: inout Pair, _ step: Int, solutionsFirst: Bool?, using generator: inout SeededGenerator
  ) -> Bool {
    let player = subject.players[0]
    func answer(_ match: Match, _ move: G.Move) -> (key: String, answer: Answer)? {
      guard let (key, answer) = publicAnswer(match, move, player, step),
        solutionsFirst != nil || subject.outcome(answer.game, of: player)?.won != true
      else { return nil }
      return (key, answer)
    }
    // A spectator's candidates are found quickly; those for a player's board may need a long search.
    for viewer in [Viewer.outsider, .seat(player)] {
      var answers: [String: Answer] = [:]
      for move in pool(pair.other, viewer, solutionsFirst, using: &generator) {
        guard let (key, answer) = answer(pair.other, move), answers[key] == nil else { continue }
        answers[key] = answer
      }
      for move in pool(pair.one, viewer, solutionsFirst, using: &generator) {
        guard let (key, one) = answer(pair.one, move), let other = answers[key] else { continue }
        checkRemarks(one, other, pair)
        (pair.one.game, pair.other.game) = (one.game, other.game)
        let texts = (Subject<S>.text(move) ?? "", Subject<S>.text(other.move) ?? "")
        pair.moves.append(texts.0 == texts.1 ? texts.0 : "\(texts.0)|\(texts.1)")
        return true
      }
    }
    return false
  }

  /// Candidates and, unless excluded, the solution.
  private func pool(
    _ match: Match, _ viewer: Viewer, _ solutionsFirst: Bool?, using generator: inout SeededGenerator
  ) -> [G.Move] {
    let breadth = solutionsFirst == nil ? Self.losingBreadth : Self.breadth
    let candidates = subject.candidates(match.game, viewer, breadth, using: &generator)
    guard let solutionsFirst else { return candidates }
    let solution = subject.solution(of: match.puzzle).prefix(3)
    return solutionsFirst ? solution + candidates : candidates.reversed() + solution.reversed()
  }

  private func publicAnswer(_ match: Match, _ move: G.Move, _ player: PlayerID, _ step: Int) -> (String, Answer)? {
    var game = match.game
    diary.doing("play \(Subject<S>.text(move) ?? "") to compare what is public of it")
    guard case .success(let turn) = subject.play(move, on: &game, puzzle: match.puzzle, by: player, at: elapsed(step))
    else { return nil }
    let isDone = subject.outcome(game, of: player) != nil
    return ("\(subject.openText(turn)) \(isDone)", Answer(move: move, game: game, turn: turn))
  }

  /// A remark for spectators must depend only on the public part of a turn.
  private func checkRemarks(_ one: Answer, _ other: Answer, _ pair: Pair) {
    let (text, twin) = (one.turn.openRemark, other.turn.openRemark)
    guard text != twin else { return }
    diary.found(
      .secretInRemark,
      "with \(pair.name), whose public turns agree, what spectators read differs: \(difference(text, twin))",
      at: place(pair))
  }

  private func outcomesAgree(_ pair: Pair) -> Bool {
    let player = subject.players[0]
    guard let one = subject.outcome(pair.one.game, of: player), let other = subject.outcome(pair.other.game, of: player)
    else {
      return true
    }
    let (text, twin) = (subject.publicText(one), subject.publicText(other))
    guard text != twin else { return true }
    diary.found(
      .secretInOutcome,
      "with \(pair.name), whose public turns agree, the public part of the outcome differs: \(difference(text, twin))",
      at: place(pair))
    return false
  }

  /// Compares the boards for a viewer. A difference at the start is a fault only for given twins.
  private func boardsAgree(
    _ pair: Pair, for viewer: Viewer, _ name: String, _ fault: Fault, isStart: Bool = false
  ) -> Bool {
    let (one, other) = (subject.board(pair.one.game, for: viewer), subject.board(pair.other.game, for: viewer))
    guard one != other else { return true }
    guard !isStart || pair.areGiven else { return false }
    let turn = isStart ? "at the start" : "after turn \(pair.moves.count)"
    diary.found(
      fault,
      "the secret shows on the board of \(name) \(turn): with \(pair.name) it differs though nothing else does, "
        + difference(one.json, other.json), at: place(pair))
    return false
  }

  // MARK: - A player

  /// Plays the same moves in both while they have the same answers.
  ///
  /// - Returns: the number of compared boards; 0 if the puzzles do not look alike at the start.
  private func sit(_ pair: Pair) -> Int {
    var pair = pair
    let player = subject.players[0]
    guard boardsAgree(pair, for: .seat(player), "a player", .secretOnPlayersBoard, isStart: true) else { return 0 }
    var generator = SeededGenerator(seed: 11)
    var compared = 1
    for step in 0..<Self.steps {
      guard let candidates = commonCandidates(pair, player, using: &generator) else { break }
      guard step >= Self.steps / 2 || refusalsAgree(pair, candidates, player, step) else { break }
      guard sameMove(&pair, candidates, player, step) else { break }
      compared += 1
      guard boardsAgree(pair, for: .seat(player), "a player", .secretOnPlayersBoard) else { break }
    }
    return compared
  }

  private func commonCandidates(
    _ pair: Pair, _ player: PlayerID, using generator: inout SeededGenerator
  ) -> [G.Move]? {
    var twin = generator
    diary.doing("ask for candidate moves in \(pair.name)")
    let one = subject.candidates(pair.one.game, .seat(player), 20, using: &generator)
    let other = subject.candidates(pair.other.game, .seat(player), 20, using: &twin)
    // Listed moves are part of the player's view.
    let listed = [pair.one.game, pair.other.game].map { subject.listedText($0, for: player) }
    let texts = zip([one, other], listed).map {
      ($0.compactMap { Subject<S>.text($0) } + ["listed:", $1]).joined(separator: " ")
    }
    guard texts[0] != texts[1] else { return one }
    diary.found(
      .secretInCandidates,
      "candidate moves know more than the player sees: with \(pair.name) they differ though the board does not, "
        + difference(texts[0], texts[1]), at: place(pair))
    return nil
  }

  /// Plays a move that has the same answer in both.
  private func sameMove(_ pair: inout Pair, _ candidates: [G.Move], _ player: PlayerID, _ step: Int) -> Bool {
    for move in candidates {
      let text = Subject<S>.text(move) ?? ""
      diary.doing("play \(text) in \(pair.name)")
      var (one, other) = (pair.one.game, pair.other.game)
      let result = subject.play(move, on: &one, puzzle: pair.one.puzzle, by: player, at: elapsed(step))
      let twin = subject.play(move, on: &other, puzzle: pair.other.puzzle, by: player, at: elapsed(step))
      guard case (.success(let turn), .success(let second)) = (result, twin),
        subject.outcome(one, of: player) == nil, subject.outcome(other, of: player) == nil,
        subject.text(turn) == subject.text(second)
      else { continue }
      (pair.one.game, pair.other.game) = (one, other)
      pair.moves.append(text)
      return true
    }
    return false
  }
}
