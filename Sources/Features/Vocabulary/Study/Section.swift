import GameKit

/// Words of a language on cards that show one side until they are turned.
///
/// The words and their order stay as they were when it was made, whatever is marked later; ``regenerated(from:seed:)``
/// makes a new one.
struct Section: Hashable, Sendable {
  /// The selection of words.
  enum Kind: String, CaseIterable, Sendable {
    /// All, the oldest first.
    case all
    /// At most twenty at random.
    case random
    /// All marked words, the oldest first.
    case repeatAll = "repeat"
    /// At most twenty marked words at random.
    case repeatRandom = "repeat_random"

    var isRandom: Bool { self == .random || self == .repeatRandom }
    var isOfMarked: Bool { self == .repeatAll || self == .repeatRandom }
  }

  /// The selection.
  let kind: Kind
  /// The language's number.
  let language: Int
  /// The words' numbers.
  let numbers: [Int]
  /// Whether the front of cards is the translation instead of the original.
  private(set) var isInverted: Bool
  /// The numbers of turned cards.
  private var turned: Set<Int> = []

  /// The most words of a random section.
  static let randomCount = 20

  /// A section of a language in its present state.
  ///
  /// - Parameter seed: determines the words of a random section, and their order.
  init(_ kind: Kind, of language: Language, seed: UInt64, isInverted: Bool = false) {
    self.kind = kind
    self.language = language.number
    self.isInverted = isInverted
    // By index: copying a word takes longer than reading a part of it.
    let words = language.words
    var numbers = words.indices.compactMap { kind.isOfMarked && !words[$0].isMarked ? nil : words[$0].number }
    if kind.isRandom {
      var generator = SeededGenerator(seed: seed)
      generator.draw(Self.randomCount, of: &numbers)
    }
    self.numbers = numbers
  }

  /// The same selection from the language's present words.
  func regenerated(from language: Language, seed: UInt64) -> Section {
    Section(kind, of: language, seed: seed, isInverted: isInverted)
  }

  /// Swaps front and back; no card is turned afterwards.
  mutating func invert() {
    isInverted.toggle()
    turned = []
  }

  /// Turns a card.
  mutating func reveal(_ number: Int) { turned.insert(number) }

  /// Turns a card back.
  mutating func hide(_ number: Int) { turned.remove(number) }

  /// A word's card.
  func card(of word: Word) -> Card {
    let isTurned = turned.contains(word.number)
    return Card(
      number: word.number, front: isInverted ? word.entry.translation : word.entry.original,
      back: isTurned ? word : nil, isMarked: word.isMarked)
  }
}

/// A card as its owner sees it.
struct Card: Hashable, Sendable {
  /// The word's number.
  let number: Int
  /// The visible side.
  let front: String
  /// The whole word; `nil` until the card is turned.
  let back: Word?
  /// Whether the word is marked.
  let isMarked: Bool
}

extension SeededGenerator {
  /// Keeps `count` of the elements, chosen and ordered at random.
  mutating func draw<Element>(_ count: Int, of elements: inout [Element]) {
    let count = min(max(count, 0), elements.count)
    for place in 0..<count { elements.swapAt(place, place + number(below: elements.count - place)) }
    elements.removeSubrange(count...)
  }
}
