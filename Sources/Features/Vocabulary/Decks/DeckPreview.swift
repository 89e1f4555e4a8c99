/// Computes, in parts, the effect of adding a deck to a language: both may be long.
struct DeckPreview: Sendable {
  /// Notes that are new to the language; without duplicates in the deck.
  private(set) var new: [Deck.Note] = []
  /// Originals that the language, or an earlier note of the deck, already has.
  private(set) var duplicates: [String] = []

  private let notes: [Deck.Note]
  private let language: Language?
  private let identity: WordIdentity
  /// The originals of the language and of the examined notes.
  private var keys: Set<[UInt8]> = []
  /// The next word of the language; after the last one, the next note.
  private var place = 0

  /// Prepares the comparison; ``advance(by:)`` does it.
  ///
  /// - Parameters:
  ///   - language: `nil` for a language that does not exist yet.
  ///   - name: the language's name.
  init(comparing notes: [Deck.Note], with language: Language?, named name: String) {
    self.notes = notes
    self.language = language
    identity = WordIdentity(language: name)
  }

  /// Compares a deck with a language at once.
  init(of deck: Deck, in language: Language?) {
    self.init(comparing: deck.notes, with: language, named: language?.name ?? deck.name)
    while advance(by: .max) {}
  }

  /// The number of words and notes still to be examined.
  var left: Int { (language?.words.count ?? 0) + notes.count - place }

  /// Examines that many more words or notes.
  ///
  /// - Returns: whether there are more.
  mutating func advance(by count: Int) -> Bool {
    let words = language?.words.count ?? 0
    for _ in 0..<min(max(count, 0), left) {
      if place < words { takeWord(place) } else { take(notes[place - words]) }
      place += 1
    }
    return left > 0
  }

  private mutating func takeWord(_ place: Int) {
    if let original = language?.words[place].entry.original { keys.insert(identity.key(of: original)) }
  }

  private mutating func take(_ note: Deck.Note) {
    if keys.insert(identity.key(of: note.entry.original)).inserted {
      new.append(note)
    } else {
      duplicates.append(note.entry.original)
    }
  }
}
