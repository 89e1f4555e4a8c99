import GameKit

/// What lies on the table in a room of cards: the card, the choices, and what is known of the card before.
struct CardTable {
  /// What cards are dealt; its name is the room's.
  enum Kind: String, CaseIterable {
    /// Those that are due.
    case study
    /// Those of a run.
    case run = "cards"
  }

  let kind: Kind
  /// The language's number.
  private(set) var language: Int
  /// Whether cards show the translation and ask for the original.
  var isInverted: Bool
  /// Whether the other side is chosen from four.
  var hasChoices: Bool
  /// The card; `nil` when there is none left.
  private(set) var card: StudiedCard?
  /// What the other side is chosen from.
  private(set) var choices: [String] = []
  /// The card that was answered last, until another one is turned.
  var answered: AnsweredCard?
  /// The number of the word that was rated last: another one comes after it, if there is one.
  var rated: Int?
  /// How the run has ended.
  var result: FinishedRun?

  /// An empty table.
  init(_ kind: Kind, language: Int, isInverted: Bool, hasChoices: Bool) {
    (self.kind, self.language, self.isInverted, self.hasChoices) = (kind, language, isInverted, hasChoices)
  }

  /// Deals the next card: of the run, or of what there is to study.
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

  /// Shows one side of a word. The same card keeps its choices: what stays among others would be the answer.
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

  /// Deals anew where the word on the table was deleted meanwhile, or is not the run's next one any more.
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

/// The card of a word that is studied.
struct StudiedCard: Equatable {
  /// The word's number.
  let word: Int
  /// Whether it shows the translation and asks for the original.
  let isInverted: Bool
  /// Whether its other side has been shown.
  var isTurned = false

  /// The side that is seen.
  func front(of word: Word) -> String { isInverted ? word.entry.translation : word.entry.original }

  /// The side that is asked for.
  func back(of word: Word) -> String { isInverted ? word.entry.original : word.entry.translation }
}

/// A card whose answer was judged, which its owner may rate otherwise.
struct AnsweredCard {
  /// The word's number.
  let word: Int
  /// The word's schedule before the answer.
  let before: Schedule?
  /// How close the answer was; ``TypedAnswer/right`` once its owner has said so.
  var judged: TypedAnswer
}

/// How a run of cards has ended.
struct FinishedRun {
  /// The stored match.
  let match: Int64
  let score: CardScore
  /// As it is shared.
  let share: String
}
