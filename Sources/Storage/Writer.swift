internal import GameKit
internal import Kernel
internal import ParlorCore

/// The connection that writes the tables: applies what the log holds, and reads what the server starts from.
final class Writer {
  let database: Database
  private var tables: Tables
  private let forms: [DocumentForm]
  /// Answers queries where no other connection can see the data.
  private(set) var reader: Reader
  private var checkpoints: Checkpoints
  private var refusals = Refusals()
  private let wholeFileBytes: Int64
  /// `nil` in memory.
  var files: DataFiles?
  /// Commits that were in the log at start and cannot be read.
  var lostCommits = 0
  /// Why nothing is stored any more: a commit has gone into a file that no start will find.
  private var detached: DatabaseError?
  /// Up to which entry the tables have followed the log.
  private(set) var position: LogPosition
  /// The last entry that was in the log at start: those up to it come from there, the others as they are appended.
  var tailEnd: LogPosition = 0
  /// What of the log could not be read.
  var damagedFacts: [DamagedRow] = []

  init(_ database: Database, options: StorageOptions) throws(DatabaseError) {
    self.database = database
    checkpoints = Checkpoints(.process)
    wholeFileBytes = options.wholeFileBytes
    forms = options.documents
    tables = try Tables(database, forms)
    position = try tables.meta.position()
    reader = try Reader(database, forms)
  }

  var meta: MetaTable { tables.meta }

  /// Applies lines in order, in one transaction, and notes that the tables have followed the log up to a position.
  /// What does not go with what is stored is left out: see ``Refusals``.
  ///
  /// - Returns: what was left out.
  func commit(_ part: Feed.Part) throws(DatabaseError) -> [RefusedLine] {
    var found: [RefusedLine] = []
    defer { refusals.forgetPositions() }
    while let conflict = try attempt(part) {
      found.append(conflict)
      // Each attempt leaves out more, so that there is an end.
    }
    position = part.position
    damagedFacts += part.lost.map { DamagedRow($0) }
    return found
  }

  /// - Returns: what the first line is part of that does not go with what is stored; `nil` if all is committed.
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

  /// Everything that is open once lines are applied, where no disk has room to store them: they are given up again.
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
      // Each attempt leaves out more, so that there is an end.
      if let state { return state }
    }
  }

  /// Runs a transaction on files that are looked at before they are written, and again after: one that went between the
  /// two took the commit with it.
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

  /// Takes the log into the database. Not where the files are others by now: the log beside them is not this one's.
  func mergeLog() {
    guard let files, detached == nil, (try? files.check()) != nil else { return }
    // What cannot be moved, on a full disk for instance, stays in the log.
    try? database.mergeLog()
  }

  /// Looks after the log once a commit is done.
  ///
  /// - Parameter inBackground: whether there is another connection to do it.
  /// - Returns: whether that one is to move the log now.
  func wantsCheckpoint(inBackground: Bool) -> Bool {
    switch checkpoints.step(pages: database.logPages) {
    case .nothing: return false
    case .inBackground where inBackground: return true
    case .inBackground: checkpoints.finished()
    case .now: break
    }
    // What fails here is still in the log, and tried again later.
    _ = try? database.checkpoint()
    return false
  }

  func checkpointFinished() { checkpoints.finished() }

  /// The tables become another node's of the same cluster.
  ///
  /// - Parameter least: what they have to hold, at least.
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
    // What is known of rows is of other rows.
    tables = try Tables(database, forms)
    reader = try Reader(database, forms)
    position = found
    _ = try database.checkpoint()
    return found
  }

  /// Whether what is left of forgotten players is going to be overwritten.
  var isScrubPlanned = false

  /// Overwrites what is left of forgotten players in the files: rows that wait for their removal, free pages, and the
  /// log, whose content has gone into the database by then.
  ///
  /// - Parameter others: does so with other files; of the log's entries those up to a position are needed no more.
  func scrub(others: (LogPosition) throws(DatabaseError) -> Void) throws(DatabaseError) {
    guard try meta.needsScrub() else { return }
    try files?.check()
    // Somebody who reads for long, such as a backup, would keep the end from being reached: nothing is begun then.
    try database.emptyLog(waiting: Scrubber.patienceMilliseconds)
    try database.transaction { () throws(DatabaseError) in
      try tables.documents.packAll()
    }
    // A small file is written anew in memory, a large one beside it.
    let isSmall = try (database.integer("PRAGMA page_count") ?? 0) <= 16_384
    try database.execute("PRAGMA temp_store = \(isSmall ? "MEMORY" : "DEFAULT")")
    // Another place for what is temporary has none of the triggers.
    try CheckedTable.keep(in: database)
    try database.execute("VACUUM")
    try database.emptyLog(waiting: Scrubber.patienceMilliseconds)
    try others(position)
    try database.transaction { () throws(DatabaseError) in try meta.store(needsScrub: false) }
  }

  /// Everything that is open, after those who have lapsed are forgotten.
  func load(now: Instant, today: Int) throws(DatabaseError) -> StoredState {
    do throws(DatabaseError) {
      try database.transaction { () throws(DatabaseError) in try tables.deleteOutdated(atStart: now) }
    } catch  where error.isFullDisk {
      // They lapse at the next start; until then everybody plays on what can be read.
    }
    return try state(today: today)
  }

  /// Everything that is open, where nothing may be changed but by what the log says: those who have lapsed are left out
  /// and named.
  func loadUnchanged(now: Instant, today: Int) throws(DatabaseError) -> StoredState {
    var state = try state(today: today)
    state.lapsed = try tables.outdated(atStart: now).map { PlayerID($0.key) }
    let gone = Set(state.lapsed)
    state.players.removeAll { gone.contains($0.id) }
    return state
  }

  /// Whether nobody was ever here.
  func isEmpty() throws(DatabaseError) -> Bool {
    try database.integer("SELECT count(*) FROM document_line") == 0
  }

  /// Everything that is open.
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
    // Most of the pages that were read are of no use from now on.
    try database.execute("PRAGMA shrink_memory")
    return state
  }

  /// A room as a server that starts finds it.
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
    // It is in no log, and has to survive a loss of power.
    if isNew { try database.checkpoint() }
    return identity
  }
}
