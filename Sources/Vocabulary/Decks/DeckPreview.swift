/// What would come of adding a deck to a language: made a part at a time, since both may be long.
public struct DeckPreview: Sendable {
  /// Notes that are neither in the language nor twice in the deck.
  public private(set) var new: [Deck.Note] = []
  /// Originals that are in the language already, or came before in the deck.
  public private(set) var duplicates: [String] = []

  private let notes: [Deck.Note]
  private let language: Language?
  private let identity: WordIdentity
  /// Originals of the language and of the notes that were looked at.
  private var keys: Set<[UInt8]> = []
  /// The next word of the language; after the last of them, the next note.
  private var place = 0

  /// Compares a deck with a language when ``advance(by:)`` is called.
  ///
  /// - Parameters:
  ///   - language: `nil` for one that is still to be made.
  ///   - name: what the language is called.
  public init(comparing notes: [Deck.Note], with language: Language?, named name: String) {
    self.notes = notes
    self.language = language
    identity = WordIdentity(language: name)
  }

  /// Compares a deck with a language, all at once.
  public init(of deck: Deck, in language: Language?) {
    self.init(comparing: deck.notes, with: language, named: language?.name ?? deck.name)
    while advance(by: .max) {}
  }

  /// How many words and notes are still to be looked at.
  public var left: Int { (language?.words.count ?? 0) + notes.count - place }

  /// Looks at so many more words or notes.
  ///
  /// - Returns: whether there are more to look at.
  public mutating func advance(by count: Int) -> Bool {
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
