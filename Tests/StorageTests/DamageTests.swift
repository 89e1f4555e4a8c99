import Foundation
import GameKit
import Kernel
import ParlorCore
import Synchronization
import Testing

@testable import Storage
@testable import StorageHarness

@Suite("Data folders that cannot be used")
struct DamageTests {
  private func open(_ folder: TemporaryFolder) throws(StorageFailure) -> SQLiteStorage {
    try SQLiteStorage(folder: folder.path, options: options())
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

  @Test("A folder in use is refused with the process that uses it, and is free once that has ended")
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
    @Test("A folder is free once its server has closed it, even if child processes have inherited descriptors")
    func lockedByChild() throws {
      let folder = TemporaryFolder()
      var inherited: Int32 = -1
      do {
        let first = try open(folder)
        #expect(try first.load().players.isEmpty)
        // As between fork and exec.
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

  @Test("Files in a folder that others can read are readable by their owner only")
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

  @Test("The folder and missing folders above it are created for their owner only")
  func made() throws {
    let folder = TemporaryFolder()
    let inner = folder.path + "/a/b"
    _ = try SQLiteStorage(folder: inner, options: options())
    let mode = try FileManager.default.attributesOfItem(atPath: inner)[.posixPermissions] as? Int
    #expect(mode == 0o700)
  }

  @Test("A path that is no folder is refused", arguments: ["", "/dev/null", "/dev/null/x"])
  func noFolder(_ path: String) {
    #expect(throws: StorageFailure.self) { try SQLiteStorage(folder: path, options: options()) }
    #expect(throws: StorageFailure.self) { try SQLiteStorage(folder: path + "\u{0}", options: options()) }
  }

  @Test("Garbage or a torn commit after the last commit of tables or log loses nothing acknowledged")
  func tornLog() async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    try await storage.store([.room(1), .player(.sample(1))])
    let before = try lines(of: storage.loadWhole())
    for name in ["parlor.sqlite-wal", "log.sqlite-wal"] {
      let acknowledged = try killed(folder)
      let log = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(acknowledged.path)/\(name)"))
      try log.seekToEnd()
      try log.write(contentsOf: Data(repeating: 0xa5, count: 5_000))
      try log.close()
      #expect(try lines(of: open(acknowledged).loadWhole()) == before)
    }
    try await storage.store([.player(.sample(2))] + events(1, 1...9))
    let after = try lines(of: storage.loadWhole())
    // The other file has what is torn in one of them.
    for (name, cut) in ["parlor.sqlite-wal", "log.sqlite-wal"].flatMap({ name in [1, 100, 4_000].map { (name, $0) } }) {
      let torn = try killed(folder)
      let log = try FileHandle(forWritingTo: URL(fileURLWithPath: "\(torn.path)/\(name)"))
      try log.truncate(atOffset: log.seekToEnd() - UInt64(cut))
      try log.close()
      #expect(try lines(of: open(torn).loadWhole()) == after, "\(name) - \(cut)")
      #expect(try open(torn).load().lostCommits == 0)
    }
  }

  @Test("A damaged page is detected at the start and reported", arguments: [1, 3])
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

  @Test("A truncated file is detected at the start and reported")
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

  @Test("A file that is no database is refused and left unchanged")
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
    // The application's mark is at byte 68 of the file (https://www.sqlite.org/fileformat.html).
    try file.seek(toOffset: 68)
    try file.write(contentsOf: Data([0, 0, 0, 7]))
    try file.close()
    #expect(sentence(folder)?.contains("another program's data") == true, "\(sentence(folder) ?? "opened")")
  }

  @Test(
    "Data with an older or newer layout is refused with both versions, and left unchanged",
    arguments: ["parlor.sqlite", "log.sqlite"], [Schema.version - 1, Schema.version + 1])
  func otherLayout(_ file: String, _ layout: Int) async throws {
    let folder = TemporaryFolder()
    do { try await open(folder).store([.player(.sample(1))]) }
    try Database(path: "\(folder.path)/\(file)", access: .writing).execute("PRAGMA user_version = \(layout)")
    let refusal = try #require(sentence(folder))
    let expected = "has layout \(layout), and this Parlor reads layout \(Schema.version) alone"
    #expect(refusal.contains(expected), "\(refusal)")
    try Database(path: "\(folder.path)/\(file)", access: .writing).execute("PRAGMA user_version = \(Schema.version)")
    #expect(try open(folder).load().players == [.sample(1)])
  }

  @Test("Damage in a file too large to check at the start is found in the background, by one check only")
  func background() async throws {
    let folder = TemporaryFolder()
    do { try await open(folder).store([.player(.sample(1)), .player(.sample(2)), .room(1)]) }
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
    // Waits for pending work.
    small.close()
    #expect(!isCalled.withLock { $0 })
  }
}
