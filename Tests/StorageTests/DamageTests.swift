import Foundation
import GameKit
import ParlorCore
import Synchronization
import Testing

@testable import Storage

@Suite("Folders that cannot be used as they are")
struct DamageTests {
  private func open(_ folder: TemporaryFolder, schema: Schema = .current) throws(StorageFailure) -> SQLiteStorage {
    try SQLiteStorage(folder: folder.path, options: options(), schema: schema, fileSystem: nil)
  }

  private func sentence(_ folder: TemporaryFolder) -> String? {
    do {
      _ = try open(folder)
      return nil
    } catch {
      return error.message
    }
  }

  /// The files as `kill -9` would leave them now.
  private func killed(_ folder: TemporaryFolder) throws -> TemporaryFolder {
    let copy = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: copy.path, withIntermediateDirectories: true)
    for name in ["parlor.sqlite", "parlor.sqlite-wal", "log.sqlite", "log.sqlite-wal"] {
      try FileManager.default.copyItem(atPath: "\(folder.path)/\(name)", toPath: "\(copy.path)/\(name)")
    }
    return copy
  }

  @Test("A folder in use is refused, with the process that has it, and free once that one is gone")
  func locked() throws {
    let folder = TemporaryFolder()
    do {
      let first = try open(folder)
      let refusal = try #require(sentence(folder))
      #expect(refusal.contains("another server (process \(ProcessInfo.processInfo.processIdentifier)) uses"))
      #expect(try first.load().players.isEmpty)
    }
    #expect(sentence(folder) == nil)
  }

  #if os(Linux)
    @Test("A folder is free once its server has let go of it, whatever child has its descriptors still")
    func lockedByChild() throws {
      let folder = TemporaryFolder()
      var inherited: Int32 = -1
      do {
        let first = try open(folder)
        #expect(try first.load().players.isEmpty)
        // What a fork has until it runs another program.
        let path = "\(folder.path)/parlor.lock"
        let held = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").first { name in
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(name)")) == path
        }
        inherited = dup(try #require(held.flatMap { Int32($0) }))
      }
      defer { close(inherited) }
      #expect(sentence(folder) == nil)
    }
  #endif

  @Test("In a folder that is open to others, what is stored is its owner's alone to read")
  func ownersAlone() throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
    let storage = try open(folder)
    #expect(try storage.load().players.isEmpty)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(Set(names).isSuperset(of: ["parlor.sqlite", "parlor.sqlite-wal"]))
    for name in names {
      let mode = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
  }

  @Test("The folder is made for its owner alone, with those above it")
  func made() throws {
    let folder = TemporaryFolder()
    let inner = folder.path + "/a/b"
    _ = try SQLiteStorage(folder: inner, options: options())
    let mode = try FileManager.default.attributesOfItem(atPath: inner)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test("A path that is no folder is refused in a sentence", arguments: ["", "/dev/null", "/dev/null/x"])
  func noFolder(_ path: String) {
    #expect(throws: StorageFailure.self) { try SQLiteStorage(folder: path, options: options()) }
    #expect(throws: StorageFailure.self) { try SQLiteStorage(folder: path + "\u{0}", options: options()) }
  }

  @Test("Rubbish behind the last commit of tables or log, or a torn commit there, loses nothing acknowledged")
  func tornLog() async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    try await storage.store([.room(.sample(1)), .player(.sample(1))])
    let before = try lines(of: storage.load())
    for name in ["parlor.sqlite-wal", "log.sqlite-wal"] {
      let acknowledged = try killed(folder)
      let log = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(acknowledged.path)/\(name)"))
      try log.seekToEnd()
      try log.write(contentsOf: Data(repeating: 0xa5, count: 5_000))
      try log.close()
      #expect(try lines(of: open(acknowledged).load()) == before)
    }
    try await storage.store([.player(.sample(2)), .events(.sample(1, 1...9))])
    let after = try lines(of: storage.load())
    // What is torn in one of them the other has.
    for (name, cut) in ["parlor.sqlite-wal", "log.sqlite-wal"].flatMap({ name in [1, 100, 4_000].map { (name, $0) } }) {
      let torn = try killed(folder)
      let log = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(torn.path)/\(name)"))
      try log.truncate(atOffset: log.seekToEnd() - UInt64(cut))
      try log.close()
      #expect(try lines(of: open(torn).load()) == after, "\(name) - \(cut)")
      #expect(try open(torn).load().lostCommits == 0)
    }
  }

  @Test("A damaged page is found at start and said", arguments: [1, 3])
  func damagedPage(_ fromEnd: UInt64) async throws {
    let folder = TemporaryFolder()
    do {
      let storage = try open(folder)
      try await storage.store((1...2_000).map { .player(.sample($0)) })
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.database))
    try file.seek(toOffset: file.seekToEnd() - 4_096 * fromEnd)
    try file.write(contentsOf: Data(repeating: 0xff, count: 4_096))
    try file.close()
    #expect(try #require(sentence(folder)).contains("is damaged"))
  }

  @Test("A file that was cut off is found at start and said")
  func cutOff() async throws {
    let folder = TemporaryFolder()
    do {
      let storage = try open(folder)
      try await storage.store((1...2_000).map { .player(.sample($0)) })
    }
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.database))
    try file.truncate(atOffset: file.seekToEnd() - 4_096)
    try file.close()
    #expect(try #require(sentence(folder)).contains("is damaged"))
  }

  @Test("A file that is no database is refused and left as it is")
  func noDatabase() throws {
    let folder = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    let text = String(repeating: "my diary\n", count: 1_000)
    try text.write(toFile: folder.database, atomically: false, encoding: .utf8)
    #expect(try #require(sentence(folder)).contains("is damaged (file is not a database)"))
    #expect(try String(contentsOfFile: folder.database, encoding: .utf8) == text)
  }

  @Test("Another program's database is refused")
  func foreign() async throws {
    let folder = TemporaryFolder()
    _ = try open(folder)
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: folder.database))
    // The application's mark stands at byte 68 of the file (https://www.sqlite.org/fileformat.html).
    try file.seek(toOffset: 68)
    try file.write(contentsOf: Data([0, 0, 0, 7]))
    try file.close()
    #expect(sentence(folder)?.contains("another program's data") == true, "\(sentence(folder) ?? "opened")")
  }

  private static let next = Schema(
    steps: Schema.current.steps + [.init("ALTER TABLE room ADD COLUMN novelty INTEGER NOT NULL DEFAULT 1")])

  @Test("Data of a newer server is refused and named")
  func newer() throws {
    let folder = TemporaryFolder()
    _ = try open(folder, schema: Self.next)
    #expect(
      try #require(sentence(folder)).contains(
        "a newer Parlor (layout \(Self.next.version), this one knows \(Schema.current.version))"))
  }

  @Test("An older layout is brought up to date, with a whole copy of the file as it was")
  func migration() async throws {
    let folder = TemporaryFolder()
    var before: [String] = []
    do {
      let storage = try open(folder)
      try await storage.store([.room(.sample(1)), .player(.sample(1))])
      before = try lines(of: storage.load())
    }
    #expect(try lines(of: open(folder, schema: Self.next).load()) == before)
    let old = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: old.path, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: folder.database + ".before-\(Self.next.version)", toPath: old.database)
    #expect(try lines(of: open(old).load()) == before)
    #expect(!FileManager.default.fileExists(atPath: folder.database + ".before-\(Self.next.version).part"))
  }

  @Test("Data of the first layout gets the scores that every server begins with")
  func firstLayout() async throws {
    let folder = TemporaryFolder()
    let first = Schema(steps: Array(Schema.current.steps.prefix(1)))
    _ = try? open(folder, schema: first)
    let storage = try open(folder)
    #expect(try storage.load().scores == StoredScore.initial)
    try await storage.store([.scoreDeleted(262), .scoreDeleted(263), .scoreDeleted(264)])
    #expect(try storage.load().scores == [])
    try await storage.store([.scoresReset])
    #expect(try storage.load().scores == StoredScore.initial)
  }

  @Test("Moves of a layout with a row each are what they were, whoever has made them, and a damaged one stays so")
  func singleMoves() async throws {
    let folder = TemporaryFolder()
    _ = try? open(folder, schema: Schema(steps: Array(Schema.current.steps.prefix(8))))
    let columns = "match, number, player, move, elapsed, move_id, seq, state_hash"
    func row(_ match: Int, _ number: Int, _ player: Int, _ moveID: String = "NULL") -> String {
      #"(\#(match), \#(number), \#(player), CAST('{"guess":"crane"}' AS BLOB), \#(number * 1_000), \#(moveID), \#(number + 7), "#
        + "\(-1 - match))"
    }
    let moves = [
      row(20, 0, 1, "'a\"b'"), row(20, 1, 1), row(20, 2, 1), row(21, 0, 2), row(21, 1, 3), row(21, 2, 2), row(22, 0, 1),
    ]
    try Database(path: folder.database, access: .writing).execute(
      """
      INSERT INTO room (number, folded, body) VALUES (1, 'room 1', CAST('{}' AS BLOB));
      INSERT INTO match (id, room, game, mode, puzzle_key, puzzle, settings, day, player, is_ranked, is_open, started_at)
        SELECT value, 1, 'wordle', 'daily', 'key of day 324', CAST('{"answer":"crane"}' AS BLOB), x'', 324,
          CASE value WHEN 21 THEN NULL ELSE 1 END, 1, 1, value * 10 FROM (SELECT 20 AS value UNION SELECT 21 UNION SELECT 22);
      INSERT INTO move (\(columns)) VALUES \(moves.joined(separator: ", "));
      UPDATE move SET checksum = fingerprint(\(columns));
      UPDATE move SET elapsed = 7 WHERE match = 22;
      """)
    let found = try open(folder).rooms([1])[0].matches
    #expect(found.map(\.match) == [.sample(20, player: 1), .sample(21), .sample(22, player: 1)])
    #expect(
      found[0].moves == [
        .sample(20, 0, player: 1, moveID: "a\"b"), .sample(20, 1, player: 1), .sample(20, 2, player: 1),
      ])
    #expect(found[1].moves == [.sample(21, 0, player: 2), .sample(21, 1, player: 3), .sample(21, 2, player: 2)])
    #expect(found[2].moves.map(\.move) == [Array("null".utf8)])
    #expect(try Database(path: folder.database, access: .reading).integer("SELECT count(*) FROM move") == 5)
    #expect(FileManager.default.fileExists(atPath: folder.database + ".before-\(Schema.current.version)"))
  }

  @Test("Damage in a file that is too large to be read at start is found in the background, and not looked for twice")
  func background() async throws {
    let folder = TemporaryFolder()
    do { try await open(folder).store([.player(.sample(1)), .player(.sample(2)), .room(.sample(1))]) }
    try Database(path: folder.database, access: .writing).execute("UPDATE player SET name = 'Other' WHERE id = 2")
    let damage = [DamagedRow(table: "player", key: "2")]
    let large = try SQLiteStorage(folder: folder.path, options: options { $0.wholeFileBytes = 0 })
    #expect(try large.load().damagedRows == [])
    let found = await withCheckedContinuation { continuation in
      large.findDamage { continuation.resume(returning: $0) }
    }
    #expect(found.rows == damage && found.faults == [])
    large.abandon()
    let small = try open(folder)
    #expect(try small.load().damagedRows == damage)
    let isCalled = Mutex(false)
    small.findDamage { _ in isCalled.withLock { $0 = true } }
    // Waits for what was begun.
    small.close()
    #expect(!isCalled.withLock { $0 })
  }

  @Test("A room of a layout without snapshots holds everything, and a damaged one stays so")
  func wholeRooms() async throws {
    let folder = TemporaryFolder()
    _ = try? open(folder, schema: Schema(steps: Array(Schema.current.steps.prefix(9))))
    try Database(path: folder.database, access: .writing).execute(
      """
      INSERT INTO room (number, folded, body) VALUES (1, 'room 1', CAST('{}' AS BLOB)), (2, 'room 2', CAST('{}' AS BLOB));
      UPDATE room SET checksum = fingerprint(number, folded, body);
      UPDATE room SET body = CAST('{' AS BLOB) WHERE number = 2;
      INSERT INTO used_puzzle (room, puzzle_key) VALUES (1, 'crane');
      """)
    let found = try open(folder).load()
    #expect(found.rooms.map(\.room.body) == [Array("{}".utf8), []])
    #expect(found.rooms.map(\.room.seq) == [nil, nil])
    #expect(found.rooms[0].usedPuzzles == [PuzzleKey("crane")])
    #expect(found.damagedRows == [DamagedRow(table: "room", key: "2")])
  }

  @Test("A step that fails changes nothing")
  func failedStep() async throws {
    let folder = TemporaryFolder()
    try await open(folder).store([.room(.sample(1))])
    let broken = Schema(steps: Self.next.steps + [.init("ALTER TABLE nowhere ADD COLUMN x INTEGER")])
    #expect(throws: StorageFailure.self) { try open(folder, schema: broken) }
    #expect(try open(folder).load().rooms.map(\.room) == [.sample(1)])
  }
}
