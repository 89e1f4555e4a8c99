import Foundation
import GameKit
import ParlorCore
import Storage
import Testing

@testable import StorageHarness

@Suite("Missing, moved and replaced files")
struct FilesTests {
  private func open(_ folder: TemporaryFolder) throws(StorageFailure) -> SQLiteStorage {
    try SQLiteStorage(folder: folder.path, options: options())
  }

  private func names(_ folder: TemporaryFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func copy(_ folder: TemporaryFolder, _ names: String...) throws -> TemporaryFolder {
    try copy(folder, names)
  }

  private func copy(_ folder: TemporaryFolder, _ names: [String]) throws -> TemporaryFolder {
    let copy = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: copy.path, withIntermediateDirectories: true)
    for name in names {
      try FileManager.default.copyItem(atPath: "\(folder.path)/\(name)", toPath: "\(copy.path)/\(name)")
    }
    return copy
  }

  @Test("A clean stop leaves one file with everything, and an empty log")
  func oneFile() async throws {
    let folder = TemporaryFolder()
    var storage: SQLiteStorage? = try open(folder)
    try await storage?.store((1...2_000).map { .player(.sample($0)) })
    let before = try lines(of: #require(storage).loadWhole())
    storage?.close()
    #expect(throws: StorageFailure.self) { try storage?.load() }
    storage = nil
    #expect(try names(folder) == ["log.sqlite", "parlor.lock", "parlor.sqlite"])
    #expect(try lines(of: open(copy(folder, "parlor.sqlite")).loadWhole()) == before)
    var entries = 0
    try SQLiteStorage.readLog(in: folder.path) { _ in entries += 1 }
    #expect(entries == 0)
  }

  @Test("A log without its tables is not treated as a new folder, and stays unchanged")
  func missingDatabase() async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    try await storage.store([.player(.sample(1))])
    let alone = try copy(folder, "parlor.sqlite-wal")
    let before = try Data(contentsOf: URL(filePath: alone.database + "-wal"))
    let refusal = #expect(throws: StorageFailure.self) { try open(alone) }
    #expect(refusal?.message.contains("\(alone.database) is missing") == true)
    #expect(try Data(contentsOf: URL(filePath: alone.database + "-wal")) == before)
    storage.close()
  }

