import CoreHarness
import Foundation
import GameKit
import Storage
import Synchronization
import Testing
import WireProtocol

@testable import ParlorCore

/// A thousand steps. It counts those that are played on each thread.
private struct Steps: Game {
  struct Move: Codable { let step: Int }

  static let info = GameInfo(
    id: "steps", title: "Steps", summary: "Walk a thousand steps", rules: ["Type 1."], modes: [.practice])
  static let most = 1_000
  private static let played = Mutex<[ObjectIdentifier: Int]>([:])

  private var taken = 0

  init(puzzle: NoPuzzle, settings: NoSettings) {}

  /// How many steps were played on this thread, and on others.
  static var counts: (here: Int, elsewhere: Int) {
    let here = ObjectIdentifier(Thread.current)
    return played.withLock { ($0[here] ?? 0, $0.filter { $0.key != here }.values.reduce(0, +)) }
  }

  static func parse(_ line: String) throws(Rejection) -> Move { Move(step: 1) }

  func candidates(for player: PlayerID) -> [Move] { taken < Self.most ? [Move(step: 1)] : [] }

  mutating func play(_ move: Move, by player: PlayerID, at elapsed: Elapsed) throws(Rejection) -> Turn {
    taken += 1
    Self.played.withLock { $0[ObjectIdentifier(Thread.current), default: 0] += 1 }
    return Turn(open: ["taken": .int(taken)])
  }

  func board(for viewer: Viewer) -> Board {
    Board(title: "Steps", rows: [Board.Row(letters: " ", tiles: "🟩")], prompt: "Walk", notes: ["\(taken)"])
  }

  func outcome(for player: PlayerID) -> Outcome? {
    guard taken == Self.most else { return nil }
    return Outcome(won: true, score: 1, grid: ShareGrid(headline: "walked", rows: ["🟩"]))
  }
}

@Suite("Replays of stored matches", .serialized)
struct LongReplayTests {
  /// A world in which ana has finished a match of a thousand moves and shared it.
  private func world(
    stopwatch: (@Sendable () -> Int64)? = nil, beforeSharing prepare: (World) -> Void
  ) throws -> (world: World, share: Int) {
    let storage = try SQLiteStorage(folder: ":memory:", options: World.storageOptions)
    let world = World(
      games: [GameModule(NoPuzzleSource<Steps>())], storage: storage,
      limits: {
        $0.boardMoves = 2 * Steps.most
        $0.puzzleMillisecondsPerSecond = 100
        $0.puzzleMillisecondsPerAddress = 0
      }, stopwatch: stopwatch)
    world.logIn("ana")
    world.send("ana", #"{"type":"create","game":"steps","mode":"practice"}"#)
    for _ in 0..<Steps.most { world.send("ana", #"{"type":"move","text":"1"}"#) }
    prepare(world)
    let shared = try #require(world.send("ana", #"{"type":"share","id":1}"#).first("shared"))
    return (world, try #require(shared["share_id"]?.intValue))
  }

  @Test("No line makes the loop replay a finished match: storage's queue does that", .needs("Channel"))
  func offLoop() throws {
    var before = Steps.counts
    let (world, share) = try world(beforeSharing: { _ in before = Steps.counts })
    #expect(before.here >= Steps.most)
    #expect(world.send("ana", #"{"type":"reveal","share_id":\#(share)}"#).last?.type == "reveal")
    let after = Steps.counts
    #expect(after.here == before.here)
    #expect(after.elsewhere >= before.elsewhere + 2 * Steps.most)
    #expect(world.faults == [])
  }

  @Test("Replaying long matches counts towards the puzzle budget, also if nothing is shown", .needs("Channel"))
  func budget() throws {
    // Each match takes 75 ms of the 100 that there are in a second.
    let clock = SlowClock()
    let (world, share) = try world(stopwatch: { clock.read() }, beforeSharing: { $0.wait(seconds: 5) })
    world.connect("ben")
    let reveal = #"{"type":"reveal","share_id":\#(share)}"#
    world.wait(seconds: 5)
    for _ in 0..<2 { #expect(world.send("ben", reveal).last?.code == "not_finished") }
    #expect(world.send("ana", reveal).last?.code == "too_fast")
    world.wait(seconds: 2)
    #expect(world.send("ana", reveal).last?.type == "reveal")
  }
}
