internal import CSQLite
internal import Kernel
internal import ParlorCore
internal import WireProtocol

/// The log's file, `log.sqlite`: a row per entry.
///
/// - `entry`: `facts` as in ``Entry``; `sums` has the address column (``LineAddresses``), which detects a flipped bit
///   and confines it to its fact.
/// - `mark`: `trimmed`, the position up to which entries were removed; `id`, which the tables that follow this log have
///   too.
final class LogFile {
  let database: Database
  private let insert: Statement
  private let select: Statement
  private let one: Statement
  private let remove: Statement
  private let setMark: Statement
  private let last: Statement
  private var checkpoints: Checkpoints
  /// The files that must not be replaced: `nil` until all of them exist.
  var files: DataFiles?
  /// The log's own files.
  var ownFiles: DataFiles?
  /// Why nothing is appended any more: an entry was written to a file that no start will find.
  private var detached: DatabaseError?

  private static let layout = """
    CREATE TABLE entry (position INTEGER PRIMARY KEY, at INTEGER NOT NULL, facts BLOB NOT NULL,
      addresses BLOB NOT NULL) STRICT;
    CREATE TABLE mark (name TEXT PRIMARY KEY, value ANY NOT NULL) STRICT, WITHOUT ROWID;
    INSERT INTO mark (name, value) VALUES ('trimmed', 0), ('id', randomblob(8));
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(Schema.version);
    """

  /// Marks a file as a log of Parlor's (`PRAGMA application_id`): the letters "PRLG".
  private static let applicationID: Int64 = 0x5052_4c47

  /// Creates the tables in an empty file.
  init(_ database: Database, _ durability: Durability) throws {
    self.database = database
    checkpoints = Checkpoints(durability)
    if try database.integer("SELECT count(*) FROM sqlite_schema") == 0 {
      try database.transaction { () throws(DatabaseError) in try database.execute(Self.layout) }
    }
    guard try database.integer("PRAGMA application_id") == Self.applicationID,
      let version = try database.integer("PRAGMA user_version")
    else { throw StorageFailure(message: "log.sqlite is another program's") }
    guard version == Schema.version else {
      throw StorageFailure(message: "log.sqlite has \(Schema.difference(from: Int(clamping: version)))")
    }
    let place = "coalesce((SELECT max(position) FROM entry), (SELECT value FROM mark WHERE name = 'trimmed'))"
    insert = try database.prepare(
      """
      INSERT INTO entry (position, at, facts, addresses)
      SELECT ?1, ?2, ?3, ?4 WHERE ?1 = \(place) + 1 RETURNING position
      """)
    select = try database.prepare(
      "SELECT position, facts, addresses FROM entry WHERE position >= ? ORDER BY position LIMIT ?")
    one = try database.prepare("SELECT at, facts FROM entry WHERE position = ?")
    remove = try database.prepare("DELETE FROM entry WHERE position <= ?")
    setMark = try database.prepare(
      "INSERT INTO mark (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value")
    last = try database.prepare("SELECT \(place)")
  }

  /// The position of the last entry, or of the last that was trimmed.
  func lastPosition() throws(DatabaseError) -> LogPosition { try last.first { row in row.integer() } ?? 0 }

  /// The position up to which entries were removed.
  func trimmedPosition() throws(DatabaseError) -> LogPosition {
    try database.integer("SELECT value FROM mark WHERE name = 'trimmed'") ?? 0
  }

  func id() throws(DatabaseError) -> [UInt8] {
    try database.prepare("SELECT value FROM mark WHERE name = 'id'").first { row in row.bytes() } ?? []
  }

  /// Empties the log, which continues behind a position.
  func reset(to position: LogPosition, id: [UInt8]) throws(DatabaseError) {
    try database.transaction { () throws(DatabaseError) in
      try remove.run(LogPosition.max)
      try setMark.run("trimmed", position)
      try setMark.run("id", id)
    }
  }

  // MARK: - Appending

  /// Appends entries, all or none.
  ///
  /// - Returns: `false` if other entries are at their positions, or the one before is missing.
  func append(_ entries: [Entry]) throws(DatabaseError) -> Bool {
    if let detached { throw detached }
    try files?.check()
    var isFenced = false
    do throws(DatabaseError) {
      try database.transaction { () throws(DatabaseError) in
        for entry in entries where try !append(entry) {
          isFenced = true
          throw DatabaseError(code: SQLITE_ABORT)
        }
      }
    } catch {
      guard isFenced else { throw error }
      return false
    }
    do throws(DatabaseError) {
      try ownFiles?.check()
    } catch {
      detached = error
      throw error
    }
    return true
  }

