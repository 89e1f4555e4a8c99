import GameKit
import WireProtocol

/// Plays many matches to their end by candidate moves. Even seeds avoid winning moves, so that losses occur.
struct Endings<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary

  private static var matches: UInt64 { 16 }
  private static var mostMoves: Int { 60 }
  /// Moves of a long match, which measures growth.
  private static var longMatch: Int { 120 }
  /// The minimum number of moves for measuring growth.
  private static var fewest: Int { 40 }

  /// - Returns: whether a match was lost.
  func check() -> Bool {
    var hasLost = false
    for seed in 1...Self.matches where play(seed) { hasLost = true }
    measureGrowth()
    return hasLost
  }

  private struct Match {
    let puzzle: G.Puzzle
    var game: G
    var generator: SeededGenerator
    var moves: [String] = []
    var elapsed = Elapsed.zero
  }

  private func newMatch(_ seed: UInt64) -> Match? {
    diary.doing("deal the puzzle of seed \(seed)")
    guard let puzzle = try? subject.puzzle(seed) else { return nil }
    return Match(puzzle: puzzle, game: subject.newGame(puzzle), generator: SeededGenerator(seed: seed &+ 100))
  }

  private func place(_ match: Match, _ seed: UInt64) -> Finding.Place {
    subject.place(seed: seed, step: match.moves.count, moves: match.moves)
  }

  /// - Returns: whether it was lost.
  private func play(_ seed: UInt64) -> Bool {
    guard var match = newMatch(seed) else { return false }
    while match.moves.count < Self.mostMoves, advance(&match, avoidsWinning: seed.isMultiple(of: 2)) {}
    checkStuck(&match, seed)
    let secrets = SecretWords(subject, match.puzzle, hiddenFrom: .outsider)
    var hasLost = false
    for player in subject.players {
      guard let outcome = subject.outcome(match.game, of: player) else { continue }
      FormChecks.check(outcome, diary, place(match, seed))
      guard !outcome.won else { continue }
      hasLost = true
      if let word = secrets.first(in: SecretWords.publicTexts(outcome)) {
        diary.found(
          .secretInOutcome, "the public part of the outcome of a loss names \"\(word)\" of the solution",
          at: place(match, seed))
      }
    }
    return hasLost
  }

  /// Plays a candidate move of a player without an outcome.
  ///
  /// - Returns: whether a move was accepted.
  private func advance(_ match: inout Match, avoidsWinning: Bool) -> Bool {
    var players = subject.players.filter { subject.outcome(match.game, of: $0) == nil }
    match.generator.shuffle(&players)
    for player in players {
      // A spectator's candidates rarely win.
      for viewer in avoidsWinning ? [Viewer.outsider, .seat(player)] : [.seat(player)] {
        for move in candidates(&match, viewer) {
          let text = Subject<S>.text(move) ?? ""
          diary.doing("play \(text) by player \(player.number) after \(match.moves.joined(separator: " "))")
          var next = match.game
          let elapsed = Elapsed(milliseconds: match.elapsed.milliseconds + 1000)
          guard case .success = subject.play(move, on: &next, puzzle: match.puzzle, by: player, at: elapsed),
            !avoidsWinning || subject.outcome(next, of: player)?.won != true
          else { continue }
          (match.game, match.elapsed) = (next, elapsed)
          match.moves.append("\(player.number) \(text)")
          return true
        }
      }
    }
    return false
  }

  private func candidates(_ match: inout Match, _ viewer: Viewer) -> [G.Move] {
    var moves = subject.candidates(match.game, viewer, 12, using: &match.generator)
    match.generator.shuffle(&moves)
    return moves
  }

  /// A match without possible moves has an outcome.
  private func checkStuck(_ match: inout Match, _ seed: UInt64) {
    let playing = subject.players.filter { subject.outcome(match.game, of: $0) == nil }
    // With a deadline, the match can still continue.
    guard playing.count == subject.players.count, !match.moves.isEmpty, subject.deadline(match.game) == nil else {
      return
    }
    for player in playing where !candidates(&match, .seat(player)).isEmpty { return }
    for move in subject.solution(of: match.puzzle) {
      var next = match.game
      if case .success = subject.play(move, on: &next, puzzle: match.puzzle, by: playing[0], at: match.elapsed) {
        return
      }
    }
    diary.found(
      .stuck, "there is nothing left to play, not even the solution, and there is no outcome", at: place(match, seed))
  }

  // MARK: - Growth

  /// Bytes of boards and states, and microseconds of processor time, after each move of a long match.
  private struct Growth {
    var boards: [Int] = []
    var states: [Int] = []
    var times: [Int] = []
  }

  /// Projects sizes and times of a long match to the maximum number of moves. Times must exceed their limit twice,
  /// since a busy machine makes a match slow.
  private func measureGrowth() {
    let growth = playLongMatch()
    guard growth.times.count >= Self.fewest else { return }
    let (budgets, most) = (subject.budgets, subject.budgets.moves)
    let sizes = [("board", growth.boards, budgets.boardBytes), ("state", growth.states, budgets.stateBytes)]
    for (what, bytes, budget) in sizes {
      let expected = Self.projection(bytes, to: most)
      guard expected > budget else { continue }
      diary.found(
        .tooLarge,
        "the \(what) grows with each move: it has \(bytes.last ?? 0) bytes after \(bytes.count) moves, and would have "
          + "\(expected) after \(most); the limit is \(budget)", at: subject.place(seed: 1))
    }
    let limit = budgets.moveMilliseconds * 1000
    guard Self.projection(growth.times, to: most) > limit else { return }
    let expected = Self.projection(playLongMatch().times, to: most)
    if expected > limit {
      diary.found(
        .tooSlow,
        "each move takes longer than the one before: after \(most) it would take \(expected / 1000) ms of processor "
          + "time; the limit is \(budgets.moveMilliseconds) ms", at: subject.place(seed: 1))
    }
  }

  private func playLongMatch() -> Growth {
    var growth = Growth()
    guard var match = newMatch(1) else { return growth }
    while match.moves.count < Self.longMatch {
      let start = processorMicroseconds()
      guard advance(&match, avoidsWinning: true) else { break }
      growth.times.append(processorMicroseconds() - start)
      growth.boards.append(subject.board(match.game, for: .seat(subject.players[0])).json.utf8.count)
      growth.states.append(subject.state(match.game)?.utf8.count ?? 0)
    }
    return growth
  }

  /// Extrapolates linearly to `place` from the medians of the middle ten and last ten values. Medians ignore outliers.
  private static func projection(_ values: [Int], to place: Int) -> Int {
    let half = values.count / 2
    func median(_ part: ArraySlice<Int>) -> Double { part.isEmpty ? 0 : Double(part.sorted()[part.count / 2]) }
    let (early, late) = (median(values[max(0, half - 10)..<half]), median(values.suffix(10)))
    let slope = (late - early) / Double(max(1, values.count - half))
    return Int(late + max(0, slope) * Double(max(0, place - values.count)))
  }
}
