import GameKit
import TestSeed
import Testing
import WireProtocol
import WordSearch

@testable import ParlorCore

/// Deals one puzzle on every day and in every round: what two servers differ in.
private struct OneGrid: PuzzleSource {
  let puzzle: WordSearch.Puzzle

  func puzzle(for day: Day, season: SeasonKey, settings: WordSearch.Settings) -> WordSearch.Puzzle { puzzle }
  func puzzle(seed: UInt64, settings: WordSearch.Settings, excluding: PuzzleSet) -> WordSearch.Puzzle { puzzle }
  func candidateMoves(
    in game: WordSearch, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [WordSearch.Move] { [] }
}

/// Two servers with the same letters, in which the words are elsewhere.
///
/// `solver` finds, misses and skips in both at once; everybody else sends the same line to both and must be told the
/// same.
private final class GridTwins {
  static let rows = ["casah", "wtxko", "lekvg", "ydfua", "nijñr"]
  static let targets = (
    [("casa", (0, 0), (3, 0)), ("hogar", (4, 0), (4, 4))], [("lekvg", (0, 2), (4, 2)), ("ctkur", (0, 0), (4, 4))]
  )
  /// Selections that are misses in both, with other cells.
  static let misses = [("A1 B1", "C4 C5"), ("E5 E2", "D1 D4"), ("A5 E5", "B2 B4"), ("otra", "nada")]
  let first = GridTwins.world(targets.0)
  let second = GridTwins.world(targets.1)
  private var generator: SeededGenerator
  private(set) var leaks: [String] = []
  private(set) var compared = 0
  static let onlookers = ["watcher", "text", "player", "typist", "outside"]

  private static func world(_ targets: [(String, (Int, Int), (Int, Int))]) -> World {
    let challenge = WordSearch.Challenge(
      sourceLanguage: "en", targetLanguage: "es", word: "house", rows: rows,
      targets: targets.map { word, from, to in
        WordSearch.Target(
          word: word, from: Cell(x: from.0, y: from.1), to: Cell(x: to.0, y: to.1))
      })
    let puzzle = WordSearch.Puzzle(challenges: [challenge, challenge, challenge])
    return World(games: [GameModule(OneGrid(puzzle: puzzle))]) { $0.digestMembers = 64 }
  }

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
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

  func solver(_ room: String, _ text: String, _ other: String) {
    func line(_ text: String) -> String { #"{"type":"move","room":"\#(room)","text":"\#(text)"}"# }
    both("solver", line(text), line(other))
  }

  func miss(_ room: String) {
    let (one, other) = Self.misses[generator.number(below: Self.misses.count)]
    solver(room, one, other)
  }

  func find(_ index: Int, _ room: String) {
    solver(room, Self.targets.0[index].0, Self.targets.1[index].0)
  }

  func look(_ room: String) {
    let name = Self.onlookers[generator.number(below: Self.onlookers.count)]
    let json = [
      #"{"type":"board","room":"\#(room)"}"#, #"{"type":"who","room":"\#(room)"}"#, #"{"type":"rooms"}"#,
      #"{"type":"history","player":"solver"}"#, #"{"type":"words","game":"wordsearch"}"#,
      #"{"type":"watch","room":"\#(room)"}"#, #"{"type":"stats","player":"solver"}"#,
      #"{"type":"move","room":"\#(room)","text":"A1 B1"}"#,
    ]
    let typed = ["/board", "/who", "/rooms", "/history", "/watch \(room)", "A1 B1"]
    let lines = ["text", "typist"].contains(name) ? typed : json
    both(name, lines[generator.number(below: lines.count)])
  }

  private func compare(after line: String) {
    for name in Self.onlookers {
      let (one, other) = (normal(first.takeBytes(name), first), normal(second.takeBytes(name), second))
      compared += one.count
      if one != other {
        leaks.append(
          "\(name) after \(line)\n\(String(decoding: one, as: UTF8.self))\n\(String(decoding: other, as: UTF8.self))")
      }
    }
    _ = (first.takeBytes("solver"), second.takeBytes("solver"))
  }

  /// The commitment is a hash of the puzzle, and differs as it should.
  private func normal(_ bytes: [UInt8], _ world: World) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    while let start = text.firstRange(of: "sha256:"),
      let end = text[start.upperBound...].firstIndex(where: { !$0.isHexDigit })
    {
      text.replaceSubrange(start.lowerBound..<end, with: "-")
    }
    return Array(text.utf8)
  }
}

@Suite("WordSearch's secrets")
struct WordSearchSecrecyTests {
  @Test(
    "Two worlds with the same letters and words elsewhere look the same to whoever has not finished",
    arguments: ["wordsearch", "race", "together", "practice"])
  func twins(room: String) throws {
    let seed = TestSeed.make()
    let twins = GridTwins(seed: seed)
    if room == "wordsearch" {
      twins.both("solver", #"{"type":"join","room":"wordsearch"}"#)
    } else {
      twins.both("solver", #"{"type":"create","room":"\#(room)","game":"wordsearch","mode":"\#(room)"}"#)
    }
    if room == "wordsearch" || room == "race" {
      twins.both("player", #"{"type":"join","room":"\#(room)"}"#)
      twins.both("typist", "/join \(room)")
    }
    twins.both("watcher", #"{"type":"watch","room":"\#(room)"}"#)
    twins.both("text", "/watch \(room)")
    if room == "race" { twins.both("solver", #"{"type":"start","room":"race"}"#) }
    for step in 0..<60 {
      twins.look(room)
      switch step {
      case 10, 30: twins.find(0, room)
      case 20: twins.find(1, room)
      case 40: twins.solver(room, "skip", "skip")
      case 0..<45: twins.miss(room)
      case 50, 55: twins.find((step - 50) / 5, room)
      default: break
      }
    }
    #expect(twins.leaks.prefix(2) == [], "seed \(seed)")
    #expect(twins.first.faults == [], "seed \(seed)")
    #expect(twins.compared > 5000, "seed \(seed): \(twins.compared) bytes")
  }
}
