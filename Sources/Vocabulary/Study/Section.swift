import GameKit

/// Some words of a language, on cards that show one side until they are turned.
///
/// It keeps to the words that it was made of, in their order, whatever is marked meanwhile; ``regenerated(from:seed:)``
/// makes it anew.
public struct Section: Hashable, Sendable {
  /// Which words.
  public enum Kind: String, CaseIterable, Sendable {
    /// All, the oldest first.
    case all
    /// At most twenty at random.
    case random
    /// All that are marked, the oldest first.
    case repeatAll = "repeat"
    /// At most twenty of those that are marked, at random.
    case repeatRandom = "repeat_random"

    var isRandom: Bool { self == .random || self == .repeatRandom }
    var isOfMarked: Bool { self == .repeatAll || self == .repeatRandom }
  }

  /// Which words.
  public let kind: Kind
  /// The language's number.
  public let language: Int
  /// Numbers of the words.
  public let numbers: [Int]
  /// Whether cards show the translation until they are turned, and not the original.
  public private(set) var isInverted: Bool
  /// Numbers of the words whose cards are turned.
  private var turned: Set<Int> = []

  /// How many words a random section has at most.
  public static let randomCount = 20

  /// A section of a language as it is now.
  ///
  /// - Parameter seed: says which words a random one has, and in which order.
  public init(_ kind: Kind, of language: Language, seed: UInt64, isInverted: Bool = false) {
    self.kind = kind
    self.language = language.number
    self.isInverted = isInverted
    // By their places: to copy a word takes longer than to look at a part of it.
    let words = language.words
    var numbers = words.indices.compactMap { kind.isOfMarked && !words[$0].isMarked ? nil : words[$0].number }
    if kind.isRandom {
      var generator = SeededGenerator(seed: seed)
      generator.draw(Self.randomCount, of: &numbers)
    }
    self.numbers = numbers
  }

  /// The section anew, of the words that there are by now.
  public func regenerated(from language: Language, seed: UInt64) -> Section {
    Section(kind, of: language, seed: seed, isInverted: isInverted)
  }

  /// Turns every card over: none is revealed any more.
  public mutating func invert() {
    isInverted.toggle()
    turned = []
  }

  /// Turns a card.
  public mutating func reveal(_ number: Int) { turned.insert(number) }

  /// Turns a card back.
  public mutating func hide(_ number: Int) { turned.remove(number) }

  /// A word as its card shows it.
  public func card(of word: Word) -> Card {
    let isTurned = turned.contains(word.number)
    return Card(
      number: word.number, front: isInverted ? word.entry.translation : word.entry.original,
      back: isTurned ? word : nil, isMarked: word.isMarked)
  }
}

/// A word as its owner sees it.
public struct Card: Hashable, Sendable {
  /// The word's number.
  public let number: Int
  /// The side that is seen.
  public let front: String
  /// The whole word; `nil` until the card is turned.
  public let back: Word?
  /// Whether the word is marked.
  public let isMarked: Bool
}

extension SeededGenerator {
  /// Leaves so many of the elements, chosen at random, in random order.
  mutating func draw<Element>(_ count: Int, of elements: inout [Element]) {
    let count = min(max(count, 0), elements.count)
    for place in 0..<count { elements.swapAt(place, place + number(below: elements.count - place)) }
    elements.removeSubrange(count...)
  }
}
