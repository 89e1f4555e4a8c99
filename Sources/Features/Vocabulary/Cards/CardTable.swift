import GameKit

/// The table of a room of cards: the card, the choices, and the last card.
struct CardTable {
  /// The selection of cards; its name is the room's.
  enum Kind: String, CaseIterable {
    /// Due cards.
    case study
    /// A run's cards.
    case run = "cards"
  }

  let kind: Kind
  /// The language's number.
  private(set) var language: Int
  /// Whether cards show the translation and ask for the original.
  var isInverted: Bool
  /// Whether there are four choices.
  var hasChoices: Bool
  /// The card; `nil` if none is left.
  private(set) var card: StudiedCard?
  /// The choices for the other side.
  private(set) var choices: [String] = []
  /// The last answered card, until another one is turned.
  var answered: AnsweredCard?
  /// The last rated word: another one comes next, if there is one.
  var rated: Int?
  /// The result of the run.
  var result: FinishedRun?

  /// An empty table.
  init(_ kind: Kind, language: Int, isInverted: Bool, hasChoices: Bool) {
    (self.kind, self.language, self.isInverted, self.hasChoices) = (kind, language, isInverted, hasChoices)
  }

  /// Deals the next card: of the run, or of the queue.
  ///
  /// - Parameter seed: determines the choices.
  mutating func deal(from words: WordCollection, on today: Day, seed: UInt64) {
    let next =
      switch kind {
      case .run: words.practice?.left.first
      case .study: words.language(language).flatMap { StudyQueue(of: $0, on: today).next(after: rated) }
      }
    show(next, of: words, seed: seed)
  }

  /// Shows one side of a word. The same card keeps its choices: the intersection of two sets would be the answer.
  mutating func show(_ number: Int?, of words: WordCollection, seed: UInt64) {
    guard let number, let (word, language) = try? words.word(number) else { return (card, choices) = (nil, []) }
    let next = StudiedCard(word: number, isInverted: isInverted)
    let isSame = card?.word == number && card?.isInverted == isInverted && choices.contains(next.back(of: word))
    if !hasChoices {
      choices = []
    } else if !isSame {
      choices = Choices(for: word, in: language, isInverted: isInverted, seed: seed).texts
    }
    (self.language, card) = (language.number, next)
  }

  /// Deals again if the word on the table was deleted, or is not the run's next one any more.
  mutating func settle(with words: WordCollection, on today: Day, seed: UInt64) {
    let isThere = card.map { (try? words.word($0.word)) != nil } ?? false
    let isNext = kind == .study || result != nil || words.practice?.left.first == card?.word
    if !isThere || !isNext { deal(from: words, on: today, seed: seed) }
  }

  /// Shows the other side of the card.
  mutating func turn() {
    card?.isTurned = true
    answered = nil
  }
}

/// The card of a studied word.
struct StudiedCard: Equatable {
  /// The word's number.
  let word: Int
  /// Whether it shows the translation and asks for the original.
  let isInverted: Bool
  /// Whether its other side has been shown.
  var isTurned = false

  /// The visible side.
  func front(of word: Word) -> String { isInverted ? word.entry.translation : word.entry.original }

  /// The other side.
  func back(of word: Word) -> String { isInverted ? word.entry.original : word.entry.translation }
}

/// A card whose answer was judged, and whose rating can be corrected.
struct AnsweredCard {
  /// The word's number.
  let word: Int
  /// The word's schedule before the answer.
  let before: Schedule?
  /// The judgement of the answer; ``TypedAnswer/right`` after a correction.
  var judged: TypedAnswer
}

/// The result of a run of cards.
struct FinishedRun {
  /// The stored match.
  let match: Int64
  let score: CardScore
  /// The share text.
  let share: String
}
