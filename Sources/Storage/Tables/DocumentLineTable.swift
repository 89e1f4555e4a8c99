internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// The lines of documents, in two tables of one layout: rows of kinds that pack parts are appended to `appended_line`,
/// which has an index; rows of other kinds are in `document_line` in the order of documents, in which a start reads
/// them.
///
/// A document is packed once its lines after the snapshot are the larger part: the shortest lines that fold to the same
/// state replace all. The rows alone decide when.
///
/// All nodes of a cluster have the same states, but may have different rows: for windows and kinds that pack parts, the
/// lines of one row depend on when a node's tables followed the log.
///
/// A row has one line. For windows and kinds that pack parts it has all lines of a transaction, with an end after each
/// but the last, and the number of the last. A window is not packed: its first rows are deleted, and `packed` is the
/// number of snapshots in a row.
final class DocumentLineTable {
  private let ordered: Statements
  private let appended: Statements
  private let selectUnpacked: Statement
  private let forgetLines: Statement
  private let forms: [UInt8: DocumentForm]
  /// Sizes of documents that were written lately.
  private var sizes: [DocumentID: Size] = [:]
  /// Documents whose size was measured in this transaction: an earlier one may have been rolled back.
  private var measured: Set<DocumentID> = []
  /// Lines to be written at the end of the transaction.
  private var gathered: [DocumentID: [DocumentLine]] = [:]

  private struct Size {
    /// The number of the last line.
    var last: Int
    var count: Int
    /// Lines of the last snapshot.
    var packed: Int
  }

  /// The least number of lines after the snapshot at which a document is packed.
  private static let leastUnpacked = 64
  /// The most lines of a window in one row.
  private static let mostLines = 1_000
  /// The most documents whose sizes are kept.
  private static let mostSizes = 10_000

  init(_ database: Database, _ forms: [DocumentForm]) throws(DatabaseError) {
    self.forms = Dictionary(forms.map { ($0.number, $0) }) { first, _ in first }
    ordered = try Statements(database, .documentLine)
    appended = try Statements(database, .appendedLine)
    selectUnpacked = try database.prepare("SELECT DISTINCT kind, key FROM document_line WHERE packed = 0 ORDER BY 1, 2")
    forgetLines = try database.prepare("DELETE FROM document_line WHERE kind IN (\(forms.ofPlayers)) AND key = ?")
  }

  private func table(_ id: DocumentID) -> Statements { forms[id.kind]?.packPart == nil ? ordered : appended }

  /// Begins a transaction.
  func begin() {
    measured = []
    gathered.removeAll(keepingCapacity: true)
    if sizes.count > Self.mostSizes { sizes = [:] }
  }

  func add(_ line: DocumentLine) throws(DatabaseError) {
    let form = forms[line.document.kind]
    if form?.packPart != nil {
      gathered[line.document, default: []].append(line)
    } else if let window = form?.window {
      if window.startsOver(line.bytes) { try removeAll(of: line.document) }
      gathered[line.document, default: []].append(line)
    } else {
      try store([line.bytes], of: line.document)
    }
  }

  /// Writes the gathered lines.
  func write() throws(DatabaseError) {
    for (id, lines) in gathered.sorted(by: { ($0.key.kind, $0.key.key) < ($1.key.kind, $1.key.key) }) {
      if let form = forms[id.kind], let packPart = form.packPart {
        if lines.first.map(form.begins) == true { noteBeginning(of: id) }
        try store(packPart(lines) ?? lines.map(\.bytes), of: id)
      } else if let window = forms[id.kind]?.window {
        let lines = try shortened(lines, of: id, window)
        try store(lines.map(\.bytes), of: id, snapshots: lines.count { window.isSnapshot($0.bytes) })
      }
    }
    gathered.removeAll(keepingCapacity: true)
  }

  /// Drops lines of a window that are outdated already, as when the tables catch up with a long log.
  private func shortened(
    _ lines: [DocumentLine], of id: DocumentID, _ window: DocumentForm.Window
  ) throws(DatabaseError) -> ArraySlice<DocumentLine> {
    guard lines.count > Self.mostLines, let needed = window.needed(of: lines), needed < lines.count else {
      return lines[...]
    }
    try removeAll(of: id)
    return lines.suffix(needed)
  }

  /// Stores lines as one row.
  private func store(_ lines: [[UInt8]], of id: DocumentID, snapshots: Int = 0) throws(DatabaseError) {
    var size = try size(of: id)
    size.last += lines.count
    size.count += lines.count
    try table(id).insert.run(Int64(id.kind), id.key, Int64(size.last), DocumentRow.bytes(of: lines), Int64(snapshots))
    sizes[id] = size
    let isLong = size.count >= 2 * size.packed + Self.leastUnpacked
    let isPacking = forms[id.kind]?.packingFact.map { lines.contains(where: $0.matches) } ?? false
    if isLong || isPacking { try pack(id, size) }
  }

  /// Deletes a document. The numbers of later lines continue, as long as its size is kept.
  func removeAll(of id: DocumentID) throws(DatabaseError) {
    gathered[id] = nil
    let last = try size(of: id).last
    try table(id).removeUpTo.run(Int64(id.kind), id.key, Int64(last))
    sizes[id] = Size(last: last, count: 0, packed: 0)
  }

  /// Notes the loss of a line: a damaged row takes its place, so that readers detect it.
  func noteLoss(of id: DocumentID) throws(DatabaseError) {
    guard forms[id.kind] != nil else { return }
    var size = try size(of: id)
    size.last += 1
    size.count += 1
    try table(id).insertLost.run(Int64(id.kind), id.key, Int64(size.last))
    sizes[id] = size
  }

