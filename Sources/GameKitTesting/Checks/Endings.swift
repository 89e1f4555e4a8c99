import GameKit
import WireProtocol

/// Plays many matches to their end by candidate moves alone: some as well as those can, some so that nobody wins.
struct Endings<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let diary: Diary

  private static var matches: UInt64 { 16 }
  private static var mostMoves: Int { 60 }
  /// A long match, for what grows from move to move.
  private static var longMatch: Int { 120 }
  /// Fewer moves than this say nothing of how something grows.
  private static var fewest: Int { 40 }

  /// - Returns: whether a match was lost.
  func check() -> Bool {
    var hasLost = false
    for seed in 1...Self.matches where play(seed) { hasLost = true }
    measureGrowth()
    return hasLost
  }

  /// One match that is being played.
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

  /// Plays a candidate move of somebody who may still play.
  ///
  /// - Returns: whether one was taken.
  private func advance(_ match: inout Match, avoidsWinning: Bool) -> Bool {
    var players = subject.players.filter { subject.outcome(match.game, of: $0) == nil }
    match.generator.shuffle(&players)
    for player in players {
      // What a stranger would try rarely wins.
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

  /// A match in which nobody can move has an outcome.
  private func checkStuck(_ match: inout Match, _ seed: UInt64) {
    let playing = subject.players.filter { subject.outcome(match.game, of: $0) == nil }
    // Where time goes on by itself, something is still to come.
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

  // MARK: - What grows

  /// Bytes and time of a long match, from its middle to its end, and what they come to at the most moves a match may
  /// have.
  private func measureGrowth() {
    guard var match = newMatch(1) else { return }
    var boards: [Int] = []
    var states: [Int] = []
    var times: [Int] = []
    while match.moves.count < Self.longMatch {
      let start = processorMicroseconds()
      guard advance(&match, avoidsWinning: true) else { break }
      times.append(processorMicroseconds() - start)
      boards.append(subject.board(match.game, for: .seat(subject.players[0])).json.utf8.count)
      states.append(subject.state(match.game)?.utf8.count ?? 0)
    }
    guard match.moves.count >= Self.fewest else { return }
    let (budgets, most) = (subject.budgets, subject.budgets.moves)
    for (what, bytes, budget) in [("board", boards, budgets.boardBytes), ("state", states, budgets.stateBytes)] {
      let expected = Self.projection(bytes, to: most)
      guard expected > budget else { continue }
      diary.found(
        .tooLarge,
        "the \(what) grows with each move: it takes \(bytes.last ?? 0) bytes after \(bytes.count) moves, and would take "
          + "\(expected) after \(most), more than the \(budget) it may", at: subject.place(seed: 1))
    }
    let expected = Self.projection(times, to: most)
    if expected > budgets.moveMilliseconds * 1000 {
      diary.found(
        .tooSlow,
        "each move takes longer than the one before: after \(most) it would take \(expected / 1000) ms of processor "
          + "time, more than \(budgets.moveMilliseconds)", at: subject.place(seed: 1))
    }
  }

  /// Where a line through the middle ten and the last ten values is at `place`: through their medians, which one move
  /// that the machine held up does not change.
  private static func projection(_ values: [Int], to place: Int) -> Int {
    let half = values.count / 2
    func median(_ part: ArraySlice<Int>) -> Double { part.isEmpty ? 0 : Double(part.sorted()[part.count / 2]) }
    let (early, late) = (median(values[max(0, half - 10)..<half]), median(values.suffix(10)))
    let slope = (late - early) / Double(max(1, values.count - half))
    return Int(late + max(0, slope) * Double(max(0, place - values.count)))
  }
}
