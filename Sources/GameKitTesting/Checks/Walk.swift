import GameKit
import WireProtocol

/// A match that advances by candidate moves of the players to move, and by time when a deadline comes first.
struct Walk<S: PuzzleSource> {
  typealias G = S.G

  let puzzle: G.Puzzle
  var game: G
  let seed: UInt64
  var elapsed = Elapsed.zero
  /// The moves and events so far, for findings.
  var steps: [String] = []
  var generator: SeededGenerator
  /// The turn of the last step.
  var turn: Turn?
  /// Whether some steps wait for the deadline instead of moving.
  var waits = true
  /// The refusal of the last `time` event, if it was refused.
  var refusal: Rejection?

  init(puzzle: G.Puzzle, game: G, seed: UInt64) {
    (self.puzzle, self.game, self.seed) = (puzzle, game, seed)
    generator = SeededGenerator(seed: seed &+ 40)
  }

  func place(_ subject: Subject<S>) -> Finding.Place {
    subject.place(seed: seed, step: steps.count, moves: steps)
  }

  /// The time of the next move.
  var next: Elapsed { Elapsed(milliseconds: elapsed.milliseconds + 900 + Int64(steps.count * 2617 % 6000)) }

  /// Plays a candidate move, or lets the deadline pass.
  ///
  /// - Parameter gone: players who do not move any more.
  /// - Returns: whether a step was possible.
  mutating func advance(_ subject: Subject<S>, without gone: [PlayerID] = []) -> Bool {
    let deadline = subject.deadline(game)
    let waits = waits && seed.isMultiple(of: 2) && steps.count % 8 == 5
    if deadline.map({ $0 > next && !waits }) ?? true, move(subject, without: gone) { return true }
    return deadline.map { pass($0, subject) } ?? false
  }

  private mutating func move(_ subject: Subject<S>, without gone: [PlayerID]) -> Bool {
    var players = subject.toMove(game)
    if players.isEmpty { players = subject.players }
    players.removeAll(where: gone.contains)
    generator.shuffle(&players)
    for player in players where subject.outcome(game, of: player) == nil {
      for move in subject.candidates(game, .seat(player), 6, using: &generator) {
        let text = Subject<S>.text(move) ?? ""
        subject.diary.doing("play \(text) by player \(player.number), \(place(subject))")
        guard case .success(let turn) = subject.play(move, on: &game, puzzle: puzzle, by: player, at: next) else {
          continue
        }
        note("\(player.number) \(text)", turn, at: next)
        return true
      }
    }
    return false
  }

  /// Sends `time` at the game's deadline.
  private mutating func pass(_ deadline: Elapsed, _ subject: Subject<S>) -> Bool {
    subject.diary.doing("handle that time is up, \(place(subject))")
    let moment = max(deadline, elapsed)
    switch subject.handle(.time, &game, at: moment) {
    case .success(let turn):
      note("time", turn, at: moment)
      return true
    case .failure(let rejection):
      refusal = rejection
      return false
    }
  }

  private mutating func note(_ what: String, _ turn: Turn, at moment: Elapsed) {
    (elapsed, self.turn) = (moment, turn)
    steps.append(what)
  }
}
