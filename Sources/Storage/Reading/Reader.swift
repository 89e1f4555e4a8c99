internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// A row of a table of document lines: one line or several.
struct DocumentRow {
  let number: Int64
  /// The number of lines of the snapshot that it belongs to; 0 for a later line.
  let packed: Int64
  let line: [UInt8]
  /// Whether it differs from what was stored.
  let isDamaged: Bool

  /// Reads these columns, in order.
  init(_ row: inout Columns) {
    number = row.integer()
    packed = row.integer()
    line = row.bytes()
    isDamaged = row.bool()
  }

  private static let end = UInt8(ascii: "\n")

  /// Joins lines into a row, without an end after the last. The first line's address applies to all.
  static func bytes(of lines: [[UInt8]]) -> [UInt8] {
    guard lines.count != 1 else { return lines[0] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(lines.count) { $0 + $1.count })
    let address = address(of: lines.first ?? [])
    for (index, line) in lines.enumerated() {
      guard index > 0 else {
        bytes += line
        continue
      }
      bytes.append(end)
      if !address.isEmpty, line.hasPrefix(address) {
        bytes.append(UInt8(ascii: "{"))
        bytes += line[address.count...]
      } else {
        bytes += line
      }
    }
    return bytes
  }

  /// The prefix of a line that names its document, `{"document":[2,12],`; empty if the line has more members than a
  /// fact.
  private static func address(of line: [UInt8]) -> ArraySlice<UInt8> {
    guard line.hasPrefix(Self.beginning[...]), let end = line.firstIndex(of: UInt8(ascii: "]")),
      line[(end + 1)...].hasPrefix(Self.fact)
    else { return [] }
    return line[...(end + 1)]
  }

