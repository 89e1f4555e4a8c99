import CoreHarness
import DailySort
import GameKit
import ParlorCore
import Testing
import WireProtocol

@Suite("What trials refuse")
struct TrialRefusalTests {
  private static let begin = #"{"type":"trial","game":"wordle","puzzles":1}"#

  @Test("No trial begins while the server drains for a restart")
  func maintenance() throws {
    let world = try World()
    world.connect("ana")
    world.connectConsole("op")
    world.send("op", #"{"type":"maintenance","on":true}"#)
    #expect(world.send("ana", Self.begin).last?.code == "maintenance")
    world.send("op", #"{"type":"maintenance","on":false}"#)
    #expect(world.send("ana", Self.begin).last?.type == "trial")
  }

  @Test("A muted player cannot name a report, and plays without a name", .needs("Order"))
  func muted() throws {
    let world = try World()
    world.logIn("ana")
    world.connectConsole("op")
    world.send("op", "silence ana 30m spam")
    #expect(
      world.send("ana", #"{"type":"trial","game":"wordle","name":"you fool","puzzles":1}"#).last?.code == "muted")
    #expect(world.send("ana", Self.begin).last?.type == "trial")
  }

  @Test("A trial has at least one puzzle and at most trial_puzzles")
  func bounds() throws {
    let world = try World()
    world.connect("ana")
    for puzzles in ["0", "-3", "10001", "9223372036854775807"] {
      let refused = world.send("ana", #"{"type":"trial","game":"wordle","puzzles":\#(puzzles)}"#).last
      #expect(refused?["message"] == #""puzzles" of "trial" must be an integer from 1 to 10000"#)
    }
  }

  @Test("A puzzle is given up after as many moves as any board takes")
  func boardMoves() throws {
    let words = #"""
      [{"word":"party","part":"noun","definition":"People who meet to enjoy themselves.","example":"Come to my party."},
       {"word":"swing","part":"noun","definition":"A seat that hangs from ropes.","example":"The swing squeaks."}]
      """#
    let world = World(games: [GameModule(try DailySortSource(words: Array(words.utf8)))]) { $0.boardMoves = 2 }
    let swap = #"{"type":"move","text":"1 2"}"#
    world.connect("ana")
    world.send("ana", #"{"type":"trial","game":"dailysort","puzzles":2,"seed":1}"#)
    for _ in 1...2 { #expect(world.send("ana", swap).last?.type == "moved") }
    #expect(world.send("ana", swap).last?.code == "too_many move")
    world.send("ana", #"{"type":"give_up"}"#)
    #expect(world.send("ana", swap).last?.type == "moved")
  }

  @Test("Refusals of a trial are immediate and counted, also while the disk has stopped")
  func stalled() throws {
    let world = try World(stores: true)
    world.connect("ana", "ben")
    world.send("ana", #"{"type":"trial","game":"wordle","puzzles":1,"seed":1}"#)
    world.stallsCommits = true
    world.send("ben", #"{"type":"create","room":"lunch"}"#)
    world.wait(milliseconds: 1200)
    let before = world.tickets.count
    let refused = world.send("ana", #"{"type":"move","room":"trial","text":"zzzzz"}"#).last
    #expect(refused?.code == "not_in_word_list")
    let told = world.send("ana", #"{"type":"give_up","room":"trial"}"#)
    #expect(told.last("trial_report")?["rejections"] == 1)
    #expect(world.tickets[before...].allSatisfy { $0 == 0 })
  }

  @Test("No room can be named trial, and a request for it without a trial says how to begin one")
  func name() throws {
    let world = try World()
    world.logIn("ana")
    for name in ["trial", "tria1"] {
      #expect(world.send("ana", #"{"type":"create","room":"\#(name)"}"#).last?.code == "exists room", "\(name)")
    }
    let refused = world.send("ana", #"{"type":"move","room":"trial","text":"crane"}"#).last
    #expect(refused?.code == "not_found room")
    #expect(refused?["message"]?.stringValue?.contains("open one with") == true)
  }

  @Test("A player's export has the trial reports, and forgetting the player deletes them")
  func privacy() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    world.send("ana", #"{"type":"trial","game":"wordle","puzzles":1,"name":"first"}"#)
    world.send("ana", #"{"type":"give_up","room":"trial"}"#)
    var (page, kinds): (Int?, [JSON?]) = (0, [])
    while let number = page {
      let told = world.send("ana", #"{"type":"export_me","after":\#(number)}"#).last
      kinds += (told?["records"]?.arrayValue ?? []).map { $0["record"] }
      page = told?["next"]?.intValue
    }
    #expect(kinds.contains("reports of trials"))
    #expect(world.send("ana", #"{"type":"trials"}"#).last?["trials"]?.arrayValue?.count == 1)
    #expect(world.send("ana", #"{"type":"forget_me","name":"ana"}"#).last?.type == "forget_me")
    world.logIn("ben")
    #expect(world.send("ben", #"{"type":"trials","player":"ana"}"#).last?.code == "not_found player")
    world.connect("eve")
    world.send("eve", #"{"type":"login","name":"ana"}"#)
    #expect(world.send("eve", #"{"type":"trials"}"#).last?["trials"]?.arrayValue?.count == 0)
  }
}
