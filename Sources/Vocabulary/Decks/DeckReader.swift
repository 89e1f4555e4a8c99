/// Reads a deck's file line by line: Anki's text format, CSV and TSV, told apart by what stands there.
///
/// Fields become one line of text each: line breaks turn into spaces, and HTML into what it shows.
public struct DeckReader: Sendable {
  /// What was read.
  public private(set) var deck = Deck()
  /// What could not be read, and was passed over.
  public private(set) var faults: [DeckFault] = []

  private var headers = DeckHeaders()
  /// What each column holds; `nil` until the first record.
  private var columns: [DeckColumn?]?
  private var record = DelimitedRecord()
  /// The line on which the record began.
  private var firstLine = 1
  private var line = 0

  /// U+FEFF as UTF-8, with which files of some programs begin.
  static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Nothing read yet.
  public init() {}

  /// Reads a whole file.
  public init(file: some Collection<UInt8>) {
    let bytes = file.starts(with: Self.mark) ? Array(file.dropFirst(Self.mark.count)) : Array(file)
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0 == UInt8(ascii: "\n") } ?? bytes.count
      let isCRLF = end > start && end < bytes.count && bytes[end - 1] == UInt8(ascii: "\r")
      take(bytes[start..<(isCRLF ? end - 1 : end)])
      start = end + 1
    }
    finish()
  }

  /// Takes the next line, without its end.
  public mutating func take(_ bytes: some Collection<UInt8>) {
    line += 1
    if !record.isOpen {
      guard !isHeader(bytes) else { return }
      firstLine = line
    }
    let separator = headers.separator ?? DeckHeaders.separator(guessedFrom: bytes)
    headers.separator = separator
    record.take(bytes, separator: separator)
    if !record.isOpen { endRecord() }
  }

  /// Says that there is nothing more.
  public mutating func finish() {
    guard record.isOpen else { return }
    fault("a quote is opened and never closed")
    record = DelimitedRecord()
  }

  /// Headers, comments and blank lines hold no note.
  private mutating func isHeader(_ bytes: some Collection<UInt8>) -> Bool {
    if bytes.isEmpty { return true }
    guard bytes.first == UInt8(ascii: "#") else { return false }
    // Headers stand before all notes; later on, what begins so is a comment.
    if columns == nil { _ = headers.take(String(decoding: bytes, as: UTF8.self)) }
    return true
  }

  // MARK: - Records

  private mutating func endRecord() {
    let fields = record.fields
    let hasStray = record.hasStray
    record = DelimitedRecord()
    guard !hasStray else { return fault("something follows a quote that is closed: write a quote in a field twice") }
    var texts: [String] = []
    for field in fields {
      guard let text = String(validating: field, as: UTF8.self) else { return fault("it is not valid UTF-8") }
      texts.append(headers.isHTML ? PlainText.shown(html: text) : PlainText.line(text))
    }
    if columns == nil, setColumns(texts) { return }
    add(texts)
  }

  /// Finds out what the columns hold.
  ///
  /// - Returns: whether the first record names them, and is no note.
  private mutating func setColumns(_ first: [String]) -> Bool {
    deck.name = headers.deck
    if let names = headers.columns {
      var record = DelimitedRecord()
      record.take(names.utf8, separator: headers.separator ?? UInt8(ascii: "\t"))
      columns = named(record.fields.map { String(decoding: $0, as: UTF8.self) }) ?? unnamed()
      return false
    }
    columns = named(first)
    guard columns == nil else { return true }
    columns = unnamed()
    return false
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
    for number in 1...Self.mostColumns {
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

  private static let mostColumns = 64

  private mutating func add(_ texts: [String]) {
    var fields: [DeckColumn: String] = [:]
    for case let (column?, text) in zip(columns ?? [], texts) { fields[column] = text }
    func field(_ column: DeckColumn) -> String { fields[column] ?? "" }
    let entry = Word.Entry(
      original: field(.original), translation: field(.translation), note: field(.note), part: field(.part),
      example: field(.example))
    guard !entry.original.isEmpty else { return fault("the word is missing") }
    guard !entry.translation.isEmpty else { return fault("the translation of \(entry.original.prefix(40)) is missing") }
    let tags = (headers.tags + " " + field(.tags)).split(separator: " ")
    deck.notes.append(Deck.Note(entry: entry, isMarked: tags.contains { $0.lowercased() == DeckColumn.markedTag }))
  }

  private mutating func fault(_ message: String) { faults.append(DeckFault(line: firstLine, message: message)) }
}
