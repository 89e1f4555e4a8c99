import CSQLite

/// What a node's tables hold, in a form that does not depend on how its log's entries came in: events and moves one by
/// one, where a row may hold several of them, and no snapshots of rooms, which are taken now and then.
struct CopyDump {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The log's last position that the tables have.
  let position: Int64
  /// Rows by table, in order; those of events as below.
  private(set) var tables: [String: [String]] = [:]
  /// A room's events by number: as far back as the node keeps them, which is not the same everywhere.
  private(set) var events: [String: [Int: String]] = [:]

  /// What a table is read by, where it is not all of it.
  private static let queries = [
    // The first is the place of the tables in the log, the others are about this node's own files.
    "meta": """
    SELECT name || ' ' || quote(value) FROM meta WHERE name NOT IN ('position', 'log', 'scrub', 'probe')
    """,
    "move": """
    SELECT match || ' ' || (first + part.key) || ' ' || player || ' ' || part.value
    FROM move, json_each(CAST(body AS TEXT)) AS part
    """,
    "document_line": """
    SELECT kind || ' ' || key || ' ' || number || ' ' || packed || ' ' || quote(line) FROM document_line
    WHERE kind <> \(rooms)
    """,
  ]

  /// The number of rooms among the kinds of documents.
  private static let rooms = 2

  /// Reads the tables of a node, running or not, as they are at one moment.
  init(ofFolder path: String) throws {
    let database = try CopyReader("\(path)/parlor.sqlite")
    _ = try database.rows("BEGIN")
    position = try database.rows("SELECT value FROM meta WHERE name = 'position'").first.flatMap { Int64($0) } ?? 0
    for table in try database.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%'")
    {
      let rows = try database.rows(Self.queries[table] ?? Self.query(of: table, database))
      tables[table] = rows.sorted()
    }
    addEvents(
      try database.rows("SELECT key || ' ' || CAST(line AS TEXT) FROM document_line WHERE kind = \(Self.rooms)"))
  }

  private static func query(of table: String, _ database: CopyReader) throws -> String {
    let columns = try database.rows("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid")
    return "SELECT \(columns.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")) FROM \(table)"
  }

  private mutating func addEvents(_ rows: [String]) {
    for row in rows {
      guard let space = row.firstIndex(of: " ") else { continue }
      for line in row[row.index(after: space)...].split(separator: "\n") where !line.contains(#","folded":"#) {
        guard let number = line.firstMatch(of: /,"seq":(\d+)/).flatMap({ Int($0.1) }) else { continue }
        events[String(row[..<space]), default: [:]][number] = String(line)
      }
    }
  }

  /// Rows in all.
  var count: Int { tables.values.reduce(0) { $0 + $1.count } + events.values.reduce(0) { $0 + $1.count } }

  /// Sentences about what the tables of two nodes do not have in common.
  func differences(from other: CopyDump) -> [String] {
    var found: [String] = []
    for table in Set(tables.keys).union(other.tables.keys).sorted() {
      let (own, others) = (tables[table] ?? [], other.tables[table] ?? [])
      guard own != others else { continue }
      let (missing, more) = (Set(others).subtracting(own), Set(own).subtracting(others))
      found.append("\(table): \(more.sorted().prefix(3)) against \(missing.sorted().prefix(3))")
    }
    for room in Set(events.keys).union(other.events.keys).sorted() {
      found += Self.differences(of: room, events[room] ?? [:], other.events[room] ?? [:])
    }
    return found
  }

  private static func differences(of room: String, _ own: [Int: String], _ others: [Int: String]) -> [String] {
    // Each forgets what is too old when it comes to it.
    guard let first = own.keys.min(), let otherFirst = others.keys.min() else {
      return ["room \(room): \(own.count) events against \(others.count)"]
    }
    let (newer, older) = (max(first, otherFirst), min(first, otherFirst))
    let differing = Set(own.keys).union(others.keys).filter { $0 >= newer && own[$0] != others[$0] }.sorted()
    guard let number = differing.first else { return [] }
    return [
      "room \(room), event \(number) (kept from \(older)): \(own[number] ?? "none") against \(others[number] ?? "none")"
    ]
  }
}

/// A connection that reads rows of one text each.
private final class CopyReader {
  private var database: OpaquePointer?

  init(_ path: String) throws {
    guard sqlite3_open_v2(path, &database, SQLITE_OPEN_READONLY, nil) == SQLITE_OK else { throw failure }
    sqlite3_busy_timeout(database, 5_000)
  }

  deinit { sqlite3_close_v2(database) }

  func rows(_ sql: String) throws -> [String] {
    var statement: OpaquePointer?
    guard sqlite3_prepare_v3(database, sql, -1, 0, &statement, nil) == SQLITE_OK else { throw failure }
    defer { sqlite3_finalize(statement) }
    var rows: [String] = []
    while true {
      switch sqlite3_step(statement) {
      case SQLITE_ROW: rows.append(sqlite3_column_text(statement, 0).map { String(cString: $0) } ?? "NULL")
      case SQLITE_DONE: return rows
      default: throw failure
      }
    }
  }

  private var failure: CopyDump.Failure {
    CopyDump.Failure(description: sqlite3_errmsg(database).map { String(cString: $0) } ?? "out of memory")
  }
}
