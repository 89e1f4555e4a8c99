internal import GameKit
internal import WireProtocol

/// A match that a search plays.
struct SimulatedMatch<G: Game> {
  private(set) var game: G
  private var elapsed = Elapsed.zero

  init(_ game: G) { self.game = game }

  /// The next player to move; the first one if several may.
  var mover: PlayerID? { game.toMove.first }

  /// - Returns: whether the game has accepted the move.
  mutating func play(_ move: G.Move, by player: PlayerID) -> Bool {
    var next = game
    guard (try? next.play(move, by: player, at: elapsed)) != nil else { return false }
    game = next
    return true
  }

  /// Plays random moves to the end, or until no move is possible.
  mutating func playOut(most: Int, using generator: inout SeededGenerator) {
    for _ in 0..<most {
      if let mover {
        let moves = game.candidates(for: mover)
        guard !moves.isEmpty, play(moves[generator.number(below: moves.count)], by: mover) else { return }
      } else {
        guard let deadline = game.deadline, pass(to: deadline) else { return }
      }
    }
  }

  private mutating func pass(to deadline: Elapsed) -> Bool {
    var next = game
    elapsed = max(elapsed, deadline)
    guard (try? next.handle(.time, at: elapsed)) != nil else { return false }
    game = next
    return true
  }

  /// From 0 for the worst to 1 for the best; one half for an unfinished match.
  func reward(of player: PlayerID, among count: Int) -> Double {
    guard let outcome = game.outcome(for: player) else { return 0.5 }
    if let place = outcome.open["place"]?.intValue, count > 1 {
      return max(0, min(1, Double(count - place) / Double(count - 1)))
    }
    return outcome.verdict == .drawn ? 0.5 : outcome.won ? 1 : 0
  }
}
