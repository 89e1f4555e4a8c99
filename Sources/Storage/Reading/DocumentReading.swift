internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// A line of a document as its table holds it.
struct DocumentRow {
  let number: Int64
  /// Of how many lines the snapshot is that it belongs to; 0 for one that has come since.
  let packed: Int64
  let line: [UInt8]
  /// Whether it is not what was stored.
  let isDamaged: Bool

  /// Reads these columns, in this order.
  init(_ row: inout Columns) {
    number = row.integer()
    packed = row.integer()
    line = row.bytes()
    isDamaged = row.bool()
  }
}

extension Array<DocumentRow> {
  /// Whether all lines of a document are here and are what was stored: the snapshot is whole, or there is none and the
  /// first line is here, and numbers have no gap. Lines that are missing at the end are not noticed.
  var areWhole: Bool {
    guard let first else { return true }
    let snapshot = prefix { $0.packed > 0 }
    let hasBeginning = snapshot.isEmpty ? first.number == 1 : snapshot.count == first.packed
    return hasBeginning && !contains { $0.isDamaged }
      && zip(self, dropFirst()).allSatisfy { $0.number + 1 == $1.number }
  }
}

/// The lines of documents, as they are read.
struct DocumentReading {
  private let selectLines: Statement
  private let selectResident: Statement
  private let forms: [DocumentForm]

  /// - Parameter forms: the kinds of documents.
  init(_ database: Database, _ forms: [DocumentForm]) throws(SQLiteError) {
    self.forms = forms
    let columns = "number, packed, line, \(CheckedTable.documentLine.isDamaged) IS TRUE"
    selectLines = try database.prepare(
      "SELECT \(columns) FROM document_line WHERE kind = ? AND key = ? ORDER BY number")
    selectResident = try database.prepare(
      """
      SELECT kind, key, \(columns) FROM document_line WHERE kind NOT IN (\(forms.loadedWhenNeeded))
      ORDER BY kind, key, number
      """)
  }

  /// What the lines of a document lead to that are what was stored.
  func document(_ id: DocumentID) throws(SQLiteError) -> QueryAnswer {
    guard let form = forms.first(where: { $0.number == id.kind }) else {
      return .unavailable(StorageFailure(message: "there is no kind \(id.kind) of documents"))
    }
    let rows = try selectLines.all(Int64(id.kind), id.key) { row in DocumentRow(&row) }
    let (state, isWhole) = form.fold(rows.filter { !$0.isDamaged }.map(\.line), id.key)
    return .document(state, isDamaged: !isWhole || !rows.areWhole)
  }

  /// The kinds whose documents belong to players.
  var ofPlayers: [DocumentForm] { forms.filter(\.belongsToPlayer) }

  /// The shortest lines of a document; those that cannot be read are left out.
  func snapshot(_ form: DocumentForm, _ key: Int64) throws(SQLiteError) -> [[UInt8]] {
    let rows = try selectLines.all(Int64(form.number), key) { row in DocumentRow(&row) }
    return form.pack(rows.filter { !$0.isDamaged }.map(\.line).filter(form.reads), key, nil) ?? []
  }

  /// All lines that are what was stored of documents that are loaded at a start, by document and in order; and the
  /// documents that have lost some.
  func resident() throws(SQLiteError) -> (lines: [DocumentLine], damaged: [DocumentID]) {
    let rows = try selectResident.all { row in (kind: row.integer(), key: row.integer(), row: DocumentRow(&row)) }
    var (lines, damaged): ([DocumentLine], [DocumentID]) = ([], [])
    var next = rows[...]
    while let first = next.first {
      let group = next.prefix { ($0.kind, $0.key) == (first.kind, first.key) }.map(\.row)
      next = next.dropFirst(group.count)
      damaged += group.filter(\.isDamaged).compactMap { Self.documentNamed(by: $0) }
      guard let kind = UInt8(exactly: first.kind) else { continue }
      let id = DocumentID(kind: kind, key: first.key)
      lines += group.filter { !$0.isDamaged }.map { DocumentLine(id, bytes: $0.line) }
      if !group.areWhole { damaged.append(id) }
    }
    return (lines, damaged)
  }

  /// The document that a line names: the flipped bit may be in the columns.
  private static func documentNamed(by row: DocumentRow) -> DocumentID? {
    let document = JSONDocument()
    guard (try? document.parse(row.line)) != nil else { return nil }
    return DocumentLine(document.root)?.document
  }
}

extension [DocumentForm] {
  /// The numbers of kinds whose documents belong to players, as SQL lists them.
  var ofPlayers: String { filter(\.belongsToPlayer).numbers }

  /// The numbers of kinds whose documents are not loaded at a start.
  fileprivate var loadedWhenNeeded: String { filter { !$0.isResident }.numbers }

  private var numbers: String { map { String($0.number) }.joined(separator: ", ") }
}