  private func append(_ entry: Entry) throws(DatabaseError) -> Bool {
    let inserted = try insert.first(
      entry.position, entry.at.milliseconds, entry.facts, LineAddresses.of(entry)
    ) { row in row.integer() }
    if inserted != nil { return true }
    // An earlier append may have succeeded without an answer.
    return try one.first(entry.position) { row in row.integer() == entry.at.milliseconds && row.bytes() == entry.facts }
      ?? false
  }

  // MARK: - Reading

  /// The limits of one read: entries, and bytes.
  private static let (mostEntries, mostBytes) = (4_096, 1 << 22)
  /// With more consecutive entries missing the file counts as destroyed.
  private static let mostMissing: LogPosition = 1 << 20

  /// The next entries from a position on; empty at the end.
  func read(from position: LogPosition) throws(DatabaseError) -> [LoggedEntry] {
    let document = JSONDocument()
    var found: [LoggedEntry] = []
    var bytes = 0
    var next = position
    while found.count < Self.mostEntries, bytes < Self.mostBytes {
      let rows = try select.all(next, 64) { row in (row.integer(), row.bytes(), row.bytes()) }
      for (position, facts, addresses) in rows {
        // A missing entry is damage, since positions have no gaps.
        guard position - next < Self.mostMissing else {
          throw DatabaseError(code: SQLITE_CORRUPT, message: "entry \(position) comes after \(next - 1)")
        }
        while next < position, found.count < Self.mostEntries {
          found.append(LoggedEntry(position: next, lines: [], lost: [LostLine(position: next, number: 0)]))
          next += 1
        }
        guard next == position else { return found }
        bytes += facts.count
        found.append(LoggedEntry(position: position, facts: facts, addresses, with: document))
        next = position + 1
      }
      if rows.count < 64 { break }
    }
    return found
  }

  /// Calls a body with each stored entry.
  func forEach(_ body: (Entry) -> Void) throws(DatabaseError) {
    let all = try database.prepare(
      "SELECT position, at, facts FROM entry WHERE position > ? ORDER BY position LIMIT 64")
    var last: LogPosition = 0
    while true {
      let entries = try all.all(last) { row in
        Entry(position: row.integer(), at: Instant(milliseconds: row.integer()), facts: row.bytes())
      }
      guard let end = entries.last?.position else { return }
      entries.forEach(body)
      last = end
    }
  }

  // MARK: - Trimming

  /// Entries removed at a time, so that no append waits for long.
  private static let stride: LogPosition = 2_000

  /// Removes the first entries up to a position.
  ///
  /// - Returns: whether there are more of them.
  func trim(to position: LogPosition) throws(DatabaseError) -> Bool {
    let position = min(position, try lastPosition())
    let trimmed = try trimmedPosition()
    guard position > trimmed else { return false }
    let end = min(position, trimmed + Self.stride)
    try database.transaction { () throws(DatabaseError) in
      try remove.run(end)
      try setMark.run("trimmed", end)
    }
    return end < position
  }

  /// Removes entries up to a position, and overwrites them in the file.
  func scrub(to position: LogPosition) throws(DatabaseError) {
    try files?.check()
    try database.emptyLog(waiting: Scrubber.patienceMilliseconds)
    while try trim(to: position) {}
    try database.execute("VACUUM")
    try database.emptyLog(waiting: Scrubber.patienceMilliseconds)
  }

  /// Moves the write-ahead log into the file, unless the files were replaced.
  func mergeLog() {
    guard detached == nil, let ownFiles, (try? ownFiles.check()) != nil else { return }
    try? database.mergeLog()
  }

  /// The checkpoint that is due after an append.
  func checkpointStep() -> Checkpoints.Step { checkpoints.step(pages: database.logPages) }

  func checkpointFinished() { checkpoints.finished() }
}

extension LoggedEntry {
  /// Parses a row.
  fileprivate init(position: LogPosition, facts: [UInt8], _ addresses: [UInt8], with document: JSONDocument) {
    self.init(position: position, lines: [], lost: [])
    let addressed = LineAddresses.lines(of: facts, addresses, at: position) { line in
      DocumentLine(logged: line.dropLast(), with: document)?.document
    }
    for (index, line) in addressed.enumerated() {
      if let range = line.range, let line = DocumentLine(logged: facts[range].dropLast(), with: document) {
        lines.append(line)
      } else {
        lost.append(LostLine(position: position, number: index + 1, document: line.document))
      }
    }
  }
}
