internal import GameKit
internal import Kernel
internal import ParlorCore

/// The connection that writes the tables: it applies the log, and reads what a server starts from.
final class Writer {
  let database: Database
  private var tables: Tables
  private let forms: [DocumentForm]
  /// Answers queries if no other connection can see the data.
  private(set) var reader: Reader
  private var checkpoints: Checkpoints
  private var refusals = Refusals()
  private let wholeFileBytes: Int64
  /// `nil` in memory.
  var files: DataFiles?
  /// Commits in the log at the start that are unreadable.
  var lostCommits = 0
  /// Why nothing is stored any more: a commit was written to a file that no start will find.
  private var detached: DatabaseError?
  /// The entry up to which the tables have followed the log.
  private(set) var position: LogPosition
  /// The last entry of the log at the start: entries up to it are read from the log, later ones come as they are
  /// appended.
  var tailEnd: LogPosition = 0
  /// Unreadable lines of the log.
  var damagedFacts: [DamagedRow] = []

  init(_ database: Database, options: StorageOptions) throws(DatabaseError) {
    self.database = database
    checkpoints = .ofTables
    wholeFileBytes = options.wholeFileBytes
    forms = options.documents
    tables = try Tables(database, forms)
    position = try tables.meta.position()
    reader = try Reader(database, forms)
  }

  var meta: MetaTable { tables.meta }

  /// Applies lines in order, in one transaction that also stores the tables' position. Lines that contradict stored
  /// data are dropped: see ``Refusals``.
  ///
  /// - Returns: the dropped lines.
  func commit(_ part: Feed.Part) throws(DatabaseError) -> [RefusedLine] {
    var found: [RefusedLine] = []
    defer { refusals.forgetPositions() }
    while let conflict = try attempt(part) {
      found.append(conflict)
      // Each attempt drops more lines, so this ends.
    }
    position = part.position
    damagedFacts += part.lost.map { DamagedRow($0) }
    return found
  }

  /// - Returns: the dropped set of the first line that contradicts stored data; `nil` if all is committed.
  private func attempt(_ part: Feed.Part) throws(DatabaseError) -> RefusedLine? {
    do throws(DatabaseError) {
      try write { () throws(DatabaseError) in
        try tables.apply(part, refusals)
        if part.position != position { try meta.store(position: part.position) }
      }
      return nil
    } catch {
      return try conflict(error, in: part.lines)
    }
  }

  private func conflict(_ error: DatabaseError, in lines: [DocumentLine]) throws(DatabaseError) -> RefusedLine {
    guard error.isConflict, lines.indices.contains(tables.position) else { throw error }
    return refusals.add(lines[tables.position], at: tables.position, because: error.message)
  }

  /// All open state after lines are applied, if the disk has no room to store them: they are rolled back.
  func state(after part: Feed.Part, today: Int) throws(DatabaseError) -> StoredState {
    defer { refusals.forgetPositions() }
    while true {
      let state = try database.tentatively { () throws(DatabaseError) -> StoredState? in
        do throws(DatabaseError) {
          try tables.apply(part, refusals)
        } catch {
          _ = try conflict(error, in: part.lines)
          return nil
        }
        return try self.state(today: today)
      }
      // Each attempt drops more lines, so this ends.
      if let state { return state }
    }
  }

  /// Runs a transaction, and checks the files before and after: a file that was removed in between took the commit with
  /// it.
  private func write(_ body: () throws(DatabaseError) -> Void) throws(DatabaseError) {
    if let detached { throw detached }
    try database.transaction { () throws(DatabaseError) in
      try body()
      try files?.check()
    }
    do throws(DatabaseError) {
      try files?.check()
    } catch {
      detached = error
      throw error
    }
  }

  /// Moves the write-ahead log into the database, unless the files were replaced: the log next to them is not this
  /// one's.
  func mergeLog() {
    guard let files, detached == nil, (try? files.check()) != nil else { return }
    // Pages that cannot be moved, as on a full disk, stay in the log.
    try? database.mergeLog()
  }

  /// Makes or requests a checkpoint after a commit.
  ///
  /// - Parameter inBackground: whether another connection can make it.
  /// - Returns: whether that one should make it now.
  func wantsCheckpoint(inBackground: Bool) -> Bool {
    switch checkpoints.step(pages: database.logPages) {
    case .nothing: return false
    case .inBackground where inBackground: return true
    case .inBackground: checkpoints.finished()
    case .now: break
    }
    // After a failure the pages are still in the log, and the next checkpoint retries.
    _ = try? database.checkpoint()
    return false
  }

  func checkpointFinished() { checkpoints.finished() }

