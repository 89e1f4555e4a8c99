import GameKit
import Testing
import WireProtocol
import Wordle

@testable import ParlorCore

/// What somebody finds out about the dailies who practises to the end, every day, and remembers what was left out in
/// every block before.
@Suite("Puzzles that rounds keep clear of")
struct ReservedPuzzleTests {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  /// As many words as Wordle has answers.
  private static let words = Array(
    ["xyz", "wxy", "vwx", "uvw"].flatMap { end in
      letters.flatMap { first in letters.map { "\(first)\($0)\(end)" } }
    }.prefix(2259))

  /// What is left out on a day, and every daily, as a server would have them.
  private struct Watch {
    let world: World
    let game: GameModule

    init(_ words: [String]) throws {
      let list = Array(words.sorted().joined(separator: "\n").utf8)
      world = World(games: [GameModule(try WordleSource(answers: list, guesses: list))])
      game = try #require(world.parlor.rooms["wordle"]?.plan.game)
    }

    func daily(_ number: Int) throws -> PuzzleKey {
      try game.puzzleKey(
        on: Day(number: number), season: world.parlor.hub.configuration.season, settings: game.settings(from: [:]))
    }

    func leftOut(_ number: Int, _ fields: JSONObject = [:]) throws -> Set<PuzzleKey> {
      world.parlor.hub.today = Day(number: number)
      return world.parlor.hub.reserved(of: game, settings: try game.settings(from: fields))
    }
  }

  @Test("Whoever has practised every word there is has at least 601 of 2,259 to choose from, on any day of a block")
  func attack() throws {
    let watch = try Watch(Self.words)
    let world = watch.world
    world.connect("eve")
    world.send("eve", #"{"type":"create","room":"gym","game":"wordle","mode":"practice"}"#)
    var dealt: Set<String> = []
    repeat {
      let answer = try #require(world.answer(in: "gym"))
      #expect(dealt.insert(answer).inserted)
      world.send("eve", #"{"type":"move","text":"\#(answer)"}"#)
    } while world.send("eve", #"{"type":"start"}"#).last?.code != "no_puzzles_left"
    // Today is day 324, and whoever is logged in may know all dailies that are over.
    let past = try Set((1..<324).map { try watch.daily($0).text })
    let candidates = Set(Self.words).subtracting(dealt).subtracting(past)
    #expect(candidates.contains(try watch.daily(324).text))
    #expect(candidates.count == 660 - 23)
    #expect(world.faults == [])
  }

  @Test("On each day of the first five years at least 601 words may be today's, or all that have not come yet")
  func candidates() throws {
    let watch = try Watch(Self.words)
    var left = Set(try (1...2259).map { try watch.daily($0) })
    for day in 1...1860 {
      let leftOut = try watch.leftOut(day)
      let today = try watch.daily(day)
      let candidates = leftOut.intersection(left).count
      #expect(leftOut.contains(today))
      #expect(candidates >= min(601, left.count), "day \(day)")
      left.remove(today)
    }
  }

  @Test("To have been left out in the block before tells nothing about a word that is left out now")
  func blocksBefore() throws {
    let watch = try Watch(Self.words)
    var (dailies, decoys) = (Tally(), Tally())
    for first in stride(from: 61, to: 1261, by: 60) {
      let own = try Set((first..<first + 60).map { try watch.daily($0) })
      let before = try watch.leftOut(first - 1)
      for key in try watch.leftOut(first) {
        if own.contains(key) { dailies.add(before.contains(key)) } else { decoys.add(before.contains(key)) }
      }
    }
    #expect(abs(dailies.share - decoys.share) < 0.04, "\(dailies.share), \(decoys.share)")
  }

  private struct Tally {
    private var (hits, all) = (0.0, 0.0)
    var share: Double { hits / all }
    mutating func add(_ isHit: Bool) {
      hits += isHit ? 1 : 0
      all += 1
    }
  }

  @Test("The days of one block leave out the same words: their difference names no daily")
  func difference() throws {
    let watch = try Watch(Self.words)
    // Days 301 to 360 are one block of 60.
    for day in 302...360 { #expect(try watch.leftOut(day) == watch.leftOut(301)) }
    #expect(try watch.leftOut(361) != watch.leftOut(360))
    #expect(try watch.leftOut(361).count == 660)
  }

  @Test("A game with few puzzles leaves at least a quarter of them to practise", arguments: [16, 70, 299, 960])
  func few(count: Int) throws {
    let watch = try Watch(Array(Self.words.prefix(count)))
    for day in 300...420 {
      let leftOut = try watch.leftOut(day)
      #expect(leftOut.count <= count - count / 4)
      #expect(leftOut.contains(try watch.daily(day)))
    }
  }

  @Test("Among fewer than sixteen puzzles nothing is left out: practice deals them all, and names none by its absence")
  func fewest() throws {
    let watch = try Watch(Array(Self.words.prefix(5)))
    let world = watch.world
    world.connect("eve")
    world.send("eve", #"{"type":"create","room":"gym","game":"wordle","mode":"practice"}"#)
    for _ in 1...2 {
      var dealt: Set<String> = []
      for round in 1...5 {
        let answer = try #require(world.answer(in: "gym"))
        dealt.insert(answer)
        world.send("eve", #"{"type":"move","text":"\#(answer)"}"#)
        #expect(world.send("eve", #"{"type":"start"}"#).last?.code == (round < 5 ? nil : "no_puzzles_left"))
      }
      #expect(dealt.count == 5)
      world.send("eve", #"{"type":"start"}"#)
    }
    #expect(world.faults == [])
  }

  @Test("Settings that leave the puzzles as they are leave what is kept back as it is")
  func sameSet() throws {
    let watch = try Watch(Self.words)
    #expect(try watch.leftOut(324, ["hard": true]) == watch.leftOut(324))
  }

  @Test("Settings that draw from another set than the dailies keep nothing back")
  func otherSet() throws {
    let list = Array(Self.words.sorted().joined(separator: "\n").utf8)
    let world = World(games: [GameModule(Apart(words: try WordleSource(answers: list, guesses: list)))])
    let game = try #require(world.parlor.rooms["wordle"]?.plan.game)
    func kept(_ fields: JSONObject) throws -> Int {
      world.parlor.hub.reserved(of: game, settings: try game.settings(from: fields)).count
    }
    #expect(try kept(["hard": true]) == 660)
    #expect(try kept(["ultra": true]) == 0)
  }
}

/// Wordle with puzzles of its own for one setting.
private struct Apart: PuzzleSource {
  let words: WordleSource

  func puzzle(for day: Day, season: SeasonKey, settings: Wordle.Settings) throws(Rejection) -> Wordle.Puzzle {
    try words.puzzle(for: settings.ultra ? Day(number: day.number + 1) : day, season: season, settings: settings)
  }

  func puzzle(
    seed: UInt64, settings: Wordle.Settings, excluding: Set<PuzzleKey>
  ) throws(Rejection) -> Wordle.Puzzle {
    try words.puzzle(seed: seed, settings: settings, excluding: excluding)
  }

  func puzzleCount(settings: Wordle.Settings) -> Int? { words.puzzleCount(settings: settings) }

  func candidateMoves(
    in game: Wordle, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [Wordle.Move] { [] }
}
