import GameKit
import Names
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Stored forms")
struct StoredFormTests {
  private static let name = "lunch-é"

  private static func plan() throws -> Room.Plan {
    let name = try PlayerName(Self.name, as: .room, maximum: 64, isStored: true)
    return Room.Plan(name: name, settings: ["hard": true])
  }

  private static func full() throws -> RoomSnapshot {
    var plan = try plan()
    (plan.code, plan.isNamedOnly, plan.seed, plan.archiveDay, plan.roundSeconds) = ("tacos", true, .max - 41, 323, 60)
    plan.isLocked = true
    (plan.terms.clock, plan.terms.bestOf, plan.terms.isRated) = (ClockRules("60+2"), 3, false)
    let word = WordDeck.Word(original: "Haus", translation: "house", part: "noun", example: "Das Haus")
    plan.words = OwnWords(language: "german", words: [word])
    var snapshot = RoomSnapshot(plan, firstSeq: 12)
    let now = Instant(milliseconds: 1_763_600_000_000)
    (snapshot.missingGame, snapshot.owner) = ("gone", PlayerID(3))
    snapshot.used = [PuzzleKey("crane"), PuzzleKey("slate")]
    snapshot.places = [.init(player: PlayerID(3), isWatching: false), .init(player: PlayerID(4), isWatching: true)]
    snapshot.kicked = Exclusions(
      players: [PlayerID(5), PlayerID(6)],
      addresses: [.init(text: "192.0.2.7", since: now, until: now, player: PlayerID(5), name: "eve")])
    snapshot.muted = Exclusions(
      players: [PlayerID(8)], addresses: [.init(text: "2001:db8::/64", since: now, until: now)])
    (snapshot.wins, snapshot.finished) = ([PlayerID(3): 7], [1: [], 2: [PlayerID(4)]])
    snapshot.dealt = .init(round: 2, puzzle: ["answer": "crane"], dealtAt: now)
    snapshot.shared = .init(player: nil, match: 9, startedAt: now)
    snapshot.boards = [.init(player: PlayerID(4), match: 10, startedAt: now, elapsed: Elapsed(milliseconds: 7))]
    snapshot.former = [.init(player: PlayerID(5), match: 8, startedAt: now)]
    return snapshot
  }

  private func bytes(_ snapshot: RoomSnapshot) -> [UInt8] {
    var json = JSONWriter()
    snapshot.write(to: &json)
    return json.bytes
  }

  private func readBack(_ snapshot: RoomSnapshot) throws -> RoomSnapshot? {
    let document = JSONDocument()
    try document.parse(bytes(snapshot))
    return RoomSnapshot(document.root, games: [])
  }

  @Test("A room's snapshot survives a round trip, with every member")
  func snapshot() throws {
    let full = try Self.full()
    let read = try #require(try readBack(full))
    #expect(bytes(read) == bytes(full))
    let members = try #require(try JSON(parsing: bytes(full)).objectValue?.members.map(\.key))
    #expect(
      members == [
        "name", "game", "mode", "settings", "code", "seed", "archive_day", "seconds", "named_only", "locked", "clock",
        "best_of", "unrated", "words", "first_seq", "owner", "rounds", "places", "kicked", "muted", "wins", "used",
        "finished",
        "dealt", "shared", "boards", "former",
      ])
    #expect(read.plan.seed == .max - 41 && read.plan.words == full.plan.words && read.plan.name.text == Self.name)
    #expect(read.missingGame == "gone" && read.plan.game == nil && read.boards == full.boards)
    let bare = RoomSnapshot(try Self.plan(), firstSeq: 0)
    #expect(bytes(try #require(try readBack(bare))) == bytes(bare))
  }

  @Test("A snapshot without a name, a mode or its first number is invalid")
  func unreadable() throws {
    for missing in ["name", "mode", "settings", "first_seq"] {
      var fields = try #require(try JSON(parsing: bytes(Self.full())).objectValue)
      fields[missing] = nil
      let document = JSONDocument()
      try document.parse(Array(JSON.object(fields).text.utf8))
      #expect(RoomSnapshot(document.root, games: []) == nil, "without \(missing)")
    }
  }

  @Test(
    "The state of rounds survives a round trip",
    arguments: [
      Rounds.Phase.waiting, .running(endsAt: nil), .running(endsAt: Instant(milliseconds: 9)),
      .pausing(until: Instant(milliseconds: 9)),
    ])
  func rounds(_ phase: Rounds.Phase) throws {
    var snapshot = RoomSnapshot(try Self.plan(), firstSeq: 0)
    snapshot.rounds = Rounds(
      number: 3, phase: phase, pausedAt: Instant(milliseconds: 4), pausedMilliseconds: 5, isStopped: true)
    #expect(try readBack(snapshot)?.rounds == snapshot.rounds)
  }
}
