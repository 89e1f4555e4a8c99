import ParlorCore

extension Deck {
  /// The deck as a file.
  ///
  /// Anki reads ``DeckFormat/anki`` as notes of the type `Basic`, whose first two fields it fills; the other columns
  /// are for other note types, and for ``DeckReader``.
  ///
  /// - Parameter hasMark: whether the file begins with U+FEFF, without which some spreadsheets assume another encoding.
  func file(_ format: DeckFormat, hasMark: Bool = false) -> [UInt8] {
    var bytes = hasMark ? DeckReader.mark : []
    format.writeHeader(ofDeck: name, to: &bytes)
    for note in notes { format.write(note, to: &bytes) }
    return bytes
  }
}

extension DeckFormat {
  /// Writes the header lines.
  func writeHeader(ofDeck name: String, to bytes: inout [UInt8]) {
    if self == .anki {
      bytes += Array("#separator:tab\n#html:false\n".utf8)
      if !name.isEmpty { bytes += Array("#deck:\(name)\n".utf8) }
      bytes += Array("#columns:".utf8)
    }
    DelimitedRecord.write(DeckColumn.allCases.map(\.rawValue), separator: separator, to: &bytes)
    if self == .anki { bytes += Array("#tags column:\(DeckColumn.allCases.count)\n".utf8) }
  }

  /// Writes the line of a note.
  func write(_ note: Deck.Note, to bytes: inout [UInt8]) {
    DelimitedRecord.write(DeckColumn.allCases.map(note.field), separator: separator, to: &bytes)
  }
}

extension Deck.Note {
  fileprivate func field(_ column: DeckColumn) -> String {
    switch column {
    case .original: entry.original
    case .translation: entry.translation
    case .note: entry.note
    case .part: entry.part
    case .example: entry.example
    case .tags: isMarked ? DeckColumn.markedTag : ""
    }
  }
}
