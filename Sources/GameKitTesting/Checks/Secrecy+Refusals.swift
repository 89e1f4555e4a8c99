import GameKit
import WireProtocol

/// Refusals are free: if they depend on what is hidden, a player can probe with them.
extension Secrecy {
  /// Tries candidates, the solutions of both puzzles and malformed moves on copies. What one match refuses the other
  /// must refuse with the same text.
  func refusalsAgree(_ pair: Pair, _ candidates: [G.Move], _ player: PlayerID, _ step: Int) -> Bool {
    for move in candidates + probes(pair, seed: UInt64(step)) {
      let text = Subject<S>.text(move) ?? ""
      diary.doing("play \(text) in \(pair.name)")
      var (one, other) = (pair.one.game, pair.other.game)
      let result = subject.play(move, on: &one, puzzle: pair.one.puzzle, by: player, at: elapsed(step))
      let twin = subject.play(move, on: &other, puzzle: pair.other.puzzle, by: player, at: elapsed(step))
      if case (.success, .success) = (result, twin) { continue }
      guard subject.text(result) != subject.text(twin) else { continue }
      diary.found(
        .secretInRefusal,
        "a refusal costs nothing and tells the secret: with \(pair.name) \(text) is answered "
          + "\"\(answer(result))\" and \"\(answer(twin))\"", at: place(pair))
      return false
    }
    return true
  }

  /// The solutions of both puzzles and variations of them, typed and as JSON.
  private func probes(_ pair: Pair, seed: UInt64) -> [G.Move] {
    var generator = SeededGenerator(seed: seed)
    let solutions = [pair.one.puzzle, pair.other.puzzle].flatMap { subject.solution(of: $0).prefix(2) }
    let texts = solutions.compactMap { Subject<S>.text($0) }
    let lines = Mangling.lines(like: texts.flatMap(Mangling.strings), using: &generator)
    let values = texts.flatMap { Mangling.values(like: $0, most: 20, using: &generator) }
    return solutions + lines.compactMap { try? G.parse($0) } + values.compactMap { try? subject.move($0) }
  }

  private func answer(_ result: Result<Turn, Rejection>) -> String {
    switch result {
    case .success: "taken"
    case .failure(let rejection): rejection.message
    }
  }
}
