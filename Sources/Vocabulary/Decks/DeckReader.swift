/// Reads a deck's file line by line: Anki's text format, CSV and TSV, told apart by what stands there.
///
/// Fields become one line of text each: line breaks turn into spaces, and HTML into what it shows.
public struct DeckReader: Sendable {
  /// What was read.
  public private(set) var deck = Deck()
  /// The line on which each note begins, in the order of the notes.
  public private(set) var lines: [Int] = []
  /// What could not be read, and was passed over: the first of it.
  public private(set) var faults = DeckFaults()

  /// What each column of the file was taken for; empty for one that is passed over.
  public var columnNames: [String] { (columns ?? []).prefix(width).map { $0?.rawValue ?? "" } }

  /// What separates fields; `nil` before the first record.
  public var separator: UInt8? { columns == nil ? nil : headers.separator }
  /// The first record, where it names the columns and is no note.
  public private(set) var heading: [String] = []

  /// The language that is learnt, where that is known: a heading of languages may have it second.
  private let language: String?
  private var headers = DeckHeaders()
  /// What each column holds; `nil` until the first record.
  private var columns: [DeckColumn?]?
  private var record = DelimitedRecord()
  /// The line on which the record began.
  private var firstLine = 1
  private var line = 0
  private var recordBytes = 0
  /// The most fields that a record had.
  private var width = 0

  /// U+FEFF as UTF-8, with which files of some programs begin.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The most bytes of a record, over all its lines. Longer ones are faults, so that neither a quote that is never
  /// closed nor a picture in the middle of the text takes the rest of the file with it.
  public static let mostRecordBytes = 65_536
  /// The most notes of a deck, many more than anybody learns: a file of very short ones would otherwise take a hundred
  /// times its own room. Those after them are faults.
  public static let mostNotes = 100_000
  /// So many names of columns are told again.
  private static let shownHeadings = 8
  /// The most bytes that a field may show: more than a word and what is written about it may have.
  static let mostFieldBytes = 2048

  /// Nothing read yet.
  ///
  /// - Parameter language: the one that is learnt, as its owner calls it.
  public init(language: String? = nil) { self.language = language }

  /// Reads a whole file.
  public init(file: some Collection<UInt8>, language: String? = nil) {
    var file = DeckFile(file, language: language)
    while file.read(atLeast: .max) {}
    self = file.reader
  }

  /// Whether the last line has ended in the middle of a field in quotes.
  var isOpen: Bool { record.isOpen }

  /// Whether a quote turned out never to be closed: the lines after the one on which its note begins are notes of their
  /// own, and were lost with it.
  private(set) var hasSwallowed = false

  /// Lines that a quote has swallowed are taken again from here on: the first of them comes next.
  mutating func goBack() { (line, hasSwallowed) = (firstLine, false) }

  /// Takes the next line, without its end.
  public mutating func take(_ bytes: some Collection<UInt8>) {
    line += 1
    hasSwallowed = false
    // Files that were put one after the other have marks in the middle.
    if bytes.starts(with: Self.mark) { takeUnmarked(bytes.dropFirst(Self.mark.count)) } else { takeUnmarked(bytes) }
  }

  private mutating func takeUnmarked(_ bytes: some Collection<UInt8>) {
    if !record.isOpen {
      guard !isHeader(bytes) else { return }
      (firstLine, recordBytes) = (line, 0)
    }
    recordBytes += bytes.count
    guard recordBytes <= Self.mostRecordBytes else {
      hasSwallowed = record.isOpen
      fault(
        "the note has more than \(Self.mostRecordBytes) bytes\(record.isOpen ? ": is a quote never closed?" : "")")
      return record = DelimitedRecord()
    }
    let separator = headers.separator ?? DeckHeaders.separator(guessedFrom: bytes)
    headers.separator = separator
    record.take(bytes, separator: separator)
    // What stands behind a quote that closes on another line tells that it was to open a field, and the one before
    // never was closed.
    if record.hasStray, line > firstLine { return giveUp() }
    if !record.isOpen { endRecord() }
  }

  /// Says that there is nothing more.
  public mutating func finish() {
    guard record.isOpen else { return }
    giveUp()
  }

  private mutating func giveUp() {
    fault("a quote is opened and never closed")
    hasSwallowed = line > firstLine
    record = DelimitedRecord()
  }

  /// Headers, comments and blank lines hold no note.
  private mutating func isHeader(_ bytes: some Collection<UInt8>) -> Bool {
    if bytes.isEmpty { return true }
    guard bytes.first == UInt8(ascii: "#") else { return false }
    // Headers stand before all notes; later on, what begins so is a comment.
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
    // Before it is composed, which takes long.
    guard shown.utf8.count <= Self.mostFieldBytes else { throw .length }
    return PlainText.line(shown)
  }

  private enum UnreadableField: Error { case encoding, length }

  /// Finds out what the columns hold.
  ///
  /// - Returns: whether the first record names them, and is no note.
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

  /// Columns that are called by two languages, of which the one that is learnt comes first unless the other is known to
  /// be it; `nil` where that is not what the first two are called.
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

  /// Columns by their names; `nil` unless there are an original and a translation among them.
  private func named(_ names: [String]) -> [DeckColumn?]? {
    var columns = names.map { DeckColumn(named: $0) }
    // A name that comes twice means the first.
    for index in columns.indices where columns[..<index].contains(columns[index]) { columns[index] = nil }
    for index in columns.indices where headers.otherColumns.contains(index + 1) { columns[index] = nil }
    if let tags = headers.tagsColumn, columns.indices.contains(tags - 1) { columns[tags - 1] = .tags }
    return columns.contains(.original) && columns.contains(.translation) ? columns : nil
  }

  /// Columns by their places: those that are no fields are left out.
  private func unnamed() -> [DeckColumn?] {
    var left = DeckColumn.usual[...]
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
