import GameKit

/// A language that somebody learns, or whatever they call their list: its words, the oldest first.
public struct Language: Sendable {
  /// Unique among its owner's languages; from 1.
  public let number: Int
  /// As its owner writes it.
  public internal(set) var name: String
  /// Says when reviews are due, by the share of words that its owner wants to remember.
  public internal(set) var fsrs: FSRS
  /// How many words that were never reviewed come on a day, at most.
  public internal(set) var newPerDay: Int

  /// As in Anki.
  public static let usualNewPerDay = 20

  /// The words by their numbers, which is the order in which they were added.
  public private(set) var words: [Word] = []
  private var index = SearchIndex()
  /// Of the words' originals, in their order.
  private var hashes: [WordIdentity.Hashes] = []

  /// A language without words.
  public init(number: Int, name: String, fsrs: FSRS = FSRS(), newPerDay: Int = usualNewPerDay) {
    self.number = number
    self.name = name
    self.fsrs = fsrs
    self.newPerDay = newPerDay
  }

  /// The word of a number.
  public subscript(number: Int) -> Word? {
    let place = firstPlace(from: number)
    return place < words.count && words[place].number == number ? words[place] : nil
  }

  /// The place of the first word with this number or a greater one.
  private func firstPlace(from number: Int) -> Int {
    words.firstPlace { $0.number >= number }
  }

  // MARK: - Looking

  /// A part of the words.
  public struct Page: Sendable {
    /// The oldest first.
    public var words: [Word]
    /// Whether there are more after them.
    public var hasMore: Bool
  }

  /// The words that hold a text in the original or the translation, whatever its case and accents.
  ///
  /// - Parameters:
  ///   - text: an empty one is in every word.
  ///   - number: that of the last word of the page before; 0 for the first page.
  ///   - limit: the most words of a page.
  public func page(holding text: String = "", after number: Int = 0, limit: Int) -> Page {
    let first = firstPlace(from: number.advanced(by: number < .max ? 1 : 0))
    let places = index.places(holding: FoldedText.key(of: text), from: first, atMost: max(limit, 0) + 1)
    return Page(words: places.prefix(max(limit, 0)).map { words[$0] }, hasMore: places.count > max(limit, 0))
  }

  /// The first word with the same original, which a new one would be a duplicate of: accents tell words apart, and in
  /// German case does.
  public func word(like original: String) -> Word? {
    let (identity, hash) = (WordIdentity(language: name), WordIdentity.Hashes(of: original))
    let key = identity.key(of: original)
    return hashes.indices.lazy.filter { identity.mayBeEqual(hashes[$0], hash) }
      .first { identity.key(of: words[$0].entry.original) == key }.map { words[$0] }
  }

  /// Words that are to be seen again.
  public var markedCount: Int { words.indices.count { words[$0].isMarked } }

  // MARK: - Changes

  /// Stores a word, which takes the place of the one of its number.
  mutating func store(_ word: Word) {
    let place = firstPlace(from: word.number)
    if place < words.count, words[place].number == word.number {
      if words[place].entry != word.entry {
        index.replace(at: place, with: word.entry)
        hashes[place] = WordIdentity.Hashes(of: word.entry.original)
      }
      words[place] = word
    } else {
      words.insert(word, at: place)
      index.insert(word.entry, at: place)
      hashes.insert(WordIdentity.Hashes(of: word.entry.original), at: place)
    }
  }

  mutating func mark(_ number: Int, _ isMarked: Bool) {
    let place = firstPlace(from: number)
    if place < words.count, words[place].number == number { words[place].isMarked = isMarked }
  }

  mutating func schedule(_ number: Int, _ schedule: Schedule?) {
    let place = firstPlace(from: number)
    if place < words.count, words[place].number == number { words[place].schedule = schedule }
  }

  mutating func remove(_ number: Int) {
    let place = firstPlace(from: number)
    guard place < words.count, words[place].number == number else { return }
    words.remove(at: place)
    index.remove(at: place)
    hashes.remove(at: place)
  }
}
