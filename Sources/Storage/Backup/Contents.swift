internal import ParlorCore

extension Backup {
  /// What the tables of a database hold, in short: of each how many rows, and the sum of their checksums. A row that was
  /// lost, doubled, or put in the place of another is found by it, in any table and whatever the layout.
  struct Contents: Hashable {
    private var tables: [String: Table] = [:]

    private struct Table: Hashable {
      let rows: Int64
      let sum: Int64
    }

    /// Reads all of a database.
    init(of database: Database) throws(SQLiteError) {
      let names = try database.prepare(
        """
        SELECT item.name FROM sqlite_schema AS item WHERE item.type = 'table' AND item.name <> 'backup'
          AND EXISTS (SELECT 1 FROM pragma_table_info(item.name) AS part WHERE part.name = 'checksum')
        """
      ).all { row in row.text() }
      for name in names {
        // Four bytes of each, so that no number of rows overflows the sum.
        let sums = try database.prepare("SELECT count(*), coalesce(sum(checksum & 4294967295), 0) FROM \"\(name)\"")
        tables[name] = try sums.first { row in Table(rows: row.integer(), sum: row.integer()) }
      }
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
      for name in Set(tables.keys).union(made.tables.keys).sorted() {
        let (found, expected) = (tables[name], made.tables[name])
        guard found != expected else { continue }
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
