import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("What is stored, as bytes")
struct StoredFormTests {
  private static let full = StoredRoomBody(
    name: "lunch \"é\"", game: "wordle", mode: .race, settings: ["hard": true], code: "tacos", isPermanent: false,
    firstSeq: 12,
    seed: 42, roundSeconds: 60, owner: 3, modeState: .init(round: 2, phase: .pausing, deadline: 1_763_600_000_000),
    places: [.init(player: 3, isWatching: false), .init(player: 4, isWatching: true)],
    kicked: [5, 6], muted: [8],
    kickedFrom: [.init(address: "192.0.2.7", since: 1, until: 2)],
    mutedFrom: [.init(address: "2001:db8::/64", since: 3, until: 4)], isNamedOnly: true,
    wins: [.init(player: 3, rounds: 7)],
    dealt: .init(round: 2, puzzle: ["answer": "crane"], dealtAt: 1_763_600_000_000),
    tables: [.init(player: nil, match: 9, startedAt: 1), .init(player: 4, match: 10, startedAt: 2, elapsed: 7)],
    former: [.init(player: 5, match: 8, startedAt: 1)], used: ["crane", "slate"],
    finished: [.init(round: 1, players: []), .init(round: 2, players: [4])])

  private static let bare = StoredRoomBody(
    name: "wordle", game: nil, mode: .daily, settings: [:], code: nil, isPermanent: true, firstSeq: 0, seed: nil,
    roundSeconds: nil, owner: nil, modeState: nil, places: [], kicked: [], muted: [], wins: [], dealt: nil, tables: [])

  @Test("A room's row reads back as it was written", arguments: [full, bare])
  func roomRow(_ body: StoredRoomBody) throws {
    var json = JSONWriter()
    body.write(to: &json)
    #expect(try JSON(parsing: json.bytes).decode(StoredRoomBody.self) == body)
  }

  @Test(
    "Where the rounds stand reads back as it was",
    arguments: [
      Rounds.Phase.waiting, .running(endsAt: nil), .running(endsAt: Instant(milliseconds: 9)),
      .pausing(until: Instant(milliseconds: 9)),
    ])
  func rounds(_ phase: Rounds.Phase) {
    let rounds = Rounds(number: 3, phase: phase)
    #expect(StoredRoomBody.Rounds(rounds).rounds == rounds)
  }
}
