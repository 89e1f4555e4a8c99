import GameKit

/// A deck's words with what its questions are made of.
struct QuizDeck: Sendable {
  let language: String
  let words: [WordDeck.Word]
  private let forms: [WordForm]
  /// The words by the length of what is chosen from: translations, and originals for a quiz that is inverted.
  private let translations: Order
  private let originals: Order

  init(language: String, words: [WordDeck.Word]) {
    self.language = language
    self.words = words
    forms = words.map { WordForm($0, language: language) }
    translations = Order(words.map { WordForm.parts(of: $0.translation).reduce(0) { $0 + $1 + 2 } })
    originals = Order(words.map { $0.original.unicodeScalars.count })
  }

  /// Words whose answers stand beside the right one: of its form, and as long or nearly so, so that who knows none of
  /// them does not see which one it is. How many of them are shorter is left to chance, or the right one would be the
  /// middle one.
  ///
  /// - Parameter isTold: whether a word may stand beside those that were chosen before it, and is.
  /// - Returns: words by their places, without the one at `place`; too few where there are no more.
  func others(
    than place: Int, count: Int, isInverted: Bool, _ likeness: WordForm.Likeness, _ generator: inout SeededGenerator,
    isTold: (Int) -> Bool
  ) -> [Int] {
    let order = isInverted ? originals : translations
    var shorter = near(place, in: order, step: -1, likeness)
    var longer = near(place, in: order, step: 1, likeness)
    generator.shuffle(&shorter)
    generator.shuffle(&longer)
    let shorterCount = generator.number(below: count + 1)
    var chosen: [Int] = []
    func take(_ candidates: inout [Int], upTo most: Int) {
      while chosen.count < most, let candidate = candidates.popLast() {
        if isTold(candidate) { chosen.append(candidate) }
      }
    }
    take(&shorter, upTo: shorterCount)
    take(&longer, upTo: count)
    take(&shorter, upTo: count)
    return chosen
  }

  /// Words of the form that come next in an order.
  private func near(_ place: Int, in order: Order, step: Int, _ likeness: WordForm.Likeness) -> [Int] {
    var found: [Int] = []
    var rank = order.ranks[place] + step
    while found.count < Self.span, order.places.indices.contains(rank) {
      let other = order.places[rank]
      if forms[other].isLike(forms[place], likeness) { found.append(other) }
      rank += step
    }
    return found
  }

  /// From how many words on either side others are chosen.
  private static let span = 16

  /// Words by the length of something.
  private struct Order: Sendable {
    /// The places of the words, the shortest first.
    let places: [Int]
    /// The rank of each word.
    let ranks: [Int]

    init(_ lengths: [Int]) {
      places = lengths.indices.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
      var ranks = [Int](repeating: 0, count: lengths.count)
      for (rank, place) in places.enumerated() { ranks[place] = rank }
      self.ranks = ranks
    }
  }
}
