internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// The lines of documents.
///
/// Once a document has so many lines more than its last snapshot that they are the larger part, it is packed: the
/// shortest lines that lead to the same state take the place of all. When that is depends on the rows alone, so that
/// all nodes of a cluster pack alike.
final class DocumentLineTable {
  private let insert: Statement
  private let insertLost: Statement
  private let selectLast: Statement
  private let measure: Statement
  private let select: Statement
  private let remove: Statement
  private let selectUnpacked: Statement
  private let forgetLines: Statement
  private let forms: [UInt8: DocumentForm]
  /// Of documents that were written lately.
  private var sizes: [DocumentID: Size] = [:]
  /// Those whose size is known to be right in this transaction: one before may have been rolled back.
  private var measured: Set<DocumentID> = []

  private struct Size {
    /// The number of the last line.
    var last: Int
    var count: Int
    /// Lines of the last snapshot.
    var packed: Int
  }

  /// Lines that a document may have besides its snapshot before it is packed, at least.
  private static let leastUnpacked = 64
  /// Documents whose sizes are remembered.
  private static let mostSizes = 10_000

  init(_ database: Database, _ forms: [DocumentForm]) throws(SQLiteError) {
    self.forms = Dictionary(forms.map { ($0.number, $0) }) { first, _ in first }
    insert = try database.prepare(
      "INSERT INTO document_line (kind, key, number, line, packed) VALUES (?, ?, ?, ?, ?)")
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
    selectUnpacked = try database.prepare("SELECT DISTINCT kind, key FROM document_line WHERE packed = 0 ORDER BY 1, 2")
    forgetLines = try database.prepare("DELETE FROM document_line WHERE kind IN (\(forms.ofPlayers)) AND key = ?")
  }

  /// Begins a transaction.
  func begin() {
    measured = []
    if sizes.count > Self.mostSizes { sizes = [:] }
  }

  func add(_ line: DocumentLine) throws(SQLiteError) {
    let id = line.document
    var size = try size(of: id)
    size.last += 1
    size.count += 1
    try insert.run(Int64(id.kind), id.key, Int64(size.last), line.bytes, 0)
    sizes[id] = size
    if size.count >= 2 * size.packed + Self.leastUnpacked { try pack(id, size) }
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
