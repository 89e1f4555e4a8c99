import Callbacks
import FeatureList
import GameKit
import Kernel
import WireProtocol
import Wordle

@testable import ParlorCore
@testable import Storage

/// Creates a data folder of any size: the core's own data of a few players, copied in the tables, where millions take
/// seconds.
struct LargeFolder {
  /// The numbers of ``size``: players, finished matches, boards of today's puzzle with one to four moves, facts that
  /// only the log has.
  struct Size {
    var players: Int
    var matches: Int
    var boards: Int
    var tail: Int
  }

  let path: String
  let size: Size
  /// Noon of a day.
  static let now = Instant(milliseconds: 1_795_176_000_000)
  static let today = 324

  func make() throws {
    try play()
    try copyRows()
    try leaveTail()
  }

  func open(following milliseconds: Int = 250) throws -> SQLiteStorage {
    var options = StorageOptions(
      documents: Parlor.documents() + FeatureList.documents, now: Self.now, today: Self.today)
    options.followMilliseconds = milliseconds
    return try SQLiteStorage(folder: path, options: options)
  }

  // MARK: - What the core writes

  /// One player has finished today's puzzle; the others have not.
  private func play() throws {
    let storage = try open()
    let server = try CoreOnStorage(storage.load(), keep: storage.keep)
    for number in 0...size.boards {
      server.sit()
      server.say(#"{"type":"login","name":"p\#(number)"}"#)
      server.say(#"{"type":"join","room":"wordle"}"#)
      let answer = server.answerOfToday
      let words = ["crane", "slate", "fjord", "vexes", "brine"].filter { $0 != answer }
      for word in number == 0 ? [answer] : Array(words.prefix(1 + number % 4)) {
        server.say(#"{"type":"move","room":"wordle","text":"\#(word)"}"#)
      }
      try server.rise()
    }
    try server.settle()
    storage.close()
  }

  /// Facts that only the log has: rounds of practice, and talk. The tables are closed: open ones would make commits
  /// wait when they are far behind.
  private func leaveTail() throws {
    guard size.tail > 0 else { return }
    let storage = try open()
    let state = try storage.load()
    storage.close()
    let database = try Database(path: path + "/log.sqlite", access: .writing)
    try database.execute("PRAGMA synchronous = OFF")
    let file = try LogFile(database, .process)
    var position = try file.lastPosition()
    let server = try CoreOnStorage(state) { batch in
      let entries = batch.entries(from: position + 1)
      guard try file.append(entries) else { throw StorageFailure(message: "fenced") }
      position += LogPosition(entries.count)
    }
    var seats = 0
    while server.facts < size.tail {
      seats += 1
      server.sit()
      server.say(#"{"type":"login","name":"t\#(seats)"}"#)
      server.say(#"{"type":"create","room":"room-\#(seats)","game":"wordle","mode":"practice"}"#)
      for _ in 0..<min(50, 1 + size.tail / 1000) {
        server.say(#"{"type":"start"}"#)
        for word in ["crane", "slate", "fjord", "vexes", "brine", "nymph"] {
          server.say(#"{"type":"move","text":"\#(word)"}"#)
        }
        server.say(#"{"type":"say","text":"once more, then"}"#)
        try server.settle()
      }
      server.say(#"{"type":"leave"}"#)
      try server.rise()
    }
    try server.settle()
  }

  // MARK: - Copies

  private func copyRows() throws {
    let database = try Database(path: path + "/parlor.sqlite", access: .writing)
    try database.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -400000")
    let days = max(1, size.matches / max(1, size.players))
    let top = try database.integer("SELECT max(max(id), (SELECT max(id) FROM match)) FROM player") ?? 0
    let known = try database.integer("SELECT count(*) FROM player") ?? 0
    try database.execute("BEGIN")
    try fill(
      "player", in: database,
      """
      WITH RECURSIVE new (n) AS (SELECT \(known) UNION ALL SELECT n + 1 FROM new WHERE n + 1 < \(size.players))
      SELECT \(top) + n AS id, 'q' || n AS name, 'q' || n AS folded, is_guest, is_bot, has_token, seen_at
      FROM new, player WHERE player.name = 'p0'
      """)
    let kind = PlayerDocument.number
    try fill(
      "document_line", in: database,
      """
      SELECT \(kind) AS kind, id AS key, 1 AS number, CAST('{"document":[\(kind),' || id || '],"fact":"kept","player":'
        || id || ',"name":"' || name || '","guest":false,"bot":false,"created_at":' || seen_at || ',"seen_at":' || seen_at
        || ',"theme":"dark","sealed":{"tokens":"' || printf('%064x', id) || '"}}' AS BLOB) AS line, 0 AS packed
      FROM player WHERE id > \(top)
      """)
    try database.execute(
      """
      CREATE TEMP TABLE copy AS
        SELECT \(top + Int64(size.players)) + k * (SELECT count(*) FROM player) + n AS id, player,
          \(Self.today) - 1 - k AS day
        FROM (SELECT row_number() OVER (ORDER BY id) AS n, id AS player FROM player), (
          WITH RECURSIVE past (k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM past WHERE k + 1 < \(days)) SELECT k FROM past)
      """)
    let own = "(SELECT match FROM result LIMIT 1)"
    try fill(
      "match", in: database,
      """
      SELECT copy.id, room, game, 'day ' || copy.day AS puzzle_key, copy.day, round, copy.player, 0 AS is_open,
        started_at
      FROM match, copy WHERE match.id = \(own)
      """)
    let number = MatchDocument.number
    try fill(
      "appended_line", in: database,
      """
      SELECT \(number) AS kind, copy.id AS key, number, CAST(replace(replace(CAST(line AS TEXT),
        '[\(number),' || \(own) || ']', '[\(number),' || copy.id || ']'),
        '"player":' || (SELECT player FROM match WHERE id = \(own)), '"player":' || copy.player) AS BLOB) AS line,
        packed
      FROM appended_line, copy WHERE appended_line.key = \(own)
      """)
    try fill(
      "result", in: database,
      """
      SELECT copy.id AS match, copy.player, game, score, share, finished_at, copy.day AS puzzle_day,
        'day ' || copy.day AS puzzle_key FROM result, copy WHERE result.match = \(own)
      """)
    try count(days, in: database)
    try database.execute("DELETE FROM meta WHERE name = 'last_number'")
    try fill("meta", in: database, "SELECT 'last_number' AS name, max(id) AS value FROM match")
    try database.execute("COMMIT")
  }

  /// The counts of the copies, as if they had been played.
  private func count(_ days: Int, in database: Database) throws {
    let won = try database.integer("SELECT max(won) > 0 FROM tally") ?? 0
    let tries = try database.integer("SELECT max(tries) FROM distribution").map { "\($0)" } ?? "NULL"
    try database.execute("DELETE FROM tally; DELETE FROM distribution; DELETE FROM standing; DELETE FROM week")
    try fill("week", in: database, "SELECT 'wordle' AS game, \(Self.today) AS last_day")
    try fill(
      "tally", in: database,
      """
      SELECT player, game, count(*) AS played, \(won) * count(*) AS won, count(*) AS streak, count(*) AS best_streak,
        max(puzzle_day) AS won_day, NULL AS lost_day FROM result GROUP BY player, game
      """)
    try fill(
      "distribution", in: database,
      "SELECT player, game, \(tries) AS tries, count(*) AS count FROM result GROUP BY player, game")
    for (period, day, group) in [(0, "0", ""), (1, "0", ""), (2, "puzzle_day", ", puzzle_day")] {
      try fill(
        "standing", in: database,
        """
        SELECT player, game, 'daily' AS mode, \(period) AS period, \(day) AS day, 1 AS kind, count(*) AS played,
          \(won) * count(*) AS won, sum(score) AS score FROM result
        WHERE \(period) = 0 OR puzzle_day > \(Self.today) - 7 GROUP BY player, game\(group)
        """)
    }
  }

  /// Inserts rows with their checksums, given the columns by their names.
  private func fill(_ name: String, in database: Database, _ rows: String) throws {
    guard let table = try CheckedTable.all(in: database).first(where: { $0.name == name }) else { return }
    let columns = table.columns.joined(separator: ", ")
    try database.execute(
      "INSERT INTO \(name) (\(columns), checksum) SELECT \(columns), fingerprint(\(columns)) FROM (\(rows))")
  }
}

extension SQLiteStorage {
  /// Waits until a batch is durable.
  fileprivate func keep(_ batch: Batch) throws {
    _ = try awaitResult { commit(batch, completion: $0) }.get()
  }
}

/// A core on stored data, with one session after the other.
private final class CoreOnStorage {
  let core: Parlor
  /// Makes a batch durable.
  private let keep: (Batch) throws -> Void
  private var session = SessionID(slot: 0, generation: 0)
  private var generation: UInt32 = 0
  private var sinceCommit = 0
  /// The number of submitted facts.
  private(set) var facts = 0

  init(_ state: StoredState, keep: @escaping (Batch) throws -> Void) throws {
    self.keep = keep
    let words = "blume\nbrine\ncrane\nfjord\nnymph\nponds\nquick\nslate\ntrain\nvexes".utf8
    let source = try WordleSource(GuessLists(answers: Array(words), guesses: Array(words)))
    var configuration = ServerConfiguration(
      games: [GameModule(source)], season: SeasonKey(hashing: "large".utf8), epoch: "e1", server: "parlor test")
    configuration.entropy = SeededGenerator(seed: 7)
    configuration.limits.burst = 1_000_000
    configuration.limits.newNamesPerAddress = 1_000_000
    core = Parlor(configuration, restoring: state, now: LargeFolder.now)
  }

  /// Known once a player has a board.
  var answerOfToday: String {
    (try? core.rooms["wordle"]?.table?.match.puzzle())?["answer"]?.stringValue ?? ""
  }

  func sit() {
    generation += 1
    session = SessionID(slot: 0, generation: generation)
    core.open(session, from: .network("test"), at: LargeFolder.now)
  }

  func say(_ line: String) {
    var line = line
    line.withUTF8 { core.receive(UnsafeRawBufferPointer($0), from: session, at: LargeFolder.now) }
    core.drainEffects { _ in }
  }

  func rise() throws {
    core.close(session, at: LargeFolder.now)
    core.drainEffects { _ in }
    sinceCommit += 1
    if sinceCommit >= 100 { try settle() }
  }

  /// Submits the gathered facts, and waits until they are durable.
  func settle() throws {
    sinceCommit = 0
    guard let batch = core.takeBatch(at: LargeFolder.now) else { return }
    facts += batch.lines.count
    try keep(batch)
    core.succeeded(batch.ticket, at: LargeFolder.now)
    core.drainEffects { _ in }
  }
}
