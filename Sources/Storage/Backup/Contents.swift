internal import Kernel
internal import ParlorCore

extension Backup {
  /// What the tables of a database hold, in short: of each how many rows, and the sum of their checksums; the schema
  /// is one of them. A row that was lost, doubled, or put in the place of another is found by it, in any table and
  /// whatever the layout.
  struct Contents: Hashable {
    private var tables: [String: Table] = [:]

    private struct Table: Hashable {
      let rows: Int64
      let sum: Int64
    }

    /// Reads all of a database.
    init(of database: Database) throws(DatabaseError) {
      let names = try database.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND tbl_name <> 'backup' AND rootpage > 0"
      ).all { row in row.text() }
      for name in names {
        // Four bytes of each, so that no number of rows overflows the sum.
        let sums = try database.prepare(
          "SELECT count(*), coalesce(sum(\(try Self.checksum(of: name, in: database)) & 4294967295), 0) "
            + "FROM \"\(name)\""
        )
        tables[name] = try sums.first { row in Table(rows: row.integer(), sum: row.integer()) }
      }
      // Where the trees of tables begin may differ in a copy.
      let schema = try database.prepare(
        """
        SELECT count(*), coalesce(sum(fingerprint(type, name, tbl_name, sql) & 4294967295), 0)
        FROM sqlite_schema WHERE tbl_name <> 'backup'
        """)
      tables[Self.schema] = try schema.first { row in Table(rows: row.integer(), sum: row.integer()) }
    }

    private static let schema = "sqlite_schema"

    /// What stands for a row: its own checksum, or one of all its columns, where it has none or where a type is not the
    /// table's to say.
    private static func checksum(of table: String, in database: Database) throws(DatabaseError) -> String {
      let columns = try database.prepare("SELECT name, upper(type) FROM pragma_table_info(?)")
        .all(table) { row in (name: row.text(), type: row.text()) }
      let isChecked = columns.contains { $0.name == "checksum" } && !columns.contains { $0.type == "ANY" }
      guard !isChecked else { return "checksum" }
      let values = columns.map { "\"\($0.name)\", typeof(\"\($0.name)\")" }.joined(separator: ", ")
      return "fingerprint(\(values))"
    }

    /// Reads ``text``; `nil` for anything else.
    init?(_ text: String) {
      for line in text.split(separator: "\n") {
        let parts = line.split(separator: " ")
        guard parts.count == 3, let rows = Int64(parts[1]), let sum = Int64(parts[2]) else { return nil }
        tables[String(parts[0])] = Table(rows: rows, sum: sum)
      }
    }

    /// A line a table, in the order of names: name, rows, sum.
    var text: String {
      tables.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rows) \($0.value.sum)" }.joined(separator: "\n")
    }

    /// How a database differs from what it was made with, in words; `nil` where it does not.
    func difference(from made: Contents) -> String? {
      // Where a table is missing, the schema differs as well.
      let names = Set(tables.keys).union(made.tables.keys).subtracting([Self.schema]).sorted()
      for name in names + [Self.schema] {
        let (found, expected) = (tables[name], made.tables[name])
        guard found != expected else { continue }
        guard name != Self.schema else { return "the schema is not the one that it was made with" }
        guard let found else { return "table \(name) is missing" }
        guard let expected else { return "table \(name) was not there" }
        return found.rows == expected.rows
          ? "rows of table \(name) are others"
          : "table \(name) holds \(found.rows) rows, and was made with \(expected.rows)"
      }
      return nil
    }
  }
}
