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

/// What cannot be read of a deck: how much it is, and the first of it, so that a file with a fault in each of a million
/// lines takes no more room than one with a few.
public struct DeckFaults: Hashable, Sendable {
  /// How many there are.
  public private(set) var count = 0
  /// The first of them, by their lines, at most ``most``.
  public private(set) var first: [DeckFault] = []
  /// The most that are kept.
  public static let most = 20

  /// None.
  public init() {}

  /// Adds one whose line is no earlier than those of the others.
  public mutating func append(_ fault: DeckFault) {
    count += 1
    if first.count < Self.most { first.append(fault) }
  }

  /// The faults of the same file that were found in two ways.
  public func joined(with other: DeckFaults) -> DeckFaults {
    var all = self
    all.count += other.count
    all.first = Array((first + other.first).sorted { $0.line < $1.line }.prefix(Self.most))
    return all
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
