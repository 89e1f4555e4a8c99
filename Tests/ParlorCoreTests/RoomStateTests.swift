import GameKit
import Names
import Testing
import WireProtocol

@testable import ParlorCore

/// What a room's state answers by itself, without a server: facts in, questions out.
@Suite("A room's state")
struct RoomStateTests {
  private static let now = Instant(milliseconds: 1_763_600_000_000)

  /// A room for talking in which players have come in order; `w` before a name for somebody who watches.
  private static func room(_ names: [String], _ change: (inout RoomPlan) -> Void = { _ in }) throws -> RoomState {
    var plan = RoomPlan(name: try PlayerName("lunch", as: .room, maximum: 64))
    change(&plan)
    let state = RoomState(plan, number: 7, firstSeq: 0, owner: nil, limits: Limits())
    for (index, name) in names.enumerated() {
      let isWatching = name.hasPrefix("w")
      let player = Player(id: PlayerID(Int64(index + 1)), name: name, at: now)
      apply(
        .presence(.entered, .init(isWatching: isWatching)), by: .init(player), to: state,
        .member(Member(player: player, isWatching: isWatching)))
    }
    return state
  }

  private static func apply(
    _ content: RoomEvent.Content, by actor: RoomEvent.Actor, to state: RoomState, _ inputs: FactInputs = .nothing
  ) {
    _ = state.apply(.happened(RoomEvent(seq: state.seq + 1, by: actor, content)), inputs, at: now)
  }

  @Test("The next owner is present before absent, a player before a watcher, and the longest there")
  func heirs() throws {
    let state = try Self.room(["wana", "ben", "eva"])
    #expect(state.heir(besides: nil)?.player.name == "ben")
    Self.apply(.presence(.away, .init()), by: .init("ben", PlayerID(2)), to: state)
    #expect(state.heir(besides: nil)?.player.name == "eva")
    #expect(state.heir(besides: state.members[PlayerID(3)]?.player)?.player.name == "wana")
    #expect(try Self.room(["ana"], { $0.isOwned = false }).heir(besides: nil) == nil)
  }

  @Test("Watchers take no seats at a table")
  func seats() throws {
    let table = try Self.room(["ana", "wben"], { $0.mode = TableMode(.exactly(2)) })
    #expect(!table.isTableFull)
    Self.apply(.presence(.entered, .init(isWatching: false)), by: .init("wben", PlayerID(2)), to: table)
    #expect(table.isTableFull)
    #expect(try !Self.room(["ana", "ben"]).isTableFull)
  }

  @Test("A player who has left is still known, and named by earlier lines")
  func mentions() throws {
    let state = try Self.room(["ana", "ben"])
    Self.apply(.said("hello", scope: nil), by: .init("ben", PlayerID(2)), to: state)
    Self.apply(.presence(.left, .init()), by: .init("ben", PlayerID(2)), to: state)
    #expect(state.playerName(PlayerID(1)) == "ana" && state.playerName(PlayerID(2)) == "somebody")
    #expect(state.mentionedPlayers == [PlayerID(1), PlayerID(2)])
  }

  @Test("Of two wake-up times the earlier one is kept")
  func deadlines() {
    var queue = DeadlineQueue<Int>()
    queue.set(1, noLaterThan: Self.now.adding(milliseconds: 20))
    queue.set(1, noLaterThan: Self.now.adding(milliseconds: 30))
    #expect(queue.next == Self.now.adding(milliseconds: 20))
    queue.set(1, noLaterThan: Self.now.adding(milliseconds: 10))
    #expect(queue.next == Self.now.adding(milliseconds: 10) && queue.count == 1)
  }
}
