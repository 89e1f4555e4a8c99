import GameKit

/// A deck's words, indexed for making questions.
struct QuizDeck: Sendable {
  let language: String
  let words: [WordDeck.Word]
  private let forms: [WordForm]
  /// The words ordered by the length of the answers: translations, or originals for an inverted quiz.
  private let translations: Order
  private let originals: Order

  init(language: String, words: [WordDeck.Word]) {
    self.language = language
    self.words = words
    forms = words.map { WordForm($0, language: language) }
    translations = Order(words.map { WordForm.parts(of: $0.translation).reduce(0) { $0 + $1 + 2 } })
    originals = Order(words.map { $0.original.unicodeScalars.count })
  }

  /// Wrong answers for a word: of the same form and about the same length, so that a player who knows none of the words
  /// cannot see which one is right. How many of them are shorter is random, since otherwise the right one would be the
  /// middle one.
  ///
  /// - Parameter isTold: whether a word can be distinguished from those accepted before it; `true` accepts it.
  /// - Returns: indices of words other than `place`; too few if there are no more.
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

  /// Words of the form that are next in an order.
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

  /// The number of words on either side among which others are chosen.
  private static let span = 16

  /// Words ordered by a length.
  private struct Order: Sendable {
    /// The indices of the words, the shortest first.
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
