public import WireProtocol

/// Computes the colours of a guess.
public enum LetterColours {
  /// The colours of a guess, by the two-pass rule: first exact matches, then misplaced letters from the left while
  /// unmatched letters of the answer remain.
  ///
  /// All pairs of letters are compared: the cost is the product of both lengths, which callers bound.
  @inlinable
  public static func tiles<Letters: Collection>(
    of guess: Letters, against answer: Letters
  ) -> [Tile] where Letters.Element: Equatable {
    let answer = Array(answer)
    var tiles = [Tile](repeating: .absent, count: guess.count)
    var isMatched = [Bool](repeating: false, count: answer.count)
    for (place, letter) in guess.enumerated() where place < answer.count && answer[place] == letter {
      tiles[place] = .right
      isMatched[place] = true
    }
    for (place, letter) in guess.enumerated() where tiles[place] != .right {
      guard let other = answer.indices.first(where: { !isMatched[$0] && answer[$0] == letter }) else { continue }
      isMatched[other] = true
      tiles[place] = .elsewhere
    }
    return tiles
  }
}
