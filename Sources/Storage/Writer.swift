internal import GameKit
internal import ParlorCore

/// The connection that writes the tables: applies what the log holds, and reads what the server starts from.
final class Writer {
  let database: Database
  private var events: EventTable
  private let players: PlayerTable
  private let rooms: RoomTable
  private let matches: MatchTable
  private let results: ResultTable
  private let tallies: TallyTable
  private let standings: StandingTable
  let meta: MetaTable
  private let channel: ChannelTable
  private let scores: ScoreTable
  private let trials: TrialTable
  private var lapse: Lapse
  /// Answers queries where no other connection can see the data.
  let reader: Reader
  private var checkpoints: Checkpoints
  private var refusals = Refusals()
  /// Rooms whose events the transaction has replaced.
  private var replaced: [RefusedRecord] = []
  /// `nil` in memory.
  var files: DataFiles?
  /// Commits that were in the log at start and cannot be read.
  var lostCommits = 0
  /// Why nothing is stored any more: a commit has gone into a file that no start will find.
  private var detached: SQLiteError?
  /// Up to which entry the tables have followed the log.
  private(set) var position: LogPosition
  /// The last entry that was in the log at start: those up to it come from there, the others as they are appended.
  var tailEnd: LogPosition = 0
  /// What of these entries could not be read.
  var damagedFacts: [DamagedRow] = []

  init(_ database: Database, options: StorageOptions) throws(SQLiteError) {
    self.database = database
    checkpoints = Checkpoints(.process)
    events = try EventTable(database, window: options.resumeEvents)
    players = try PlayerTable(database)
    rooms = try RoomTable(database)
    matches = try MatchTable(database)
    results = try ResultTable(database)
    tallies = try TallyTable(database)
    standings = try StandingTable(database)
    meta = try MetaTable(database)
    position = try meta.position()
    channel = try ChannelTable(database)
    scores = try ScoreTable(database)
    trials = try TrialTable(database)
    lapse = Lapse(database, meta: meta, players: players)
    reader = try Reader(database)
  }

  /// Begins the week that a question is about, so that its board is read and not summed up. Failing to do so makes the
  /// answer slow, not wrong.
  func prepare(for queries: [Query]) {
    for case .leaderboard(let game, _, .week, let today, _, _) in queries where standings.weekIsOver(today, of: game) {
      try? database.transaction { () throws(SQLiteError) in _ = try standings.begin(day: today, of: game) }
    }
  }

  /// Applies records in order, in one transaction, and notes that the tables have followed the log up to a position. What
  /// does not go with what is stored is left out: see ``Refusals``.
  ///
  /// - Returns: what was left out.
  func commit(_ records: [Record], upTo end: LogPosition) throws(SQLiteError) -> [RefusedRecord] {
    var found: [RefusedRecord] = []
    defer { refusals.forgetPositions() }
    while let conflict = try attempt(records, upTo: end) {
      found.append(conflict)
      // Each attempt leaves out more, so that there is an end.
    }
    position = end
    return found + replaced
  }

  /// - Returns: what the first record is part of that does not go with what is stored; `nil` if all is committed.
  private func attempt(_ records: [Record], upTo end: LogPosition) throws(SQLiteError) -> RefusedRecord? {
    var next = 0
    replaced = []
    events.begin()
    do throws(SQLiteError) {
      try write { () throws(SQLiteError) in
        for (index, record) in records.enumerated() {
          next = index
          if !refusals.contains(record, at: index) { try apply(record) }
          if let row = record.toldEvents, !refusals.containsEvents(of: row.room) { events.add(row) }
        }
        next = records.endIndex
        try writeEvents()
        try lapse.goOn(forget)
        if end != position { try meta.store(position: end) }
      }
      return nil
    } catch {
      guard error.isConflict, next < records.endIndex else { throw error }
      return refusals.add(records[next], at: next, because: error.message)
    }
  }

  /// Everything that is open once records are applied, where no disk has room to store them: they are given up again.
  func state(after records: [Record], today: Int) throws(SQLiteError) -> StoredState {
    try database.tentatively { () throws(SQLiteError) in
      events.begin()
      for record in records {
        do throws(SQLiteError) {
          try apply(record)
        } catch  where error.isConflict {
          continue
        }
        if let row = record.toldEvents { events.add(row) }
      }
      try writeEvents()
      return try state(today: today)
    }
  }

