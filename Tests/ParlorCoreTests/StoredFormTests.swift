import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("What is stored, as bytes")
struct StoredFormTests {
  private static let full = StoredRoomBody(
    name: "lunch \"é\"", game: "wordle", mode: .race, settings: ["hard": true], code: "tacos", isPermanent: false,
    firstSeq: 12,
    seed: 42, roundSeconds: 60, owner: 3, modeState: ["round": 2],
    places: [.init(player: 3, isWatching: false), .init(player: 4, isWatching: true)],
    kicked: [5, 6], muted: [8],
    kickedFrom: [.init(address: "192.0.2.7", since: 1, until: 2)],
    mutedFrom: [.init(address: "2001:db8::/64", since: 3, until: 4)], isNamedOnly: true,
    wins: [.init(player: 3, rounds: 7)],
    dealt: .init(round: 2, puzzle: ["answer": "crane"], dealtAt: 1_763_600_000_000),
    tables: [.init(player: nil, match: 9, startedAt: 1), .init(player: 4, match: 10, startedAt: 2)])

  private static let bare = StoredRoomBody(
    name: "wordle", game: nil, mode: .daily, settings: [:], code: nil, isPermanent: true, firstSeq: 0, seed: nil,
    roundSeconds: nil, owner: nil, modeState: nil, places: [], kicked: [], muted: [], wins: [], dealt: nil, tables: [])

  @Test("A room's row reads back as it was written", arguments: [full, bare])
  func roomRow(_ body: StoredRoomBody) throws {
    var json = JSONWriter()
    body.write(to: &json)
    #expect(try JSON(parsing: json.bytes).decode(StoredRoomBody.self) == body)
  }

  @Test("A mode's state brings it back to where it was")
  func modeState() throws {
    let now = Instant(milliseconds: 1_763_600_000_000)
    var mode = RoundMode(rules: .race(seconds: 60))
    for player in [PlayerID(7), PlayerID(2)] { _ = mode.react(to: .seated(player), at: now) }
    _ = mode.react(to: .startAsked, at: now)
    _ = mode.react(
      to: .finished(PlayerID(7), Outcome(won: true, score: 1, grid: ShareGrid(headline: "", rows: []))), at: now)
    let state = try #require(mode.state)
    #expect(
      state.text
        == #"{"round":1,"phase":"running","deadline":1763600060000,"seats":[2,7],"unfinished":[2]}"#)
    var copy = RoundMode(rules: .race(seconds: 60))
    copy.restore(state)
    #expect(copy.state == state && copy.roundEnd == mode.roundEnd && copy.isPlaying)
  }
}
