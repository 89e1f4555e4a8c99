/// Finds the likeliest meaning of a misspelt word.
public enum Spelling {
  /// The candidate with the fewest edits from `word`; `nil` if none is close enough.
  ///
  /// Edits are insertions, deletions, substitutions and transpositions (optimal string alignment).
  ///
  /// - Parameter allowed: the most edits for a number of letters, that of the longer word; by default a third, at least
  ///   one.
  public static func nearest(
    to word: String, among candidates: [String], allowed: (Int) -> Int = { max(1, $0 / 3) }
  ) -> String? {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: word.unicodeScalars.prefix(32))
    let typed = Array(String(scalars).lowercased().unicodeScalars.prefix(32))
    let letters = Letters(typed)
    var best: (candidate: String, distance: Int)?
    var compared = 0
    let typedBytes = typed.reduce(0) { $0 + UTF8.width($1) }
    for candidate in candidates {
      // A cheap check by lengths in bytes.
      let bytes = candidate.utf8.count
      guard abs(bytes - typedBytes) <= 4 * allowed(max(typed.count, bytes)) else { continue }
      let target = Array(candidate.unicodeScalars.prefix(64))
      let most = min(allowed(max(typed.count, target.count)), target.count - 1, (best?.distance ?? Int.max) - 1)
      guard abs(typed.count - target.count) <= most, letters.differ(from: Letters(target), atMost: most) else {
        continue
      }
      compared += 1
      if compared > mostCompared { break }
      let distance = distance(typed, target)
      guard distance <= most else { continue }
      best = (candidate, distance)
    }
    return best?.candidate
  }

  /// The most candidates with the same letters that are compared: if there are more, none is meant.
  private static let mostCompared = 16

  /// The number of each letter, by its last four bits: a fast check whether words can be similar.
  private struct Letters {
    private var counts = SIMD16<Int8>(repeating: 0)

    init(_ word: [Unicode.Scalar]) {
      for scalar in word { counts[Int(scalar.value & 15)] &+= 1 }
    }

    /// Each edit substitutes, adds or removes one letter.
    func differ(from other: Letters, atMost edits: Int) -> Bool {
      let difference = counts &- other.counts
      let (more, fewer) = (
        difference.clamped(lowerBound: .zero, upperBound: SIMD16(repeating: .max)), (.zero &- difference)
      )
      return Int(more.wrappedSum()) <= edits
        && Int(fewer.clamped(lowerBound: .zero, upperBound: SIMD16(repeating: .max)).wrappedSum()) <= edits
    }
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
