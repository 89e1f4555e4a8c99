/// A list of words for import and export.
struct Deck: Hashable, Sendable {
  /// The deck's name; empty if the file has none.
  var name = ""
  /// In the order of the file.
  var notes: [Note] = []

  /// A word and its mark.
  struct Note: Hashable, Sendable {
    /// The word's texts.
    var entry: Word.Entry
    /// Whether it is marked: Anki's tag `marked`.
    var isMarked = false
  }
}

extension Deck {
  /// All words of a language.
  init(of language: Language) {
    self.init(
      name: language.name, notes: language.words.map { Note(entry: $0.entry, isMarked: $0.isMarked) })
  }
}

/// An error in a deck's file.
struct DeckFault: Error, Hashable, Sendable {
  /// The number of the line, from 1, where the note begins.
  let line: Int
  /// A sentence without a full stop.
  let message: String
}

/// The errors of a deck's file: their number and the first of them, so that memory is bounded even if each of a million
/// lines has one.
struct DeckFaults: Hashable, Sendable {
  /// The number of errors.
  private(set) var count = 0
  /// The first errors by line, at most ``most``.
  private(set) var first: [DeckFault] = []
  /// The most errors kept.
  static let most = 20

  /// No errors.
  init() {}

  /// Adds an error, whose line must not be before those of the others.
  mutating func append(_ fault: DeckFault) {
    count += 1
    if first.count < Self.most { first.append(fault) }
  }

  /// The combined errors of two passes over the same file.
  func joined(with other: DeckFaults) -> DeckFaults {
    var all = self
    all.count += other.count
    all.first = Array((first + other.first).sorted { $0.line < $1.line }.prefix(Self.most))
    return all
  }
}

/// The format of a deck's file.
enum DeckFormat: String, CaseIterable, Sendable {
  /// Anki's text format: header lines, tabs between fields.
  case anki
  /// RFC 4180, with the columns' names on the first line.
  case csv
  /// As CSV, with tabs.
  case tsv

  /// The separator of fields.
  var separator: UInt8 { self == .csv ? UInt8(ascii: ",") : UInt8(ascii: "\t") }
}
