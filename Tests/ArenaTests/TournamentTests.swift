import GameKit
import Kernel
import Testing
import WireProtocol

@testable import Arena

@Suite("The document of an arena")
struct TournamentTests {
  static let arena = Tournament(
    creator: PlayerID(7), name: "Friday \"night\" 🍕", game: "lastword", mode: .together, settings: ["a": 1],
    clock: "3+2", startsAt: 1_795_161_600_000, endsAt: 1_795_165_200_000)

  private static func fold(_ facts: [ArenaDocument.Fact]) -> Tournament? {
    ArenaDocument.fold(facts.map { ArenaDocument.line($0, of: 5).bytes }, of: 5).state
  }

  private static func begun(_ players: [Int64]) -> [ArenaDocument.Fact] {
    [.created(arena: arena)] + players.map { .joined(entrant: Tournament.Entrant(PlayerID($0))) }
  }

  private static func game(_ room: Int64, _ one: Int64, _ other: Int64, winner: Int64?) -> [ArenaDocument.Fact] {
    [
      .paired(game: Tournament.Game(room: room, players: [PlayerID(one), PlayerID(other)], at: room)),
      .played(room: room, winner: winner.map { PlayerID($0) }, at: room * 10),
    ]
  }

  @Test("The creator's address is kept until the arena is over, its name until the creator is deleted")
  func address() throws {
    let arena = Tournament(
      creator: PlayerID(7), name: "Friday", game: "lastword", mode: .together, settings: [:], address: "192.0.2.7",
      startsAt: 0, endsAt: 600_000)
    let kept = try #require(Self.fold(ArenaDocument.pack(arena)))
    #expect(kept == arena && kept.address == "192.0.2.7")
    #expect(Self.fold([.created(arena: arena), .ended(at: 1)])?.address == nil)
    let forgotten = Self.fold([.created(arena: arena), .forgot(player: PlayerID(7))])
    #expect(forgotten?.address == "192.0.2.7" && forgotten?.name == "lastword")
  }

  @Test("After two wins in a row points double, until a game without a win, which still counts double")
  func fire() throws {
    var facts = Self.begun([1, 2])
    for (room, winner) in [1, 1, 1, nil, 1, 2].enumerated() {
      facts += Self.game(Int64(room + 1), 1, 2, winner: winner.map(Int64.init))
    }
    let one = try #require(Self.fold(facts)?.entrant(PlayerID(1)))
    // 2, 2, then double 4, 0 for a draw as the fourth against the same, 1 for the win after it, 0.
    #expect(one.points == 9 && one.wins == 4 && one.draws == 1 && one.losses == 1 && !one.isOnFire)
    let other = try #require(Self.fold(facts)?.entrant(PlayerID(2)))
    #expect(other.points == 3 && other.scoredAt == 60)
  }

  @Test("From the fourth win over one opponent a win is 1 point and ends the streak; at the end no streak is shown")
  func farming() throws {
    var facts = Self.begun([1, 2, 3])
    for room in 1...6 { facts += Self.game(Int64(room), 1, 2, winner: 1) }
    // 2, 2, double 4, and then 1 each.
    let farmer = try #require(Self.fold(facts)?.entrant(PlayerID(1)))
    #expect(farmer.points == 11 && !farmer.isOnFire)
    for room: Int64 in [7, 8] { facts += Self.game(room, 1, 3, winner: 1) }
    let one = try #require(Self.fold(facts)?.entrant(PlayerID(1)))
    #expect(one.points == 15 && one.isOnFire)
    #expect(Self.fold(facts + [.ended(at: 99)])?.entrants.contains { $0.isOnFire } == false)
    // Who lost a game in between to a friend has no fire from the friend.
    var cold = Self.begun([1, 2])
    for room in 1...3 { cold += Self.game(Int64(room), 1, 2, winner: 1) }
    cold += Self.game(4, 1, 2, winner: 2)
    for room in 5...8 { cold += Self.game(Int64(room), 1, 2, winner: 1) }
    #expect(Self.fold(cold)?.entrant(PlayerID(1))?.isOnFire == false)
  }

  @Test("From the fourth draw with the same opponent a draw is no point")
  func draws() {
    let facts = Self.begun([1, 2]) + (1...6).flatMap { Self.game($0, 1, 2, winner: nil) }
    #expect(Self.fold(facts)?.entrants.map(\.points) == [3, 3] && Self.fold(facts)?.entrants.map(\.draws) == [6, 6])
  }

