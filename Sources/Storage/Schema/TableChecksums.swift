internal import Kernel
internal import ParlorCore

/// Triggers maintain the checksums of rows, so that writing statements need not; frequent ones compute them in place
/// (``CheckedTable/insert``). They belong to the writing connection: rows written by other programs count as damaged.
extension CheckedTable {
  static let meta = CheckedTable("meta", key: ["name"], columns: ["name", "value"])
  static let documentLine = lines("document_line")
  static let appendedLine = lines("appended_line")

  /// Storage's own tables.
  private static let own = [meta, documentLine, appendedLine]

  private static func lines(_ name: String) -> CheckedTable {
    CheckedTable(name, key: ["kind", "key", "number"], columns: ["kind", "key", "number", "line", "packed"])
  }

  /// Storage's own tables and all index tables, as the file describes them.
  static func all(in database: Database) throws(DatabaseError) -> [CheckedTable] {
    let names = try database.prepare(
      """
      SELECT name FROM sqlite_schema AS entry WHERE type = 'table' AND name <> 'backup'
        AND EXISTS (SELECT 1 FROM pragma_table_info(entry.name) AS info WHERE info.name = 'checksum')
      ORDER BY rowid
      """
    ).all { row in row.text() }
    let describe = try database.prepare("SELECT name, pk FROM pragma_table_info(?) ORDER BY cid")
    var tables = own
    for name in names where !own.contains(where: { $0.name == name }) {
      let columns = try describe.all(name) { row in (name: row.text(), place: row.number()) }
      let key = columns.filter { $0.place > 0 }.sorted { $0.place < $1.place }.map(\.name)
      tables.append(CheckedTable(name, key: key, columns: columns.map(\.name).filter { $0 != "checksum" }))
    }
    return tables
  }

  /// Installs the triggers for all tables on the writing connection. To be repeated after a change of `temp_store`,
  /// which removes temporary objects.
  static func keep(in database: Database) throws(DatabaseError) {
    for table in try all(in: database) { try database.execute(table.triggers) }
  }

  /// An update of an index table may leave old values in a row: a damaged row then stays damaged.
  private var triggers: String {
    let row = key.map { "\($0) = NEW.\($0)" }.joined(separator: " AND ")
    let update = "BEGIN UPDATE \(name) SET checksum = \(fingerprint("NEW.")) WHERE \(row); END;"
    let isOwn = Self.own.contains { $0.name == name }
    let condition = isOwn ? "" : "WHEN OLD.checksum = \(fingerprint("OLD."))"
    return """
      CREATE TEMP TRIGGER IF NOT EXISTS \(name)_inserted AFTER INSERT ON main.\(name)
        WHEN NEW.checksum IS NULL \(update)
      CREATE TEMP TRIGGER IF NOT EXISTS \(name)_updated
      AFTER UPDATE OF \(columns.joined(separator: ", ")) ON main.\(name)
        \(condition) \(update)
      """
  }

  /// Rows of a table that are reported: with more, the file counts as destroyed.
  private static let mostNamed = 100

  /// The rows of all tables that differ from what was stored.
  static func damagedRows(in database: Database) throws(DatabaseError) -> [DamagedRow] {
    var rows: [DamagedRow] = []
    for table in try all(in: database) { rows += try table.damagedRows(in: database) }
    return rows
  }

  /// The rows of this table that differ from what was stored.
  func damagedRows(in database: Database) throws(DatabaseError) -> [DamagedRow] {
    let key = key.joined(separator: " || ' ' || ")
    let sql = "SELECT \(key) FROM \(name) WHERE \(isDamaged) LIMIT \(Self.mostNamed)"
    return try database.prepare(sql).all { row in DamagedRow(table: name, key: row.text()) }
  }
}