  /// Replaces the tables by another node's of the same cluster.
  ///
  /// - Parameter least: the least position that they must have followed.
  func adopt(_ copy: Database, noOlderThan least: LogPosition) throws -> LogPosition {
    let theirs = try MetaTable(copy)
    guard let cluster = try meta.cluster(), try theirs.cluster() == cluster else {
      throw StorageFailure(message: "the copy is not of this cluster's data")
    }
    let found = try theirs.position()
    guard found >= max(least, position) else {
      throw StorageFailure(message: "the copy ends at \(found) of the log, and \(max(least, position)) is needed")
    }
    try database.become(copy)
    // Sizes and statements belong to the former rows.
    tables = try Tables(database, forms)
    reader = try Reader(database, forms)
    position = found
    _ = try database.checkpoint()
    return found
  }

  /// Whether a scrub is scheduled.
  var isScrubPlanned = false

  /// Overwrites the remains of forgotten players in the files: deleted rows, free pages, and the write-ahead log after
  /// a complete checkpoint.
  ///
  /// - Parameter others: scrubs other files; the log's entries up to a position are not needed any more.
  func scrub(others: (LogPosition) throws(DatabaseError) -> Void) throws(DatabaseError) {
    guard try meta.needsScrub() else { return }
    try files?.check()
    // A long reader, such as a backup, would prevent the last step: nothing is begun then.
    try database.emptyLog(waiting: Scrubber.patienceMilliseconds)
    try database.transaction { () throws(DatabaseError) in
      try tables.documents.packAll()
    }
    // A small file is rewritten in memory, a large one in a file.
    let isSmall = try (database.integer("PRAGMA page_count") ?? 0) <= 16_384
    try database.execute("PRAGMA temp_store = \(isSmall ? "MEMORY" : "DEFAULT")")
    // The change has removed the temporary triggers.
    try CheckedTable.keep(in: database)
    try database.execute("VACUUM")
    try database.emptyLog(waiting: Scrubber.patienceMilliseconds)
    try others(position)
    try database.transaction { () throws(DatabaseError) in try meta.store(needsScrub: false) }
  }

  /// All open state, after expired players are forgotten.
  func load(now: Instant, today: Int) throws(DatabaseError) -> StoredState {
    do throws(DatabaseError) {
      try database.transaction { () throws(DatabaseError) in try tables.deleteOutdated(atStart: now) }
    } catch  where error.isFullDisk {
      // They expire at the next start; until then players use what can be read.
    }
    return try state(today: today)
  }

  /// All open state, if only the log may change the tables: expired players are omitted and named.
  func loadUnchanged(now: Instant, today: Int) throws(DatabaseError) -> StoredState {
    var state = try state(today: today)
    state.lapsed = try tables.outdated(atStart: now).map { PlayerID($0.key) }
    let gone = Set(state.lapsed)
    state.players.removeAll { gone.contains($0.id) }
    return state
  }

  /// Whether no player was ever stored.
  func isEmpty() throws(DatabaseError) -> Bool {
    try database.integer("SELECT count(*) FROM document_line") == 0
  }

  /// All open state.
  private func state(today: Int) throws(DatabaseError) -> StoredState {
    let lastKeys = try tables.lastKeys()
    var state = StoredState(
      lastNumber: max(
        try meta.lastNumber(), lastKeys[MatchDocument.number] ?? 0, lastKeys[PlayerDocument.number] ?? 0),
      lastSeq: try meta.lastSeq(), players: try PlayersQuery().answer(from: reader),
      finishedDays: try FinishedDaysQuery(from: today &- 2).answer(from: reader))
    for found in try reader.resident() {
      if found.document.kind == RoomDocument.number {
        state.rooms.append(try self.state(of: found))
      } else {
        state.lines += found.lines.map { DocumentLine(found.document, bytes: $0) }
        if !found.isWhole { state.damagedDocuments.append(found.document) }
      }
    }
    state.lastKeys = lastKeys
    state.latestDay = try meta.latestDay()
    if try DatabaseCheck.isDoneAtStart(database, upTo: wholeFileBytes) {
      state.damagedRows = try CheckedTable.damagedRows(in: database)
    }
    state.damagedRows += damagedFacts
    state.lostCommits = lostCommits
    // Most of the pages that were read are not needed again.
    try database.execute("PRAGMA shrink_memory")
    return state
  }

  /// A room as a starting server finds it.
  private func state(of room: StoredLines) throws(DatabaseError) -> StoredRoomState {
    StoredRoomState(
      number: room.document.key, lines: room.lines, lostLines: room.lostAtEnd, damagedLines: room.damaged,
      matches: try OpenMatchesQuery(room: room.document.key).answer(from: reader),
      dayBoards: try OpenDayBoardsQuery(room: room.document.key).answer(from: reader))
  }

  func identity(makingWith randomBytes: (Int) -> [UInt8]) throws(DatabaseError) -> StoredIdentity {
    var isNew = false
    let identity = try database.transaction { () throws(DatabaseError) in
      try meta.identity { count in
        isNew = true
        return randomBytes(count)
      }
    }
    // It is in no log, and must survive a power failure.
    if isNew { try database.checkpoint() }
    return identity
  }
}