  /// Nothing is stored of a document: its size need not be looked for.
  private func noteBeginning(of id: DocumentID) {
    sizes[id] = Size(last: 0, count: 0, packed: 0)
    measured.insert(id)
  }

  private func size(of id: DocumentID) throws(DatabaseError) -> Size {
    let isMeasured = !measured.insert(id).inserted
    if let known = sizes[id] {
      // Reading the last number is one index look-up, counting is one per line.
      if isMeasured { return known }
      if try table(id).selectLast.first(Int64(id.kind), id.key, read: { row in row.optionalNumber() }) == known.last {
        return known
      }
    }
    let size =
      try table(id).measure.first(Int64(id.kind), id.key) { row in
        Size(last: row.number(), count: row.number(), packed: row.number())
      } ?? Size(last: 0, count: 0, packed: 0)
    sizes[id] = size
    return size
  }

  /// Replaces all readable lines by a snapshot, even if that is no shorter: the document is then packed again only
  /// after it has doubled. Damaged lines stay: an operator may repair them.
  ///
  /// - Parameter forgotten: a deleted player, whom the snapshot does not name.
  private func pack(_ id: DocumentID, _ size: Size, forgetting forgotten: Int64? = nil) throws(DatabaseError) {
    guard let form = forms[id.kind] else { return }
    if let window = form.window { return try move(window, of: id, size) }
    let table = table(id)
    let rows = try table.select.all(Int64(id.kind), id.key) { row in DocumentRow(&row) }
    let read = rows.filter { !$0.isDamaged && $0.lines.allSatisfy(form.reads) }
    guard let packed = form.pack(read.flatMap(\.lines), id.key, forgotten) else { return }
    for row in read { try table.remove.run(Int64(id.kind), id.key, row.number) }
    // The snapshot of a document with lost lines states one line too many, so that the loss is detected again.
    let stated = packed.count + (rows.areWhole ? 0 : 1)
    for (index, line) in packed.enumerated() {
      try table.insert.run(Int64(id.kind), id.key, Int64(size.last + 1 + index), line, Int64(stated))
    }
    let others = rows.count - read.count
    sizes[id] = Size(last: size.last + packed.count, count: packed.count + others, packed: stated)
  }

  /// Deletes the rows of a window that have no line in the window any more. Their lines are not read for it.
  private func move(_ window: DocumentForm.Window, of id: DocumentID, _ size: Size) throws(DatabaseError) {
    let rows = try ordered.measureRows.all(Int64(id.kind), id.key) { row in
      (last: row.number(), bytes: row.number(), snapshots: row.number())
    }
    let snapshot = rows.lastIndex { $0.snapshots > 0 }
    var (lines, bytes, left) = (0, 0, 0)
    for index in rows.indices.reversed() {
      if lines > window.mostLines || bytes > window.mostBytes, index < snapshot ?? 0 {
        try ordered.removeUpTo.run(Int64(id.kind), id.key, Int64(rows[index].last))
        break
      }
      let own = index == 0 ? 1 : rows[index].last - rows[index - 1].last
      left += own
      lines += own - rows[index].snapshots
      if rows[index].snapshots == 0 { bytes += rows[index].bytes - own }
    }
    sizes[id] = Size(last: size.last, count: left, packed: left)
  }

  /// Packs every document with lines after its snapshot, so that nothing is left of facts that later ones have undone.
  func packAll() throws(DatabaseError) {
    begin()
    let unpacked = try selectUnpacked.all { row in (kind: row.integer(), key: row.integer()) }
    for row in unpacked {
      guard let kind = UInt8(exactly: row.kind) else { continue }
      let document = DocumentID(kind: kind, key: row.key)
      try pack(document, try size(of: document))
    }
  }

  /// Removes a deleted player from a document of others.
  func forget(_ player: Int64, in id: DocumentID) throws(DatabaseError) {
    try pack(id, try size(of: id), forgetting: player)
  }

  /// Deletes the documents that belong to a player.
  func forget(_ player: Int64) throws(DatabaseError) {
    try forgetLines.run(player)
    (sizes, measured) = ([:], [])
  }
}

/// The statements of a table of lines.
private struct Statements {
  let insert: Statement
  let insertLost: Statement
  let selectLast: Statement
  let measure: Statement
  let measureRows: Statement
  let select: Statement
  let remove: Statement
  let removeUpTo: Statement

  init(_ database: Database, _ table: CheckedTable) throws(DatabaseError) {
    let found = "FROM \(table.name) WHERE kind = ? AND key = ?"
    insert = try database.prepare(table.insert)
    insertLost = try database.prepare(
      """
      INSERT INTO \(table.name) (kind, key, number, line, packed, checksum)
      VALUES (?1, ?2, ?3, x'', 0, ~fingerprint(?1, ?2, ?3, x'', 0))
      """)
    selectLast = try database.prepare("SELECT max(number) \(found)")
    measure = try database.prepare("SELECT coalesce(max(number), 0), count(*), coalesce(max(packed), 0) \(found)")
    measureRows = try database.prepare("SELECT number, length(line), packed \(found) ORDER BY number")
    select = try database.prepare("SELECT number, packed, line, \(table.isDamaged) IS TRUE \(found) ORDER BY number")
    remove = try database.prepare("DELETE \(found) AND number = ?")
    removeUpTo = try database.prepare("DELETE \(found) AND number <= ?")
  }
}
