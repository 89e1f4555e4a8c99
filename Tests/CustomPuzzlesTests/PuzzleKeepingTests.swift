import CoreHarness
import GameKit
import Kernel
import ParlorCore
import Testing
import WireProtocol

@testable import CustomPuzzles

/// What becomes of a puzzle, and who may know what.
@Suite("Custom puzzles: limits, removal, secrets")
struct PuzzleKeepingTests {
  @Test("Puzzles are limited per day and author, and in all per author")
  func bounds() throws {
    let (world, code) = try CustomPuzzleTests.world(limits: { ($0.puzzlesPerDay, $0.puzzlesPerPlayer) = (2, 2) })
    #expect(world.send("ana", CustomPuzzleTests.make).types == ["puzzle"])
    func refusal() -> Line? { world.send("ana", CustomPuzzleTests.make).last }
    #expect(refusal()?["what"] == "puzzle" && refusal()?["message"]?.stringValue?.contains("today") == true)
    // Taking one down gives none back of the day's.
    world.send("ana", #"{"type":"remove_puzzle","code":"\#(code)"}"#)
    #expect(refusal()?["code"] == "too_many")
    world.wait(milliseconds: World.millisecondsToMidnight)
    #expect(world.send("ana", CustomPuzzleTests.make).types.last == "puzzle")
    #expect(refusal()?["message"]?.stringValue?.contains("as many as you may have") == true)
    #expect(world.faults == [])
  }

  @Test("The author or a moderator removes a puzzle, and its players are told", .needs("Order"))
  func removing() throws {
    let (world, code) = try CustomPuzzleTests.world()
    let remove = #"{"type":"remove_puzzle","code":"\#(code)","reason":"rude"}"#
    world.logIn("ben")
    world.send("ben", CustomPuzzleTests.open(code))
    #expect(world.send("ben", remove).last?["code"] == "forbidden")
    world.connectConsole("root")
    world.send("root", #"{"type":"appoint","player":"ben"}"#)
    world.clear()
    let removed = world.send("ben", remove)
    #expect(removed.types.contains("puzzle_removed") && removed.types.contains("announcement"))
    let act = world.send("root", #"{"type":"audit","limit":1}"#).last?["acts"]?.arrayValue?.first
    #expect(act?["act"] == "remove_puzzle" && act?["target"]?.stringValue == code && act?["text"] == "rude")
    #expect(world.send("ben", CustomPuzzleTests.open(code)).last?["what"] == "puzzle")
    #expect(world.send("ana", #"{"type":"puzzles"}"#).last?["puzzles"] == [])
    let own = try #require(world.send("ana", CustomPuzzleTests.make).last?["code"]?.stringValue)
    #expect(world.send("ana", "/remove-puzzle \(own)").text == "Puzzle \(own) is taken down.")
    #expect(world.faults == [])
  }

  @Test("Forgetting the author deletes the puzzle, forgetting a player deletes the result", arguments: [false, true])
  func forgetting(unloads: Bool) throws {
    let (world, code) = try CustomPuzzleTests.world()
    for name in ["ben", "eva"] {
      world.logIn(name)
      world.send(name, CustomPuzzleTests.open(code))
      world.send(name, CustomPuzzleTests.move("slate"))
      world.send(name, #"{"type":"leave"}"#)
    }
    if unloads { world.parlor.unloadDocuments() }
    world.send("ben", #"{"type":"forget_me","name":"ben"}"#)
    if unloads { world.parlor.unloadDocuments() }
    #expect(world.send("ana", CustomPuzzleTests.results(code)).last?["played"] == 1)
    if unloads { world.parlor.unloadDocuments() }
    world.send("ana", #"{"type":"forget_me","name":"ana"}"#)
    if unloads { world.parlor.unloadDocuments() }
    #expect(world.send("eva", CustomPuzzleTests.open(code)).last?["what"] == "puzzle")
    #expect(world.faults == [])
  }

  @Test("The solution is in no line to anybody who has not finished")
  func secrets() throws {
    func told(_ word: String) throws -> [String] {
      let world = try World(guesses: World.vocabulary + ["latch"], stores: true)
      world.logIn("ana")
      let line = #"{"type":"make_puzzle","game":"wordle","words":["\#(word)"],"clue":"a clue"}"#
      let code = try #require(world.send("ana", line).last?["code"]?.stringValue)
      for name in ["ben", "typist", "eva"] { world.connect(name) }
      world.send("typist", "/help")
      world.send("eva", CustomPuzzleTests.open(code))
      world.send("eva", CustomPuzzleTests.move(word))
      world.clear()
      let room = try #require(world.send("ben", CustomPuzzleTests.open(code)).first?["room"]?.stringValue)
      var told = world.take("ben").map(\.text)
      for line in [
        CustomPuzzleTests.move("vexes"), CustomPuzzleTests.results(code), CustomPuzzleTests.open(code),
        #"{"type":"remove_puzzle","code":"\#(code)"}"#, #"{"type":"puzzles"}"#, #"{"type":"results"}"#,
        #"{"type":"board"}"#, #"{"type":"leave"}"#, CustomPuzzleTests.open(code),
      ] { told += world.send("ben", line).map(\.text) }
      for line in ["/puzzle \(code)", "/puzzle-results", "/puzzles", "/watch \(room)", "/board", "fjord"] {
        told += world.send("typist", line).map(\.text)
      }
      #expect(told.contains { $0.contains("a clue") } && told.count > 12)
      return told
    }
    // Two words at which both guesses are judged alike: a world with the one tells the same as one with the other.
    #expect(try told("nymph") == told("latch"))
  }

  @Test("A stored puzzle survives a round trip", arguments: [0, 1, 2])
  func stored(count: Int) throws {
    var puzzle: CustomPuzzle? = nil
    let made = CustomPuzzle(
      author: PlayerID(7), game: "wordle", settings: ["hard": true], puzzle: ["answer": "slate"], clue: "a clue",
      day: 324)
    PuzzleDocument.apply(.made(puzzle: made), to: &puzzle)
    for player in 0..<3 {
      let result = CustomPuzzle.Result(player: PlayerID(Int64(player)), won: player > 0, tries: player > 0 ? 3 : nil)
      PuzzleDocument.apply(.finished(result: result, keeping: count), to: &puzzle)
    }
    let lines = PuzzleDocument.pack(puzzle).map { PuzzleDocument.line($0, of: 5).bytes }
    let folded = PuzzleDocument.fold(lines, of: 5)
    #expect(folded.isWhole && folded.state == puzzle && puzzle?.results.count == count)
    #expect(puzzle?.summary.solved == max(0, count - 1))
    PuzzleDocument.forget(7, in: &puzzle)
    #expect(puzzle == nil && PuzzleDocument.pack(puzzle).isEmpty)
    var shelf = ShelfDocument.Shelf()
    let entry = ShelfDocument.Entry(
      puzzle: 5, game: "wordle", words: ["slate"], clue: nil, meaning: nil, day: 324)
    ShelfDocument.apply(.made(entry: entry), to: &shelf)
    let shelves = ShelfDocument.pack(shelf).map { ShelfDocument.line($0, of: 7).bytes }
    #expect(ShelfDocument.fold(shelves, of: 7).state == shelf && shelf.made(on: 324) == 1 && shelf.made(on: 325) == 0)
  }
}
