internal import GameKit
internal import ParlorCore

/// The acts of those who keep order, as they are written.
struct ActTable {
  private let insert: Statement
  private let forgetPlayer: Statement
  private let forgetModerator: Statement
  private let selectLast: Statement

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
  }

  /// What was done stays, and whom it was about is nobody's name any more: nor is anything that may tell of it.
  func forget(_ player: PlayerID) throws(SQLiteError) {
    try forgetPlayer.run(player.number)
    try forgetModerator.run(player.number)
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
