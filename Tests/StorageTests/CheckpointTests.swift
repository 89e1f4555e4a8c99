import GameKit
import ParlorCore
import Storage
import Testing

@testable import StorageHarness

@Suite("Checkpoints of the write-ahead log")
struct CheckpointTests {
  @Test("Checkpoints run in the background, one at a time; the writer makes one if that stalls, and so does the start")
  func steps() {
    var checkpoints = Checkpoints(.process)
    let stride = checkpoints.stride
    #expect(checkpoints.step(pages: stride - 1) == .nothing)
    #expect(checkpoints.step(pages: stride) == .inBackground)
    #expect(checkpoints.step(pages: checkpoints.most) == .nothing)
    checkpoints.finished()
    #expect(checkpoints.step(pages: 2 * stride - 1) == .nothing)
    #expect(checkpoints.step(pages: 2 * stride) == .inBackground)
    checkpoints.finished()
    #expect(checkpoints.step(pages: checkpoints.most) == .now)
    #expect(checkpoints.step(pages: checkpoints.most + 1) == .nothing)
    #expect(checkpoints.step(pages: 3) == .nothing)
    #expect(checkpoints.step(pages: stride) == .inBackground)
  }

  @Test("What went through a log several times its size is all there", arguments: Durability.allCases)
  func muchData(_ durability: Durability) async throws {
    let folder = TemporaryFolder()
    let body = String(repeating: "0123456789abcdef", count: 65_536)
    do {
      let storage = try SQLiteStorage(folder: folder.path, options: options { $0.durability = durability })
      for number in Int64(1)...120 {
        try await storage.store([.room(1 + number % 10, body: "\(number)" + body), .player(.sample(number))])
      }
    }
    let state = try SQLiteStorage(folder: folder.path, options: options()).load()
    #expect(state.players.count == 120)
    #expect(state.rooms.map(\.number) == Array(1...10))
    for room in state.rooms {
      let number = try #require((Int64(111)...120).first { 1 + $0 % 10 == room.number })
      #expect(room.lines.last == StoredRoomState(room.number, [.room(room.number, body: "\(number)" + body)]).lines[0])
    }
  }

  @Test("If checkpoints fail, acknowledged data stays in the write-ahead log")
  func fullWhileMoving() async throws {
    let folder = TemporaryFolder()
    let disk = try FaultyDisk()
    let body = String(repeating: "0123456789abcdef", count: 16_384)
    var stored: [Int64] = []
    do {
      let storage = try SQLiteStorage(
        folder: folder.path, options: options { $0.durability = .power }, fileSystem: disk.name)
      for number in Int64(1)...60 {
        // Commits and checkpoints both fail, whichever comes first.
        disk.fail(.full, after: 137 + Int(number) * 5)
        if (try? await storage.store([.room(number, body: body)])) != nil { stored.append(number) }
        disk.mend()
      }
    }
    let state = try SQLiteStorage(folder: folder.path, options: options()).load()
    #expect(!stored.isEmpty && disk.failures > 0)
    #expect(state.rooms.map(\.number) == stored)
    for room in state.rooms {
      #expect(room.lines == StoredRoomState(room.number, [.room(room.number, body: body)]).lines)
    }
  }
}
