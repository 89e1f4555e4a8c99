import GameKit
import ParlorCore
import TextMode
import WireProtocol

/// Reads a deck, compares it with its language, and adds new words if requested.
final class DeckTask: SlicedTask {
  private enum Step {
    case reading
    case remembering(MissedWords)
    case comparing
    case counting(next: Int)
    case adding(language: Int, next: Int)
  }

  private let notebook: Notebook
  /// The name of a bundled deck.
  private let name: String?
  private let named: String?
  private let adds: Bool
  /// The file to be read or added.
  private let upload: DeckUpload?
  private var step: Step?
  /// What is being read and compared: changed in place, since a copy would take as long as the deck.
  private var reading: DeckReading?
  private var comparison: DeckPreview?
  private var deck = ReadDeck()
  private var target: (name: String, number: Int?) = ("", nil)
  private var new: [Deck.Note] = []
  private var duplicates: [String] = []
  private var leftOut = 0
  private var room = (words: 0, bytes: 0)

  /// - Parameters:
  ///   - name: of a bundled deck.
  ///   - language: the language by name; `nil` for the deck's, or the last used one.
  ///   - adds: whether new words are added; if not, the answer says what would be.
  init(_ source: DeckSource, called name: String?, into language: String?, adds: Bool, _ notebook: Notebook) {
    (self.name, named) = (name, language)
    self.adds = adds
    self.notebook = notebook
    upload = if case .upload(let upload) = source { upload } else { nil }
    switch source {
    case .upload(let upload):
      switch upload.state {
      case .coming(let bytes): (step, reading) = (.reading, DeckReading(bytes, language: language))
      case .read(let deck): self.deck = deck
      case .refused: break
      }
    case .deck(let deck): self.deck = deck
    case .missed(let words): step = .remembering(words)
    }
  }

  var ticket: CommitTicket { notebook.ticket }

  func advance(_ context: PlayerContext, _ budget: inout Int) throws(WireError) -> TaskProgress {
    while budget > 0 {
      switch step {
      case .reading:
        if reading?.advance(&budget, context) == true { continue }
        deck = reading?.deck ?? ReadDeck()
        (step, reading) = (nil, nil)
        upload?.finishReading(deck)
      case .remembering(let words):
        if let found = try words.advance(context, &budget) {
          (step, deck) = (nil, found)
        } else if words.isWaiting {
          return .more
        }
      case .comparing:
        let left = comparison?.left ?? 0
        let hasMore = comparison?.advance(by: budget) ?? false
        budget -= left - (comparison?.left ?? 0)
        if hasMore { continue }
        (new, duplicates) = (comparison?.new ?? [], comparison?.duplicates ?? [])
        (step, comparison) = (.counting(next: 0), nil)
      case .counting(let next):
        guard next < new.count else {
          guard adds else { return .done(ShownPreview(message: preview, deck: name)) }
          guard new.count > leftOut else { return .done(added(0, context)) }
          step = .adding(language: try begin(context), next: 0)
          continue
        }
        count(new[next].entry)
        budget -= 1
        step = .counting(next: next + 1)
      case .adding(let language, let next):
        // Words without room come after those with room.
        guard next < new.count - leftOut else { return .done(added(next, context)) }
        try add(new[next], to: language, context)
        budget -= 4
        step = .adding(language: language, next: next + 1)
      case nil: (comparison, step) = (try compare(context), .comparing)
      }
    }
    return .more
  }

  /// Finds the language, and begins the comparison.
  private func compare(_ context: PlayerContext) throws(WireError) -> DeckPreview {
    let name = try named.map { name throws(WireError) in try context.clean(name, .name) }
    let ownName = deck.name.isEmpty ? nil : try? context.clean(deck.name, .name)
    guard let name = name ?? ownName else {
      guard let language = try? notebook.language(nil) else {
        throw WireError(
          .notFound, .language, "The deck does not say which language its words are for: /import-preview LANGUAGE does")
      }
      target = (language.name, language.number)
      room = notebook.words.remainingCapacity
      return DeckPreview(comparing: deck.notes, with: language, named: language.name)
    }
    let language = try? notebook.words.language(named: name)
    if language == nil {
      _ = try WireError.catching { () throws(VocabularyFault) in try notebook.words.adding(languageNamed: name) }
    }
    target = (language?.name ?? name, language?.number)
    room = notebook.words.remainingCapacity
    return DeckPreview(comparing: deck.notes, with: language, named: target.name)
  }

  /// Counts the words for which there is room: up to the first that does not fit.
  private func count(_ entry: Word.Entry) {
    guard leftOut == 0, room.words > 0, room.bytes >= entry.bytes else {
      leftOut += 1
      return
    }
    room.words -= 1
    room.bytes -= entry.bytes
  }