  /// Runs a transaction on files that are looked at before they are written, and again after: one that went between the
  /// two took the commit with it.
  private func write(_ body: () throws(SQLiteError) -> Void) throws(SQLiteError) {
    if let detached { throw detached }
    try database.transaction { () throws(SQLiteError) in
      try body()
      try files?.check()
    }
    do throws(SQLiteError) {
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

  private func apply(_ record: Record) throws(SQLiteError) {
    switch record {
    case .day(let day): try meta.store(day: day)
    case .player(let player):
      try players.store(player)
      try standings.changeKind(of: player)
      try channel.changeKind(of: player)
    case .playerForgotten(let player):
      try forget(player)
      try meta.store(needsScrub: true)
    case .guestsLapse(let now, let present): try lapse.begin(now: now, except: present)
    case .room(let room): try rooms.store(room)
    case .puzzleUsed(let room, let puzzle): try rooms.use(puzzle, in: room)
    case .puzzlesUnused(let room): try rooms.forgetPuzzles(of: room)
    case .roomClosed(let room, let lastSeq):
      try events.removeAll(of: room)
      try matches.closeAll(in: room)
      try rooms.close(room, lastSeq: lastSeq)
    case .match(let match): try matches.store(match)
    case .moved(let move, _): try matches.store(move)
    case .matchClosed(let match): try matches.close(match)
    case .result(let result):
      let puzzleDay = try results.store(result)
      guard result.isRanked else { return }
      try tallies.add(result, puzzleDay: puzzleDay)
      try standings.add(result)
    case .events: break
    case .eventsRewritten(let row): try events.rewrite(row)
    case .channel(let record): try channel.apply(record)
    case .scoreAdded(let score): try scores.add(score)
    case .scoreDeleted(let id): try scores.delete(id)
    case .scoresReset: try scores.reset()
    case .trial(let trial, let count): try trials.store(trial, keeping: count)
    }
  }

  private func writeEvents() throws(SQLiteError) {
    try events.write { subject, error in
      replaced.append(RefusedRecord(subject, message: Refusals.sentence(error.message)))
    }
  }

  private func forget(_ player: PlayerID) throws(SQLiteError) {
    try channel.forget(player)
    try players.forget(player)
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

  /// Whether what is left of forgotten players is going to be overwritten.
  var isScrubPlanned = false

  /// Overwrites what is left of forgotten players in the files: rows that wait for their removal, free pages, and the
  /// log, whose content has gone into the database by then.
  ///
  /// - Parameter others: does so with other files; of the log's entries those up to a position are needed no more.
  func scrub(others: (LogPosition) throws(SQLiteError) -> Void) throws(SQLiteError) {
    guard try meta.needsScrub() else { return }
    try files?.check()
    try database.transaction { () throws(SQLiteError) in try events.pruneEveryRoom() }
    // A small file is written anew in memory, a large one beside it.
    let isSmall = try (database.integer("PRAGMA page_count") ?? 0) <= 16_384
    try database.execute("PRAGMA temp_store = \(isSmall ? "MEMORY" : "DEFAULT")")
    // Another place for what is temporary has none of the triggers.
    try CheckedTable.keep(in: database)
    try database.execute("VACUUM")
    try database.emptyLog()
    try others(position)
    try database.transaction { () throws(SQLiteError) in try meta.store(needsScrub: false) }
  }

  /// Everything that is open, after those who have lapsed are forgotten.
  func load(now: Instant, today: Int) throws(SQLiteError) -> StoredState {
    do throws(SQLiteError) {
      try lapse.atStart(now: now, forget)
    } catch  where error.isFullDisk {
      // They lapse at the next start; until then everybody plays on what can be read.
    }
    return try state(today: today)
  }

  /// Everything that is open.
  private func state(today: Int) throws(SQLiteError) -> StoredState {
    var states: [StoredRoomState] = []
    for room in try rooms.all() { states.append(try state(of: room)) }
    var state = StoredState(
      lastNumber: try meta.lastNumber(), lastSeq: try meta.lastSeq(), players: try players.all(), rooms: states,
      finishedDays: try results.finishedDays(from: today &- 2), scores: try scores.all())
    state.lastShare = try channel.last()
    state.latestDay = try meta.latestDay()
    // Damage in a file that is not read whole at start is found when the row is read.
    if try (database.integer("PRAGMA page_count") ?? 0) <= DatabaseOpener.checkedBytes / 4_096 {
      state.damagedRows = try CheckedTable.damagedRows(in: database)
    }
    state.damagedRows += damagedFacts
    state.lostCommits = lostCommits
    return state
  }

  func identity(makingWith randomBytes: (Int) -> [UInt8]) throws(SQLiteError) -> StoredIdentity {
    var isNew = false
    let identity = try database.transaction { () throws(SQLiteError) in
      try meta.identity { count in
        isNew = true
        return randomBytes(count)
      }
    }
    // It is in no log, and has to survive a loss of power.
    if isNew { try database.checkpoint() }
    return identity
  }

  private func state(of room: StoredRoom) throws(SQLiteError) -> StoredRoomState {
    let open = try matches.open(in: room.number)
    var found: [StoredResult] = []
    for (match, _) in open { found += try results.results(of: match.id) }
    return StoredRoomState(
      room: room, matches: open, events: try events.last(of: room.number), results: found,
      usedPuzzles: try rooms.usedPuzzles(of: room.number))
  }
}
