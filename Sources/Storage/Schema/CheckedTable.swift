internal import ParlorCore

/// A table each of whose rows has a checksum, by which a bit that has flipped in it is found: `checksum` holds the
/// `fingerprint` of the other columns (a function of our connections: `csqlite_add_fingerprint`); NULL is a row that is
/// not checked.
///
/// Triggers keep the checksums, so that no statement that writes has to; one that writes often brings its rows'
/// checksums along (``insert``). They belong to the connection that writes: other programs can read the file, and what
/// they write is found like any other damage.
struct CheckedTable {
  let name: String
  /// The columns by which a row is found.
  let key: [String]
  /// All columns but those that are derived from others.
  let columns: [String]
  /// Whether an update may leave old values in a row: one that was damaged stays so then.
  let isUpdatedInPart: Bool

  private init(_ name: String, key: String, _ others: String, isUpdatedInPart: Bool = false) {
    self.name = name
    self.key = key.split(separator: " ").map(String.init)
    columns = self.key + others.split(separator: " ").map(String.init)
    self.isUpdatedInPart = isUpdatedInPart
  }

  static let player = CheckedTable(
    "player", key: "id", "name folded is_guest is_bot has_token seen_at", isUpdatedInPart: true)
  static let match = CheckedTable(
    "match", key: "id",
    "room game puzzle_key day round player is_open started_at", isUpdatedInPart: true)
  static let participant = CheckedTable("participant", key: "match player", "")
  static let result = CheckedTable(
    "result", key: "match player", "game score share finished_at puzzle_day puzzle_key")
  static let meta = CheckedTable("meta", key: "name", "value")
  static let standing = CheckedTable(
    "standing", key: "player game mode period day", "kind played won score", isUpdatedInPart: true)
  static let documentLine = CheckedTable("document_line", key: "kind key number", "line packed")
  static let appendedLine = CheckedTable("appended_line", key: "kind key number", "line packed")

  static let all = [
    player, match, participant, meta, result,
    CheckedTable("share", key: "id", "player game match claim day won score body shared_at"),
    CheckedTable("reaction", key: "share player", "emoji"),
    documentLine, appendedLine,
    CheckedTable("tally", key: "player game", "played won streak best_streak won_day lost_day"),
    CheckedTable("distribution", key: "player game tries", "count", isUpdatedInPart: true),
    standing,
    CheckedTable("claim_standing", key: "player game period start", "kind played won score", isUpdatedInPart: true),
    CheckedTable("week", key: "game", "last_day"),
  ]

  /// A statement that inserts a row with its checksum, given the columns in their order.
  var insert: String {
    let values = columns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    return
      "INSERT INTO \(name) (\(columns.joined(separator: ", ")), checksum) VALUES (\(values), fingerprint(\(values)))"
  }

  /// Whether a row is not what was stored, as an expression: NULL for one that is not checked, which reads as no.
  var isDamaged: String { "\(name).checksum <> \(fingerprint("\(name)."))" }

  /// The fingerprint of the columns, as an expression.
  func fingerprint(_ prefix: String) -> String {
    "fingerprint(\(columns.map { prefix + $0 }.joined(separator: ", ")))"
  }

  /// Lets the connection that writes keep the checksums of all tables. To be done again when `temp_store` was changed,
  /// which removes what is temporary.
  static func keep(in database: Database) throws(SQLiteError) {
    for table in all { try database.execute(table.triggers) }
  }

  private var triggers: String {
    let row = key.map { "\($0) = NEW.\($0)" }.joined(separator: " AND ")
    let update = "BEGIN UPDATE \(name) SET checksum = \(fingerprint("NEW.")) WHERE \(row); END;"
    let condition = isUpdatedInPart ? "WHEN OLD.checksum = \(fingerprint("OLD."))" : ""
    return """
      CREATE TEMP TRIGGER IF NOT EXISTS \(name)_inserted AFTER INSERT ON main.\(name)
        WHEN NEW.checksum IS NULL \(update)
      CREATE TEMP TRIGGER IF NOT EXISTS \(name)_updated AFTER UPDATE OF \(columns.joined(separator: ", ")) ON main.\(name)
        \(condition) \(update)
      """
  }

  /// How many rows of a table are named: where there are more, the file is worth nothing.
  private static let mostNamed = 100

  /// The rows of all tables that are not what was stored.
  static func damagedRows(in database: Database) throws(SQLiteError) -> [DamagedRow] {
    var rows: [DamagedRow] = []
    for table in all { rows += try table.damagedRows(in: database) }
    return rows
  }

  /// The rows of this table that are not what was stored.
  func damagedRows(in database: Database) throws(SQLiteError) -> [DamagedRow] {
    let key = key.joined(separator: " || ' ' || ")
    let sql = "SELECT \(key) FROM \(name) WHERE \(isDamaged) LIMIT \(Self.mostNamed)"
    return try database.prepare(sql).all { row in DamagedRow(table: name, key: row.text()) }
  }
}
