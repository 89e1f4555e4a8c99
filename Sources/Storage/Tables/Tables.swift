internal import GameKit
internal import Kernel
internal import ParlorCore

/// All tables, as the facts of a transaction change them: matches, results with what is counted, and the lines of
/// matches and windows are written once, at its end, however many facts there are of each.
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
  private let reading: MatchReading
  /// The place of the fact that is being applied or written: the one at fault where it does not go with what is
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
    reading = try MatchReading(database, try DocumentReading(database, forms))
  }

  /// Applies the facts of a part of the log in order, but for those that are refused. A document that has lost a line
  /// there is damaged from then on.
  func apply(_ part: Feed.Part, _ refusals: Refusals) throws(SQLiteError) {
    begin()
    for document in part.lost.compactMap(\.document) { try documents.noteLoss(of: document) }
    for (index, line) in part.lines.enumerated() {
      position = index
      if !refusals.contains(line, at: index) {
        try apply(line)
      } else if let told = MatchDocument.ownFact(of: line)?.toldLine {
        try documents.add(told)
      }
    }
    try write()
    position = part.lines.endIndex
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
    for result in try results.write(&position, matches) { try standings.add(result) }
    try standings.write()
    try documents.write()
  }

  private func apply(_ line: DocumentLine) throws(SQLiteError) {
    switch line.document.kind {
    case ServerDocument.number: return try applyToAll(line)
    case PlayerDocument.number where PlayerDocument.isForgotten(line):
      try write()
      try forgetWritten(PlayerID(line.document.key))
      return try meta.store(needsScrub: true)
    case MatchDocument.number:
      guard let fact = MatchDocument.fact(of: line) else { return }
      if let told = fact.toldLine { try documents.add(told) }
      try matches.follow(fact, of: line.document.key, at: position)
      if case .finished(let result, _) = fact { results.add(result, at: position) }
    case RoomDocument.number:
      switch RoomDocument.reach(of: line) {
      case .round(let round): try matches.close(in: line.document.key, before: round &- 1)
      case .closed(let lastSeq):
        try documents.removeAll(of: line.document)
        try matches.closeAll(in: line.document.key)
        return try meta.close(line.document.key, lastSeq: lastSeq)
      case nil: break
      }
    default:
      try documents.add(line)
      // What a fact takes back takes its lines along.
      try channel.follow(line)
      if let player = try players.follow(line), let kind = try players.kind(of: player) {
        try standings.change(player, to: kind)
        try channel.change(player, to: kind)
      }
      return
    }
    try documents.add(line)
  }

  private func applyToAll(_ line: DocumentLine) throws(SQLiteError) {
    switch ServerDocument.fact(of: line) {
    case .day(let day, let start):
      try meta.store(day: day)
      // Those of the day before may be finished for a while.
      try matches.close(before: day &- 1)
      if let start { retention.begin(before: start) }
      claimRetention.begin(today: day, keepingFrom: start)
    case .guestsLapse(let now, let present): try lapse.begin(now: now, except: present)
    case nil: break
    }
  }

  /// Forgets a player of whom nothing is left to write.
  private func forgetWritten(_ player: PlayerID) throws(SQLiteError) {
    for document in try channel.documents(naming: player) { try documents.forget(player.number, in: document) }
    for match in try matches.shared(with: player) {
      try documents.forget(player.number, in: MatchDocument.id(match))
    }
    for match in try matches.own(of: player) { try documents.removeAll(of: MatchDocument.id(match)) }
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
    var open: [StoredMatchHistory] = []
    for match in try matches.open(in: room.document.key) {
      if let found = try reading.match(match) { open.append(found) }
    }
    return StoredRoomState(
      number: room.document.key, lines: room.lines, lostLines: room.lostAtEnd, damagedLines: room.damaged,
      matches: open)
  }
}