  @Test("A folder that has lost all data is not treated as new until its mark is removed as the message says")
  func lostData() async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    try await storage.store([.player(.sample(1))])
    storage.close()
    let copied = try copy(folder, "parlor.lock")
    for _ in 0..<2 {
      let refusal = #expect(throws: StorageFailure.self) { try open(copied) }
      #expect(refusal?.message.contains("To begin anew, remove \(copied.path)/parlor.lock") == true)
      #expect(try names(copied) == ["parlor.lock"])
    }
    try FileManager.default.removeItem(atPath: "\(copied.path)/parlor.lock")
    #expect(try open(copied).load().players.isEmpty)
    // A start that ended before there was data leaves a lock without the mark.
    let begun = TemporaryFolder()
    try FileManager.default.createDirectory(atPath: begun.path, withIntermediateDirectories: true)
    try Data("1\n".utf8).write(to: URL(filePath: "\(begun.path)/parlor.lock"))
    #expect(try open(begun).load().players.isEmpty)
  }

  @Test("A log is not treated as a new folder if the tables it belongs to are gone")
  func logAlone() async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    try await storage.store([.player(.sample(1))])
    let alone = try copy(folder, "log.sqlite", "log.sqlite-wal")
    let refusal = #expect(throws: StorageFailure.self) { try open(alone) }
    #expect(refusal?.message.contains("\(alone.database) is missing") == true)
    #expect(try names(alone) == ["log.sqlite", "log.sqlite-wal", "parlor.lock"])
    storage.close()
  }

  @Test("Empty tables with a log are not treated as a new folder, also after the server has stopped")
  func emptyTables() async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    try await storage.store([.player(.sample(1))])
    storage.close()
    let copied = try copy(folder, "log.sqlite")
    try Data().write(to: URL(filePath: copied.database))
    let refusal = #expect(throws: StorageFailure.self) { try open(copied) }
    #expect(refusal?.message.contains("\(copied.database) is missing or empty") == true)
    #expect(try Data(contentsOf: URL(filePath: copied.database)).isEmpty)
  }

  @Test("An empty log alone and a dangling link are refused, by the folder check as well as at a start")
  func nothingToStartFrom() throws {
    let (folder, link) = (TemporaryFolder(), TemporaryFolder())
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: folder.path + "/log.sqlite"))
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: link.path)
    for place in [folder, link] {
      #expect(FolderCheck(place.path, isClusterNode: false).faults.count == 1)
      #expect(throws: StorageFailure.self) { try open(place) }
    }
  }

  @Test("Tables copied while in use open with their write-ahead log, and are refused without it")
  func missingLog() async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    try await storage.store([.player(.sample(1))])
    let alone = try copy(folder, "parlor.sqlite")
    let refusal = #expect(throws: StorageFailure.self) { try open(alone) }
    #expect(refusal?.message.contains("\(alone.database)-wal, which is missing") == true)
    #expect(try names(alone) == ["parlor.lock", "parlor.sqlite"])
    let files = ["parlor.sqlite", "parlor.sqlite-wal", "log.sqlite", "log.sqlite-wal"]
    for missing in [2..<4, 3..<4] {
      let part = try copy(folder, files.filter { !files[missing].contains($0) })
      let refusal = #expect(throws: StorageFailure.self) { try open(part) }
      #expect(refusal?.message.contains("\(part.path)/\(files[missing.lowerBound]), which is missing") == true)
    }
    #expect(try open(copy(folder, files)).load().players.count == 1)
    // The refusal of a log that a tool has merged.
    let merged = try copy(folder, files)
    _ = try open(merged)
    #expect(try open(copy(merged, "parlor.sqlite")).load().players.count == 1)
  }

  @Test("A server that was killed before it created its log starts again")
  func killedWhileOpening() throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    let killed = try copy(folder, "parlor.sqlite", "log.sqlite", "log.sqlite-wal")
    #expect(FileManager.default.createFile(atPath: killed.database + "-opening", contents: nil))
    #expect(try open(killed).load().players.isEmpty)
    #expect(try !names(killed).contains("parlor.sqlite-opening"))
    storage.close()
  }

  @Test(
    "If a file in use is removed, nothing more is acknowledged, and the reason names the file",
    arguments: ["parlor.sqlite", "parlor.sqlite-wal", "log.sqlite", "log.sqlite-wal", ""])
  func removed(_ name: String) async throws {
    let folder = TemporaryFolder()
    let storage = try open(folder)
    try await storage.store([.player(.sample(1))])
    try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
    for number in 2...3 {
      let failure = await #expect(throws: StorageFailure.self) {
        try await storage.store([.player(.sample(Int64(number)))])
      }
      #expect(failure?.message.contains("\(name) was removed or moved while the server runs") == true)
    }
  }

  @Test("A folder that is moved away and back is used again, and nothing is lost")
  func movedAndBack() async throws {
    let folder = TemporaryFolder()
    do {
      let storage = try open(folder)
      try await storage.store([.player(.sample(1))])
      try FileManager.default.moveItem(atPath: folder.path, toPath: folder.path + "-moved")
      await #expect(throws: StorageFailure.self) { try await storage.store([.player(.sample(2))]) }
      try FileManager.default.moveItem(atPath: folder.path + "-moved", toPath: folder.path)
      #expect(try storage.rooms([1]).isEmpty)
      try await storage.store([.player(.sample(3))])
    }
    #expect(try open(folder).load().players.map(\.id.number) == [1, 3])
  }

  @Test("Tables that are replaced while in use are left unchanged, also by the stop")
  func replaced() async throws {
    let (folder, other) = (TemporaryFolder(), TemporaryFolder())
    try await open(other).store([.player(.sample(7))])
    let storage = try open(folder)
    try await storage.store([.player(.sample(1))])
    try FileManager.default.removeItem(atPath: folder.database)
    try FileManager.default.copyItem(atPath: other.database, toPath: folder.database)
    let failure = await #expect(throws: StorageFailure.self) { try await storage.store([.player(.sample(2))]) }
    #expect(failure?.message.contains("was replaced while the server runs") == true)
    storage.close()
    #expect(try open(copy(folder, "parlor.sqlite")).load().players.map(\.id.number) == [7])
  }

  @Test("Restored files that others can read become readable by their owner only")
  func modes() async throws {
    let folder = TemporaryFolder()
    try await open(folder).store([.player(.sample(1))])
    for name in try names(folder) {
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(folder.path)/\(name)")
    }
    let storage = try open(folder)
    for name in try names(folder) {
      let mode = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/\(name)")[.posixPermissions] as? Int
      #expect(mode == 0o600, "\(name)")
    }
    storage.close()
  }
}
