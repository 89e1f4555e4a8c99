/// Words as they go from one program to another.
public struct Deck: Hashable, Sendable {
  /// What the deck is called; empty where the file does not say.
  public var name: String
  /// In the order of the file.
  public var notes: [Note]

  /// A deck.
  public init(name: String = "", notes: [Note] = []) {
    self.name = name
    self.notes = notes
  }

  /// All words of a language.
  public init(of language: Language) {
    self.init(
      name: language.name, notes: language.words.map { Note(entry: $0.entry, isMarked: $0.isMarked) })
  }

  /// A word with its mark.
  public struct Note: Hashable, Sendable {
    /// What is written about the word.
    public var entry: Word.Entry
    /// Whether it is marked: Anki's tag `marked`.
    public var isMarked: Bool

    /// A note.
    public init(entry: Word.Entry, isMarked: Bool = false) {
      self.entry = entry
      self.isMarked = isMarked
    }
  }
}

/// Something in a deck's file that cannot be read.
public struct DeckFault: Error, Hashable, Sendable {
  /// The number of the line, from 1, on which the note begins.
  public let line: Int
  /// A sentence without its full stop.
  public let message: String

  /// A fault.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

/// How a deck is written.
public enum DeckFormat: String, CaseIterable, Sendable {
  /// Anki's text format: header lines, tabs between fields.
  case anki
  /// RFC 4180, with the names of the columns on the first line.
  case csv
  /// The same with tabs.
  case tsv

  /// What stands between fields.
  var separator: UInt8 { self == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t") }
}
