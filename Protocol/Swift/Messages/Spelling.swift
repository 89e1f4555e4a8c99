/// Finds what somebody most likely meant by a misspelt word.
public enum Spelling {
  /// The candidate with the fewest edits from `word`; `nil` when none is close enough to be meant.
  ///
  /// Edits are insertions, deletions, replacements and swaps of neighbours (optimal string alignment).
  /// A third of the letters, at least one, may be wrong.
  public static func nearest(to word: String, among candidates: some Sequence<String>) -> String? {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: word.unicodeScalars.prefix(32))
    let typed = Array(String(scalars).lowercased().unicodeScalars.prefix(32))
    let letters = letters(of: typed)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
      let target = Array(candidate.unicodeScalars)
      let most = min(max(1, max(typed.count, target.count) / 3), target.count - 1, (best?.distance ?? Int.max) - 1)
      // Each letter that only one of them has is an edit of its own, or half of one.
      guard abs(typed.count - target.count) <= most,
        (letters ^ Self.letters(of: target)).nonzeroBitCount <= 2 * most
      else { continue }
      let distance = distance(typed, target)
      guard distance <= most else { continue }
      if distance < (best?.distance ?? Int.max) { best = (candidate, distance) }
    }
    return best?.candidate
  }

  /// Which letters there are, by the last six bits of each.
  private static func letters(of word: [Unicode.Scalar]) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1.value & 63) }
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
