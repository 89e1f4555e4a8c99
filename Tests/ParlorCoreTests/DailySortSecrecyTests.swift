import CoreHarness
import DailySort
import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore

/// Two servers whose scrambles are the same letters in the same order, but whose words and meanings are not.
///
/// `solver` sorts so that both show the same tiles. Everybody else, watchers and players of the same puzzle among them,
/// sends the same line to both, and must be told the same until they have solved it.
private final class SortTwins: SolverTwins {
  static let words = ("tales", "steal")
  static let scramble = "ealst"
  private let arrangements: [String]

  private static func world(_ word: String, _ definition: String, _ example: String) -> World {
    let meaning = DailySort.Meaning(part: "noun", definition: definition, example: example)
    let puzzle = DailySort.Puzzle(word: word, scramble: scramble, meaning: meaning)
    return World(games: [GameModule(OnePuzzle<DailySort>(puzzle: puzzle))]) { $0.digestMembers = 64 }
  }

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var found: Set<String> = []
    var letters = Array(Self.scramble)
    while found.count < 120 {
      generator.shuffle(&letters)
      found.insert(String(letters))
    }
    arrangements = found.sorted()
    super.init(
      Self.world(Self.words.0, "Stories told by the fire.", "Her tales grew longer every winter."),
      Self.world(Self.words.1, "To take what is not yours.", "Nobody would steal such an ugly vase."), seed: seed)
  }

  func look(_ room: String) {
    let name = onlookers[generator.number(below: onlookers.count)]
    let types = ["text", "typist"].contains(name)
    let json = [
      #"{"type":"board","room":"\#(room)"}"#, #"{"type":"who","room":"\#(room)"}"#, #"{"type":"rooms"}"#,
      #"{"type":"schema","of":"move","game":"dailysort"}"#, #"{"type":"history","player":"solver"}"#,
      #"{"type":"words","game":"dailysort"}"#, #"{"type":"leave","room":"\#(room)"}"#,
      #"{"type":"move","room":"\#(room)","text":"zzzzz"}"#, #"{"type":"help"}"#,
    ]
    let typed = ["/board", "/who", "/rooms", "/help dailysort", "/history", "/leave", "tales!", "1 9"]
    let lines = types ? typed : json
    let watches = name == "watcher" || name == "text"
    let enters = types ? "/\(watches ? "watch" : "join") \(room)" : enter(room, watches)
    if name == "outside" { return both(name, json[generator.number(below: 6)]) }
    both(name, generator.number(below: 3) == 0 ? enters : lines[generator.number(below: lines.count)])
    guard !watches, generator.number(below: 2) == 0 else { return }
    let places = (1 + generator.number(below: 5), 1 + generator.number(below: 5))
    let judged = arrangements.filter { tiles($0, Self.words.0) == tiles($0, Self.words.1) }
    let move =
      generator.number(below: 2) == 0
      ? "\(places.0) \(places.1)" : judged[generator.number(below: judged.count)]
    both(name, types ? move : #"{"type":"move","room":"\#(room)","text":"\#(move)"}"#)
  }

  private func enter(_ room: String, _ watches: Bool) -> String {
    #"{"type":"join","watching":\#(watches),"room":"\#(room)"}"#
  }

  /// One act of the solver: a swap of any two tiles, which may be others in the other world, or an arrangement.
  func sort(_ room: String) {
    guard generator.number(below: 2) == 0 else {
      let (one, other) = (1 + generator.number(below: 4), 1 + generator.number(below: 4))
      return play(room, "\(one) 5", "\(other) 5")
    }
    let one = arrangements[generator.number(below: arrangements.count)]
    let twins = arrangements.filter { tiles($0, Self.words.1) == tiles(one, Self.words.0) }
    guard one != Self.words.0, !twins.isEmpty, tried.insert("\(room) \(one)").inserted else { return }
    let fresh = twins.first { triedThere.insert("\(room) \($0)").inserted }
    guard let fresh else { return }
    play(room, one, fresh)
  }

  func solve(_ room: String, andTell tells: Bool) {
    play(room, Self.words.0, Self.words.1)
    // Where the round is over with this, as it is once all others have left, nothing is hidden any more.
    guard tells, first.player("solver")?.session?.rooms.last?.isPlaying == true else { return }
    both(
      "solver", #"{"type":"say","room":"\#(room)","text":"it was \#(Self.words.0)"}"#,
      #"{"type":"say","room":"\#(room)","text":"it was \#(Self.words.1)"}"#)
  }

  private var tried: Set<String> = []
  private var triedThere: Set<String> = []

  private func tiles(_ letters: String, _ word: String) -> [Bool] { zip(letters, word).map { $0 == $1 } }
}

@Suite("DailySort's words and definitions are secret")
struct DailySortSecrecyTests {
  @Test(
    "A player who has not solved it is sent the same bytes, whatever the word and its definition are",
    arguments: ["dailysort", "race", "practice", "together"])
  func twins(room: String) throws {
    let seed = TestSeed.make()
    let twins = SortTwins(seed: seed)
    let shares = room == "together"
    twins.enter(room, game: "dailysort", withPlayers: !shares)
    for _ in 0..<150 {
      twins.sort(room)
      // Who sits at a shared board sees its letters.
      if !shares { twins.look(room) }
    }
    twins.solve(room, andTell: room == "dailysort" || room == "race")
    for _ in 0..<100 where !shares { twins.look(room) }
    if room == "dailysort" { twins.wait(World.millisecondsToMidnight) }
    #expect(twins.leaks.prefix(2) == [], "seed \(seed)")
    #expect(twins.first.faults == [], "seed \(seed)")
    #expect(twins.compared > 5000, "seed \(seed): \(twins.compared) bytes")
  }
}
