import GameKit
import ParlorCore
import Storage
import Testing

@testable import StorageHarness

@Suite("Expiry")
struct LapseTests {
  private let long = now.adding(milliseconds: -31 * 86_400_000)

  @Test("Guests and names without a game expire after 30 days; players, and names used lately, stay")
  func lapse() async throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: options())
    try await storage.store([
      .room(1), .player(.sample(2, isGuest: true, seenAt: long)), .player(.sample(3, isGuest: true)),
      .player(.sample(4, seenAt: long)), .player(.sample(5)), .player(.sample(6, seenAt: long)),
      .player(.sample(7, seenAt: long)), .player(.sample(8, seenAt: long)), .player(.sample(9, seenAt: long)),
      // 2 is a guest and expires though it has played; 6 has a result, 7 an open board, 8 a move on a shared one, and 9
      // a document.
      .added(1, of: 9), .added(1, to: 4),
      .match(.sample(20, player: 2)), .finished(.sample(20, player: 2), told: nil),
      .match(.sample(21, mode: "race", day: nil)), .finished(.sample(21, player: 6, mode: "race"), told: nil),
      .match(.sample(22, player: 7)), .match(.sample(23, mode: "together", day: nil)),
      .moved(.sample(23, 0, player: 8), told: nil), .moved(.sample(23, 1, player: 2), told: nil),
    ])
    let state = try storage.loadWhole()
    #expect(state.players.map(\.id.number) == [3, 5, 6, 7, 8, 9])
    #expect(state.rooms[0].matches.map(\.match.id) == [21, 22, 23])
    #expect(state.rooms[0].matches[2].moves.map(\.player.number) == [8, 2])
    #expect(state.lastNumber == 23)
  }

  @Test("A server whose clock jumps a month ahead forgets nobody, on that day or the next")
  func wrongClock() async throws {
    let folder = TemporaryFolder()
    for start in [0, 60, 61, 62] as [Int64] {
      let time = now.adding(milliseconds: start * 86_400_000)
      let storage = try SQLiteStorage(folder: folder.path, options: options { $0.now = time })
      // One player returns every time.
      try await storage.store([.player(.sample(2 + start, isGuest: true, seenAt: time))])
      if start > 0 { try await storage.store([.guestsLapse(now: time, present: [])]) }
      #expect(try storage.load().players.first?.id == PlayerID(2))
    }
  }

  @Test("At a day's beginning guests who cannot return expire over several commits; connected ones stay")
  func newDay() async throws {
    let folder = TemporaryFolder()
    let storage = try SQLiteStorage(folder: folder.path, options: options())
    try await storage.store([
      .room(1), .player(.sample(99, isGuest: true)), .player(.sample(98, seenAt: long)),
      .match(.sample(200, player: 98)),
    ])
    for guest in 1...50 as ClosedRange<Int64> {
      try await storage.store([
        .player(.sample(guest, isGuest: true, seenAt: long)), .match(.sample(100 + guest, player: guest)),
      ])
    }
    func left() async throws -> [Int64] {
      var left: [Int64] = []
      for guest in 1...50 as ClosedRange<Int64> {
        if try await storage.match(100 + guest) != nil { left.append(guest) }
      }
      return left
    }
    try await storage.store([.guestsLapse(now: now, present: [PlayerID(7)])])
    let after = try await left()
    #expect(after.contains(7) && after.count < 50 && after.count > 1)
    for _ in 1...5 { try await storage.store([.removed(0)]) }
    #expect(try await left() == [7])
    #expect(try await storage.match(200) != nil, "a name has lapsed while the server ran")
  }

  private func keeping(_ events: Int) throws -> SQLiteStorage {
    try SQLiteStorage(folder: ":memory:", options: options(documents: sampleDocuments(keepingEvents: events)))
  }

  @Test("A room keeps its last events, at least as many as resuming clients may request")
  func events() async throws {
    let storage = try keeping(10)
    try await storage.store([.room(1), .room(2)] + StorageHarness.events(2, 1...100))
    for last in stride(from: 3, through: 3_000, by: 3) {
      let told = StorageHarness.events(1, last - 2...last)
      try await storage.store(last % 30 == 0 ? told + [.room(1, seq: last)] : told)
      let seqs = try storage.load().rooms[0].seqs
      #expect(seqs.count >= min(10, last) && seqs.count <= 2 * 40 + 64 + 3)
      #expect(seqs == Array(last - seqs.count + 1...last))
    }
    #expect(try storage.load().rooms[1].seqs == Array(1...100))
    try await storage.store(StorageHarness.events(2, 101...3_000) + [.room(2, seq: 3_000)])
    #expect(try storage.load().rooms[1].seqs == Array(2_991...3_000))
  }

  @Test("All lines since a room's snapshot stay until the next snapshot")
  func sinceSnapshot() async throws {
    let storage = try keeping(10)
    try await storage.store([.room(1, seq: 200)])
    for last in 201...600 { try await storage.store([.event(1, last)]) }
    #expect(try storage.load().rooms[0].seqs == Array(201...600))
    try await storage.store([.room(1, seq: 600)])
    for last in 601...2000 { try await storage.store([.event(1, last)]) }
    let room = try storage.load().rooms[0]
    #expect(room.seqs == Array(room.seqs[0]...2000) && room.seqs[0] <= 601)
    #expect(room.told(window: 10).count == 1401)
    try await storage.store([.room(1, seq: 2000)])
    for last in 2001...4000 { try await storage.store([.event(1, last), .room(1, seq: last)]) }
    #expect(try storage.load().rooms[0].seqs.count <= 2 * 10 + 64)
  }

  @Test("All lines since a room's snapshot stay, however many are stored at once", arguments: [999, 1_001, 30_000])
  func manySinceSnapshot(_ count: Int) async throws {
    let storage = try keeping(10)
    try await storage.store([.room(1)])
    try await storage.store(StorageHarness.events(1, 1...count))
    let room = try storage.load().rooms[0]
    #expect(room.seqs == Array(1...count))
    #expect(room.told(window: 10).count == count + 1)
    try await storage.store([.room(1, seq: count)] + StorageHarness.events(1, count + 1...2 * count))
    let later = try storage.load().rooms[0]
    #expect(later.seqs.contains(count + 1) && later.seqs.last == 2 * count)
    #expect(later.told(window: 10).count == count + 1)
  }

  @Test("A snapshot that replaces all earlier lines leaves only itself and later lines")
  func rewritten() async throws {
    let storage = try keeping(100)
    try await storage.store([.room(1)] + StorageHarness.events(1, 1...20))
    try await storage.store(StorageHarness.events(1, 21...22) + [.room(1, seq: 22, isRewritten: true), .event(1, 23)])
    #expect(try storage.load().rooms[0].lines.count == 2)
    #expect(try storage.load().rooms[0].seqs == [23])
    try await storage.store([.event(1, 24)])
    #expect(try storage.load().rooms[0].seqs == [23, 24])
  }

  @Test(
    "Matches before the previous round are not loaded after the next deal, and those of a day not after its end")
  func dealtAndDay() async throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: options())
    try await storage.store([
      .room(1), .room(2), .match(.sample(20, mode: "race", day: nil, round: 1)),
      .match(.sample(21, mode: "race", day: nil, round: 2)),
      .match(.sample(22, room: 2, mode: "race", day: nil, round: 1)),
      .match(.sample(23, day: today)), .match(.sample(24, day: today + 1)),
    ])
    func open() throws -> [Int64] { try storage.loadWhole().rooms.flatMap(\.matches).map(\.match.id).sorted() }
    try await storage.store([.round(1, 1, 2)])
    #expect(try open() == [20, 21, 22, 23, 24])
    try await storage.store([.round(1, 2, 3)])
    #expect(try open() == [21, 22, 23, 24])
    try await storage.store([.day(today)])
    #expect(try open() == [21, 22, 23, 24])
    // Matches of the day before may be finished for a while.
    try await storage.store([.match(.sample(25, day: today)), .day(today + 1)])
    #expect(try open() == [21, 22, 23, 24, 25])
    try await storage.store([.day(today + 2)])
    #expect(try open() == [21, 22, 24])
  }

  @Test("Without a history window the last event stays nevertheless")
  func noWindow() async throws {
    let storage = try keeping(0)
    try await storage.store([.room(1)])
    for last in 1...300 { try await storage.store([.event(1, last), .room(1, seq: last)]) }
    let seqs = try storage.load().rooms[0].seqs
    #expect(seqs.last == 300 && seqs.count <= 64)
  }

  @Test("A closed room and its matches are not loaded, but its matches can be looked up")
  func closed() async throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: options())
    try await storage.store([
      .room(1), .room(2), .match(.sample(20)), .match(.sample(21)), .match(.sample(22, room: 2)),
      .event(1, 1), .event(2, 1), .matchClosed(20), .roomClosed(2, lastSeq: 7),
    ])
    let state = try storage.loadWhole()
    #expect(state.rooms.map(\.number) == [1])
    #expect(state.rooms[0].matches.map(\.match.id) == [21])
    #expect(try await storage.match(22)?.isOpen == false)
    #expect(try storage.rooms([2]).isEmpty)
    // A later room of the same name is another room.
    try await storage.store([.room(30, name: "room 2")])
    #expect(try storage.rooms([30])[0].seqs.isEmpty)
  }

  @Test("Finished days are loaded from two days before")
  func finishedDays() async throws {
    let storage = try SQLiteStorage(folder: ":memory:", options: options())
    try await storage.store([.room(1)])
    try await storage.store(days: "lwlw", player: 5)
    #expect(try storage.load().finishedDays.map(\.day) == [today - 2, today - 1, today])
  }
}
