import DailySort
import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore

/// Deals one puzzle on every day and in every round: what two servers differ in.
private struct OnePuzzle: PuzzleSource {
  let puzzle: DailySort.Puzzle

  func puzzle(for day: Day, season: SeasonKey, settings: NoSettings) -> DailySort.Puzzle { puzzle }
  func puzzle(seed: UInt64, settings: NoSettings, excluding: PuzzleSet) -> DailySort.Puzzle { puzzle }
  func candidateMoves(
    in game: DailySort, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [DailySort.Move] { [] }
}

/// Two servers whose scrambles are the same letters in the same order, but whose words and meanings are not.
///
/// `solver` sorts so that both show the same tiles. Everybody else, watchers and players of the same puzzle among them,
/// sends the same line to both, and must be told the same until they have solved it.
private final class SortTwins {
  static let words = ("tales", "steal")
  static let scramble = "ealst"
  let first = SortTwins.world(words.0, "Stories told by the fire.", "Her tales grew longer every winter.")
  let second = SortTwins.world(words.1, "To take what is not yours.", "Nobody would steal such an ugly vase.")
  private var generator: SeededGenerator
  private let arrangements: [String]
  private(set) var leaks: [String] = []
  private(set) var compared = 0

  static let onlookers = ["watcher", "text", "player", "typist", "outside"]

  private static func world(_ word: String, _ definition: String, _ example: String) -> World {
    let meaning = DailySort.Meaning(part: "noun", definition: definition, example: example)
    let puzzle = DailySort.Puzzle(word: word, scramble: scramble, meaning: meaning)
    return World(games: [GameModule(OnePuzzle(puzzle: puzzle))]) { $0.digestMembers = 64 }
  }

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
    var found: Set<String> = []
    var letters = Array(Self.scramble)
    while found.count < 120 {
      generator.shuffle(&letters)
      found.insert(String(letters))
    }
    arrangements = found.sorted()
    for world in [first, second] {
      world.connect("solver")
      for name in Self.onlookers { world.connect(name) }
      world.post("text", "/help")
      world.post("typist", "/help")
    }
  }

  func both(_ name: String, _ line: String, _ other: String? = nil) {
    first.post(name, line)
    second.post(name, other ?? line)
    compare(after: "\(name): \(line)")
  }

  func waitForMidnight() {
    for world in [first, second] { world.wait(milliseconds: World.millisecondsToMidnight) }
    compare(after: "midnight")
  }

  /// What everybody does while the solver sorts.
  func look(_ room: String) {
    let name = Self.onlookers[generator.number(below: Self.onlookers.count)]
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
    // Players in the dark sort as well: an arrangement with the same tiles in both worlds, or a swap.
    let judged = arrangements.filter { tiles($0, Self.words.0) == tiles($0, Self.words.1) }
    let move =
      generator.number(below: 2) == 0
      ? "\(places.0) \(places.1)" : judged[generator.number(below: judged.count)]
    both(name, types ? move : #"{"type":"move","room":"\#(room)","text":"\#(move)"}"#)
  }

  private func enter(_ room: String, _ watches: Bool) -> String {
    #"{"type":"\#(watches ? "watch" : "join")","room":"\#(room)"}"#
  }

  /// One act of the solver: a swap of any two tiles, which may be others in the other world, or an arrangement.
  func sort(_ room: String) {
    func line(_ text: String) -> String { #"{"type":"move","room":"\#(room)","text":"\#(text)"}"# }
    guard generator.number(below: 2) == 0 else {
      let (one, other) = (1 + generator.number(below: 4), 1 + generator.number(below: 4))
      return both("solver", line("\(one) 5"), line("\(other) 5"))
    }
    let one = arrangements[generator.number(below: arrangements.count)]
    let twins = arrangements.filter { tiles($0, Self.words.1) == tiles(one, Self.words.0) }
    guard one != Self.words.0, !twins.isEmpty, tried.insert("\(room) \(one)").inserted else { return }
    let fresh = twins.first { triedThere.insert("\(room) \($0)").inserted }
    guard let fresh else { return }
    both("solver", line(one), line(fresh))
  }

  func solve(_ room: String, andTell tells: Bool) {
    both(
      "solver", #"{"type":"move","room":"\#(room)","text":"\#(Self.words.0)"}"#,
      #"{"type":"move","room":"\#(room)","text":"\#(Self.words.1)"}"#)
    // Where the round is over with this nothing is hidden any more.
    guard tells else { return }
    both(
      "solver", #"{"type":"say","room":"\#(room)","text":"it was \#(Self.words.0)"}"#,
      #"{"type":"say","room":"\#(room)","text":"it was \#(Self.words.1)"}"#)
  }

  private var tried: Set<String> = []
  private var triedThere: Set<String> = []

  private func tiles(_ letters: String, _ word: String) -> [Bool] { zip(letters, word).map { $0 == $1 } }

  private func compare(after event: String) {
    _ = (first.takeBytes("solver"), second.takeBytes("solver"))
    for name in Self.onlookers {
      let (one, other) = (masked(first.takeBytes(name)), masked(second.takeBytes(name)))
      compared += one.utf8.count
      if one != other { leaks.append("after \(event), \(name) was told\n\(one)and\n\(other)") }
    }
  }

  /// Commitments differ by design and tell nothing.
  private func masked(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).replacing(/sha256:[0-9a-f]{64}/, with: "sha256:…")
  }
}

@Suite("DailySort's words and meanings stay on the server")
struct DailySortSecrecyTests {
  @Test(
    "Who has not solved it is sent the same bytes, whatever the word and its meaning are",
    arguments: ["dailysort", "race", "practice", "together"])
  func twins(room: String) throws {
    let seed = TestSeed.make()
    let twins = SortTwins(seed: seed)
    if room == "dailysort" {
      twins.both("solver", #"{"type":"join","room":"dailysort"}"#)
    } else {
      twins.both("solver", #"{"type":"create","room":"\#(room)","game":"dailysort","mode":"\#(room)"}"#)
    }
    let shares = room == "together"
    if !shares {
      for name in ["player", "typist"] {
        twins.both(name, name == "typist" ? "/join \(room)" : #"{"type":"join","room":"\#(room)"}"#)
      }
    }
    twins.both("watcher", #"{"type":"watch","room":"\#(room)"}"#)
    twins.both("text", "/watch \(room)")
    if room == "race" { twins.both("solver", #"{"type":"start","room":"race"}"#) }
    for _ in 0..<150 {
      twins.sort(room)
      // Who sits at a shared board sees its letters.
      if !shares { twins.look(room) }
    }
    twins.solve(room, andTell: room == "dailysort" || room == "race")
    for _ in 0..<100 where !shares { twins.look(room) }
    if room == "dailysort" { twins.waitForMidnight() }
    #expect(twins.leaks.prefix(2) == [], "seed \(seed)")
    #expect(twins.first.faults == [], "seed \(seed)")
    #expect(twins.compared > 5000, "seed \(seed): \(twins.compared) bytes")
  }
}
