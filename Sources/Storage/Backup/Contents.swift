internal import Kernel
internal import ParlorCore

extension Backup {
  /// A digest of a database's tables: of each the number of rows and the sum of their checksums; the schema is one of
  /// them. It detects a lost, duplicated or substituted row in any table of any layout.
  struct Contents: Hashable {
    private var tables: [String: Table] = [:]

    private struct Table: Hashable {
      let rows: Int64
      let sum: Int64
    }

    /// Reads a whole database.
    init(of database: Database) throws(DatabaseError) {
      let names = try database.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND tbl_name <> 'backup' AND rootpage > 0"
      ).all { row in row.text() }
      for name in names {
        // Four bytes of each checksum, so that the sum cannot overflow.
        let sums = try database.prepare(
          "SELECT count(*), coalesce(sum(\(try Self.checksum(of: name, in: database)) & 4294967295), 0) "
            + "FROM \"\(name)\""
        )
        tables[name] = try sums.first { row in Table(rows: row.integer(), sum: row.integer()) }
      }
      // Root pages of tables may differ in a copy.
      let schema = try database.prepare(
        """
        SELECT count(*), coalesce(sum(fingerprint(type, name, tbl_name, sql) & 4294967295), 0)
        FROM sqlite_schema WHERE tbl_name <> 'backup'
        """)
      tables[Self.schema] = try schema.first { row in Table(rows: row.integer(), sum: row.integer()) }
    }

    private static let schema = "sqlite_schema"

    /// The SQL of a row's checksum: its own column, or a checksum of all columns if it has none or a column's type is
    /// not fixed by the table.
    private static func checksum(of table: String, in database: Database) throws(DatabaseError) -> String {
      let columns = try database.prepare("SELECT name, upper(type) FROM pragma_table_info(?)")
        .all(table) { row in (name: row.text(), type: row.text()) }
      let isChecked = columns.contains { $0.name == "checksum" } && !columns.contains { $0.type == "ANY" }
      guard !isChecked else { return "checksum" }
      let values = columns.map { "\"\($0.name)\", typeof(\"\($0.name)\")" }.joined(separator: ", ")
      return "fingerprint(\(values))"
    }

    /// Parses ``text``; `nil` for other text.
    init?(_ text: String) {
      for line in text.split(separator: "\n") {
        let parts = line.split(separator: " ")
        guard parts.count == 3, let rows = Int64(parts[1]), let sum = Int64(parts[2]) else { return nil }
        tables[String(parts[0])] = Table(rows: rows, sum: sum)
      }
    }

    /// A line per table, in the order of names: name, rows, sum.
    var text: String {
      tables.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.rows) \($0.value.sum)" }.joined(separator: "\n")
    }

    /// How a database differs from the contents it was made with, in words; `nil` if it does not.
    func difference(from made: Contents) -> String? {
      // A missing table is a difference of the schema as well.
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
