import Absurdle
import Analysis
import CoreHarness
import DailySort
import GameKit
import ParlorCore
import Testing
import WireProtocol

@Suite("Analyses of finished matches")
struct AnalysisFeatureTests {
  /// Ana and Ben at today's puzzle, whose word is "nymph"; the other possible one is "crane".
  private static func world(
    _ answers: [String] = ["nymph", "crane"], others: [GameModule] = [],
    limits change: (inout Limits) -> Void = { _ in }
  ) throws -> World {
    let world = try World(answers: answers, stores: true, others: others, limits: change)
    for name in ["ana", "ben"] {
      world.logIn(name)
      world.send(name, #"{"type":"join","room":"wordle"}"#)
    }
    world.clear()
    return world
  }

  private static func play(_ name: String, _ guesses: String..., in world: World) {
    for guess in guesses { world.send(name, #"{"type":"move","text":"\#(guess)"}"#) }
    world.clear()
  }

  @Test("A finished match is analysed guess by guess, in numbers")
  func whole() throws {
    let world = try Self.world()
    Self.play("ana", "slate", "crane", "nymph", in: world)
    let answer = try #require(world.send("ana", #"{"type":"analysis","id":7}"#).last)
    #expect(answer.type == "analysis" && answer["re"] == 7 && answer["game"] == "wordle" && answer["noun"] == "words")
    #expect(answer["start"] == 1.5 && answer["remaining"] == nil && answer["helped"] == nil)
    let guesses = try #require(answer["guesses"]?.arrayValue)
    // "slate" tells the two apart, and costs a guess of its own: 2 in place of 1.5. Then all is known: "crane" costs 1.
    #expect(guesses[0]["guess"] == "slate" && guesses[0]["cost"] == 0.5 && guesses[0]["luck"] == 0.0)
    #expect(guesses[0]["answers"] == 1 && guesses[0]["best"] == "crane")
    #expect(guesses[1]["cost"] == 1.0 && guesses[1]["luck"] == 0.0 && guesses[1]["best"] == "nymph")
    #expect(guesses[2]["cost"] == 0.0 && guesses[2]["luck"] == 0.0 && guesses[2]["fitting"] == 1)
    #expect(answer["skill"] == 1.5 && answer["luck"] == 0.0 && answer["residual"] == 0.0)
    #expect(world.faults == [])
  }

  @Test("The text form has the same analysis, in pages")
  func text() throws {
    let world = try Self.world()
    Self.play("ana", "crane", "nymph", in: world)
    let lines = world.send("ana", "/analysis").map(\.text)
    #expect(lines.contains("Solved in 2 guesses; 1.5 were to be expected."))
    #expect(lines.contains { $0.hasPrefix("crane cost you nothing; luck took 0.5. 1 answer, ") }, "\(lines)")
    let words = world.send("ana", "/words-left 1").map(\.text)
    #expect(words.last?.contains("nymph") == true && words.last?.contains("crane") == false, "\(words)")
    #expect(world.send("ana", "/words-left 1 2").last?.text == "There is 1 page")
    #expect(world.send("ana", "/words-left 3").last?.text.hasSuffix("has no guess 3 that can be analysed") == true)
  }

  @Test("The tenths that are shown for the guesses add up to those of the sum")
  func sums() {
    func guess(_ cost: Double, _ luck: Double) -> AnalysisAnswer.Guess {
      AnalysisAnswer.Guess(guess: "crane", answers: 1, cost: cost, luck: luck, best: "slate")
    }
    let answer = AnalysisAnswer(
      match: "1", game: "wordle", noun: "words", start: 3,
      guesses: [guess(0.04, -0.23), guess(0.42, 2.04), guess(0, 0)],
      skill: 0.46, luck: 1.81, residual: 0)
    let lines = answer.page().text.split(separator: "\n")
    #expect(lines[1].hasPrefix("crane cost you nothing; luck took 0.2. "))
    #expect(lines[2].hasPrefix("crane cost you 0.5 of a guess (slate was better); luck gave you 2.0. "))
    #expect(lines[3].hasPrefix("crane cost you nothing; luck gave you nothing. "))
    #expect(lines[4] == "In all: the choice of guesses cost 0.5, luck gave you 1.8.")
  }

  @Test("At a terminal the end of a daily names the command, once per player")
  func hint() throws {
    let world = try Self.world(others: [])
    let hint = "/analysis says how much luck it was."
    world.connect("kim")
    world.send("kim", "/join wordle")
    #expect(world.send("kim", "nymph").text.contains(hint))
    #expect(!world.send("ana", #"{"type":"move","text":"nymph"}"#).text.contains(hint))
    world.wait(milliseconds: World.millisecondsToMidnight)
    world.clear()
    let next =
      world.send("kim", "/join wordle").text + world.send("kim", "crane").text + world.send("kim", "nymph").text
    #expect(!next.contains(hint))
  }

  @Test("A lost match says how many guesses were missing")
  func lost() throws {
    let world = try Self.world()
    Self.play("ana", "train", "give up", in: world)
    let answer = try #require(world.send("ana", #"{"type":"analysis"}"#).last)
    #expect(answer["remaining"] == 1.0 && answer["guesses"]?.arrayValue?.count == 1)
    #expect(world.send("ana", "/analysis").map(\.text).contains { $0.hasPrefix("Not solved in 1 guess;") })
  }

  @Test("Before the end an analysis is refused alike whatever the word is")
  func secrecy() throws {
    let requests = [
      #"{"type":"analysis"}"#, #"{"type":"analysis","match":"1"}"#, #"{"type":"analysis","room":"wordle"}"#,
      #"{"type":"words_left","n":1}"#, #"{"type":"words_left","n":1,"match":"1"}"#, "/analysis", "/words-left 1",
    ]
    var told: [[String]] = []
    for answers in [["nymph", "crane", "slate"], ["crane", "nymph", "slate"]] {
      let world = try Self.world(
        answers,
        limits: {
          $0.burst = 500
          $0.analysesPerMinute = 1000
        })
      // Ben has finished, and Ana is still at it.
      Self.play("ben", answers[0], in: world)
      Self.play("ana", "quick", in: world)
      let all = requests + (1...20).map { #"{"type":"analysis","match":"\#($0)"}"# }
      told.append(all.flatMap { world.send("ana", $0).map(\.text) })
      #expect(world.send("ben", #"{"type":"analysis"}"#).last?.type == "analysis")
    }
    #expect(told[0] == told[1])
    #expect(told[0].allSatisfy { !$0.contains("nymph") && !$0.contains("\"guesses\"") })
  }

  @Test("Nobody can ask for the analysis of another player's match")
  func others() throws {
    let world = try Self.world()
    Self.play("ben", "nymph", in: world)
    Self.play("ana", "nymph", in: world)
    let match = try #require(world.send("ben", #"{"type":"analysis"}"#).last?["match"]?.stringValue)
    let refused = world.send("ana", #"{"type":"analysis","match":"\#(match)"}"#).last
    #expect(refused?["code"] == "not_found" && refused?["what"] == "match")
    #expect(world.send("ana", #"{"type":"words_left","n":1,"match":"\#(match)"}"#).last?["code"] == "not_found")
    #expect(world.send("ana", #"{"type":"analysis","match":"\#(match)","room":"wordle"}"#).last?["code"] == "bad_field")
    #expect(world.send("ana", #"{"type":"analysis","match":"x"}"#).last?["code"] == "not_found")
  }

  @Test("A game without analyses refuses with its name")
  func refused() throws {
    let source = try DailySortSource(
      words: Array(#"[{"word":"tales","part":"noun","definition":"Stories.","example":"Tales."}]"#.utf8))
    let words = Array("crane\nnymph\nslate".utf8)
    let lists = try GuessLists(answers: words, guesses: words)
    let world = try Self.world(others: [GameModule(source), GameModule(AbsurdleSource(lists))])
    world.send("ben", #"{"type":"create","room":"gym","game":"absurdle","mode":"practice"}"#)
    world.send("ben", #"{"type":"move","room":"gym","text":"give up"}"#)
    let none = world.send("ben", #"{"type":"analysis","room":"gym"}"#).last
    #expect(none?["code"] == "bad_field" && none?["message"] == "There are no analyses of Absurdle")
    world.send("ana", #"{"type":"join","room":"dailysort"}"#)
    world.send("ana", #"{"type":"move","room":"dailysort","text":"tales"}"#)
    world.clear()
    let answer = world.send("ana", #"{"type":"analysis","room":"dailysort"}"#).last
    #expect(answer?["noun"] == "orders" && answer?["guesses"]?.arrayValue?.count == 1)
    #expect(world.send("ana", #"{"type":"analysis","room":"nowhere"}"#).last?["code"] == "not_found")
    #expect(world.send("ben", #"{"type":"analysis","room":"wordle"}"#).last?["code"] == "nothing_finished")
  }

  @Test("Analyses are limited per player and minute")
  func limit() throws {
    let world = try Self.world(limits: { $0.analysesPerMinute = 2 })
    Self.play("ana", "nymph", in: world)
    #expect(world.send("ana", #"{"type":"analysis"}"#).last?.type == "analysis")
    #expect(world.send("ana", #"{"type":"words_left","n":1}"#).last?.type == "words_left")
    world.wait(seconds: 20)
    let refused = world.send("ana", #"{"type":"analysis"}"#).last
    #expect(refused?["code"] == "too_fast" && refused?["retry_after_ms"] == 40_000)
    Self.play("ben", "nymph", in: world)
    #expect(world.send("ben", #"{"type":"analysis"}"#).last?.type == "analysis")
    world.wait(seconds: 40)
    #expect(world.send("ana", #"{"type":"analysis"}"#).last?.type == "analysis")
  }

  @Test("Answers come in the order of requests, also if the next one deletes the player")
  func forgotten() throws {
    let world = try Self.world()
    Self.play("ana", "nymph", in: world)
    world.post("ana", #"{"type":"analysis","id":1}"#)
    world.post("ana", #"{"type":"forget_me","name":"ana","id":2}"#)
    world.wait(milliseconds: 10)
    let answers = world.take("ana").filter { $0["re"] != nil }
    #expect(answers.map { $0["re"] } == [1, 2] && answers.first?.type == "analysis", "\(answers.map(\.text))")
  }
}
