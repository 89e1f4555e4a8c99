import Foundation
import GameKit
import Kernel
import Testing

@testable import ParlorCore
@testable import Storage
@testable import StorageHarness

@Suite("The log, and the tables that follow it")
struct LogTests {
  /// A storage whose tables follow only before queries.
  private func open(
    _ folder: TemporaryFolder, _ durability: Durability = .process, window: Int = 256, day: Int = today
  ) throws(StorageFailure) -> SQLiteStorage {
    try SQLiteStorage(
      folder: folder.path,
      options: options(documents: sampleDocuments(keepingEvents: window)) {
        $0.followMilliseconds = 3_600_000
        $0.durability = durability
        $0.today = day
      })
  }

  private func commit(_ records: [DocumentLine], to storage: SQLiteStorage) async throws {
    let result = await withCheckedContinuation { continuation in
      storage.commit(Batch(ticket: 1, lines: records, at: now)) { continuation.resume(returning: $0) }
    }
    #expect(try result.get() == [])
  }

  private func entries(_ folder: TemporaryFolder) throws -> [Entry] {
    var found: [Entry] = []
    try SQLiteStorage.readLog(in: folder.path) { found.append($0) }
    return found
  }

  private func table(_ folder: TemporaryFolder, _ sql: String) throws -> Int64? {
    try Database(path: folder.database, access: .reading).integer(sql)
  }

  private func change(_ folder: TemporaryFolder, _ sql: String, in name: String = "log.sqlite") throws {
    try Database(path: "\(folder.path)/\(name)", access: .writing).execute(sql)
  }

