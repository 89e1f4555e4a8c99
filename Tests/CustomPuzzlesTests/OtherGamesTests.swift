import CoreHarness
import DailySort
import GameKit
import ParlorCore
import Testing
import WireProtocol
import WordSearch

@Suite("Custom puzzles of other games")
struct OtherGamesTests {
  private static func world() throws -> World {
    let words = #"[{"word":"tales","part":"noun","definition":"Stories.","example":"Old tales."}]"#
    let translations = try Translations(
      from: "en", to: TargetLanguage.all[0],
      words: Array("bread: el pan\ncat: el gato\ndog: el perro\nhouse: la casa\nsun: el sol\n".utf8),
      blocked: Array("culo\ncaca\n".utf8))
    let others = [
      GameModule(try DailySortSource(words: Array(words.utf8))), GameModule(WordSearchSource([translations])),
    ]
    let world = try World(stores: true, others: others)
    world.logIn("ana")
    world.connect("ben")
    return world
  }

  private static func make(_ world: World, _ fields: String) -> Line? {
    world.send("ana", #"{"type":"make_puzzle",\#(fields)}"#).last
  }

  @Test("A word of DailySort has its author's definition", arguments: ["firefighter", "noon"])
  func dailySort(word: String) throws {
    let world = try Self.world()
    let made = Self.make(world, #""game":"dailysort","words":["\#(word)"],"clue":"hot","meaning":"Who puts it out""#)
    let code = try #require(made?["code"]?.stringValue)
    let joined = world.send("ben", CustomPuzzleTests.open(code)).first
    let row = try #require(joined?["board"]?["data"]?["row"]?.stringValue)
    #expect(row != word && row.sorted() == word.sorted())
    let end = world.send("ben", CustomPuzzleTests.move(word))
    #expect(end.types == ["moved", "finished", "round_over", "puzzle"])
    #expect(end[1]["outcome"]?["definition"] == "Who puts it out" && end[1]["outcome"]?["example"] == nil)
    #expect(end[0]["board"]?["notes"] == .array(["1 try", .string("\(word): Who puts it out")]))
    #expect(end[3]["results"] == ["solved": 1, "distribution": ["1": 1]])
    for words in [#"["aaaa"]"#, #"["sun"]"#, #"["antidisestablish"]"#, #"["naïve"]"#] {
      #expect(Self.make(world, #""game":"dailysort","words":\#(words)"#)?["code"] == "bad_puzzle")
    }
    #expect(world.faults == [])
  }

  @Test("WordSearch hides the author's words, with their common topic as the title")
  func wordSearch() throws {
    let world = try Self.world()
    let made = Self.make(world, #""game":"wordsearch","words":["lemon","apple","pear"],"clue":"fruit""#)
    let code = try #require(made?["code"]?.stringValue)
    let joined = world.send("ben", CustomPuzzleTests.open(code)).first
    #expect(joined?["board"]?["prompt"] == "Find 3 words: fruit")
    world.send("ben", CustomPuzzleTests.move("lemon"))
    world.send("ben", CustomPuzzleTests.move("pear"))
    let end = world.send("ben", CustomPuzzleTests.move("apple"))
    #expect(end.types == ["moved", "finished", "round_over", "puzzle"])
    #expect(end[3]["results"] == ["solved": 1, "distribution": [:]])
    func refused(_ fields: String) -> Bool {
      Self.make(world, #""game":"wordsearch",\#(fields)"#)?["code"] == "bad_puzzle"
    }
    #expect(refused(#""words":["lemon","apple"]"#))
    #expect(refused(#""words":["lemon"],"clue":"fruit""#))
    #expect(refused(#""words":["pear","pears"],"clue":"fruit""#))
    for setting in [#""challenges":5"#, #""set":"file""#, #""to":"fr""#] {
      let fields = #""game":"wordsearch","words":["lemon","apple"],"clue":"fruit","settings":{\#(setting)}"#
      // A language that the server lacks is refused as a setting already.
      let code = Self.make(world, fields)?.code ?? ""
      #expect(["bad_puzzle", "bad_settings"].contains(code), "\(code)")
    }
    #expect(!refused(#""words":["lemon","apple"],"clue":"fruit","settings":{"size":12,"level":1}"#))
    #expect(world.faults == [])
  }

  @Test("A word that a game blocks is refused in puzzles and clues")
  func blocked() throws {
    let world = try Self.world()
    for fields in [
      #""words":["caca"]"#, #""words":["noon"],"clue":"Oh, CULO!""#, #""words":["noon"],"meaning":"culo""#,
      #""words":["noon"],"clue":"un cúlo""#,
    ] {
      #expect(Self.make(world, #""game":"dailysort",\#(fields)"#)?["code"] == "bad_text")
    }
    #expect(Self.make(world, #""game":"dailysort","words":["cacao"]"#)?.type == "puzzle")
  }
}
