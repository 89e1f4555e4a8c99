import ParlorCore

/// Parses a deck's file line by line: Anki's text format, CSV or TSV, detected from the content.
///
/// Each field becomes one line of text: line breaks become spaces, and HTML becomes its visible text.
struct DeckReader: Sendable {
  /// The notes so far.
  private(set) var deck = Deck()
  /// The line where each note begins, in the order of the notes.
  private(set) var lines: [Int] = []
  /// Errors; the records concerned are skipped.
  private(set) var faults = DeckFaults()

  /// The detected content of each column; empty for an ignored one.
  var columnNames: [String] { (columns ?? []).prefix(width).map { $0?.rawValue ?? "" } }

  /// The separator of fields; `nil` before the first record.
  var separator: UInt8? { columns == nil ? nil : headers.separator }
  /// The first record, if it is a heading.
  private(set) var heading: [String] = []

  /// The language to learn, if known: in a heading of two languages it may be the second.
  private let language: String?
  private var headers = DeckHeaders()
  /// The content of each column; `nil` before the first record.
  private var columns: [DeckColumn?]?
  private var record = DelimitedRecord()
  /// The line where the record begins.
  private var firstLine = 1
  private var line = 0
  private var recordBytes = 0
  /// The most fields of a record so far.
  private var width = 0

  /// U+FEFF in UTF-8, the byte order mark of some programs' files.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The longest record in bytes, over all its lines. Longer ones are errors, so that an unclosed quote or a picture in
  /// the text does not consume the rest of the file.
  static let mostRecordBytes = 65_536
  /// The most notes of a deck, far more than anybody learns: notes of very few bytes take a hundred times as much
  /// memory. Those beyond it are errors.
  static let mostNotes = 100_000
  /// The most names of columns that are reported.
  private static let shownHeadings = 8
  /// The longest visible text of a field in bytes: more than the limits of a word allow.
  static let mostFieldBytes = 2048

  /// Creates a reader.
  ///
  /// - Parameter language: the language to learn, by the owner's name for it.
  init(language: String? = nil) { self.language = language }

  /// Reads a whole file.
  init(file: some Collection<UInt8>, language: String? = nil) {
    var file = DeckFile(file, language: language)
    while file.read(atLeast: .max) {}
    self = file.reader
  }

  /// Whether the last line ended inside a quoted field.
  var isOpen: Bool { record.isOpen }

  /// Whether a quote was found to be never closed: the lines after the first one of its note are notes of their own,
  /// and were lost with it.
  private(set) var hasUnclosedQuote = false

  /// Prepares for reading the lines again that a quote has swallowed; the first of them comes next.
  mutating func goBack() { (line, hasUnclosedQuote) = (firstLine, false) }

  /// Reads the next line, without its ending.
  mutating func take(_ bytes: some Collection<UInt8>) {
    line += 1
    hasUnclosedQuote = false
    // Concatenated files have byte order marks in the middle.
    if bytes.starts(with: Self.mark) { takeUnmarked(bytes.dropFirst(Self.mark.count)) } else { takeUnmarked(bytes) }
  }

  private mutating func takeUnmarked(_ bytes: some Collection<UInt8>) {
    if !record.isOpen {
      guard !isHeader(bytes) else { return }
      (firstLine, recordBytes) = (line, 0)
    }
    recordBytes += bytes.count
    guard recordBytes <= Self.mostRecordBytes else {
      hasUnclosedQuote = record.isOpen
      fault(
        "the note has more than \(Self.mostRecordBytes) bytes\(record.isOpen ? ": is a quote never closed?" : "")")
      return record = DelimitedRecord()
    }
    let separator = headers.separator ?? DeckHeaders.separator(guessedFrom: bytes)
    headers.separator = separator
    record.take(bytes, separator: separator)
    // Text behind a quote that closes on another line means that this quote opens a field, and the earlier one was
    // never closed.
    if record.hasStray, line > firstLine { return abandonRecord() }
    if !record.isOpen { endRecord() }
  }

  /// Ends the input.
  mutating func finish() {
    guard record.isOpen else { return }
    abandonRecord()
  }

  private mutating func abandonRecord() {
    fault("a quote is opened and never closed")
    hasUnclosedQuote = line > firstLine
    record = DelimitedRecord()
  }

  /// Whether a line is a header, a comment or blank.
  private mutating func isHeader(_ bytes: some Collection<UInt8>) -> Bool {
    if bytes.isEmpty { return true }
    guard bytes.first == UInt8(ascii: "#") else { return false }
    // Headers come before all notes; later such lines are comments.
    if columns == nil, bytes.count <= DeckHeaders.mostBytes { _ = headers.take(String(decoding: bytes, as: UTF8.self)) }
    return true
  }

