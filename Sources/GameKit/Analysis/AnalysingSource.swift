import WireProtocol

/// A source that can say how well a finished match was played. A game whose source does not conform has no analysis.
///
/// An analysis is computed when somebody asks for it, away from the server's loop. It may take at most half a second of
/// a processor, and is the same for the same match.
public protocol AnalysingSource: PuzzleSource {
  /// The costs of a match's guesses, and its luck.
  ///
  /// - Parameter moves: all moves of the match in order.
  /// - Returns: `nil` for a match that cannot be analysed, such as one whose answer is not in the lists any more.
  func analysis(of game: G, after moves: [G.Move]) -> MatchAnalysis?

  /// The words that fitted all guesses up to one of them, sorted, among those that players may guess. It does not
  /// reveal which guesses are possible answers, if that is not public.
  ///
  /// - Parameter guess: counted from 1.
  /// - Returns: `nil` if there is no such guess.
  func fitting(after guess: Int, of game: G) -> [String]?
}

extension AnalysingSource {
  func analysis(of game: Any, moves: [JSON]) -> MatchAnalysis? {
    guard let game = game as? G else { return nil }
    return analysis(of: game, after: moves.compactMap { try? $0.decode(G.Move.self) })
  }

  func fitting(after guess: Int, ofAny game: Any) -> [String]? {
    (game as? G).flatMap { fitting(after: guess, of: $0) }
  }
}
