import GameKit
import Quiz
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Looking on at a quiz")
struct QuizWatcherTests {
  private let words = WordDeck(name: "spanish", title: "Spanish", language: "Spanish", count: 40) {
    (1...40).map { WordDeck.Word(original: "palabra\($0)", translation: "word\($0)") }
  }

  @Test("Who looks on, the owner too, sees the question and its answers, chooses none, and may lead through it")
  func wall() {
    let world = World(games: [GameModule(QuizSource(decks: [words]))])
    for name in ["ana", "ben"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"class","game":"quiz"}"#)
    world.send("ben", #"{"type":"join","room":"class"}"#)
    world.send("ana", #"{"type":"watch","room":"class"}"#)
    world.clear()
    let board = world.send("ana", #"{"type":"start","room":"class"}"#).first("round")?["board"]
    #expect(board?["prompt"]?.stringValue?.hasPrefix("What does palabra") == true)
    #expect(board?["choices"]?.arrayValue?.count == 4 && board?["gestures"] == nil)
    #expect(board?["choices"]?.arrayValue?.contains { $0["move"] != nil } == false)
    #expect(
      world.take("ben").first("round")?["board"]?["choices"]?.arrayValue?.allSatisfy { $0["move"] != nil } == true)
    #expect(world.send("ana", #"{"type":"move","room":"class","text":"1"}"#).last?.code == "watching")
    let shown = world.send("ana", #"{"type":"skip","room":"class"}"#).first("moved")
    #expect(
      shown?["player"] == "ana" && shown?["board"]?["choices"]?.arrayValue?.contains { $0["tile"] == "🟩" } == true)
    #expect(world.faults == [])
  }
}
