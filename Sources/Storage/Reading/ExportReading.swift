internal import GameKit
internal import Kernel
internal import ParlorCore

/// All that is stored of a player, a part at a time.
struct ExportReading {
  private let documents: DocumentReading
  private let tallies: Statement
  private let distribution: Statement
  private let standings: Statement
  private let claimStandings: Statement
  private let shares: Statement
  private let reactions: Statement
  private let boards: Statement
  private let tables: Statement
  private var snapshots = SnapshotCache()

  /// Rows that are read at a time where each is a record of its own.
  private static let page = 64

  init(_ database: Database, _ documents: DocumentReading) throws(DatabaseError) {
    self.documents = documents
    tallies = try database.prepare("SELECT game, played, won, streak, best_streak FROM tally WHERE player = ?")
    distribution = try database.prepare("SELECT game, tries, count FROM distribution WHERE player = ?")
    standings = try database.prepare(
      "SELECT game, mode, period, day, played, won, score FROM standing WHERE player = ?")
    claimStandings = try database.prepare(
      "SELECT game, period, start, played, won, score FROM claim_standing WHERE player = ?")
    shares = try database.prepare(
      """
      SELECT \(ChannelReading.columns) FROM share INDEXED BY share_player
      WHERE player = ? AND id > ? ORDER BY id LIMIT \(Self.page)
      """)
    reactions = try database.prepare(
      """
      SELECT share, emoji FROM reaction INDEXED BY reaction_player
      WHERE player = ? AND share > ? ORDER BY share LIMIT \(Self.page)
      """)
    boards = try database.prepare(
      """
      SELECT id FROM match INDEXED BY match_player WHERE player = ? AND id > ? ORDER BY id LIMIT \(Self.page)
      """)
    tables = try database.prepare(
      """
      SELECT match FROM participant INDEXED BY participant_player
      WHERE player = ? AND match > ? ORDER BY match LIMIT \(Self.page)
      """)
  }

  /// The part that begins at a place.
  ///
  /// - Parameter whole: reads a match with its moves and results.
  mutating func part(
    of player: PlayerID, from place: ExportPlace, _ whole: (Int64) throws(DatabaseError) -> StoredMatchHistory?
  ) throws(DatabaseError) -> StoredExport {
    var part = StoredExport()
    var place: ExportPlace? = place
    while let present = place, !part.isFull {
      place = try add(present, of: player, to: &part, whole)
    }
    part.next = place
    return part
  }

  /// Adds what stands at a place, until the part is full.
  ///
  /// - Returns: where it goes on.
  private mutating func add(
    _ place: ExportPlace, of player: PlayerID, to part: inout StoredExport,
    _ whole: (Int64) throws(DatabaseError) -> StoredMatchHistory?
  ) throws(DatabaseError) -> ExportPlace? {
    switch place {
    case .documents(let kind, let line):
      let forms = documents.ofPlayers
      guard kind < forms.count else { return .counts }
      let key = SnapshotCache.Key(kind: forms[kind].number, player: player.number)
      let last = try documents.lastNumber(forms[kind], player.number)
      let lines = try snapshots.lines(key, last: last) { [documents] () throws(DatabaseError) in
        try documents.snapshot(forms[kind], player.number)
      }
      for index in lines.indices.dropFirst(line) {
        if part.isFull { return .documents(kind: kind, line: index) }
        part.add(forms[kind].name, line: lines[index])
      }
      snapshots.drop(key)
      return .documents(kind: kind + 1, line: 0)
    case .counts:
      try addCounts(of: player, to: &part)
      return .shares(after: 0)
    case .shares(var after):
      let found = try shares.all(player.number, after) { row in StoredShare(&row) }
      for share in found {
        if part.isFull { return .shares(after: after) }
        part.add(share)
        after = share.id
      }
      return found.count < Self.page ? .reactions(after: 0) : .shares(after: after)
    case .reactions(var after):
      let found = try reactions.all(player.number, after) { row in (share: row.integer(), emoji: row.text()) }
      for reaction in found {
        if part.isFull { return .reactions(after: after) }
        part.addReaction(to: reaction.share, reaction.emoji)
        after = reaction.share
      }
      return found.count < Self.page ? .boards(after: 0) : .reactions(after: after)
    case .boards(var after):
      let found = try boards.all(player.number, after) { row in row.integer() }
      for match in found {
        if part.isFull { return .boards(after: after) }
        if let history = try whole(match) { part.add(history, of: player) }
        after = match
      }
      return found.count < Self.page ? .tables(after: 0) : .boards(after: after)
    case .tables(var after):
      let found = try tables.all(player.number, after) { row in row.integer() }
      for match in found {
        if part.isFull { return .tables(after: after) }
        if let history = try whole(match) { part.add(history, of: player) }
        after = match
      }
      return found.count < Self.page ? nil : .tables(after: after)
    }
  }

  private func addCounts(of player: PlayerID, to part: inout StoredExport) throws(DatabaseError) {
    let games = try tallies.all(player.number) { row in
      (game: row.text(), played: row.number(), won: row.number(), streak: row.number(), best: row.number())
    }
    for row in games {
      part.addCounts(
        "statistics", game: row.game, [:],
        ["played": row.played, "won": row.won, "streak": row.streak, "best_streak": row.best])
    }
    let tries = try distribution.all(player.number) { row in
      (game: row.text(), tries: row.number(), count: row.number())
    }
    for row in tries { part.addCounts("tries", game: row.game, [:], ["tries": row.tries, "count": row.count]) }
    let boards = try standings.all(player.number) { row in
      (
        game: row.text(), mode: row.text(), period: row.number(), day: row.number(), played: row.number(),
        won: row.number(), score: row.number()
      )
    }
    for row in boards {
      part.addCounts(
        "standing", game: row.game, ["mode": row.mode],
        ["period": row.period, "day": row.day, "played": row.played, "won": row.won, "points": row.score])
    }
    let claims = try claimStandings.all(player.number) { row in
      (
        game: row.text(), period: row.number(), start: row.number(), played: row.number(), won: row.number(),
        score: row.number()
      )
    }
    for row in claims {
      part.addCounts(
        "claims", game: row.game, [:],
        ["period": row.period, "start": row.start, "played": row.played, "won": row.won, "points": row.score])
    }
  }
}
