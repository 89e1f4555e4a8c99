internal import GameKit
internal import ParlorCore

/// Whom players do not want to hear, and what they have reported.
struct SafetyTable {
  private let block: Statement
  private let unblock: Statement
  private let forgetBlocks: Statement
  private let allBlocks: Statement
  private let report: Statement
  private let settle: Statement
  private let drop: Statement
  private let allReports: Statement

  init(_ database: Database) throws(SQLiteError) {
    block = try database.prepare(
      "INSERT INTO block (player, blocked) VALUES (?, ?) ON CONFLICT (player, blocked) DO NOTHING")
    unblock = try database.prepare("DELETE FROM block WHERE player = ? AND blocked = ?")
    forgetBlocks = try database.prepare("DELETE FROM block WHERE player = ?1 OR blocked = ?1")
    allBlocks = try database.prepare("SELECT player, blocked FROM block ORDER BY number")
    report = try database.prepare(
      "INSERT INTO report (id, reporter, reported, at, body, act) VALUES (?, ?, ?, ?, ?, ?)")
    settle = try database.prepare("UPDATE report SET act = ?2 WHERE id = ?1")
    drop = try database.prepare("DELETE FROM report WHERE id = ?")
    allReports = try database.prepare("SELECT id, reporter, reported, at, body, act FROM report ORDER BY id")
  }

  func apply(_ record: SafetyRecord) throws(SQLiteError) {
    switch record {
    case .blocked(let player, let other): try block.run(player.number, other.number)
    case .unblocked(let player, let other): try unblock.run(player.number, other.number)
    case .reported(let row):
      try report.run(
        row.id, row.reporter.number, row.reported.number, row.at.milliseconds, row.body, row.act)
    case .dropped(let id): try drop.run(id)
    }
  }

  func apply(_ act: StoredAct) throws(SQLiteError) {
    if let report = act.settledReport { try settle.run(report, act.number) }
  }

  func forgetBlocks(of player: PlayerID) throws(SQLiteError) { try forgetBlocks.run(player.number) }

  func all() throws(SQLiteError) -> SafetyState {
    var state = SafetyState()
    let blocks = try allBlocks.all { row in (PlayerID(row.integer()), PlayerID(row.integer())) }
    for (player, other) in blocks { state.apply(.blocked(player, other: other)) }
    let reports = try allReports.all { row in StoredReport(&row) }
    for report in reports { state.apply(.reported(report)) }
    return state
  }
}

extension StoredReport {
  fileprivate init(_ row: inout Columns) {
    self.init(
      id: row.integer(), reporter: PlayerID(row.integer()), reported: PlayerID(row.integer()),
      at: Instant(milliseconds: row.integer()), body: row.bytes(), act: row.optionalInteger())
  }
}
