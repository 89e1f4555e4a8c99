import CoreHarness
import GameKit
import Testing
import WireProtocol
import WordSearch
import Wordle

@testable import ParlorCore

/// What a player learns of the dailies by practising to the end every day, with the gaps of every block remembered.
@Suite("Puzzles reserved for dailies")
struct ReservedPuzzleTests {
  private static let letters = "abcdefghijklmnopqrstuvwxyz"

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
      world = World(games: [GameModule(try WordleSource(GuessLists(answers: list, guesses: list)))])
      game = try #require(world.parlor.rooms["wordle"]?.plan.game)
    }

    func daily(_ number: Int) throws -> PuzzleKey {
      try game.puzzleKey(
        on: Day(number: number), season: world.parlor.hub.configuration.season, settings: game.settings(from: [:]))
    }

    func leftOut(_ number: Int, _ fields: JSONObject = [:]) throws -> Set<PuzzleKey> {
      world.parlor.hub.clock.today = Day(number: number)
      return world.parlor.hub.puzzles.reserved(of: game, settings: try game.settings(from: fields))?.all ?? []
    }
  }

  /// Dailies in an order that is shuffled anew when all have been, without a game.
  private struct Dailies {
    private let orders: [[PuzzleKey]]
    private let count: Int

    init(_ count: Int) {
      self.count = count
      var generator = SeededGenerator(seed: 7)
      orders = (0..<3).map { _ in
        var order = (0..<count).map { PuzzleKey("p\($0)") }
        generator.shuffle(&order)
        return order
      }
    }

    subscript(day: Int) -> PuzzleKey { orders[(day - 1) / count % 3][(day - 1) % count] }

    func past(_ day: Int) -> Set<PuzzleKey> { Set(orders[(day - 1) / count % 3].prefix((day - 1) % count)) }

    func leftOut(_ day: Int) -> Set<PuzzleKey> {
      ReservedPuzzles(
        on: Day(number: day), game: "any", dayCount: count, season: SeasonKey(hashing: "any".utf8)
      ) { self[$0.number] }.all
    }
  }

  @Test("With all words practised at least 601 of 2,259 can still be dealt, on any day of a block")
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

  @Test(
    "On any day at least ten blocks of puzzles could be today's, or all that have not come yet",
    arguments: [(2259, 60), (960, 60), (299, 18), (70, 4), (16, 1)])
  func candidates(count: Int, block: Int) {
    let dailies = Dailies(count)
    for day in stride(from: 1, through: 2 * count + block, by: max(1, count / 100)) {
      let (leftOut, past) = (dailies.leftOut(day), dailies.past(day))
      #expect(leftOut.contains(dailies[day]))
      #expect(leftOut.count <= count - count / 4)
      let candidates = leftOut.subtracting(past).count
      // A block that reaches into the next order leaves out words for both of its parts.
      #expect(candidates >= min(10 * block + 1, count - past.count), "\(day)")
    }
  }

  @Test("Being reserved in the previous block reveals nothing about a word reserved now")
  func blocksBefore() {
    let all = Dailies(2259)
    var (dailies, decoys) = (Tally(), Tally())
    for first in stride(from: 61, to: 1261, by: 60) {
      let own = Set((first..<first + 60).map { all[$0] })
      let before = all.leftOut(first - 1)
      for key in all.leftOut(first) {
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

  @Test("All days of a block reserve the same words, so that a difference names no daily")
  func difference() {
    let dailies = Dailies(2259)
    // Days 301 to 360 are one block of 60.
    let leftOut = dailies.leftOut(301)
    for day in 302...360 { #expect(dailies.leftOut(day) == leftOut) }
    #expect(dailies.leftOut(361) != leftOut)
    #expect(leftOut.count == 660)
  }

  @Test("Below sixteen puzzles nothing is reserved: practice deals all, and absence reveals none")
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

  @Test("Settings that do not change the puzzles do not change what is reserved")
  func sameSet() throws {
    let watch = try Watch(Self.words)
    #expect(try watch.leftOut(324, ["hard": true]) == watch.leftOut(324))
  }

  @Test("Settings with another set of puzzles than the dailies reserve nothing")
  func otherSet() throws {
    let list = Array(Self.words.sorted().joined(separator: "\n").utf8)
    let world = World(games: [GameModule(Apart(words: try WordleSource(GuessLists(answers: list, guesses: list))))])
    let game = try #require(world.parlor.rooms["wordle"]?.plan.game)
    func kept(_ fields: JSONObject) throws -> Int {
      world.parlor.hub.puzzles.reserved(of: game, settings: try game.settings(from: fields))?.all.count ?? 0
    }
    #expect(try kept(["hard": true]) == 660)
    #expect(try kept(["ultra": true]) == 0)
  }

  private static func challenge(_ number: Int) -> WordSearch.Challenge {
    WordSearch.Challenge(
      sourceLanguage: "en", targetLanguage: "es", word: "word\(number)",
      rows: ["casah", "wtxko", "lekvg", "ydfua", "nijño"],
      targets: [WordSearch.Target(word: "casa", from: Cell(x: 0, y: 0), to: Cell(x: 3, y: 0))])
  }

  private static let someWords: [Translations] = {
    let lines = (0..<60).map { "w\(letters.dropFirst($0 / 26).prefix(1))\(letters.dropFirst($0 % 26).prefix(1)): casa" }
    guard let language = TargetLanguage.all.first,
      let words = try? Translations(
        from: "en", to: language, words: Array(lines.joined(separator: "\n").utf8), blocked: [])
    else { return [] }
    return [words]
  }()

  @Test(
    "A challenge file is played to its end if the dailies use another set",
    arguments: [1, 2, 3, 5, 9], [ModeKind.practice, .race, .together])
  func challengeFiles(_ count: Int, _ mode: ModeKind) throws {
    let source = WordSearchSource(Self.someWords, loaded: (0..<count).map(Self.challenge))
    let world = World(games: [GameModule(source)])
    world.connect("ana")
    let answer = world.send(
      "ana",
      #"{"type":"create","game":"wordsearch","mode":"\#(mode.rawValue)","room":"class","#
        + #""settings":{"set":"file","challenges":1}}"#)
    #expect(answer.contains { $0.type == "joined" })
    var seen: Set<String> = []
    for _ in 0..<count {
      if world.parlor.rooms["class"]?.isPlaying != true { world.send("ana", #"{"type":"start"}"#) }
      let puzzle = try #require(try world.parlor.rooms["class"]?.table?.match.puzzle())
      let word = try #require(puzzle["challenges"]?.arrayValue?.first?["word"]?.stringValue)
      #expect(!seen.contains(word))
      seen.insert(word)
      world.send("ana", #"{"type":"move","text":"casa"}"#)
    }
    #expect(seen.count == count)
  }
}

/// Wordle with puzzles of its own for one setting.
private struct Apart: PuzzleSource {
  let words: WordleSource

  func puzzle(for day: Day, season: SeasonKey, settings: Wordle.Settings) throws(Rejection) -> Wordle.Puzzle {
    try words.puzzle(for: settings.ultra ? Day(number: day.number + 1) : day, season: season, settings: settings)
  }

  func puzzle(
    seed: UInt64, settings: Wordle.Settings, excluding: PuzzleSet
  ) throws(Rejection) -> Wordle.Puzzle {
    try words.puzzle(seed: seed, settings: settings, excluding: excluding)
  }

  func puzzleCount(settings: Wordle.Settings) -> Int? { words.puzzleCount(settings: settings) }

  func candidateMoves(
    in game: Wordle, for viewer: Viewer, limit: Int, using generator: inout SeededGenerator
  ) -> [Wordle.Move] { [] }
}
