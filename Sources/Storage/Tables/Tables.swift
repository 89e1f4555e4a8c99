internal import GameKit
internal import Kernel
internal import ParlorCore

/// All tables, as the records of a transaction change them: matches with their moves, results with what is counted, and
/// the lines of a window are written once, at its end, however many records there are of each.
final class Tables {
  private(set) var matches: MatchTable
  private(set) var results: ResultTable
  private(set) var standings: StandingTable
  let players: PlayerTable
  let meta: MetaTable
  let channel: ChannelTable
  let documents: DocumentLineTable
  private var lapse: Lapse
  private var retention: Retention
  private var claimRetention: ClaimRetention
  /// The place of the record that is being applied or written: the one at fault where it does not go with what is
  /// stored.
  private(set) var position = 0

  init(_ database: Database, _ forms: [DocumentForm]) throws(SQLiteError) {
    matches = try MatchTable(database)
    results = try ResultTable(database)
    standings = try StandingTable(database)
    players = try PlayerTable(database, forms)
    meta = try MetaTable(database)
    channel = try ChannelTable(database)
    documents = try DocumentLineTable(database, forms)
    lapse = Lapse(database, meta: meta, players: players)
    retention = try Retention(database)
    claimRetention = try ClaimRetention(database)
  }

  /// Applies the records of a part of the log in order, but for those that are refused. A document that has lost a line
  /// there is damaged from then on.
  func apply(_ part: Feed.Part, _ refusals: Refusals) throws(SQLiteError) {
    begin()
    for document in part.lost.compactMap(\.document) { try documents.noteLoss(of: document) }
    for (index, record) in part.records.enumerated() {
      position = index
      if !refusals.contains(record, at: index) { try apply(record) }
      if let line = record.toldLine { try documents.add(line) }
    }
    try write()
    position = part.records.endIndex
    try lapse.goOn(forgetWritten)
    try retention.goOn()
    try claimRetention.goOn()
  }

  private func begin() {
    matches.begin()
    results.begin()
    standings.begin()
    documents.begin()
  }

  private func write() throws(SQLiteError) {
    try matches.write(&position)
    for result in try results.write(&position) { try standings.add(result) }
    try standings.write()
    try documents.write()
  }

  private func apply(_ record: Record) throws(SQLiteError) {
    switch record {
    case .day(let day, let start):
      try meta.store(day: day)
      // Those of the day before may be finished for a while.
      try matches.close(before: day &- 1)
      if let start { retention.begin(before: start) }
      claimRetention.begin(today: day, keepingFrom: start)
    case .playerForgotten(let player):
      try write()
      try forgetWritten(player)
      try meta.store(needsScrub: true)
    case .guestsLapse(let now, let present): try lapse.begin(now: now, except: present)
    case .dealt(let deal): try matches.close(in: deal.room, before: deal.round &- 1)
    case .roomClosed(let room, let lastSeq):
      try documents.removeAll(of: record.document)
      try matches.closeAll(in: room)
      try meta.close(room, lastSeq: lastSeq)
    case .match(let match): try matches.add(match, at: position)
    case .moved(let move, _): matches.add(move, at: position)
    case .matchClosed(let match): matches.close(match, at: position)
    case .finished(let result, _): results.add(result, at: position)
    case .line(let line):
      try documents.add(line)
      try channel.follow(line)
      if let player = try players.follow(line), let kind = try players.kind(of: player) {
        try standings.change(player, to: kind)
        try channel.change(player, to: kind)
      }
    }
  }

  /// Forgets a player of whom nothing is left to write.
  private func forgetWritten(_ player: PlayerID) throws(SQLiteError) {
    for document in try channel.documents(naming: player) { try documents.forget(player.number, in: document) }
    try channel.forget(player)
    try documents.forget(player.number)
    try players.forget(player)
  }

  /// Forgets those who have lapsed before a server starts.
  func lapseAtStart(now: Instant) throws(SQLiteError) { try lapse.atStart(now: now, forgetWritten) }

  /// Who has lapsed.
  func lapsed(at now: Instant) throws(SQLiteError) -> [PlayerID] { try lapse.found(at: now) }

  /// Begins the week that a question is about, so that its board is read and not summed up.
  func prepare(for query: Query, in database: Database) throws(SQLiteError) {
    guard case .leaderboard(let game, _, .week, let today, _, _) = query, standings.weekIsOver(today, of: game) else {
      return
    }
    standings.begin()
    try database.transaction { () throws(SQLiteError) in _ = try standings.begin(day: today, of: game) }
  }

  /// A room as a server that starts finds it.
  func state(of room: StoredLines) throws(SQLiteError) -> StoredRoomState {
    let open = try matches.open(in: room.document.key)
    var found: [StoredResult] = []
    for (match, _) in open { found += try results.results(of: match.id) }
    return StoredRoomState(
      number: room.document.key, lines: room.lines, lostLines: room.lostAtEnd, damagedLines: room.damaged,
      matches: open, results: found)
  }
}
