import Foundation
import GameKit
import Kernel
import ParlorCore
import Storage
import TestSeed
import Testing

@testable import StorageHarness

@Suite("Backups")
struct BackupTests {
  private let home = TemporaryFolder()
  private let file: String

  init() throws {
    try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
    file = home.path + "/parlor.backup"
  }

  /// The tables follow the log only on request.
  private func open(_ name: String, _ change: (inout StorageOptions) -> Void = { _ in }) throws -> SQLiteStorage {
    try SQLiteStorage(
      folder: "\(home.path)/\(name)",
      options: options {
        $0.followMilliseconds = 3_600_000
        change(&$0)
      })
  }

  @discardableResult
  private func backUp(_ name: String) throws -> Backup {
    try Backup.make(
      of: "\(home.path)/\(name)", to: file, with: ["http-token"], documents: sampleDocuments, at: (now, today))
  }

  @discardableResult
  private func restore(_ name: String) throws -> Backup {
    try Backup.restore(
      file, to: "\(home.path)/\(name)", at: (now, today), with: ["http-token"], documents: sampleDocuments,
      makingWith: { count in [UInt8](repeating: 0xAB, count: count) })
  }

  private func append(_ records: [DocumentLine], to storage: SQLiteStorage) async throws {
    try await withCheckedContinuation { continuation in
      storage.commit(Batch(ticket: 1, lines: records)) { continuation.resume(returning: $0.map { _ in }) }
    }.get()
  }

  private func failure(_ body: () throws -> Void) -> Backup.Failure? {
    #expect(throws: Backup.Failure.self) { try body() }
  }

  private let identity: @Sendable (Int) -> [UInt8] = { count in (0..<count).map { UInt8($0) } }

  private let records: [DocumentLine] = [
    .player(.sample(1)), .room(10), .match(.sample(20, room: 10, player: 1)),
    .moved(.sample(20, 0, player: 1), told: nil), .finished(.sample(20, player: 1), told: nil),
    .event(10, 1), .event(10, 2), .event(10, 3),
  ]

  @Test("A backup contains entries that only the log has: of a running, a killed and a stopped server")
  func whole() async throws {
    let storage = try open("data")
    let made = try storage.identity(makingWith: identity)
    try await append(records, to: storage)
    _ = storage.catchUp()
    try await append([.player(.sample(2)), .event(10, 4), .event(10, 5)], to: storage)
    try Data("parlor-secret\n".utf8).write(to: URL(filePath: home.path + "/data/http-token"))
    var backups = [try backUp("data")]
    try restore("running")
    try FileManager.default.removeItem(atPath: file)
    storage.abandon()
    backups.append(try backUp("data"))
    try restore("killed")
    try FileManager.default.removeItem(atPath: file)
    let again = try open("data")
    let expected = try lines(of: again.loadWhole())
    again.close()
    backups.append(try backUp("data"))
    try restore("stopped")
    for backup in backups {
      #expect(backup.position == 2)
      #expect(backup.counts == "2 players, 1 matches, 1 results, 1 rooms")
      #expect(backup.damage.isEmpty)
    }
    for name in ["running", "killed", "stopped"] {
      let restored = try open(name)
      #expect(try lines(of: restored.loadWhole()) == expected)
      // Another epoch, the same dailies.
      let other = try restored.identity(makingWith: identity)
      #expect(other.epoch == "ababab" && made.epoch != other.epoch)
      #expect(other.seasonSecret == made.seasonSecret)
      #expect(try String(contentsOfFile: "\(home.path)/\(name)/http-token", encoding: .utf8) == "parlor-secret\n")
      // It continues by itself.
      try await append([.player(.sample(3))], to: restored)
      #expect(try restored.load().players.count == 3)
      restored.close()
    }
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
  }

  @Test("Forgotten data is not in a backup even if the folder still contains it")
  func forgotten() async throws {
    let storage = try open("data")
    _ = try storage.identity(makingWith: identity)
    try await append(records + [.player(.sample(2, name: "unforgettable"))], to: storage)
    _ = storage.catchUp()
    try await append([.playerForgotten(PlayerID(2))], to: storage)
    try backUp("data")
    let name = Data("unforgettable".utf8)
    #expect(try Data(contentsOf: URL(filePath: home.path + "/data/log.sqlite-wal")).range(of: name) != nil)
    #expect(try Data(contentsOf: URL(filePath: file)).range(of: name) == nil)
    #expect(try Backup(verifying: file).counts.hasPrefix("1 players,"))
  }

  @Test("A node's backup ends at the last entry it has followed, and is restored as a standalone server")
  func cluster() async throws {
    let new = try open("data") { $0.following = .sharedLog }
    _ = try new.identity(makingWith: identity)
    try new.enter("c1")
    new.close()
    let node = try open("data") { $0.following = .sharedLog }
    node.take(records, at: 4711)
    _ = node.catchUp()
    let backup = try backUp("data")
    #expect(backup.cluster == "c1")
    #expect(backup.position == 4711)
    try restore("alone")
    let alone = try open("alone")
    #expect(try alone.cluster() == nil)
    #expect(try lines(of: alone.loadWhole()) == lines(of: node.loadWhole()))
    try await append([.player(.sample(3))], to: alone)
    alone.close()
    node.close()
  }

