internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// The lines of documents.
///
/// Once a document has so many lines more than its last snapshot that they are the larger part, it is packed: the
/// shortest lines that lead to the same state take the place of all. When that is depends on the rows alone, so that
/// all nodes of a cluster pack alike.
///
/// A row holds one line. Of a window it holds all lines of a transaction, with an end after each but the last, and its
/// number is that of the last of them: a window is not packed, its first rows are deleted.
final class DocumentLineTable {
  private let insert: Statement
  private let insertLost: Statement
  private let selectLast: Statement
  private let measure: Statement
  private let select: Statement
  private let remove: Statement
  private let removeUpTo: Statement
  private let selectUnpacked: Statement
  private let forgetLines: Statement
  private let forms: [UInt8: DocumentForm]
  /// Of documents that were written lately.
  private var sizes: [DocumentID: Size] = [:]
  /// Those whose size is known to be right in this transaction: one before may have been rolled back.
  private var measured: Set<DocumentID> = []
  /// Lines of windows that the transaction has to write at its end.
  private var gathered: [DocumentID: [[UInt8]]] = [:]

  private struct Size {
    /// The number of the last line.
    var last: Int
    var count: Int
    /// Lines of the last snapshot.
    var packed: Int
  }

  /// Lines that a document may have besides its snapshot before it is packed, at least.
  private static let leastUnpacked = 64
  /// Lines of a window that go into a row as they are.
  private static let mostLines = 1_000
  /// Documents whose sizes are remembered.
  private static let mostSizes = 10_000

  init(_ database: Database, _ forms: [DocumentForm]) throws(SQLiteError) {
    self.forms = Dictionary(forms.map { ($0.number, $0) }) { first, _ in first }
    insert = try database.prepare(CheckedTable.documentLine.insert)
    insertLost = try database.prepare(
      """
      INSERT INTO document_line (kind, key, number, line, packed, checksum)
      VALUES (?1, ?2, ?3, x'', 0, ~fingerprint(?1, ?2, ?3, x'', 0))
      """)
    selectLast = try database.prepare("SELECT max(number) FROM document_line WHERE kind = ? AND key = ?")
    measure = try database.prepare(
      """
      SELECT coalesce(max(number), 0), count(*), coalesce(max(packed), 0) FROM document_line WHERE kind = ? AND key = ?
      """)
    select = try database.prepare(
      """
      SELECT number, packed, line, \(CheckedTable.documentLine.isDamaged) IS TRUE FROM document_line
      WHERE kind = ? AND key = ? ORDER BY number
      """)
    remove = try database.prepare("DELETE FROM document_line WHERE kind = ? AND key = ? AND number = ?")
    removeUpTo = try database.prepare("DELETE FROM document_line WHERE kind = ? AND key = ? AND number <= ?")
    selectUnpacked = try database.prepare("SELECT DISTINCT kind, key FROM document_line WHERE packed = 0 ORDER BY 1, 2")
    forgetLines = try database.prepare("DELETE FROM document_line WHERE kind IN (\(forms.ofPlayers)) AND key = ?")
  }

  /// Begins a transaction.
  func begin() {
    measured = []
    gathered.removeAll(keepingCapacity: true)
    if sizes.count > Self.mostSizes { sizes = [:] }
  }

  func add(_ line: DocumentLine) throws(SQLiteError) {
    if let window = forms[line.document.kind]?.window { return try gather(line, window) }
    try store([line.bytes], of: line.document)
  }

  private func gather(_ line: DocumentLine, _ window: DocumentForm.Window) throws(SQLiteError) {
    if window.startsOver(line.bytes) { try removeAll(of: line.document) }
    gathered[line.document, default: []].append(line.bytes)
  }

  /// Writes what was gathered.
  func write() throws(SQLiteError) {
    for (id, lines) in gathered.sorted(by: { ($0.key.kind, $0.key.key) < ($1.key.kind, $1.key.key) }) {
      try store(shortened(lines, of: id), of: id)
    }
    gathered.removeAll(keepingCapacity: true)
  }

  /// Where tables have much to catch up with, most of a window's lines are needed no more, nor what is stored of it.
  private func shortened(_ lines: [[UInt8]], of id: DocumentID) throws(SQLiteError) -> [[UInt8]] {
    guard lines.count > Self.mostLines, let needed = forms[id.kind]?.window?.needed(lines), needed < lines.count else {
      return lines
    }
    try removeAll(of: id)
    return lines.suffix(needed)
  }

