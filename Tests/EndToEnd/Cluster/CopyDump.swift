import CSQLite
import Kernel
import ParlorCore

/// A node's tables, normalised so that equal logs give equal dumps: events are split up, matches are in their shortest
/// form, and snapshots of rooms, which are taken at irregular times, are omitted.
struct CopyDump {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The last log position applied to the tables.
  let position: Int64
  /// Sorted rows by table; events are in ``events``.
  private(set) var tables: [String: [String]] = [:]
  /// Events by room and number. Nodes keep different numbers of old events.
  private(set) var events: [String: [Int: String]] = [:]

  /// Queries of tables that are not read completely.
  private static let queries = [
    // The first is the position in the log, the others concern this node's own files.
    "meta": """
    SELECT name || ' ' || quote(value) FROM meta WHERE name NOT IN ('position', 'log', 'scrub', 'probe')
    """,
    "appended_line": """
    SELECT kind || ' ' || key || ' ' || CAST(line AS TEXT) FROM appended_line ORDER BY kind, key, number
    """,
    "document_line": """
    SELECT kind || ' ' || key || ' ' || number || ' ' || packed || ' ' || quote(line) FROM document_line
    WHERE kind <> \(rooms)
    """,
  ]

  /// The number of rooms among the kinds of documents.
  private static let rooms = 2

  /// Reads the tables of a running or stopped node in one transaction.
  init(ofFolder path: String) throws {
    let database = try CopyReader("\(path)/parlor.sqlite")
    _ = try database.rows("BEGIN")
    position = try database.rows("SELECT value FROM meta WHERE name = 'position'").first.flatMap { Int64($0) } ?? 0
    for table in try database.rows(
      "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_stat%'")
    {
      let rows = try database.rows(Self.queries[table] ?? Self.query(of: table, database))
      tables[table] = (table == "appended_line" ? Self.matches(rows) : rows).sorted()
    }
    addEvents(
      try database.rows("SELECT key || ' ' || CAST(line AS TEXT) FROM document_line WHERE kind = \(Self.rooms)"))
  }

  private static func query(of table: String, _ database: CopyReader) throws -> String {
    let columns = try database.rows("SELECT name FROM pragma_table_info('\(table)') ORDER BY cid")
    return "SELECT \(columns.map { "quote(\"\($0)\")" }.joined(separator: " || ' ' || ")) FROM \(table)"
  }

  /// The state of each match, from its lines.
  private static func matches(_ rows: [String]) -> [String] {
    var lines: [Int64: [[UInt8]]] = [:]
    for row in rows {
      let parts = row.split(separator: " ", maxSplits: 2)
      guard parts.count == 3, parts[0] == "\(MatchDocument.number)", let match = Int64(parts[1]) else { return rows }
      lines[match, default: []] += parts[2].split(separator: "\n").map { line in
        // The first line of a row names the document for all of them.
        let isNamed = !line.hasPrefix(#"{"fact""#)
        return Array((isNamed ? String(line) : "{\"document\":[\(parts[0]),\(match)],\(line.dropFirst())").utf8)
      }
    }
    let form = DocumentForm(MatchDocument.self)
    return lines.map { match, lines in
      let packed = form.pack(lines, match, nil).map { $0.map { String(decoding: $0, as: UTF8.self) } }
      return "\(match) \(packed?.joined(separator: " ") ?? "cannot be read: \(lines.count) lines")"
    }
  }

  private mutating func addEvents(_ rows: [String]) {
    for row in rows {
      guard let space = row.firstIndex(of: " ") else { continue }
      for line in row[row.index(after: space)...].split(separator: "\n") where !line.contains(#","folded":"#) {
        guard let number = line.firstMatch(of: /,"seq":(\d+)/).flatMap({ Int($0.1) }) else { continue }
        // The first line of a row names the room for all of them.
        let event = line.replacing(/^\{"document":\[\d+,\d+\],/, with: "{")
        events[String(row[..<space]), default: [:]][number] = String(event)
      }
    }
  }

  /// The number of all rows and events.
  var count: Int { tables.values.reduce(0) { $0 + $1.count } + events.values.reduce(0) { $0 + $1.count } }

  /// Descriptions of the differences between two nodes' tables.
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
    // Nodes prune old events at different times.
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

/// A connection that reads rows of one text column.
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
