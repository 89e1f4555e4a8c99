import Foundation
import GameKit
import Kernel
import Storage
import Testing

@testable import ParlorCore
@testable import StorageHarness

@Suite("Tables of a cluster's node, and copies of them")
struct ClusterCopyTests {
  private func open(_ folder: TemporaryFolder) throws -> SQLiteStorage {
    try SQLiteStorage(folder: folder.path, options: options { $0.following = .sharedLog })
  }

  /// A node of a cluster that has followed a part of its log.
  private func node(
    _ folder: TemporaryFolder, cluster: String = "c1", _ taken: [(LogPosition, [DocumentLine])] = []
  ) throws -> SQLiteStorage {
    let new = try open(folder)
    try new.enter(cluster)
    new.close()
    let node = try open(folder)
    for (position, records) in taken { node.take(records, at: position) }
    return node
  }

  private func copy(of node: SQLiteStorage) async -> StorageFailure? {
    await withCheckedContinuation { continuation in
      node.copyTables(to: node.outgoingCopyPath) { continuation.resume(returning: $0) }
    }
  }

  private let early: [(LogPosition, [DocumentLine])] = [
    (5, [.player(.sample(1)), .room(10)]), (6, [.event(10, 1), .event(10, 2), .event(10, 3)]),
  ]

  @Test("A node that adopts a copy has the other node's data, and continues from there")
  func adopts() async throws {
    let (one, other) = (TemporaryFolder(), TemporaryFolder())
    let (full, empty) = (try node(one, early), try node(other))
    #expect(await copy(of: full) == nil)
    #expect(try empty.adopt(copyAt: full.outgoingCopyPath, noOlderThan: 6) == 6)
    for node in [full, empty] {
      node.take([.event(10, 4), .event(10, 5), .player(.sample(2))], at: 9)
      node.skip(to: 11)
    }
    #expect(try lines(of: empty.loadWhole()) == lines(of: full.loadWhole()))
    #expect(empty.position == 11)
    _ = try await empty.answer(HadPuzzlesQuery(player: PlayerID(2)))
    // The adopted data is there after a restart too.
    let before = try lines(of: empty.loadWhole())
    empty.close()
    let again = try open(other)
    #expect(try lines(of: again.loadWhole()) == before)
    #expect(again.position == 11)
  }

  @Test("Failing tables are reported once the backlog is full, and catch up when they work again")
  func overfull() async throws {
    let folder = TemporaryFolder()
    try node(folder).close()
    let disk = try FaultyDisk()
    let node = try SQLiteStorage(
      folder: folder.path, options: options { $0.following = .sharedLog }, fileSystem: disk.name)
    disk.fail(.full)
    node.take([.player(.sample(1)), .room(10)], at: 5)
    #expect(await failure(of: node) != nil && !node.isOverfull)
    node.take((1...50_000).map { .event(10, $0) }, at: 6)
    #expect(node.isOverfull)
    disk.mend()
    #expect(await failure(of: node) == nil && !node.isOverfull && node.position == 6)
  }

  /// Why the tables fail, once they have tried to follow.
  private func failure(of node: SQLiteStorage) async -> StorageFailure? {
    await withCheckedContinuation { continuation in
      node.makeSafe { _ in node.retry { continuation.resume(returning: $0) } }
    }
  }

  @Test("Entries on their way to the tables when a copy replaces these are not applied twice")
  func nothingTwice() async throws {
    let (one, other) = (TemporaryFolder(), TemporaryFolder())
    let (full, late) = (try node(one, early + [(7, [.player(.sample(2))])]), try node(other, early))
    #expect(await copy(of: full) == nil)
    _ = try late.adopt(copyAt: full.outgoingCopyPath, noOlderThan: 7)
    #expect(try lines(of: late.loadWhole()) == lines(of: full.loadWhole()))
  }

  @Test("A copy of another cluster, an outdated one and a damaged one are refused without any change")
  func refused() async throws {
    let folders = (0..<4).map { _ in TemporaryFolder() }
    let node = try node(folders[0], early)
    let before = try lines(of: node.loadWhole())
    let foreign = try self.node(folders[1], cluster: "c2", early + [(20, [.player(.sample(9))])])
    let old = try self.node(folders[2], [(5, [.player(.sample(1))])])
    let damaged = try self.node(folders[3], early + [(20, [.player(.sample(9))])])
    for peer in [foreign, old, damaged] { #expect(await copy(of: peer) == nil) }
    let file = try #require(FileHandle(forUpdatingAtPath: damaged.outgoingCopyPath))
    try file.seek(toOffset: 4_096)
    try file.write(contentsOf: Data(repeating: 0x5A, count: 8_192))
    try file.close()
    for peer in [foreign, old, damaged] {
      #expect(throws: StorageFailure.self) {
        _ = try node.adopt(copyAt: peer.outgoingCopyPath, noOlderThan: 0)
      }
      #expect(try lines(of: node.loadWhole()) == before)
    }
    #expect(throws: StorageFailure.self) { _ = try node.adopt(copyAt: folders[0].path + "/none", noOlderThan: 0) }
    #expect(node.position == 6)
  }
}