  /// Stores lines as one row.
  private func store(_ lines: [[UInt8]], of id: DocumentID) throws(SQLiteError) {
    var size = try size(of: id)
    size.last += lines.count
    size.count += lines.count
    try insert.run(Int64(id.kind), id.key, Int64(size.last), DocumentRow.bytes(of: lines), 0)
    sizes[id] = size
    let isLong = size.count >= 2 * size.packed + Self.leastUnpacked
    let isPacking = forms[id.kind]?.packingFact.map { lines.contains(where: $0.matches) } ?? false
    if isLong || isPacking { try pack(id, size) }
  }

  /// Deletes a document. Its lines go on being numbered from where they were, as long as that is remembered.
  func removeAll(of id: DocumentID) throws(SQLiteError) {
    gathered[id] = nil
    let last = try size(of: id).last
    try removeUpTo.run(Int64(id.kind), id.key, Int64(last))
    sizes[id] = Size(last: last, count: 0, packed: 0)
  }

  /// A line of a document is lost: a damaged one stands in its place, so that whoever reads the document finds out.
  func noteLoss(of id: DocumentID) throws(SQLiteError) {
    guard forms[id.kind] != nil else { return }
    var size = try size(of: id)
    size.last += 1
    size.count += 1
    try insertLost.run(Int64(id.kind), id.key, Int64(size.last))
    sizes[id] = size
  }

  private func size(of id: DocumentID) throws(SQLiteError) -> Size {
    let isMeasured = !measured.insert(id).inserted
    if let known = sizes[id] {
      // Reading the last number takes one step down an index, counting takes one for each line.
      if isMeasured { return known }
      if try selectLast.first(Int64(id.kind), id.key, read: { row in row.optionalNumber() }) == known.last {
        return known
      }
    }
    let size =
      try measure.first(Int64(id.kind), id.key) { row in
        Size(last: row.number(), count: row.number(), packed: row.number())
      } ?? Size(last: 0, count: 0, packed: 0)
    sizes[id] = size
    return size
  }

  /// Puts a snapshot in the place of all lines that can be read, even if it is no shorter: then the document is packed
  /// again only once it has doubled. Damaged lines stay where they are: an operator may repair them.
  ///
  /// - Parameter forgotten: a player who is deleted, and whom the snapshot does not name.
  private func pack(_ id: DocumentID, _ size: Size, forgetting forgotten: Int64? = nil) throws(SQLiteError) {
    guard let form = forms[id.kind] else { return }
    let rows = try select.all(Int64(id.kind), id.key) { row in DocumentRow(&row) }
    if let window = form.window { return try move(window, of: id, rows, size) }
    let read = rows.filter { !$0.isDamaged && form.reads($0.line) }
    guard let packed = form.pack(read.map(\.line), id.key, forgotten) else { return }
    for row in read { try remove.run(Int64(id.kind), id.key, row.number) }
    // A snapshot of a document that has lost lines says one line too many, so that the loss is found again.
    let stated = packed.count + (rows.areWhole ? 0 : 1)
    for (index, line) in packed.enumerated() {
      try insert.run(Int64(id.kind), id.key, Int64(size.last + 1 + index), line, Int64(stated))
    }
    let others = rows.count - read.count
    sizes[id] = Size(last: size.last + packed.count, count: packed.count + others, packed: stated)
  }

  /// Deletes the rows of a window of which no line is needed any more, damaged ones among them.
  private func move(
    _ window: DocumentForm.Window, of id: DocumentID, _ rows: [DocumentRow], _ size: Size
  ) throws(SQLiteError) {
    let lines = rows.filter { !$0.isDamaged }.flatMap(\.lines)
    var left = lines.count
    let needed = window.needed(lines)
    var last: Int64?
    for row in rows {
      let own = row.isDamaged ? 0 : row.lines.count
      guard left - own >= needed else { break }
      (left, last) = (left - own, row.number)
    }
    if let last { try removeUpTo.run(Int64(id.kind), id.key, last) }
    sizes[id] = Size(last: size.last, count: left, packed: left)
  }

  /// Packs every document that has lines besides its snapshot, so that nothing is left of facts that others have
  /// undone.
  func packAll() throws(SQLiteError) {
    begin()
    let unpacked = try selectUnpacked.all { row in (kind: row.integer(), key: row.integer()) }
    for row in unpacked {
      guard let kind = UInt8(exactly: row.kind) else { continue }
      let document = DocumentID(kind: kind, key: row.key)
      try pack(document, try size(of: document))
    }
  }

  /// Takes what names a player who is deleted out of a document of others.
  func forget(_ player: Int64, in id: DocumentID) throws(SQLiteError) {
    try pack(id, try size(of: id), forgetting: player)
  }

  /// Deletes the documents that belong to a player.
  func forget(_ player: Int64) throws(SQLiteError) {
    try forgetLines.run(player)
    (sizes, measured) = ([:], [])
  }
}
