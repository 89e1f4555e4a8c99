/// What would come of adding a deck to a language.
public struct DeckPreview: Hashable, Sendable {
  /// Notes that are neither in the language nor twice in the deck.
  public private(set) var new: [Deck.Note] = []
  /// Originals that are in the language already, or came before in the deck, whatever their case and accents.
  public private(set) var duplicates: [String] = []

  /// Compares a deck with a language.
  ///
  /// - Parameter language: `nil` for one that is still to be made.
  public init(of deck: Deck, in language: Language?) {
    var keys = Set((language?.words ?? []).map { FoldedText.key(of: $0.entry.original) })
    for note in deck.notes {
      if keys.insert(FoldedText.key(of: note.entry.original)).inserted {
        new.append(note)
      } else {
        duplicates.append(note.entry.original)
      }
    }
  }
}
