import GameKit
import WireProtocol

/// Restored copies of a match that play the same moves: the loss of a field may show only some moves later.
struct RestoredCopies<S: PuzzleSource> {
  typealias G = S.G

  let subject: Subject<S>
  let puzzle: G.Puzzle
  let diary: Diary
  private var copies: [(step: Int, game: G)] = []

  /// The steps after which a copy is made.
  private static var steps: [Int] { [0, 2] }

  init(subject: Subject<S>, puzzle: G.Puzzle, diary: Diary) {
    (self.subject, self.puzzle, self.diary) = (subject, puzzle, diary)
  }

  /// Makes a copy at the steps of ``steps``.
  mutating func add(_ game: G, step: Int) {
    guard Self.steps.contains(step), !copies.contains(where: { $0.step == step }),
      let state = subject.state(game), let copy = subject.restored(state)
    else { return }
    copies.append((step, copy))
  }

  /// Plays the match's move in all copies and compares the results.
  mutating func play(
    _ move: G.Move, by player: PlayerID, at elapsed: Elapsed, _ result: Result<Turn, Rejection>, _ game: G,
    _ place: Finding.Place
  ) {
    guard !copies.isEmpty else { return }
    let (expected, look) = (subject.text(result), subject.look(at: game))
    for index in copies.indices {
      let answer = subject.text(subject.play(move, on: &copies[index].game, puzzle: puzzle, by: player, at: elapsed))
      let change =
        answer == expected
        ? subject.differing(look, subject.look(at: copies[index].game)) : difference(expected, answer)
      guard let change else { continue }
      diary.found(
        .stateLost,
        "a game that was restored after step \(copies[index].step) behaves differently: \(change)",
        at: place)
    }
  }
}
