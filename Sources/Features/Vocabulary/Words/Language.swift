import GameKit

/// A language that a player learns, or any other list of words, the oldest first.
struct Language: Sendable {
  /// Unique among its owner's languages; from 1.
  let number: Int
  /// The owner's name for it.
  var name: String
  /// The scheduler of reviews, with the owner's desired retention.
  var fsrs: FSRS
  /// The most new words per day.
  var newPerDay: Int

  /// Anki's default.
  static let defaultNewPerDay = 20

  /// The words by their numbers, which is the order in which they were added.
  private(set) var words: [Word] = []
  /// The words in the order in which they are studied.
  private(set) var order = StudyOrder()
  /// The number of marked words.
  private(set) var markedCount = 0
  private var index = SearchIndex()
  /// The hashes of the words' originals, in order.
  private var hashes: [WordIdentity.Hashes] = []

  /// A language without words.
  init(number: Int, name: String, fsrs: FSRS = FSRS(), newPerDay: Int = defaultNewPerDay) {
    self.number = number
    self.name = name
    self.fsrs = fsrs
    self.newPerDay = newPerDay
  }

  /// The word with a number.
  subscript(number: Int) -> Word? {
    let place = firstPlace(from: number)
    return place < words.count && words[place].number == number ? words[place] : nil
  }

  /// The index of the first word with this number or a greater one.
  private func firstPlace(from number: Int) -> Int {
    words.partitioningIndex { $0.number >= number }
  }

  // MARK: - Reading

  /// A part of the words.
  struct Page: Sendable {
    /// The oldest first.
    var words: [Word]
    /// Whether there are more after them.
    var hasMore: Bool
  }

  /// The words that contain a text in the original or the translation, ignoring case and accents.
  ///
  /// - Parameters:
  ///   - text: an empty text is in every word.
  ///   - number: the last word's number of the previous page; 0 for the first page.
  ///   - limit: the most words of a page.
  func page(holding text: String = "", after number: Int = 0, limit: Int) -> Page {
    let first = firstPlace(from: number.advanced(by: number < .max ? 1 : 0))
    let places = index.places(holding: FoldedText.key(of: text), from: first, atMost: max(limit, 0) + 1)
    return Page(words: places.prefix(max(limit, 0)).map { words[$0] }, hasMore: places.count > max(limit, 0))
  }

  /// The first word with the same original, which would make a new one a duplicate. Accents distinguish words, and in
  /// German case does too.
  func word(like original: String) -> Word? {
    let (identity, hash) = (WordIdentity(language: name), WordIdentity.Hashes(of: original))
    let key = identity.key(of: original)
    return hashes.indices.lazy.filter { identity.mayBeEqual(hashes[$0], hash) }
      .first { identity.key(of: words[$0].entry.original) == key }.map { words[$0] }
  }

  // MARK: - Changes

  /// Adds a word, or replaces the one with its number.
  mutating func store(_ word: Word) {
    let place = firstPlace(from: word.number)
    if place < words.count, words[place].number == word.number {
      if words[place].entry != word.entry {
        index.replace(at: place, with: word.entry)
        hashes[place] = WordIdentity.Hashes(of: word.entry.original)
      }
      drop(words[place])
      words[place] = word
    } else {
      words.insert(word, at: place)
      index.insert(word.entry, at: place)
      hashes.insert(WordIdentity.Hashes(of: word.entry.original), at: place)
    }
    order.insert(word.number, word.schedule)
    if word.isMarked { markedCount += 1 }
  }

  /// Takes a word out of what is counted and ordered.
  private mutating func drop(_ word: Word) {
    order.remove(word.number, word.schedule)
    if word.isMarked { markedCount -= 1 }
  }

  mutating func mark(_ number: Int, _ isMarked: Bool) {
    let place = firstPlace(from: number)
    guard place < words.count, words[place].number == number, words[place].isMarked != isMarked else { return }
    words[place].isMarked = isMarked
    markedCount += isMarked ? 1 : -1
  }

  mutating func schedule(_ number: Int, _ schedule: Schedule?) {
    let place = firstPlace(from: number)
    guard place < words.count, words[place].number == number else { return }
    order.remove(number, words[place].schedule)
    words[place].schedule = schedule
    order.insert(number, schedule)
  }

  mutating func remove(_ number: Int) {
    let place = firstPlace(from: number)
    guard place < words.count, words[place].number == number else { return }
    drop(words[place])
    words.remove(at: place)
    index.remove(at: place)
    hashes.remove(at: place)
  }
}