  /// The number of the language, which is added if it does not exist.
  private func begin(_ context: PlayerContext) throws(WireError) -> Int {
    if let number = target.number { return number }
    let change = try notebook.change(context) { [target] words throws(VocabularyFault) in
      try words.adding(languageNamed: target.name)
    }
    guard case .language(let number, _, _, _) = change else { return 0 }
    target.number = number
    return number
  }

  private func add(_ note: Deck.Note, to language: Int, _ context: PlayerContext) throws(WireError) {
    let change = try notebook.change(context) { words throws(VocabularyFault) in
      try words.adding(note.entry, to: language)
    }
    guard note.isMarked, case .word(let number, _, _) = change else { return }
    try notebook.change(context) { _ in .marked(number: number, true) }
  }

  private func added(_ count: Int, _ context: PlayerContext) -> ImportAdded {
    if let upload, let present = context.present, present.part(DeckUpload.self) === upload { upload.drop(present) }
    notebook.selected = target.number ?? notebook.selected
    return ImportAdded(
      language: target.name, added: count, leftOut: leftOut, duplicateCount: duplicates.count,
      duplicates: Array(duplicates.prefix(ImportAdded.mostDuplicates)))
  }

  private var preview: ImportPreview {
    ImportPreview(
      language: target.name, isNewLanguage: target.number == nil, columns: deck.columns, separator: deck.separator,
      heading: deck.heading, notes: deck.notes.count, new: new.count - leftOut, leftOut: leftOut,
      first: new.prefix(ImportPreview.mostFirst).map(ImportPreview.Word.init), duplicateCount: duplicates.count,
      duplicates: Array(duplicates.prefix(ImportPreview.mostDuplicates)), faultCount: deck.faults.count,
      faults: deck.faults.first.map { ImportPreview.Fault(line: $0.line, message: $0.message) })
  }
}

extension ImportPreview.Word {
  fileprivate init(_ note: Deck.Note) {
    self.init(
      original: note.entry.original, translation: note.entry.translation, note: note.entry.note, part: note.entry.part,
      example: note.entry.example, isMarked: note.isMarked)
  }
}

/// The source of the notes.
enum DeckSource {
  case upload(DeckUpload)
  case deck(ReadDeck)
  case missed(MissedWords)
}

/// A file that is being read, and the check of its notes against the limits.
private struct DeckReading {
  private var file: DeckFile
  private var checked = 0
  private var notes: [Deck.Note] = []
  private var faults = DeckFaults()

  init(_ bytes: [UInt8], language: String?) { file = DeckFile(bytes, language: language) }

  /// - Returns: whether there is more to read.
  mutating func advance(_ budget: inout Int, _ context: PlayerContext) -> Bool {
    var hasMore = true
    while budget > 0, hasMore {
      let before = file.bytesRead
      hasMore = file.read(atLeast: Self.bytesAtOnce)
      // An unclosed quote ends a read early, which costs as much as has been read.
      budget -= max(Self.leastCost, (file.bytesRead - before) / 16)
      while checked < file.reader.deck.notes.count {
        check(file.reader.deck.notes[checked], line: file.reader.lines[checked], context)
        checked += 1
        budget -= 4
      }
    }
    return hasMore
  }

  private mutating func check(_ note: Deck.Note, line: Int, _ context: PlayerContext) {
    do throws(WireError) {
      notes.append(Deck.Note(entry: try context.clean(note.entry), isMarked: note.isMarked))
    } catch {
      faults.append(DeckFault(line: line, message: error.message))
    }
  }

  var deck: ReadDeck {
    ReadDeck(
      name: file.reader.deck.name, notes: notes, columns: file.reader.columnNames,
      separator: file.reader.separator.map { String(decoding: [$0], as: UTF8.self) }, heading: file.reader.heading,
      faults: file.reader.faults.joined(with: faults))
  }

  /// The bytes of one read, and the least cost of a shorter one.
  private static let (bytesAtOnce, leastCost) = (512, 3)
}

extension FeatureContext {
  /// A deck's entry in the form of a word.
  fileprivate func clean(_ entry: Word.Entry) throws(WireError) -> Word.Entry {
    let texts = [entry.original, entry.translation, entry.note, entry.part, entry.example]
    // Written by programs that could not decode a character.
    guard !texts.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }) else {
      throw WireError(.badText, "It is not valid UTF-8")
    }
    return Word.Entry(
      original: try clean(entry.original, .original), translation: try clean(entry.translation, .translation),
      note: try clean(entry.note, .note), part: try clean(entry.part, .part),
      example: try clean(entry.example, .example))
  }
}
