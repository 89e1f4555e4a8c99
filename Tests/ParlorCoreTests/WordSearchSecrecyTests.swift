import CoreHarness
import GameKit
import TestSeed
import Testing
import WireProtocol
import WordSearch

@testable import ParlorCore

/// Two servers with the same letters, in which the words are elsewhere.
///
/// `solver` finds, misses and skips in both at once; everybody else sends the same line to both and must be told the
/// same.
private final class GridTwins: SolverTwins {
  static let rows = ["casah", "wtxko", "lekvg", "ydfua", "nijñr"]
  static let targets = (
    [("casa", (0, 0), (3, 0)), ("hogar", (4, 0), (4, 4))], [("lekvg", (0, 2), (4, 2)), ("ctkur", (0, 0), (4, 4))]
  )
  static let misses = [("A1 B1", "C4 C5"), ("E5 E2", "D1 D4"), ("A5 E5", "B2 B4"), ("otra", "nada")]

  private static func world(_ targets: [(String, (Int, Int), (Int, Int))]) -> World {
    let challenge = WordSearch.Challenge(
      sourceLanguage: "en", targetLanguage: "es", word: "house", rows: rows,
      targets: targets.map { word, from, to in
        WordSearch.Target(
          word: word, from: Cell(x: from.0, y: from.1), to: Cell(x: to.0, y: to.1))
      })
    let puzzle = WordSearch.Puzzle(challenges: [challenge, challenge, challenge])
    return World(games: [GameModule(OnePuzzle<WordSearch>(puzzle: puzzle))]) { $0.digestMembers = 64 }
  }

  init(seed: UInt64) { super.init(Self.world(Self.targets.0), Self.world(Self.targets.1), seed: seed) }

  func miss(_ room: String) {
    let (one, other) = Self.misses[generator.number(below: Self.misses.count)]
    play(room, one, other)
  }

  func find(_ index: Int, _ room: String) {
    play(room, Self.targets.0[index].0, Self.targets.1[index].0)
  }

  func look(_ room: String) {
    let name = onlookers[generator.number(below: onlookers.count)]
    let json = [
      #"{"type":"board","room":"\#(room)"}"#, #"{"type":"who","room":"\#(room)"}"#, #"{"type":"rooms"}"#,
      #"{"type":"history","player":"solver"}"#, #"{"type":"words","game":"wordsearch"}"#,
      #"{"type":"join","watching":true,"room":"\#(room)"}"#, #"{"type":"stats","player":"solver"}"#,
      #"{"type":"move","room":"\#(room)","text":"A1 B1"}"#,
    ]
    let typed = ["/board", "/who", "/rooms", "/history", "/watch \(room)", "A1 B1"]
    let lines = ["text", "typist"].contains(name) ? typed : json
    both(name, lines[generator.number(below: lines.count)])
  }
}

@Suite("WordSearch's secrets")
struct WordSearchSecrecyTests {
  @Test(
    "A player who has not finished is sent the same bytes for the same letters, wherever the words are",
    arguments: ["wordsearch", "race", "together", "practice"])
  func twins(room: String) throws {
    let seed = TestSeed.make()
    let twins = GridTwins(seed: seed)
    twins.enter(room, game: "wordsearch", withPlayers: room == "wordsearch" || room == "race")
    for step in 0..<60 {
      twins.look(room)
      switch step {
      case 10, 30: twins.find(0, room)
      case 20: twins.find(1, room)
      case 40: twins.play(room, "skip", "skip")
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
