import Foundation
import GameKit
import ParlorCore
import Storage
import Testing

@testable import StorageHarness

/// `backup --keep`.
@Suite("Removing old backups")
struct BackupPruningTests {
  private let home = TemporaryFolder()
  private var folder: String { home.path + "/backups" }

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, epoch) in [("data", UInt8(1)), ("other", 2)] {
      let storage = try SQLiteStorage(folder: "\(home.path)/\(name)", options: options())
      _ = try storage.identity { count in [UInt8](repeating: epoch, count: count) }
      storage.close()
    }
  }

  private func name(_ hour: Int) -> String { "parlor-20261120T\(hour < 10 ? "0" : "")\(hour)0000Z.backup" }

  /// Makes a backup that was begun at an hour.
  @discardableResult
  private func make(_ hour: Int, of data: String = "data", named name: String? = nil) throws -> String {
    let file = "\(folder)/\(name ?? self.name(hour))"
    _ = try Backup.make(
      of: "\(home.path)/\(data)", to: file, with: [], documents: sampleDocuments,
      at: (now.adding(milliseconds: Int64(hour) * 3_600_000), today))
    return file
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  @Test("The newest backups stay, whatever their names say, and the oldest are removed", arguments: 1...4)
  func newest(_ count: Int) throws {
    for hour in 1...5 { try make(hour, named: name(9 - hour)) }
    // Its name sorts first.
    let new = try make(6, named: name(1))
    // Begun later than the new one, by a clock that was ahead.
    try make(7, named: name(2))
    let pruning = try Backup.prune(besides: new, keeping: count)
    let older = (1...5).reversed().map { name(9 - $0) }
    #expect(try names == ([name(1), name(2)] + older.prefix(count - 1)).sorted())
    #expect(pruning.kept == count + 1)
    #expect(pruning.removed == Array(older.dropFirst(count - 1)))
    #expect(pruning.left.isEmpty)
    #expect(try Backup.prune(besides: new, keeping: count).removed == [])
    _ = try Backup(verifying: new)
  }

  @Test("Only complete backups of the same data, under their own names, are removed; links are not followed")
  func own() throws {
    let old = try make(1)
    let (foreign, damaged, link, stranger) = (try make(2, of: "other"), try make(3), name(4), "\(folder)/kept.backup")
    try FileManager.default.copyItem(atPath: old, toPath: stranger)
    try FileManager.default.copyItem(atPath: old, toPath: home.path + "/target")
    try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: home.path + "/target")
    var bytes = try Data(contentsOf: URL(filePath: damaged))
    // Behind the header, so that its description stays valid.
    bytes[bytes.count - 1] ^= 1
    bytes[bytes.count / 2] ^= 0xFF
    try bytes.write(to: URL(filePath: damaged))
    #expect(mkfifo("\(folder)/\(name(5))", 0o600) == 0)
    try FileManager.default.createDirectory(atPath: "\(folder)/\(name(6))", withIntermediateDirectories: true)
    try Data("no database".utf8).write(to: URL(filePath: "\(folder)/\(name(7))"))
    let before = try names
    let new = try make(23)
    let pruning = try Backup.prune(besides: new, keeping: 1)
    #expect(pruning.removed == [name(1)])
    #expect(Set(pruning.left.map(\.name)) == Set([2, 3, 4, 5, 6, 7].map(name)))
    #expect(pruning.left.first { $0.name == name(2) }?.why == "it is of other data")
    #expect(try names == (before.filter { $0 != name(1) } + [name(23)]).sorted())
    #expect(FileManager.default.fileExists(atPath: home.path + "/target"))
    _ = (foreign, link)
  }

  @Test("If one of several backups cannot be removed the others are, and the next pruning retries it")
  func partly() throws {
    for hour in 1...3 { try make(hour) }
    let new = try make(4)
    var bytes = try Data(contentsOf: URL(filePath: "\(folder)/\(name(2))"))
    let whole = bytes
    bytes[bytes.count / 2] ^= 0xFF
    bytes[bytes.count - 1] ^= 1
    try bytes.write(to: URL(filePath: "\(folder)/\(name(2))"))
    #expect(try Backup.prune(besides: new, keeping: 1).removed == [name(3), name(1)])
    try whole.write(to: URL(filePath: "\(folder)/\(name(2))"))
    #expect(try Backup.prune(besides: new, keeping: 1).removed == [name(2)])
    #expect(try names == [name(4)])
  }

  @Test("The remains of a killed backup are removed, but no backup in progress and no link")
  func unfinished() throws {
    let left = "\(folder)/\(name(1)).part"
    try FileManager.default.createDirectory(atPath: left + "/data", withIntermediateDirectories: true)
    try Data("half".utf8).write(to: URL(filePath: left + "/data/parlor.sqlite"))
    try Data().write(to: URL(filePath: left + "/parlor.lock"))
    // Not made by a backup: without its lock, or with other content.
    for (hour, file) in [(5, "data/notes"), (6, "parlor.lock"), (6, "notes")] {
      let path = "\(folder)/\(name(hour)).part"
      try FileManager.default.createDirectory(atPath: path + "/data", withIntermediateDirectories: true)
      try Data("mine".utf8).write(to: URL(filePath: "\(path)/\(file)"))
    }
    try FileManager.default.createDirectory(atPath: home.path + "/target/data", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/\(name(2)).part", withDestinationPath: home.path + "/target")
    // Another backup has locked its folder.
    let busy = "\(folder)/\(name(3)).part"
    let holder = try SQLiteStorage(folder: busy, options: options())
    let new = try make(4)
    _ = try Backup.prune(besides: new, keeping: 3)
    #expect(try names == [name(2) + ".part", name(3) + ".part", name(4), name(5) + ".part", name(6) + ".part"])
    #expect(FileManager.default.fileExists(atPath: "\(folder)/\(name(5)).part/data/notes"))
    do {
      _ = try make(3)
      Issue.record("two backups have made one file")
    } catch let failure as Backup.Failure {
      #expect(failure.message.hasPrefix("another backup (process ") && failure.message.hasSuffix("now: wait for it"))
      #expect(failure.message.contains("\(name(3)) "))
    }
    #expect(FileManager.default.fileExists(atPath: home.path + "/target/data"))
    holder.close()
  }
}
