internal import GameKit
internal import ParlorCore

/// The acts of those who keep order, as they are written.
struct ActTable {
  private let insert: Statement
  private let forgetPlayer: Statement
  private let forgetModerator: Statement
  private let selectLast: Statement
  private let begin: Statement
  private let end: Statement
  private let expire: Statement
  private let forgetSanctions: Statement
  private let selectSanctions: Statement

  init(_ database: Database) throws(SQLiteError) {
    insert = try database.prepare(
      """
      INSERT OR IGNORE INTO act
        (number, at, operator, moderator, moderator_name, kind, player, name, target, ends_at, text)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    forgetPlayer = try database.prepare("UPDATE act SET name = NULL, target = NULL, text = NULL WHERE player = ?")
    forgetModerator = try database.prepare("UPDATE act SET moderator_name = NULL WHERE moderator = ?")
    selectLast = try database.prepare("SELECT max(number) FROM act")
    begin = try database.prepare(
      """
      INSERT OR REPLACE INTO sanction
        (kind, player, target, since, ends_at, reason, address, address_ends_at, guest)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """)
    end = try database.prepare("DELETE FROM sanction WHERE kind = ? AND player = ? AND target = ?")
    expire = try database.prepare("DELETE FROM sanction WHERE ends_at <= ?")
    forgetSanctions = try database.prepare("DELETE FROM sanction WHERE player = ?")
    selectSanctions = try database.prepare(
      """
      SELECT kind, player, target, since, ends_at, reason, address, address_ends_at, guest
        FROM sanction ORDER BY since, kind, player, target
      """)
  }

  func add(_ act: StoredAct) throws(SQLiteError) {
    var (user, moderator, name): (String?, Int64?, String?)
    switch act.actor {
    case .operator(let known): user = known
    case .moderator(let player, let known): (moderator, name) = (player.number, known)
    }
    try insert.run(
      act.number, act.at.milliseconds, user, moderator, name, act.kind.rawValue, act.player?.number, act.name,
      act.target, act.until?.milliseconds, act.text)
    try expire.run(act.at.milliseconds)
    switch act.change {
    case .begins(let sanction): try begin(sanction)
    case .ends(let key): try end.run(key.kind.rawValue, key.player?.number ?? 0, key.target)
    case nil: break
    }
  }

  /// Something is in force.
  func begin(_ sanction: StoredSanction) throws(SQLiteError) {
    let key = sanction.key
    try begin.run(
      key.kind.rawValue, key.player?.number ?? 0, key.target, sanction.since.milliseconds,
      sanction.until?.milliseconds, sanction.reason, sanction.origin?.address,
      sanction.origin?.until?.milliseconds, sanction.origin?.guest)
  }

  /// What was done stays, and whom it was about is nobody's name any more: nor is anything that may tell of it.
  func forget(_ player: PlayerID) throws(SQLiteError) {
    try forgetPlayer.run(player.number)
    try forgetModerator.run(player.number)
    try forgetSanctions.run(player.number)
  }

  /// What is in force, the oldest first; some of it may be over. What a later version knows is left out.
  func sanctions() throws(SQLiteError) -> [StoredSanction] {
    try selectSanctions.all { row in
      let kind = StoredSanction.Kind(rawValue: row.text())
      let player = row.integer()
      let target = row.text()
      let since = Instant(milliseconds: row.integer())
      let until = row.optionalInteger().map { Instant(milliseconds: $0) }
      let reason = row.optionalText()
      let address = row.optionalText()
      let addressUntil = row.optionalInteger().map { Instant(milliseconds: $0) }
      let guest = row.optionalText()
      return kind.map { kind in
        StoredSanction(
          key: StoredSanction.Key(kind, player: player == 0 ? nil : PlayerID(player), target: target), since: since,
          until: until, reason: reason,
          origin: address.map { StoredSanction.Origin(address: $0, until: addressUntil, guest: guest) })
      }
    }.compactMap { $0 }
  }

  /// The number of the last one.
  func last() throws(SQLiteError) -> Int64 { try selectLast.first { row in row.integer() } ?? 0 }
}

/// The acts, as they are read.
struct ActReading {
  private let all: Statement
  private let ofPlayer: Statement

  private static let columns =
    "number, at, operator, moderator, moderator_name, kind, player, name, target, ends_at, text"

  init(_ database: Database) throws(SQLiteError) {
    let end = "number < ? ORDER BY number DESC LIMIT ?"
    all = try database.prepare("SELECT \(Self.columns) FROM act WHERE \(end)")
    ofPlayer = try database.prepare("SELECT \(Self.columns) FROM act WHERE player = ? AND \(end)")
  }

  /// The newest first, and whether there are older ones. What a later version has done is left out.
  func page(
    of player: PlayerID?, before: Int64?, limit: Int
  ) throws(SQLiteError) -> (acts: [StoredAct], more: Bool) {
    let (before, limit) = (before ?? .max, max(0, limit))
    let rows =
      if let player {
        try ofPlayer.all(player.number, before, limit + 1) { row in Self.act(&row) }
      } else {
        try all.all(before, limit + 1) { row in Self.act(&row) }
      }
    return (rows.prefix(limit).compactMap { $0 }, rows.count > limit)
  }

  private static func act(_ row: inout Columns) -> StoredAct? {
    let number = row.integer()
    let at = Instant(milliseconds: row.integer())
    let user = row.optionalText()
    let moderator = row.optionalInteger()
    let moderatorName = row.optionalText()
    let kind = StoredAct.Kind(rawValue: row.text())
    let player = row.optionalInteger().map { PlayerID($0) }
    let name = row.optionalText()
    let target = row.optionalText()
    let until = row.optionalInteger().map { Instant(milliseconds: $0) }
    let text = row.optionalText()
    guard let kind else { return nil }
    let actor: StoredAct.Actor = user.map { .operator($0) } ?? .moderator(PlayerID(moderator ?? 0), moderatorName)
    return StoredAct(
      number: number, at: at, actor: actor, kind: kind, player: player, name: name, target: target, until: until,
      text: text)
  }
}
