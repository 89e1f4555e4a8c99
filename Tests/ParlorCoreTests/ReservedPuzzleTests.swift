import GameKit
import Testing
import WireProtocol
import WordSearch
import Wordle

@testable import ParlorCore

/// What somebody finds out about the dailies who practises to the end every day, and so knows every word that is left
/// out: see `StrangerTests` for that part.
@Suite("Puzzles that rounds keep clear of")
struct ReservedPuzzleTests {
  private static let letters = "abcdefghijklmnopqrstuvwxyz"
  private static let words = ["xyz", "wxy", "vwx"].flatMap { end in
    letters.flatMap { first in letters.map { "\(first)\($0)\(end)" } }
  }

  /// What is left out on a day, and every daily, as a server would have them.
  private struct Watch {
    let world: World
    let game: GameModule
    let settings: JSON

    init(_ words: [String]) throws {
      let list = Array(words.sorted().joined(separator: "\n").utf8)
      world = World(games: [GameModule(try WordleSource(answers: list, guesses: list))])
      game = try #require(world.parlor.rooms["wordle"]?.plan.game)
      settings = try game.settings(from: [:])
    }

    func daily(_ number: Int) throws -> PuzzleKey {
      try game.puzzleKey(
        on: Day(number: number), season: world.parlor.hub.configuration.season, settings: settings)
    }

    func leftOut(_ number: Int) -> Set<PuzzleKey> {
      world.parlor.hub.today = Day(number: number)
      return world.parlor.hub.reserved(of: game, settings: settings).all
    }
  }

  @Test("Two days of one block leave out the same words: their difference names no daily")
  func difference() throws {
    let watch = try Watch(Self.words)
    // Days 301 to 360 are one block of 60.
    for day in 302...360 { #expect(watch.leftOut(day) == watch.leftOut(301)) }
    #expect(watch.leftOut(361) != watch.leftOut(360))
  }

  @Test("The dailies of the next sixty days are always left out, and today's is known to be one of them")
  func promise() throws {
    let watch = try Watch(Self.words)
    for day in [301, 324, 360, 361] {
      let leftOut = watch.leftOut(day)
      for ahead in 0...60 { #expect(leftOut.contains(try watch.daily(day + ahead))) }
      let reserved = watch.world.parlor.hub.reserved(of: watch.game, settings: watch.settings)
      #expect(reserved.daily(of: Day(number: day)) == (try watch.daily(day)))
    }
  }

  @Test("Whoever has watched since the block before has at least 61 words to choose from, on its last day too")
  func elimination() throws {
    let watch = try Watch(Self.words)
    let before = watch.leftOut(360)
    var past: Set<PuzzleKey> = []
    for day in 1...360 { past.insert(try watch.daily(day)) }
    for day in 361...420 {
      // Today's word was left out in the block before as well as now, and has not been a daily in this order.
      let candidates = before.intersection(watch.leftOut(day)).subtracting(past)
      #expect(candidates.contains(try watch.daily(day)))
      #expect(candidates.count >= 61)
      past.insert(try watch.daily(day))
    }
  }

  @Test("Of what is new when a block begins, as many words are no dailies of it as are")
  func change() throws {
    let watch = try Watch(Self.words)
    let new = watch.leftOut(361).subtracting(watch.leftOut(360))
    var dailies: Set<PuzzleKey> = []
    for day in 421...480 { dailies.insert(try watch.daily(day)) }
    #expect(dailies.isSubset(of: watch.leftOut(361)))
    #expect((100...120).contains(new.count))
    #expect((50...60).contains(new.subtracting(dailies).count))
  }

  @Test("Nothing goes with the dailies of two blocks in a row: else it would be known for a decoy")
  func neighbours() throws {
    let watch = try Watch(Self.words)
    for day in [241, 301, 361] { #expect(watch.leftOut(day).count == 240) }
  }

  @Test("A game with few puzzles leaves at least a fifth of them to practise", arguments: [5, 10, 70, 299])
  func few(count: Int) throws {
    let watch = try Watch(Array(Self.words.prefix(count)))
    for day in 300...420 {
      let leftOut = watch.leftOut(day)
      #expect(leftOut.count <= count - count / 5)
      #expect(leftOut.contains(try watch.daily(day)))
    }
  }

  private static func challenge(_ number: Int) -> WordSearch.Challenge {
    WordSearch.Challenge(
      sourceLanguage: "en", targetLanguage: "es", word: "word\(number)",
      rows: ["casah", "wtxko", "lekvg", "ydfua", "nijño"],
      targets: [WordSearch.Target(word: "casa", from: Cell(x: 0, y: 0), to: Cell(x: 3, y: 0))])
  }

  private static let someWords: [Translations] = {
    let lines = (0..<60).map { "w\(letters.dropFirst($0 / 26).prefix(1))\(letters.dropFirst($0 % 26).prefix(1)): casa" }
    guard let language = Language.all.first,
      let words = try? Translations(
        from: "en", to: language, words: Array(lines.joined(separator: "\n").utf8), blocked: [])
    else { return [] }
    return [words]
  }()

  @Test(
    "A challenge file is played to its last challenge where the dailies are of another set",
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
      if world.parlor.rooms["class"]?.mode?.isPlaying != true { world.send("ana", #"{"type":"start"}"#) }
      let puzzle = try #require(try world.parlor.rooms["class"]?.template?.match.puzzle())
      let word = try #require(puzzle["challenges"]?.arrayValue?.first?["word"]?.stringValue)
      #expect(!seen.contains(word))
      seen.insert(word)
      world.send("ana", #"{"type":"move","text":"casa"}"#)
    }
    #expect(seen.count == count)
  }
}