  @Test("A backup overwrites nothing, and names what is missing or is not Parlor's")
  func refusals() async throws {
    let storage = try open("data")
    _ = try storage.identity(makingWith: identity)
    try await append(records, to: storage)
    #expect(failure { try backUp("nowhere") }?.reason == .missing)
    #expect(failure { try restore("new") }?.reason == .missing)
    try Data("mine".utf8).write(to: URL(filePath: file))
    #expect(failure { try backUp("data") }?.reason == .occupied)
    #expect(failure { try restore("new") }?.message.contains("no backup of Parlor's") == true)
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
    try FileManager.default.removeItem(atPath: file)
    let stray = home.path + "/no/folder/parlor.backup"
    let homeless = failure {
      _ = try Backup.make(of: home.path + "/data", to: stray, with: [], documents: sampleDocuments, at: (now, today))
    }
    #expect(homeless?.reason == .missing)
    try backUp("data")
    #expect(failure { try restore("data") }?.reason == .occupied)
    let other = home.path + "/other"
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: other + "/letter.txt"))
    #expect(failure { try restore("other") }?.reason == .occupied)
    // A folder's tables are no backup, and a backup is not a folder's tables.
    storage.close()
    #expect(failure { _ = try Backup(verifying: home.path + "/data/parlor.sqlite") }?.reason == .damaged)
    try FileManager.default.removeItem(atPath: other + "/letter.txt")
    try FileManager.default.copyItem(atPath: file, toPath: other + "/parlor.sqlite")
    #expect(#expect(throws: StorageFailure.self) { try open("other") }?.message.contains("restore") == true)
  }

  @Test("The log of another folder is not included in a backup")
  func strangersLog() async throws {
    for name in ["data", "other"] {
      let storage = try open(name)
      _ = try storage.identity(makingWith: identity)
      try await append(records, to: storage)
      storage.abandon()
    }
    for ending in ["", "-wal"] {
      let (mine, theirs) = ("\(home.path)/data/log.sqlite\(ending)", "\(home.path)/other/log.sqlite\(ending)")
      try FileManager.default.removeItem(atPath: mine)
      try FileManager.default.copyItem(atPath: theirs, toPath: mine)
    }
    let refusal = failure { try backUp("data") }
    #expect(refusal?.message.contains("\(home.path)/data/log.sqlite does not continue") == true)
    #expect(!FileManager.default.fileExists(atPath: file))
    // A folder without its log is incomplete.
    for ending in ["", "-wal", "-shm"] {
      try FileManager.default.removeItem(atPath: "\(home.path)/data/log.sqlite\(ending)")
    }
    #expect(failure { try backUp("data") }?.reason == .damaged)
  }

  @Test("A truncated or modified backup is refused, unless the modification changes no content")
  func damaged() async throws {
    let storage = try open("data")
    _ = try storage.identity(makingWith: identity)
    try await append(records + (2...40).map { .player(.sample($0)) }, to: storage)
    storage.close()
    try backUp("data")
    let whole = try Data(contentsOf: URL(filePath: file))
    func verifies(_ bytes: Data) throws -> Bool {
      try bytes.write(to: URL(filePath: file))
      return (try? Backup(verifying: file)) != nil
    }
    for length in [0, 100, 4_096, whole.count / 2, whole.count - 4_096, whole.count - 1] {
      #expect(try !verifies(whole.prefix(length)), "\(length) bytes")
    }
    var random = SeededGenerator(seed: TestSeed.make())
    var refused = 0
    // Most of a small file is empty space, where a flipped bit changes nothing: every other bit belongs to the content.
    let content = whole.indices.filter { whole[$0] != 0 }
    for trial in 0..<TestLength.count(short: 60, long: 2_000) {
      var bytes = whole
      let isContent = trial.isMultiple(of: 2)
      let place = isContent ? content[random.number(below: content.count)] : random.number(below: whole.count)
      bytes[place] ^= UInt8(1 << random.number(below: 8))
      guard try verifies(bytes) else {
        refused += 1
        continue
      }
      let name = "r\(place)-\(random.number(below: 1 << 30))"
      // A flipped bit of the schema's text is detected when it is used: then nothing is restored.
      guard (try? restore(name)) != nil else {
        #expect(!FileManager.default.fileExists(atPath: "\(home.path)/\(name)/parlor.sqlite"))
        refused += 1
        continue
      }
      let restored = try open(name)
      #expect(try restored.load().players.count == 40)
      #expect(try restored.load().damagedRows.isEmpty)
      restored.close()
      try FileManager.default.removeItem(atPath: "\(home.path)/\(name)")
    }
    #expect(refused > 0)
  }

  @Test("A disk failure at any step leaves no file under the backup's name and an unchanged folder")
  func diskFails() async throws {
    let disk = try FaultyDisk()
    let storage = try open("data")
    _ = try storage.identity(makingWith: identity)
    try await append(records, to: storage)
    _ = storage.catchUp()
    try await append([.player(.sample(2))], to: storage)
    var allowed = 0
    while true {
      disk.fail(.full, after: allowed)
      let made = Result {
        try Backup.make(
          of: home.path + "/data", to: file, with: [], documents: sampleDocuments, at: (now, today),
          fileSystem: disk.name)
      }
      let hasFailed = disk.failures > 0
      disk.mend()
      if case .success = made { break }
      #expect(hasFailed)
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.path) == ["data"])
      allowed += 1 + allowed / 8
    }
    #expect(allowed > 10)
    #expect(try Backup(verifying: file).counts.hasPrefix("2 players,"))
    #expect(try storage.load().players.count == 2)
  }
}
