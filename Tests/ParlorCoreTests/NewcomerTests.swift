import CoreHarness
import DailySort
import GameKit
import Storage
import Testing
import WireProtocol
import WordSearch
import Wordle

@testable import ParlorCore
@testable import TextMode

/// What somebody meets at a terminal in the first ten minutes.
@Suite("The first minutes at a terminal")
struct NewcomerTests {
  @Test(
    "Wordle can be given up, with and without a slash, which is a loss", .needs("Statistics"),
    arguments: ["give up", "/give up"])
  func givingUp(_ line: String) throws {
    let world = try World(stores: true)
    world.connect("tom")
    world.send("tom", "/name tom")
    world.send("tom", "wordle")
    world.send("tom", "train")
    let told = world.send("tom", line).map(\.text)
    #expect(told.contains("The word was NYMPH") && told.contains("Parlor Wordle 324 X/6"), "\(told)")
    let stats = world.send("tom", "/stats").text
    #expect(stats.contains("1 played, 0 won"), "\(stats)")
    #expect(world.send("tom", "/give").text.hasPrefix("There is no command /give"))
  }

  @Test("A JSON client gives up by the same request")
  func givingUpByCommand() throws {
    let world = try World()
    world.connect("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    let told = world.send("ana", #"{"type":"command","text":"/give up","room":"wordle","id":1}"#)
    #expect(told.first("moved")?["turn"] == ["gave_up": true])
    #expect(told.last("finished")?["outcome"]?["won"] == false)
  }

  @Test("A finished player is told how to go to another game, and that a command needs its slash")
  func done() throws {
    let meaning = DailySort.Meaning(part: "noun", definition: "Stories.", example: "Tall tales.")
    let sorted = DailySort.Puzzle(word: "tales", scramble: "setal", meaning: meaning)
    let world = World(games: [
      GameModule(OnePuzzle<Wordle>(puzzle: Wordle.Puzzle(answer: "nymph"))),
      GameModule(OnePuzzle<DailySort>(puzzle: sorted)),
    ])
    world.connect("tom")
    world.send("tom", "wordle")
    world.send("tom", "nymph")
    func words(_ line: String) -> String {
      world.send("tom", line).text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
    #expect(words("quit").hasSuffix("(if you meant the command: /quit)"))
    #expect(words("DailySort").hasSuffix("(if you meant to go there: /join dailysort)"))
    #expect(!words("wordle").contains("if you meant"))
    _ = words("/create lunch wordle race")
    #expect(words("dailysort").hasSuffix("/say TEXT to talk (if you meant to go there: /join dailysort)"))
  }

  @Test("A guest is told once, at the first daily, that results do not count")
  func guests() throws {
    let world = try World()
    world.connect("tom")
    let sentence = "A guest's results do not count: /name NAME claims a name."
    #expect(world.send("tom", "wordle").map(\.text).contains(sentence))
    #expect(!world.send("tom", "/join wordle").text.contains(sentence))
    world.connect("kim")
    world.send("kim", "/name kim")
    #expect(!world.send("kim", "wordle").text.contains(sentence))
    world.connect("program")
    #expect(!world.send("program", #"{"type":"join","room":"wordle"}"#).text.contains("guest's"))
  }

  @Test("No line at a terminal is wider than 80 columns or broken within a word")
  func lines() throws {
    let world = try World()
    world.connect("tom", "kim")
    let words = "antidisestablishmentarianism " + String(repeating: "über die Brücke ", count: 20)
    for name in ["tom", "kim"] {
      for line in ["/create talk", "/join talk"] { world.post(name, line) }
    }
    world.clear()
    world.post("tom", words)
    for name in ["tom", "kim"] {
      let said = world.take(name).map(\.text)
      #expect(said.count > 3 && said.allSatisfy { TextWidth.of($0) <= 80 }, "\(said)")
      #expect(said.dropFirst().allSatisfy { $0.hasPrefix("  ") })
      let whole = said.map { $0.drop { $0 == " " } }.joined(separator: " ")
      #expect(whole.hasSuffix(words.dropLast()), "\(whole)")
    }
    let topics = ["/limits all", "/kick", "/react 1 x", "/shares 0", "/add-score 1", "/forget-me"]
    let commands = TextCommand.names.filter { $0 != "quit" }.map { "/" + $0 }
    for line in topics + commands {
      for told in world.send("tom", line) { #expect(TextWidth.of(told.text) <= 80, "\(line): \(told)") }
    }
  }

  @Test("Text without spaces is not broken, and neither is what a program reads")
  func unbroken() throws {
    let tiles = String(repeating: "🟩", count: 60)
    #expect(Drawing.wrappedToWidth(tiles) == tiles)
    #expect(Drawing.wrappedToWidth("short\n" + tiles + "\n\nend") == "short\n" + tiles + "\n\nend")
    let json = #"{"text":"\#(String(repeating: "a b ", count: 50))"}"#
    #expect(Drawing.wrappedToWidth(json) == json)
    let table = "name" + String(repeating: " ", count: 30) + String(repeating: "word ", count: 12)
    #expect(Drawing.wrappedToWidth(table).split(separator: "\n").map { TextWidth.of(String($0)) }.max() ?? 0 <= 80)
    #expect(Drawing.wrappedToWidth("  " + table).hasPrefix("  name "))
    #expect(Drawing.wrappedToWidth(table).hasPrefix("name" + String(repeating: " ", count: 30) + "word"))
  }

  @Test("A practice room is listed to its player only")
  func practice() throws {
    let world = try World()
    world.connect("tom", "kim")
    world.send("tom", "/practice wordle")
    #expect(world.send("tom", "/rooms").text.contains("practice-"))
    #expect(!world.send("kim", "/rooms").text.contains("practice"))
    #expect(!world.send("kim", #"{"type":"rooms"}"#).text.contains("practice"))
  }

  @Test("A text session that cannot join is told how to watch")
  func watchingPrivately() throws {
    let world = try World()
    world.connect("tom", "kim")
    world.send("tom", "/create lunch wordle race code=tacos")
    #expect(world.send("kim", "/watch lunch").text == "lunch needs a code: /watch lunch CODE")
    #expect(world.send("kim", "/join lunch").text == "lunch needs a code: /join lunch CODE")
    #expect(world.send("kim", "/watch lunch tacos").text.contains("you are watching"))
  }

  @Test("An owner who leads without a seat keeps the room for half an hour; a player's passes on after two minutes")
  func leaderAway() throws {
    for (isWatching, owner) in [(true, "ana"), (false, "ben")] {
      let world = try World { $0.seatSeconds = 120 }
      let token = world.logIn("ana")
      world.send("ana", #"{"type":"create","room":"class","game":"wordle"}"#)
      world.send("ana", #"{"type":"join","room":"class","watching":\#(isWatching)}"#)
      world.logIn("ben")
      world.send("ben", #"{"type":"join","room":"class"}"#)
      world.drop("ana")
      world.wait(seconds: 1700)
      world.connect("back")
      world.send("back", #"{"type":"login","token":"\#(token)"}"#)
      world.send("back", #"{"type":"join","room":"class"}"#)
      #expect(world.send("back", #"{"type":"who","room":"class"}"#).last?["owner"] == .string(owner), "\(isWatching)")
    }
  }

  @Test("Once the last player has gone, the room of an owner who led it and is away closes after two minutes")
  func leaderGone() throws {
    let world = try World { $0.seatSeconds = 120 }
    world.logIn("ana")
    world.send("ana", #"{"type":"create","room":"class","game":"wordle"}"#)
    world.send("ana", #"{"type":"join","room":"class","watching":true}"#)
    world.logIn("ben")
    world.send("ben", #"{"type":"join","room":"class"}"#)
    world.drop("ana")
    world.wait(seconds: 60)
    world.send("ben", #"{"type":"leave","room":"class"}"#)
    #expect(world.parlor.rooms["class"] != nil)
    world.wait(seconds: 61)
    #expect(world.parlor.rooms["class"] == nil)
  }

  @Test("A player who may not begin a round while the owner is away is told when ownership passes on")
  func awayOwner() throws {
    let world = try World { $0.seatSeconds = 120 }
    world.logIn("ana")
    world.connect("tom")
    world.send("ana", "/create lunch wordle race")
    world.send("tom", "/join lunch")
    #expect(world.send("tom", "/start").text == "Only the owner of lunch, ana, may do that")
    world.drop("ana")
    world.wait(seconds: 30)
    #expect(world.send("tom", "/start").sentences.hasSuffix("ana is away, and the room passes on in 90 s"))
    world.wait(seconds: 90)
    #expect(world.take("tom").text.contains("You own lunch now"))
  }

  @Test("/limits shows what concerns a player, and other limits by name")
  func limits() throws {
    let world = try World()
    world.connect("tom")
    let usual = world.send("tom", "/limits")
    #expect(usual.count < 12 && usual.text.contains("chat_characters"), "\(usual)")
    #expect(usual.last?.text == "More: /limits all, /limits rooms")
    for entry in Limits.entries { #expect(world.send("tom", "/limits all").text.contains(entry.name + " ")) }
    #expect(world.send("tom", "/limits SEAT").map(\.text).first?.hasPrefix("seat_s 120") == true)
  }

  @Test(
    "A month's leaderboard says what it counts, and does not reveal what is played now",
    .needs("Statistics"), .needs("Channel"))
  func months() throws {
    let world = try World(stores: true)
    world.connect("tom")
    let board = world.send("tom", "/leaderboard month").map(\.text)
    #expect(board.first == "wordle · played elsewhere · this month · sum of points")
    #expect(board.last == "For dailies: /leaderboard week, /leaderboard all")
    let refused = world.send("tom", "/leaderboard month daily").text
    #expect(refused.hasPrefix("Months are of results played elsewhere"))
  }

  @Test("Today's board is day or today; words that mean nothing are refused, and not left out", .needs("Statistics"))
  func today() throws {
    let world = try World(stores: true)
    world.connect("tom")
    for words in ["day wordle", "today wordle", "wordle Today"] {
      #expect(world.send("tom", "/leaderboard \(words)").text.contains("today"), "\(words)")
    }
    #expect(world.send("tom", "/leaderboard yesterday wordle").text.contains("/leaderboard [day|week|month|all]"))
  }

  @Test("A paste whose last row waits for its newline is not judged before it has come", .needs("Channel"))
  func lastRow() throws {
    let world = try World(stores: true)
    world.connect("tom")
    world.send("tom", "/name tom")
    for line in ["Wordle 1,492 3/6", "", "⬛🟨⬛⬛⬛", "🟩⬛🟨⬛🟩"] { world.post("tom", line) }
    world.wait(seconds: 5)
    #expect(
      world.take("tom").map(\.text) == ["This is not all of it yet: press Enter if a row still stands on your line"])
    #expect(world.send("tom", "🟩🟩🟩🟩🟩").text.contains("tom shares 1 (played elsewhere)"))
    for line in ["Wordle 1,493 3/6", "", "⬛🟨⬛⬛⬛", "🟩⬛🟨⬛🟩"] { world.post("tom", line) }
    world.wait(seconds: 5)
    world.clear()
    let told = world.send("tom", "/ping").map(\.text)
    #expect(told == ["The grid has 2 rows, which is not what its header says", "pong"])
  }

  @Test("A game's scoring is in its rules, and rankings have a help topic")
  func points() throws {
    for info in [WordSearch.info, DailySort.info] {
      #expect(info.rules.contains { $0.contains("Points: ") }, "\(info.id)")
    }
    let world = try World()
    world.connect("tom")
    #expect(world.send("tom", "/help points").text.contains("/help wordsearch"))
    #expect(world.send("tom", "/help wordle").text.contains("Points: 7 less the tries"))
  }

  @Test("A replay of a grid of letters shows each grid when it is complete")
  func replay() throws {
    let rows = ["casal", "oxxxx", "lxxxx", "exxxx", "gxxxx"]
    func challenge(_ word: String, _ target: String, to: Cell) -> WordSearch.Challenge {
      WordSearch.Challenge(
        sourceLanguage: "en", targetLanguage: "es", word: word, rows: rows,
        targets: [WordSearch.Target(word: target, from: Cell(x: 0, y: 0), to: to)])
    }
    let puzzle = WordSearch.Puzzle(challenges: [
      challenge("house", "casa", to: Cell(x: 3, y: 0)), challenge("cabbage", "cole", to: Cell(x: 0, y: 3)),
    ])
    let storage = try SQLiteStorage(folder: ":memory:", options: World.storageOptions)
    let world = World(games: [GameModule(OnePuzzle<WordSearch>(puzzle: puzzle))], storage: storage)
    world.connect("tom")
    world.send("tom", "/name tom")
    for line in ["wordsearch", "E1 E5", "casa", "give up"] { world.send("tom", line) }
    let match = try #require(
      world.send("tom", #"{"type":"history"}"#).first?["results"]?.arrayValue?.first?["match"]?.stringValue)
    let told = world.send("tom", "/replay \(match)").map(\.text)
    #expect(told.filter { $0 == "   A B C D E" }.count == 2, "\(told)")
    let first = try #require(told.firstIndex(of: "1  C A S A l"))
    let last = try #require(told.firstIndex(of: "1  C a s a l"))
    #expect(told.contains { $0.hasSuffix("from E1 to E5") }, "\(told)")
    #expect(first < last && told.last?.hasPrefix("tom has not solved it") == true)
  }
}