  private static let beginning = Array(#"{"document":["#.utf8)
  private static let fact = Array(#","fact""#.utf8)[...]

  /// Its lines.
  var lines: [[UInt8]] {
    guard count > 1 else { return [line] }
    var lines = line.split(separator: Self.end).map(Array.init)
    let address = Self.address(of: lines.first ?? [])
    guard !address.isEmpty else { return lines }
    for index in lines.indices.dropFirst() where lines[index][1...].hasPrefix(Self.fact.dropFirst()) {
      lines[index].replaceSubrange(0..<1, with: address)
    }
    return lines
  }

  /// The number of its lines.
  var count: Int64 { line.reduce(1) { $1 == Self.end ? $0 + 1 : $0 } }
}

extension Collection<UInt8> where Self: RandomAccessCollection, Index == Int {
  /// As `starts(with:)`, in time proportional to the prefix.
  fileprivate func hasPrefix(_ prefix: ArraySlice<UInt8>) -> Bool {
    count >= prefix.count && (0..<prefix.count).allSatisfy { self[startIndex + $0] == prefix[prefix.startIndex + $0] }
  }
}

/// The lines of a document that match what was stored.
struct StoredLines {
  let document: DocumentID
  /// In order.
  let lines: [[UInt8]]
  /// Whether no line is missing; not known for a window.
  let isWhole: Bool
  /// How many lines after the last one are lost.
  let lostAtEnd: Int
  /// The bytes of damaged rows.
  let damaged: [[UInt8]]

  /// - Parameter rows: in the order of their numbers.
  init(_ document: DocumentID, _ rows: [DocumentRow]) {
    self.document = document
    let sound = rows.filter { !$0.isDamaged }
    lines = sound.flatMap(\.lines)
    isWhole = rows.areWhole
    damaged = rows.filter(\.isDamaged).map(\.line)
    lostAtEnd = Int((rows.last?.number ?? 0).subtractingReportingOverflow(sound.last?.number ?? 0).partialValue)
  }
}

extension Array<DocumentRow> {
  /// Whether all lines are here and match what was stored: the snapshot is complete, or there is none and the first
  /// line is here, and numbers have no gap. Missing lines at the end are not detected.
  var areWhole: Bool {
    guard let first else { return true }
    let snapshot = prefix { $0.packed > 0 }
    let hasBeginning = snapshot.isEmpty ? first.number == first.count : snapshot.count == first.packed
    return hasBeginning && !contains { $0.isDamaged }
      && zip(self, dropFirst()).allSatisfy { $0.number + $1.count == $1.number }
  }
}

/// A connection that reads documents and answers queries.
final class Reader: TableReader {
  private let statements: PreparedStatements
  let forms: [DocumentForm]
  private let selectOrdered: Statement
  private let selectAppended: Statement
  private let selectLast: Statement
  private let selectResident: [Statement]
  private var snapshots = SnapshotCache()

  private static let columns = "number, packed, line, \(CheckedTable.documentLine.isDamaged) IS TRUE"

  /// - Parameter forms: the kinds of documents.
  init(_ database: Database, _ forms: [DocumentForm]) throws(DatabaseError) {
    (statements, self.forms) = (PreparedStatements(database), forms)
    selectOrdered = try database.prepare(
      "SELECT \(Self.columns) FROM document_line WHERE kind = ? AND key = ? ORDER BY number")
    selectAppended = try database.prepare(
      """
      SELECT number, packed, line, \(CheckedTable.appendedLine.isDamaged) IS TRUE FROM appended_line
      WHERE kind = ? AND key = ? ORDER BY number
      """)
    selectLast = try database.prepare(
      "SELECT coalesce(max(number), 0) FROM document_line WHERE kind = ? AND key = ?")
    // Ranges skip the documents that are loaded on demand: there may be millions.
    var statements: [Statement] = []
    for range in forms.residentRanges {
      statements.append(
        try database.prepare(
          """
          SELECT kind, key, \(Self.columns) FROM document_line
          WHERE kind BETWEEN \(range.lowerBound) AND \(range.upperBound) ORDER BY kind, key, number
          """))
    }
    selectResident = statements
  }

  /// One answer per query, in the same order.
  func answers(to queries: [any StoredQuery], path: String) -> [StoredAnswer] {
    queries.map { query in
      do throws(DatabaseError) {
        return .success(try query.answer(from: self))
      } catch {
        return .failure(StorageFailure(opening: path, error))
      }
    }
  }

  func prepare(_ sql: String) throws(DatabaseError) -> Statement { try statements.prepare(sql) }

  func document(_ id: DocumentID) throws(DatabaseError) -> StoredDocument? {
    guard let form = forms.first(where: { $0.number == id.kind }) else { return nil }
    let select = form.packPart == nil ? selectOrdered : selectAppended
    let rows = try select.all(Int64(id.kind), id.key) { row in DocumentRow(&row) }
    return StoredDocument(form, id.key, rows)
  }

  func packedLine(_ place: Int, of id: DocumentID) throws(DatabaseError) -> [UInt8]? {
    guard let form = forms.first(where: { $0.number == id.kind }) else { return nil }
    let last = try selectLast.first(Int64(id.kind), id.key) { row in row.integer() }
    let lines = try snapshots.lines(of: id, last: last ?? 0) { () throws(DatabaseError) in
      try packed(form, id.key)
    }
    if lines.indices.contains(place) { return lines[place] }
    snapshots.drop(id)
    return nil
  }

  func forEachDocument(of kind: UInt8, _ body: (Int64, StoredDocument) -> Void) throws(DatabaseError) {
    guard let form = forms.first(where: { $0.number == kind }) else { return }
    var (present, rows): (Int64, [DocumentRow]) = (0, [])
    func fold() {
      guard !rows.isEmpty else { return }
      body(present, StoredDocument(form, present, rows))
      rows.removeAll(keepingCapacity: true)
    }
    // One document at a time: the lines of all would take much more memory than their states.
    let sql = "SELECT key, \(Self.columns) FROM document_line WHERE kind = ? ORDER BY key, number"
    _ = try prepare(sql).all(Int64(kind)) { row in
      let key = row.integer()
      if key != present { fold() }
      present = key
      rows.append(DocumentRow(&row))
    }
    fold()
  }

  /// Unreadable lines are left out.
  private func packed(_ form: DocumentForm, _ key: Int64) throws(DatabaseError) -> [[UInt8]] {
    let rows = try selectOrdered.all(Int64(form.number), key) { row in DocumentRow(&row) }
    let lines = rows.filter { !$0.isDamaged }.map(\.line)
    return form.pack(lines, key, nil) ?? form.pack(lines.filter(form.reads), key, nil) ?? []
  }

  /// The documents that are loaded at a start, by number. A damaged row belongs to the document that its line names,
  /// since its columns may be damaged.
  func resident() throws(DatabaseError) -> [StoredLines] {
    var rows: [(kind: Int64, key: Int64, row: DocumentRow)] = []
    for statement in selectResident {
      rows += try statement.all { row in (kind: row.integer(), key: row.integer(), row: DocumentRow(&row)) }
    }
    var documents: [StoredLines] = []
    var moved: [DocumentID: [DocumentRow]] = [:]
    var unnamed: Set<Int> = []
    for (place, row) in rows.enumerated() where row.row.isDamaged {
      if let named = Self.documentNamed(by: row.row) {
        moved[named, default: []].append(row.row)
      } else {
        unnamed.insert(place)
      }
    }
    var next = rows[...]
    while let first = next.first {
      let group = next.prefix { ($0.kind, $0.key) == (first.kind, first.key) }
      next = next.dropFirst(group.count)
      guard let kind = UInt8(exactly: first.kind) else { continue }
      let id = DocumentID(kind: kind, key: first.key)
      let own = group.indices.filter { !rows[$0].row.isDamaged || unnamed.contains($0) }.map { rows[$0].row }
      let all = (own + (moved.removeValue(forKey: id) ?? [])).sorted { $0.number < $1.number }
      if !all.isEmpty { documents.append(StoredLines(id, all)) }
    }
    for (id, rows) in moved { documents.append(StoredLines(id, rows.sorted { $0.number < $1.number })) }
    return documents.sorted { ($0.document.kind, $0.document.key) < ($1.document.kind, $1.document.key) }
  }

  /// The document that a line names, since a row's columns may be damaged.
  private static func documentNamed(by row: DocumentRow) -> DocumentID? {
    let document = JSONDocument()
    guard let line = row.lines.first, (try? document.parse(line)) != nil else { return nil }
    return DocumentLine(document.root)?.document
  }
}

extension StoredDocument {
  /// Folds the rows of a document.
  fileprivate init(_ form: DocumentForm, _ key: Int64, _ rows: [DocumentRow]) {
    let (state, isWhole) = form.fold(rows.filter { !$0.isDamaged }.flatMap(\.lines), key)
    self.init(state: state, isDamaged: !isWhole || !rows.areWhole)
  }
}

extension [DocumentForm] {
  /// The numbers of kinds whose documents belong to players, as an SQL list.
  var ofPlayers: String { filter(\.belongsToPlayer).numbers }

  /// The ranges of numbers of all kinds that are loaded at a start.
  fileprivate var residentRanges: [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    var start = Int64.min
    for number in filter({ !$0.isResident }).map({ Int64($0.number) }).sorted() {
      if start < number { ranges.append(start...(number - 1)) }
      start = number + 1
    }
    return ranges + [start...Int64.max]
  }

  private var numbers: String { map { String($0.number) }.joined(separator: ", ") }
}
