import CoreHarness
import DailySort
import GameKit
import Testing
import WireProtocol
import WordSearch

@testable import ParlorCore

@Suite("The limit on moves per board")
struct BoardMovesTests {
  private static let words = #"""
    [{"word":"party","part":"noun","definition":"People who meet to enjoy themselves.","example":"Come to my party."},
     {"word":"swing","part":"noun","definition":"A seat that hangs from ropes.","example":"The swing squeaks."}]
    """#

  private func world(_ moves: Int) throws -> World {
    World(games: [GameModule(try DailySortSource(words: Array(Self.words.utf8)))]) { $0.boardMoves = moves }
  }

  private static let swap = #"{"type":"move","text":"1 2"}"#

  @Test("A board of the day takes as many moves as the limit says, and says when the next one comes")
  func daily() throws {
    let world = try world(3)
    world.connect("ana", "ben")
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"dailysort"}"#) }
    for _ in 1...3 { #expect(world.send("ana", Self.swap).last?.type == "moved") }
    let refused = try #require(world.send("ana", Self.swap).last)
    #expect(refused.code == "too_many move")
    #expect(
      refused["message"]?.stringValue
        == "This board has had 3 moves, as many as it takes: give up to see the solution; a new one comes with the next day"
    )
    #expect(world.send("ana", #"{"type":"board"}"#).last?["board"]?["prompt"] == refused["message"])
    #expect(world.send("ben", Self.swap).last?.type == "moved")
    world.wait(milliseconds: World.millisecondsToMidnight)
    world.take("ana")
    #expect(world.send("ana", Self.swap).last?.type == "moved")
    #expect(world.faults == [])
  }

  @Test("A full board can be given up as its last move")
  func givenUp() throws {
    let world = try world(3)
    world.connect("ana")
    world.send("ana", #"{"type":"join","room":"dailysort"}"#)
    for _ in 1...3 { world.send("ana", Self.swap) }
    let moved = world.send("ana", #"{"type":"move","text":"give up"}"#).first("moved")
    #expect(moved?["board"]?["prompt"] == nil)
    #expect(world.send("ana", #"{"type":"move","text":"give up"}"#).last?.code == "game_over")
    #expect(world.send("ana", #"{"type":"history"}"#).last?.code != "not_found")
    #expect(world.faults == [])
  }

  @Test("On a full board of several grids each grid can still be given up")
  func grids() throws {
    let target = WordSearch.Target(word: "casa", from: Cell(x: 0, y: 0), to: Cell(x: 3, y: 0))
    let challenge = WordSearch.Challenge(
      sourceLanguage: "en", targetLanguage: "es", word: "house",
      rows: ["casah", "wtxko", "lekvg", "ydfua", "nijñr"], targets: [target])
    let puzzle = WordSearch.Puzzle(challenges: [challenge, challenge, challenge])
    let world = World(games: [GameModule(OnePuzzle<WordSearch>(puzzle: puzzle))]) { $0.boardMoves = 2 }
    world.connect("ana")
    world.send("ana", #"{"type":"join","room":"wordsearch"}"#)
    func move(_ text: String) -> [Line] { world.send("ana", #"{"type":"move","text":"\#(text)"}"#) }
    for miss in ["A2 B2", "A3 B3"] { #expect(move(miss).types == ["moved"]) }
    let refused = try #require(move("A4 B4").last)
    #expect(refused.code == "too_many move")
    #expect(refused["message"]?.stringValue?.contains("skip to see the solution") == true)
    #expect(move("skip").types == ["moved"] && move("skip").types == ["moved"])
    #expect(move("skip").types.contains("finished"))
    #expect(world.faults == [])
  }

  @Test("A shared board counts everybody's moves; when it is full its round ends, and another can begin")
  func together() throws {
    let world = try world(4)
    world.connect("ana", "ben")
    world.send("ana", #"{"type":"create","room":"den","game":"dailysort","mode":"together"}"#)
    world.send("ben", #"{"type":"join","room":"den"}"#)
    for _ in 1...2 { for name in ["ana", "ben"] { world.send(name, Self.swap) } }
    #expect(world.take("ana").last?.type == "round_over")
    #expect(world.send("ana", Self.swap).last?.code == "not_playing")
    #expect(world.send("ana", #"{"type":"start"}"#).last?.type == "round")
    #expect(world.send("ben", Self.swap).last?.type == "moved")
    #expect(world.faults == [])
  }

  @Test("A move with two contradictory parts is refused, and neither is played")
  func twoVerbs() throws {
    let world = try world(3)
    world.connect("ana")
    world.send("ana", #"{"type":"join","room":"dailysort"}"#)
    let refused = world.send("ana", #"{"type":"move","move":{"swap":[1,2],"give_up":true}}"#).last
    #expect(refused?.code == "bad_move")
    #expect(refused?["message"] == "A move does one thing, and this one says \"swap\" and \"give_up\"")
    #expect(world.send("ana", #"{"type":"move","move":{"swap":[1,2],"give_up":false}}"#).last?.type == "moved")
  }

  @Test("A full board in a race waits for the end of the round, and others play on")
  func race() throws {
    let world = try world(1)
    world.connect("ana", "ben")
    world.send("ana", #"{"type":"create","room":"den","game":"dailysort","mode":"race"}"#)
    world.send("ben", #"{"type":"join","room":"den"}"#)
    world.send("ana", #"{"type":"start"}"#)
    world.take("ana")
    #expect(world.send("ana", Self.swap).last?.type == "moved")
    #expect(world.send("ana", Self.swap).last?.code == "too_many move")
    #expect(world.send("ben", Self.swap).last?.type == "moved")
  }
}
