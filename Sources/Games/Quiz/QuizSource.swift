public import GameKit
import WireProtocol

/// Makes quizzes from word decks.
public struct QuizSource: PuzzleSource {
  private let decks: [String: QuizDeck]
  private let names: [String]

  /// The decks to choose from.
  public init(decks: [WordDeck]) {
    self.decks = Dictionary(decks.map { ($0.name, QuizDeck(language: $0.language, words: $0.words())) }) { first, _ in
      first
    }
    names = decks.map(\.name)
  }

  public func puzzle(for day: Day, season: SeasonKey, settings: Quiz.Settings) throws(Rejection) -> Quiz.Puzzle {
    let generator = season.generator(for: "\(Quiz.info.id)/\(day.number)")
    return try quiz(generator, try deck(settings), settings, [])
  }

  public func puzzle(
    seed: UInt64, settings: Quiz.Settings, excluding: PuzzleSet
  ) throws(Rejection) -> Quiz.Puzzle {
    try quiz(SeededGenerator(seed: seed), try deck(settings), settings, excluding)
  }

  public func puzzle(
    seed: UInt64, settings: Quiz.Settings, excluding: PuzzleSet, words: OwnWords
  ) throws(Rejection) -> Quiz.Puzzle {
    try quiz(SeededGenerator(seed: seed), QuizDeck(language: words.language, words: words.words), settings, excluding)
  }

  private func deck(_ settings: Quiz.Settings) throws(Rejection) -> QuizDeck {
    guard let deck = decks[settings.deck] else {
      throw .badSettings(
        "There is no deck \(settings.deck); there are \(names.joined(separator: ", ")); my-LANGUAGE are your own words")
    }
    return deck
  }

  private func quiz(
    _ generator: SeededGenerator, _ deck: QuizDeck, _ settings: Quiz.Settings, _ excluding: PuzzleSet
  ) throws(Rejection) -> Quiz.Puzzle {
    var generator = generator
    var left = Array(deck.words.indices)
    generator.shuffle(&left)
    left.removeAll { place in
      let side = settings.inverted ? deck.words[place].translation : deck.words[place].original
      return excluding.contains(PuzzleKey(Quiz.part(of: side, in: settings.deck)))
    }
    var questions: [Quiz.Question] = []
    // A word with too few others of its form is used only if the deck has no better ones left.
    for likeness in WordForm.Likeness.allCases where questions.count < settings.questions {
      var rest: [Int] = []
      for place in left {
        guard questions.count < settings.questions,
          let question = question(place, of: deck, likeness, settings, &generator)
        else {
          rest.append(place)
          continue
        }
        questions.append(question)
      }
      left = rest
    }
    guard questions.count == settings.questions else {
      guard excluding.isEmpty else { throw .noPuzzlesLeft }
      throw .badSettings(
        "The deck \(settings.deck) has words for \(questions.count) questions, and not for \(settings.questions)")
    }
    return Quiz.Puzzle(deck: settings.deck, language: deck.language, questions: questions)
  }

  /// A question for a word; `nil` if the deck has too few words that are similar to it but distinguishable.
  private func question(
    _ place: Int, of deck: QuizDeck, _ likeness: WordForm.Likeness, _ settings: Quiz.Settings,
    _ generator: inout SeededGenerator
  ) -> Quiz.Question? {
    func answer(_ word: WordDeck.Word) -> String {
      settings.inverted ? word.original : Self.withoutSenses(word.translation)
    }
    let word = deck.words[place]
    var taken = [Sides(word)]
    let others = deck.others(
      than: place, count: settings.choices - 1, isInverted: settings.inverted, likeness, &generator
    ) { other in
      let sides = Sides(deck.words[other])
      guard taken.allSatisfy({ $0.isDistinct(from: sides) }) else { return false }
      taken.append(sides)
      return true
    }
    guard others.count == settings.choices - 1 else { return nil }
    var places = [place] + others
    generator.shuffle(&places)
    return Quiz.Question(
      text: settings.inverted ? word.translation : word.original, choices: places.map { answer(deck.words[$0]) },
      answer: places.firstIndex(of: place) ?? 0)
  }

  /// Removes the parentheses after a meaning: they would reveal the kind of word.
  static func withoutSenses(_ text: String) -> String {
    var kept = ""
    var depth = 0
    for character in text {
      if character == "(" { depth += 1 }
      if depth == 0 { kept.append(character) }
      if character == ")" { depth = max(0, depth - 1) }
    }
    let words = kept.split(separator: " ").joined(separator: " ").replacing(" ,", with: ",")
    return words.isEmpty ? text : words
  }

  public func candidateMoves(
    in game: Quiz, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [Quiz.Move] {
    guard case .seat(let player) = viewer, let question = game.question, !game.isAnswered,
      let own = game.contestant(player), own.answer == nil, !own.isGone
    else { return [] }
    var moves = question.choices.indices.map { Quiz.Move(choice: $0 + 1) }
    generator.shuffle(&moves)
    return Array(moves.prefix(max(0, limit)))
  }
}

/// What a word could be confused with: two words that share a side or a meaning cannot be choices together.
private struct Sides {
  private let original: String
  private let meanings: Set<Substring>

  init(_ word: WordDeck.Word) {
    original = word.original.lowercased()
    meanings = Set(
      word.translation.lowercased().split { ",;/".contains($0) }.map { meaning in
        // Parentheses say which meaning is meant.
        let plain = meaning.prefix { $0 != "(" }
        return Self.trimmed(plain.isEmpty ? meaning : plain)
      })
  }

  func isDistinct(from other: Sides) -> Bool { original != other.original && meanings.isDisjoint(with: other.meanings) }

  private static func trimmed(_ text: Substring) -> Substring {
    let start = text.drop { $0 == " " }
    return start.lastIndex { $0 != " " }.map { start[...$0] } ?? start
  }
}
