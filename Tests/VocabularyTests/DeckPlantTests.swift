import GameKit
import Testing

@testable import Vocabulary

/// A planted bug in exporting, importing or comparing decks, which the checks must find.
enum DeckPlant: String, CaseIterable {
  /// Marks are lost on import.
  case losesMarks
  /// The file ends one note early.
  case losesLastNote
  /// Quotes in a field are not doubled.
  case undoublesQuotes
  /// Two columns are exchanged.
  case mixesColumns
  /// Lines are counted from 0.
  case countsFromZero
  /// Errors are ignored silently.
  case forgetsFaults
  /// Nothing is read after the first error.
  case stopsAtFaults
  /// A deck is added although its words exist.
  case addsTwice
  /// Words that differ by case are distinct.
  case tellsCaseApart
  /// Words that differ by an accent are equal.
  case foldsAccents

  /// The promise that must be reported as broken.
  var breaks: DeckCheck.Promise {
    switch self {
    case .losesMarks, .losesLastNote, .undoublesQuotes, .mixesColumns: .roundTrip
    case .countsFromZero, .forgetsFaults: .faults
    case .stopsAtFaults: .whole
    case .addsTwice, .tellsCaseApart: .once
    case .foldsAccents: .all
    }
  }
}

/// The promises of any deck, checked with random decks.
struct DeckCheck {
  enum Promise: String {
    case roundTrip = "a deck comes back as it went out"
    case faults = "what cannot be read is told by its line"
    case whole = "what can be read is read"
    case once = "nothing is added twice"
    case all = "no word is taken for another one"
  }

  var plant: DeckPlant?

  private static let plainPieces = ["a", "é", ";", "<b>", "&amp;", "#", "日本", "🎉", "'", "[sound:x]"]
  private static let pieces = plainPieces + [",", "\"", "\"\""]

  /// The first broken promise.
  func broken(_ generator: inout SeededGenerator) -> Promise? {
    let deck = deck(of: Self.pieces, &generator)
    for format in DeckFormat.allCases where read(write(deck, format)).notes != deck.notes { return .roundTrip }
    // An open quote is closed by the next one: here there is none.
    let unquoted = self.deck(of: Self.plainPieces, &generator)
    let (file, lines) = damaged(unquoted, &generator)
    let reader = read(file)
    if reader.notes != unquoted.notes { return .whole }
    if reader.faults != lines { return .faults }
    let half = Deck(notes: Array(deck.notes.prefix(deck.notes.count / 2)))
    let rest = Array(deck.notes.dropFirst(half.notes.count))
    let again = Deck(notes: half.notes.map { changed($0) { $0.uppercased() } } + deck.notes)
    if new(of: again, beside: half) != rest { return .once }
    let others = half.notes.map { changed($0) { $0.replacing("ó", with: "o") } }
    return new(of: Deck(notes: others + deck.notes), beside: half) == others + rest ? nil : .all
  }

  private func deck(of pieces: [String], _ generator: inout SeededGenerator) -> Deck {
    func text(_ most: Int) -> String {
      (0..<generator.number(below: most)).map { _ in pieces[generator.number(below: pieces.count)] }.joined()
    }
    return Deck(
      notes: (0..<(2 + generator.number(below: 12))).map { number in
        Deck.Note(
          entry: Word.Entry(
            original: "ó\(number)" + text(5), translation: "t" + text(5), note: text(4), part: text(3), example: text(6)
          ),
          isMarked: generator.number(below: 2) == 0)
      })
  }

  /// A deck's file with erroneous lines, and their numbers.
  private func damaged(_ deck: Deck, _ generator: inout SeededGenerator) -> (file: [UInt8], lines: [Int]) {
    var lines = [Array("Original,Translation,Note,Part,Example,Tags".utf8)]
    var faults: [Int] = []
    for note in deck.notes {
      if generator.number(below: 3) == 0 {
        lines.append(Array((generator.number(below: 2) == 0 ? "alone" : "open,\"quote").utf8))
        faults.append(lines.count)
      }
      let file = Deck(notes: [note]).file(.csv)
      lines.append(Array(file.split(separator: UInt8(ascii: "\n"))[1]))
    }
    return (Array(lines.joined(separator: [UInt8(ascii: "\n")])), faults)
  }

  private func changed(_ note: Deck.Note, _ change: (String) -> String) -> Deck.Note {
    var note = note
    note.entry.original = change(note.entry.original)
    return note
  }

  // MARK: - Edge cases

  private func write(_ deck: Deck, _ format: DeckFormat) -> [UInt8] {
    let file = deck.file(format)
    switch plant {
    case .undoublesQuotes: return Array(String(decoding: file, as: UTF8.self).replacing("\"\"", with: "\"").utf8)
    case .losesLastNote:
      let end = file.dropLast().lastIndex(of: UInt8(ascii: "\n")) ?? 0
      return Array(file[...end])
    default: return file
    }
  }

  private func read(_ file: [UInt8]) -> (notes: [Deck.Note], faults: [Int]) {
    let reader = DeckReader(file: file)
    var notes = reader.deck.notes
    var faults = reader.faults.first.map(\.line)
    switch plant {
    case .losesMarks: for index in notes.indices { notes[index].isMarked = false }
    case .mixesColumns:
      for index in notes.indices {
        (notes[index].entry.note, notes[index].entry.part) = (notes[index].entry.part, notes[index].entry.note)
      }
    case .countsFromZero: faults = faults.map { $0 - 1 }
    case .stopsAtFaults:
      if let first = faults.first { notes = zip(notes, reader.lines).filter { $0.1 < first }.map(\.0) }
    case .forgetsFaults: faults = []
    default: break
    }
    return (notes, faults)
  }

  private func new(of deck: Deck, beside known: Deck) -> [Deck.Note] {
    var learner = Learner()
    guard (try? learner.addLanguage("L")) != nil else { return [] }
    for note in known.notes { _ = try? learner.add(note.entry.original, note.entry.translation, to: "L") }
    let language = try? learner.words.language(named: "L")
    switch plant {
    case .addsTwice: return DeckPreview(of: deck, in: nil).new
    case .tellsCaseApart:
      let originals = Set(known.notes.map(\.entry.original))
      return deck.notes.filter { !originals.contains($0.entry.original) }
    case .foldsAccents:
      var keys = Set(known.notes.map { FoldedText.key(of: $0.entry.original) })
      return deck.notes.filter { keys.insert(FoldedText.key(of: $0.entry.original)).inserted }
    default: return DeckPreview(of: deck, in: language).new
    }
  }
}

@Suite("Decks in randomised tests")
struct DeckPlantTests {
  @Test("Random decks cause no fault")
  func sound() {
    var generator = SeededGenerator(seed: 1)
    for _ in 0..<300 { #expect(DeckCheck().broken(&generator)?.rawValue == nil) }
  }

  @Test("A planted bug is found and named", arguments: DeckPlant.allCases)
  func planted(_ plant: DeckPlant) {
    var generator = SeededGenerator(seed: 1)
    let found = (0..<300).lazy.compactMap { _ in DeckCheck(plant: plant).broken(&generator) }.first
    #expect(found == plant.breaks, "\(plant) is reported as \(found?.rawValue ?? "nothing")")
  }
}
