/// Finds what somebody most likely meant by a misspelt word.
public enum Spelling {
  /// The candidate with the fewest edits from `word`; `nil` when none is close enough to be meant.
  ///
  /// Edits are insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
  /// A third of the letters, at least one, may be wrong.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    let typed = Array(word.lowercased().unicodeScalars.prefix(32))
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let target = Array(candidate.unicodeScalars)
      let distance = distance(typed, target)
      guard distance <= max(1, max(typed.count, target.count) / 3), distance < target.count else { continue }
      if distance < (best?.distance ?? Int.max) { best = (candidate, distance) }
    }
    return best?.candidate
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    guard !left.isEmpty else { return right.count }
    var twoAbove: [Int] = []
    var above = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in stride(from: 1, through: right.count, by: 1) {
        let same = left[row - 1] == right[column - 1]
        var cost = min(above[column] + 1, current[column - 1] + 1, above[column - 1] + (same ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          cost = min(cost, twoAbove[column - 2] + 1)
        }
        current.append(cost)
      }
      (twoAbove, above) = (above, current)
    }
    return above[right.count]
  }
}
