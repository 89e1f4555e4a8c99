import CoreHarness
import GameKit
import ParlorCore
import Testing
import WireProtocol

@testable import CustomPuzzles

@Suite("Custom puzzles")
struct CustomPuzzleTests {
  static let make = #"{"type":"make_puzzle","game":"wordle","words":["Slate"],"clue":"what roofs are of","id":1}"#

  /// A server on which ana has made a puzzle.
  static func world(
    _ line: String = make, limits change: (inout Limits) -> Void = { _ in }
  ) throws -> (world: World, code: String) {
    let world = try World(stores: true, limits: change)
    world.logIn("ana")
    let code = try #require(world.send("ana", line).last?["code"]?.stringValue)
    return (world, code)
  }

  static func open(_ code: String) -> String { #"{"type":"open_puzzle","code":"\#(code)","id":2}"# }
  static func move(_ word: String) -> String { #"{"type":"move","text":"\#(word)","id":3}"# }
  static func results(_ code: String) -> String { #"{"type":"puzzle_results","code":"\#(code)","id":4}"# }

  @Test("A word becomes a code that a guest without an account can play, and both see the results")
  func whole() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    let made = try #require(world.send("ana", Self.make).last)
    #expect(made.type == "puzzle" && made["re"] == 1)
    let code = try #require(made["code"]?.stringValue)
    #expect(made["words"] == ["slate"] && made["played"] == 0 && made["player"] == "ana" && made["day"] == "2026-11-20")
    world.connect("ben")
    let opened = world.send("ben", Self.open(code))
    #expect(opened.types == ["joined", "puzzle"])
    #expect(opened[0]["re"] == 2 && opened[0]["mode"] == "practice" && opened[0]["board"]?["title"] == "Wordle puzzle")
    #expect(opened[1]["clue"] == "what roofs are of" && opened[1]["words"] == nil && opened[1]["results"] == nil)
    #expect(world.send("ben", Self.move("stale")).types == ["moved"])
    let end = world.send("ben", Self.move("slate"))
    #expect(end.types == ["moved", "finished", "round_over", "puzzle"])
    #expect(end.last?["results"] == ["solved": 1, "distribution": ["2": 1]])
    #expect(world.send("ana", Self.results(code)).last?["results"] == ["solved": 1, "distribution": ["2": 1]])
    #expect(world.send("ana", #"{"type":"puzzles"}"#).last?["puzzles"]?.arrayValue?.first?["played"] == 1)
    #expect(world.faults == [])
  }

  @Test("A puzzle is made, played and reviewed by text commands")
  func typed() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    let made = world.send("ana", #"/make wordle slate clue="what roofs are of""#).text
    let code = try #require(made.split(separator: " ").dropFirst().first.map(String.init))
    #expect(
      made == "Puzzle \(code) by ana: what roofs are of\nAnybody plays it, without an account: /puzzle \(code)\n"
        + "nobody has finished it yet")
    world.connect("ben")
    let opened = world.send("ben", "/puzzle \(code.uppercased())").text
    #expect(opened.hasPrefix("Wordle puzzle · practice\nGuess a five-letter word (1/6)\n"))
    #expect(opened.hasSuffix("Puzzle \(code) by ana: what roofs are of"))
    #expect(world.send("ben", "/puzzle-results").sentences.hasPrefix("You see how others did once"))
    #expect(world.send("ben", "slate").text.hasSuffix("1 finished, 1 solved it\n1  🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩🟩 1"))
    #expect(world.send("ben", "/start").sentences == "There is one puzzle in this room: /practice plays others")
    #expect(
      world.send("ana", "/puzzles").text.hasPrefix("\(code)  2026-11-20  wordle slate: what roofs are of · 1 finished"))
    #expect(
      world.send("ana", "/make wordle").sentences == #"Type it like this: /make wordle brisk clue="what tea should be""#
    )
    #expect(world.faults == [])
  }

  @Test("Options of a typed puzzle are quoted or one word, and settings are named")
  func options() throws {
    func read(_ line: String) throws -> Request.MakePuzzle? {
      try TextCommand(line)?.call()?.request as? Request.MakePuzzle
    }
    let several = try #require(try read(#"make wordsearch lemon apple clue="a  fruit" meaning=“what grows” size=8"#))
    #expect(several.words == ["lemon", "apple"] && several.clue == "a fruit" && several.meaning == "what grows")
    #expect(several.settings?["size"] == 8)
    let open = try #require(try read(#"make wordle brisk clue="never closed"#))
    #expect(open.clue == "never closed" && open.settings == nil)
    #expect(try read("make wordle clue=tea brisk")?.clue == "tea")
    #expect(try read("make wordle brisk clue=")?.clue == "")
  }

  @Test(
    "A player's first result counts, the author's never, and no other statistics change", .needs("Statistics")
  )
  func counting() throws {
    let (world, code) = try Self.world()
    world.logIn("ben")
    for (name, word) in [("ana", "slate"), ("ben", "slate")] {
      world.send(name, Self.open(code))
      world.send(name, Self.move(word))
      world.send(name, #"{"type":"leave"}"#)
    }
    world.send("ben", Self.open(code))
    world.send("ben", Self.move("crane"))
    #expect(world.send("ben", Self.move("slate")).last?["results"]?["distribution"] == ["1": 1])
    #expect(world.send("ben", Self.results(code)).last?["played"] == 1)
    for name in ["ana", "ben"] {
      let stats = world.send(name, #"{"type":"stats","game":"wordle"}"#).last
      #expect(stats?["played"] == 0 && stats?["streak"] == 0)
    }
    let best = world.send("ben", #"{"type":"leaderboard","game":"wordle","mode":"practice","period":"day"}"#).last
    #expect(best?["entries"] == [])
  }

  @Test("Leaving a puzzle in progress counts as not solved, and a later board is no first result")
  func leaving() throws {
    let (world, code) = try Self.world()
    for name in ["ben", "eva"] {
      world.logIn(name)
      world.send(name, Self.open(code))
      if name == "ben" { world.send(name, Self.move("crane")) }
      world.send(name, #"{"type":"leave"}"#)
      world.send(name, Self.open(code))
      world.send(name, Self.move("slate"))
    }
    // Eva had only looked.
    let shown = world.send("ana", Self.results(code)).last
    #expect(shown?["played"] == 2 && shown?["results"] == ["solved": 1, "distribution": ["1": 1]])
    #expect(world.faults == [])
  }

  @Test("At most five guests from one address count for a puzzle")
  func guests() throws {
    let (world, code) = try Self.world()
    for number in 1...8 {
      world.connect("guest\(number)")
      world.send("guest\(number)", Self.open(code))
      world.send("guest\(number)", Self.move(number.isMultiple(of: 2) ? "slate" : "crane"))
      world.drop("guest\(number)")
    }
    world.connect("else", from: "elsewhere")
    world.send("else", Self.open(code))
    world.send("else", Self.move("slate"))
    #expect(world.send("ana", Self.results(code)).last?["played"] == 6)
  }

  @Test("Guests, from however many addresses, leave half of the places to players with names")
  func guestsAndNames() throws {
    let (world, code) = try Self.world(limits: { $0.puzzleResults = 4 })
    for number in 1...8 {
      world.connect("guest\(number)", from: "198.51.100.\(number)")
      world.send("guest\(number)", Self.open(code))
      // Some leave a board that was begun.
      world.send("guest\(number)", Self.move(number == 1 ? "slate" : "crane"))
      world.drop("guest\(number)")
    }
    #expect(world.send("ana", Self.results(code)).last?["played"] == 2)
    for name in ["ben", "eva"] {
      world.logIn(name)
      world.send(name, Self.open(code))
      world.send(name, Self.move("slate"))
    }
    let shown = world.send("ana", Self.results(code)).last
    #expect(shown?["played"] == 4 && shown?["results"]?["solved"] == 3)
    #expect(world.faults == [])
  }

  @Test("At a terminal, opening another puzzle says that the earlier one is left, if it was in progress")
  func leavingByOpening() throws {
    let (world, code) = try Self.world()
    let other = try #require(world.send("ana", Self.make).last?["code"]?.stringValue)
    world.connect("ben")
    let sentence = "You have left the puzzle before this one: it counts as not solved"
    world.send("ben", "/puzzle \(code)")
    #expect(!world.send("ben", "/puzzle \(other)").text.contains(sentence))
    world.send("ben", "crane")
    #expect(!world.send("ben", "/puzzle \(other)").text.contains(sentence))
    #expect(world.send("ben", "/puzzle \(code)").text.contains(sentence))
    world.send("ben", "slate")
    #expect(!world.send("ben", "/puzzle \(other)").text.contains(sentence))
    #expect(world.faults == [])
  }

  @Test("Forgetting a puzzle's author ends it for its players")
  func authorGone() throws {
    let (world, code) = try Self.world()
    world.connect("ben")
    let room = try #require(world.send("ben", Self.open(code)).first?["room"]?.stringValue)
    world.clear()
    world.send("ana", #"{"type":"forget_me","name":"ana"}"#)
    let told = world.take("ben")
    #expect(told.first("announcement")?["text"] == "This puzzle was taken down")
    #expect(told.last("left")?["reason"] == "closed")
    #expect(world.send("ben", #"{"type":"board","room":"\#(room)"}"#).last?.type == "error")
    #expect(world.faults == [])
  }

  @Test("Only the first results up to the limit count, and later ones never do")
  func manyResults() throws {
    let (world, code) = try Self.world(limits: { $0.puzzleResults = 1 })
    for (name, words) in [("ben", ["slate"]), ("eva", ["crane", "slate"]), ("kim", ["stale", "slate"])] {
      world.connect(name)
      world.send(name, Self.open(code))
      for word in words { world.send(name, Self.move(word)) }
    }
    let shown = world.send("ana", Self.results(code)).last
    #expect(shown?["played"] == 1 && shown?["results"]?["distribution"] == ["1": 1])
  }

  @Test("Opening a puzzle again returns to its board, and nobody else can join or watch")
  func oneRoom() throws {
    let (world, code) = try Self.world()
    world.connect("ben", "eva")
    let room = try #require(world.send("ben", Self.open(code)).first?["room"]?.stringValue)
    world.send("ben", Self.move("crane"))
    let again = world.send("ben", Self.open(code))
    #expect(again.first?["room"]?.stringValue == room && again.first?["board"]?["notes"] == ["2/6"])
    for line in [#"{"type":"join","room":"\#(room)"}"#, #"{"type":"join","watching":true,"room":"\#(room)"}"#] {
      #expect(world.send("eva", line).last?["code"] == "room_full")
    }
    #expect(!world.send("eva", #"{"type":"rooms"}"#).text.contains(room))
  }

  @Test("Each game states which words it accepts")
  func refusals() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    func refusal(_ fields: String) -> JSON? {
      world.send("ana", #"{"type":"make_puzzle","game":"wordle",\#(fields)}"#).last?["code"]
    }
    #expect(refusal(#""words":["brisker"]"#) == "bad_puzzle")
    #expect(refusal(#""words":["zzzzz"]"#) == "bad_puzzle")
    #expect(refusal(#""words":["slate","crane"]"#) == "bad_puzzle")
    #expect(refusal(#""words":[]"#) == "bad_puzzle")
    #expect(refusal(#""words":["slate"],"settings":{"soft":true}"#) == "bad_settings")
    #expect(refusal(#""words":["slate"],"clue":"a\u0007b""#) == "bad_text")
    #expect(refusal(#""words":["slate"],"clue":"\#(String(repeating: "a", count: 201))""#) == "bad_text")
    world.connect("guest")
    #expect(world.send("guest", Self.make).last?["code"] == "not_named")
    for code in ["k7q2m-9xw4d", "nonsense"] {
      let answer = world.send("guest", Self.open(code)).last
      #expect(answer?["code"] == "not_found" && answer?["what"] == "puzzle")
    }
    #expect(world.faults == [])
  }
}