  @Test("A game voided by an early resignation ends that player's streak, and not the opponent's")
  func quitter() throws {
    var facts = Self.begun([1, 2, 3, 4])
    for room: Int64 in [1, 2] {
      facts += Self.game(room, 1, 3, winner: 1) + Self.game(room + 4, 2, 4, winner: 2)
    }
    facts += Self.game(9, 1, 2, winner: 1).dropLast() + [.voided(room: 9, quitter: PlayerID(1))]
    let state = try #require(Self.fold(facts))
    #expect(state.entrant(PlayerID(1))?.isOnFire == false && state.entrant(PlayerID(2))?.isOnFire == true)
  }

  @Test("A game counts once; one that was not played changes neither points nor ratings")
  func once() throws {
    let played = Self.begun([1, 2]) + Self.game(9, 1, 2, winner: 1)
    let twice = played + [.played(room: 9, winner: PlayerID(2), at: 1), .voided(room: 9)]
    #expect(Self.fold(twice) == Self.fold(played))
    let void =
      Self.begun([1, 2]) + [
        .paired(game: Tournament.Game(room: 9, players: [PlayerID(1), PlayerID(2)], at: 1)), .voided(room: 9),
        .played(room: 9, winner: PlayerID(1), at: 2),
      ]
    let state = try #require(Self.fold(void))
    #expect(state.played == 0 && state.running.isEmpty)
    #expect(state.entrants.allSatisfy { $0.points == 0 && $0.rating == .initial })
    // By Glicko-2, 162 points for the first win between newcomers, as the public ratings state it.
    #expect(Self.fold(played)?.entrants.map(\.rating.shown) == [1662, 1338])
  }

  @Test("Ties are broken by performance, then by who had the points earlier, then by who joined earlier")
  func ties() throws {
    var facts = Self.begun([1, 2, 3, 4, 5])
    facts += Self.game(1, 3, 4, winner: 3)
    facts += Self.game(2, 1, 2, winner: 1)
    // Both have 2 points and performance 1900: 3 had them earlier. 2 and 4 are alike: 2 came earlier, and 5, who has
    // not played, comes last.
    let state = try #require(Self.fold(facts))
    #expect(state.standing.map(\.player.number) == [3, 1, 2, 4, 5])
    for (index, entrant) in state.standing.enumerated() { #expect(state.place(of: entrant.player) == index + 1) }
  }

  @Test("A snapshot restores the same arena, in every state")
  func packs() throws {
    var facts = Self.begun([1, 2, 3]) + Self.game(1, 1, 2, winner: 1) + Self.game(2, 1, 3, winner: nil)
    facts += [
      .paused(player: PlayerID(2)),
      .paired(game: Tournament.Game(room: 4, players: [PlayerID(1), PlayerID(3)], at: 3)),
    ]
    for more in [[], [ArenaDocument.Fact.ended(at: 7)], [.ended(at: 7), .removed]] {
      let state = Self.fold(facts + more)
      #expect(Self.fold(ArenaDocument.pack(state)) == state)
    }
    let running = try #require(Self.fold(facts))
    #expect(running.running.map(\.room) == [4] && running.entrant(PlayerID(2))?.isPaused == true)
    #expect(Self.fold(facts + [.ended(at: 7)])?.running == [] && Self.fold(facts + [.removed]) == nil)
  }

  @Test("A forgotten player is not named any more; opponents keep their points")
  func forgotten() throws {
    var state = Self.fold(
      Self.begun([1, 7]) + Self.game(1, 1, 7, winner: 1)
        + [.paired(game: Tournament.Game(room: 4, players: [PlayerID(1), PlayerID(7)], at: 3))])
    ArenaDocument.forget(7, in: &state)
    let packed = ArenaDocument.pack(state).map { String(decoding: ArenaDocument.line($0, of: 5).bytes, as: UTF8.self) }
    #expect(packed.count == 1 && !packed[0].contains("7,") && !packed[0].contains(":7}"))
    let arena = try #require(state)
    #expect(arena.creator == nil && arena.running.isEmpty && arena.entrants.map(\.points) == [2])
    // Lines of before may name the player still: a start says so again.
    var again: Tournament? = Self.fold(
      Self.begun([1, 7]) + Self.game(1, 1, 7, winner: 1)
        + [.paired(game: Tournament.Game(room: 4, players: [PlayerID(1), PlayerID(7)], at: 3))])
    ArenaDocument.apply(.forgot(player: PlayerID(7)), to: &again)
    #expect(again == state)
    // What was under way comes to nothing.
    ArenaDocument.apply(.played(room: 4, winner: PlayerID(7), at: 9), to: &state)
    #expect(state == arena)
  }
}
