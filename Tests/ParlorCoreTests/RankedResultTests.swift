import CoreHarness
import GameKit
import Quiz
import Storage
import Testing
import WireProtocol
import Wordle

@testable import ParlorCore

/// Which results count in statistics.
@Suite("Ranked results", .needs("Statistics"))
struct RankedResultTests {
  private let world: World
  private let tokens: [String: String]

  init() throws {
    let words = WordDeck(name: "spanish", title: "Spanish", language: "Spanish", count: 60) {
      (1...60).map { WordDeck.Word(original: "palabra\($0)", translation: "word\($0)") }
    }
    let world = try World(stores: true, others: [GameModule(QuizSource(decks: [words]))])
    tokens = Dictionary(uniqueKeysWithValues: ["ana", "ben"].map { ($0, world.logIn($0)) })
    self.world = world
  }

  /// `played/won` of a player; `nil` for none.
  private func stats(_ name: String, _ game: String = "wordle") -> String? {
    world.wait(milliseconds: 10)
    let stats = world.send(name, #"{"type":"stats","game":"\#(game)"}"#).last { $0.type == "stats" }
    guard let stats, stats["played"] != 0 else { return nil }
    return "\(stats["played"]?.intValue ?? -1)/\(stats["won"]?.intValue ?? -1)"
  }

  private func send(_ name: String, _ type: String, _ rest: String = "") {
    world.send(name, #"{"type":"\#(type)","room":"lunch"\#(rest)}"#)
  }

  private func open(_ mode: String, with others: [String] = ["ben"], _ rest: String = "") {
    send("ana", "create", #","game":"wordle","mode":"\#(mode)"\#(rest)"#)
    for name in others { send(name, "join") }
    if mode == "race" { send("ana", "start") }
  }

  private func guess(_ name: String, isRight: Bool = false) throws {
    let puzzle = try #require(try world.parlor.rooms["lunch"]?.table?.match.puzzle())
    let answer = try #require(puzzle["answer"]?.stringValue)
    let word = isRight ? answer : answer == "train" ? "ponds" : "train"
    let lines = world.send(name, #"{"type":"move","room":"lunch","text":"\#(word)"}"#)
    #expect(lines.types.contains("moved"), "\(lines.text)")
  }

  @Test("Boards are lost by nobody if all players are away when the first seat is given up, or the room is closed")
  func abandoned() throws {
    for isClosed in [false, true] {
      open("race")
      for name in ["ana", "ben"] { try guess(name) }
      if isClosed {
        world.connectConsole("root")
        #expect(world.send("root", #"{"type":"close_room","room":"lunch"}"#).last?.type == "done")
      } else {
        world.drop("ben")
        world.wait(seconds: 30)
        world.drop("ana")
        world.wait(seconds: 200)
        #expect(world.parlor.rooms["lunch"] == nil)
        for name in ["ana", "ben"] { world.connect(name) }
      }
      for name in ["ana", "ben"] {
        world.send(name, #"{"type":"login","token":"\#(tokens[name] ?? "")"}"#)
        #expect(stats(name) == nil, "\(name), closed: \(isClosed)")
      }
    }
    #expect(world.faults == [])
  }

  @Test("A race that a player was alone in counts neither as played nor as lost", arguments: [false, true])
  func alone(isSolved: Bool) throws {
    open("race", with: [])
    try guess("ana", isRight: isSolved)
    send("ana", "leave")
    #expect(stats("ana") == nil)
    let results = world.send("ana", #"{"type":"history"}"#).last?["results"]?.arrayValue
    #expect(results?.map { $0["unranked"] } == (isSolved ? [true] : []))
    #expect(world.faults == [])
  }

  @Test("A board of a race that was begun and left counts as lost once the round is over; one without a move does not")
  func left() throws {
    world.logIn("eva")
    open("race", with: ["ben", "eva"])
    try guess("ana")
    for name in ["ana", "eva"] { send(name, "leave") }
    #expect(stats("ana") == nil, "she may come back")
    try guess("ben", isRight: true)
    #expect(stats("ana") == "1/0" && stats("ben") == "1/1" && stats("eva") == nil)
    #expect(world.send("ana", #"{"type":"history"}"#).last?["results"]?.arrayValue == [])
    #expect(world.faults == [])
  }

  @Test("When time is up, who has moved has lost")
  func timeIsUp() throws {
    open("race", #","round_s":60"#)
    try guess("ana")
    world.wait(seconds: 61)
    #expect(stats("ana") == "1/0" && stats("ben") == nil)
  }

  @Test("A race that its owner stops is lost for the owner alone, and one who was sent away has not lost")
  func stopped() throws {
    open("race")
    for name in ["ana", "ben"] { try guess(name) }
    send("ana", "stop")
    #expect(stats("ana") == "1/0" && stats("ben") == nil)
    send("ana", "start")
    try guess("ben")
    send("ana", "kick", #","player":"ben""#)
    try guess("ana", isRight: true)
    #expect(stats("ana") == "2/1" && stats("ben") == nil)
  }

  @Test("Practice that is left after a move counts as lost")
  func practice() throws {
    for isBegun in [false, true] {
      open("practice", with: [])
      if isBegun { try guess("ana") }
      send("ana", "leave")
      #expect(stats("ana") == (isBegun ? "1/0" : nil))
    }
  }

  @Test("A shared puzzle counts for those who have moved on it")
  func together() throws {
    open("together")
    try guess("ana")
    try guess("ana", isRight: true)
    #expect(stats("ana") == "1/1" && stats("ben") == nil)
    send("ana", "start")
    try guess("ben")
    for name in ["ana", "ben"] { send(name, "leave") }
    #expect(stats("ana") == "1/1" && stats("ben") == "1/0")
  }

  @Test("A quiz alone counts in no statistics; one of two does", arguments: [false, true])
  func quiz(isAlone: Bool) throws {
    send("ana", "create", #","game":"quiz","settings":{"questions":1}"#)
    if !isAlone { send("ben", "join") }
    send("ana", "start")
    for name in isAlone ? ["ana"] : ["ana", "ben"] { send(name, "move", #","text":"1""#) }
    world.wait(seconds: 1)
    #expect(world.parlor.rooms["lunch"]?.rounds.isRunning == false)
    #expect((stats("ana", "quiz") == nil) == isAlone)
    #expect(world.faults == [])
  }
}