  @Test(
    "Acknowledged entries are in the log before the tables, and a start finds them",
    arguments: Durability.allCases)
  func killed(_ durability: Durability) async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder, durability)
    try await commit([.room(1), .player(.sample(1))], to: storage)
    try await commit([.player(.sample(2))], to: storage)
    #expect(try entries(folder).map(\.position) == [1, 2])
    #expect(try table(folder, "SELECT count(*) FROM player") == 0)
    storage.abandon()
    let next = try open(folder)
    #expect(try next.load().players == [.sample(1), .sample(2)])
    #expect(try table(folder, "SELECT value FROM meta WHERE name = 'position'") == 2)
    try await commit([.player(.sample(3))], to: next)
    #expect(try entries(folder).last?.position == 3)
    #expect(try await next.match(1) == nil)
    #expect(try table(folder, "SELECT count(*) FROM player") == 3)
  }

  @Test("A query makes the tables follow the log only if its answer may depend on that")
  func questions() async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    func document(_ key: Int64) -> DocumentID { DocumentID(kind: OwnedDocument.number, key: key) }
    try await commit(
      [.room(1), .player(.sample(1)), .player(.sample(2)), OwnedDocument.line(.added(1, "one"), of: 1)],
      to: storage)
    _ = try await storage.document(document(2))
    #expect(try table(folder, "SELECT count(*) FROM player") == 0)
    #expect(try await storage.answer(HadPuzzlesQuery(player: PlayerID(2))).isEmpty)
    #expect(try table(folder, "SELECT count(*) FROM player") == 0)
    #expect(try await storage.document(document(1)) as? [Int: String] == [1: "one"])
    #expect(try table(folder, "SELECT count(*) FROM player") == 2)
    try await commit([.match(.sample(7, mode: "practice", day: nil, player: 2))], to: storage)
    for (player, found) in [(1, 0), (2, 1)] as [(Int64, Int64)] {
      #expect(try await storage.answer(HadPuzzlesQuery(player: PlayerID(player))).count == found)
      #expect(try table(folder, "SELECT count(*) FROM match") == found)
    }
    // A forgotten player is named in many documents.
    try await commit([.playerForgotten(PlayerID(2))], to: storage)
    _ = try await storage.document(document(1))
    #expect(try table(folder, "SELECT count(*) FROM player") == 1)
  }

  @Test("Locked tables delay no acknowledgement")
  func lockedTables() async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    let other = try Database(path: folder.database, access: .writing)
    try other.execute("BEGIN IMMEDIATE")
    try await commit([.player(.sample(1))], to: storage)
    #expect(try entries(folder).count == 1)
    try other.execute("ROLLBACK")
    #expect(storage.catchUp() == [])
    #expect(try storage.load().players == [.sample(1)])
  }

  @Test(
    "Random runs, killed or stopped, find the state of a simple model", arguments: 1...4 as ClosedRange<UInt64>)
  func randomLives(_ seed: UInt64) async throws {
    let folder = TemporaryFolder()
    var play = RandomPlay(seed: seed)
    for _ in 0..<6 {
      let day = play.day
      let storage = try open(folder, window: 8, day: day)
      #expect(try lines(of: storage.loadWhole(), window: 8) == lines(of: play.model.state(today: day), window: 8))
      for _ in 0..<play.generator.number(below: 20) {
        try await commit(play.batch(), to: storage)
        if play.generator.number(below: 8) == 0 { #expect(storage.catchUp() == []) }
      }
      if play.generator.number(below: 3) > 0 { storage.abandon() }
    }
  }

  @Test("Repeating an append is safe, and a foreign entry at its position fences it")
  func repeated() throws {
    let folder = TemporaryFolder()
    _ = try open(folder)
    let file = try LogFile(Database(path: "\(folder.path)/log.sqlite", access: .writing), .process)
    func entries(_ day: Int, from position: LogPosition) -> [Entry] {
      Batch(ticket: 1, lines: [.day(day)], at: now).entries(from: position)
    }
    #expect(try file.append(entries(1, from: 1)))
    #expect(try file.append(entries(1, from: 1)))
    #expect(try file.append(entries(2, from: 2)))
    #expect(try file.append(entries(1, from: 1)))
    #expect(try !file.append(entries(3, from: 2)))
    #expect(try !file.append(entries(3, from: 4)))
    // All or none.
    #expect(try !file.append(entries(3, from: 3) + entries(3, from: 2)))
    #expect(try file.read(from: 1).map(\.position) == [1, 2])
    #expect(try file.trim(to: 1) == false)
    #expect(try file.append(entries(3, from: 3)))
    #expect(try file.read(from: 0).map(\.position).suffix(2) == [2, 3])
  }

  @Test(
    "After a foreign append nothing is acknowledged until that entry is read; then storage continues behind it",
    arguments: [false, true])
  func fenced(isFollowed: Bool) async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    try await commit([.player(.sample(1))], to: storage)
    if isFollowed { #expect(storage.catchUp() == []) }
    let other = try LogFile(Database(path: "\(folder.path)/log.sqlite", access: .writing), .process)
    #expect(try other.append(Batch(ticket: 1, lines: [.player(.sample(7))], at: now).entries(from: 2)))
    for _ in 1...2 {
      let failure = await #expect(throws: StorageFailure.self) { try await commit([.player(.sample(2))], to: storage) }
      #expect(failure?.message.contains("something else has appended to its log") == true)
      #expect(failure?.isFenced == true)
    }
    #expect(try storage.load().players == [.sample(1), .sample(7)])
    try await commit([.player(.sample(2))], to: storage)
    #expect(storage.catchUp() == [])
    #expect(try storage.load().players == [.sample(1), .sample(2), .sample(7)])
    #expect(try entries(folder).map(\.position) == [1, 2, 3])
    #expect(try table(folder, "SELECT value FROM meta WHERE name = 'position'") == 3)
    storage.abandon()
    #expect(try open(folder).load().players == [.sample(1), .sample(2), .sample(7)])
  }

  @Test("A fact that differs from what was appended is dropped by name, and nothing else is")
  func damagedFact() async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    try await commit([.room(1), .player(.sample(1)), .player(.sample(2))], to: storage)
    try await commit([.player(.sample(3))], to: storage)
    try await commit([.player(.sample(4))], to: storage)
    storage.abandon()
    try change(
      folder,
      """
      UPDATE entry SET facts = CAST(replace(CAST(facts AS TEXT), 'Player 2', 'Player 8') AS BLOB) WHERE position = 1;
      DELETE FROM entry WHERE position = 2
      """)
    let state = try open(folder).load()
    #expect(state.players == [.sample(1), .sample(4)])
    #expect(state.damagedRows.map(\.table) == ["document_line", "entry", "entry"])
    #expect(state.damagedRows.map(\.key) == ["\(PlayerDocument.number) 2 1", "1 3", "2 0"])
    #expect(state.rooms.count == 1)
  }

  @Test("Used tables without their log are refused, by the folder check as well as at a start")
  func missingLog() async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    try await commit([.player(.sample(1))], to: storage)
    storage.abandon()
    #expect(FolderCheck(folder.path, isClusterNode: false).faults == [])
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: "\(folder.path)/log.sqlite\(suffix)")
    }
    let faults = FolderCheck(folder.path, isClusterNode: false).faults
    #expect(faults.count == 1 && faults[0].contains("log.sqlite, which has the last moves"), "\(faults)")
    #expect(throws: StorageFailure.self) { try open(folder) }
  }

  @Test("A log that does not continue its tables is refused; an empty one is accepted")
  func foreignLog() async throws {
    let (folder, other, backup) = (TemporaryFolder(), TemporaryFolder(), TemporaryFolder())
    for folder in [folder, other] { try await commit([.player(.sample(1))], to: open(folder)) }
    try FileManager.default.copyItem(atPath: folder.path, toPath: backup.path)
    let last = try open(folder)
    try await commit([.player(.sample(2))], to: last)
    last.abandon()
    for (tables, sentence) in [(other, "another server's"), (backup, "older")] {
      // As after a crash, with the tables of another folder.
      let mixed = TemporaryFolder()
      try FileManager.default.copyItem(atPath: folder.path, toPath: mixed.path)
      for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: mixed.database + ending) }
      try FileManager.default.removeItem(atPath: mixed.database)
      try FileManager.default.copyItem(atPath: tables.database, toPath: mixed.database)
      if sentence == "older" { try change(mixed, "UPDATE mark SET value = 7 WHERE name = 'trimmed'") }
      let refusal = #expect(throws: StorageFailure.self) { try open(mixed) }
      #expect(refusal?.message.contains("does not continue") == true)
      #expect(refusal?.message.contains(sentence) == true, "\(refusal?.message ?? "")")
    }
    // Older tables continue with the empty log of a stopped server.
    try open(folder).close()
    try FileManager.default.removeItem(atPath: folder.database)
    try FileManager.default.copyItem(atPath: backup.database, toPath: folder.database)
    let restored = try open(folder)
    #expect(try restored.load().players == [.sample(1)])
    try await commit([.player(.sample(5))], to: restored)
  }

  @Test("Entries that the tables have made durable are trimmed while the server runs")
  func trimmed() async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    let body = #"""# + String(repeating: "0123456789abcdef", count: 20_000) + #"""#
    for number in Int64(1)...60 {
      try await commit([.room(number, body: body)], to: storage)
      _ = storage.catchUp()
    }
    while try entries(folder).first?.position == 1 { await Task.yield() }
    #expect(try storage.load().rooms.count == 60)
    storage.abandon()
    #expect(try open(folder).load().rooms.count == 60)
  }
}