  // MARK: - Records

  private mutating func endRecord() {
    let fields = record.fields
    let hasStray = record.hasStray
    record = DelimitedRecord()
    guard !hasStray else { return fault("something follows a quote that is closed: write a quote in a field twice") }
    width = max(width, fields.count)
    if columns == nil, setColumns(fields) { return }
    add(fields)
  }

  /// A field as one line of text.
  private func text(_ field: [UInt8]) throws(UnreadableField) -> String {
    guard let text = String(validating: field, as: UTF8.self) else { throw .encoding }
    let shown = headers.isHTML ? PlainText.shown(html: text) : text
    // Checked before the text is composed, which is slow.
    guard shown.utf8.count <= Self.mostFieldBytes else { throw .length }
    return PlainText.line(shown)
  }

  private enum UnreadableField: Error { case encoding, length }

  /// Detects the content of the columns.
  ///
  /// - Returns: whether the first record is a heading.
  private mutating func setColumns(_ first: [[UInt8]]) -> Bool {
    deck.name = headers.deck
    if let names = headers.columns {
      var record = DelimitedRecord()
      record.take(names.utf8, separator: headers.separator ?? UInt8(ascii: "\t"))
      columns = named(record.fields.map { String(decoding: $0, as: UTF8.self) }) ?? unnamed()
      return false
    }
    let names = first.map { (try? text($0)) ?? "" }
    columns = named(names) ?? languages(names)
    guard columns == nil else {
      heading = names.prefix(Self.shownHeadings).map { String($0.prefix(40)) }
      return true
    }
    columns = unnamed()
    return false
  }

  /// Columns named by two languages, of which the one to learn is the first, unless it is known to be the second; `nil`
  /// if the first two names are not languages.
  private func languages(_ names: [String]) -> [DeckColumn?]? {
    let known = names.prefix(2).map(LanguageNames.language)
    guard known.count == 2, let first = known[0], let second = known[1], first != second else { return nil }
    var columns = unnamed()
    guard let language, LanguageNames.language(named: language) == second,
      let original = columns.firstIndex(of: .original), let translation = columns.firstIndex(of: .translation)
    else { return columns }
    columns.swapAt(original, translation)
    return columns
  }

  /// Columns by their names; `nil` unless there are an original and a translation.
  private func named(_ names: [String]) -> [DeckColumn?]? {
    var columns = names.map { DeckColumn(named: $0) }
    // A repeated name means its first column.
    for index in columns.indices where columns[..<index].contains(columns[index]) { columns[index] = nil }
    for index in columns.indices where headers.otherColumns.contains(index + 1) { columns[index] = nil }
    if let tags = headers.tagsColumn, columns.indices.contains(tags - 1) { columns[tags - 1] = .tags }
    return columns.contains(.original) && columns.contains(.translation) ? columns : nil
  }

  /// Columns by their positions, without those that are no fields.
  private func unnamed() -> [DeckColumn?] {
    var left = DeckColumn.defaultOrder[...]
    var columns: [DeckColumn?] = []
    for number in 1...DelimitedRecord.mostFields {
      if number == headers.tagsColumn {
        columns.append(.tags)
      } else if headers.otherColumns.contains(number) {
        columns.append(nil)
      } else {
        columns.append(left.popFirst())
      }
    }
    return columns
  }

  private mutating func add(_ values: [[UInt8]]) {
    var fields: [DeckColumn: String] = [:]
    for case let (column?, value) in zip(columns ?? [], values) {
      do throws(UnreadableField) {
        fields[column] = try text(value)
      } catch {
        return fault(
          error == .encoding
            ? "it is not valid UTF-8" : "the \(column.rawValue.lowercased()) has more than \(Self.mostFieldBytes) bytes"
        )
      }
    }
    func field(_ column: DeckColumn) -> String { fields[column] ?? "" }
    let entry = Word.Entry(
      original: field(.original), translation: field(.translation), note: field(.note), part: field(.part),
      example: field(.example))
    guard !entry.original.isEmpty else { return fault("the word is missing") }
    guard !entry.translation.isEmpty else { return fault("the translation of \(entry.original.prefix(40)) is missing") }
    guard deck.notes.count < Self.mostNotes else { return fault("a deck may have at most \(Self.mostNotes) notes") }
    deck.notes.append(Deck.Note(entry: entry, isMarked: headers.isMarked || DeckColumn.isMarked(field(.tags))))
    lines.append(firstLine)
  }

  private mutating func fault(_ message: String) { faults.append(DeckFault(line: firstLine, message: message)) }
}
