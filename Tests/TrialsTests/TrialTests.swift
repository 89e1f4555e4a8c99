import CoreHarness
import GameKit
import ParlorCore
import Testing
import WireProtocol

@testable import Trials

@Suite("Trials")
struct TrialTests {
  private static let answers = ["nymph", "crane", "slate", "brine", "fjord"]

  private static func trial(_ world: World, _ name: String) -> Trial? { world.player(name)?.soloRoom as? Trial }

  private func word(_ world: World, _ name: String) throws -> String {
    let trial = try #require(Self.trial(world, name))
    return try #require(trial.played.match.puzzle()["answer"]?.stringValue)
  }

  @discardableResult
  private func solve(_ world: World, _ name: String) throws -> [Line] {
    world.send(name, #"{"type":"move","room":"trial","text":"\#(try word(world, name))"}"#)
  }

  @Test(
    "A typed report's name may have several words",
    arguments: [
      ("crane-v2", "crane-v2", nil), ("crane-v2 ana", "crane-v2", "ana"), ("crane v2 = ana", "crane v2", "ana"),
      ("my own crane", "my own crane", nil), ("a  b = the bot", "a  b", "the bot"),
    ] as [(String, String, String?)])
  func typedReport(rest: String, name: String, player: String?) throws {
    let read = try #require(TextCommand("trial-report \(rest)")?.call()?.request as? Request.TrialReport)
    #expect(read.name == name && read.player == player)
  }

  @Test("A trial over all puzzles has each once, the next as soon as one is over, and a report at its end")
  func wholeTrial() throws {
    let world = try World(answers: Self.answers)
    world.connect("ana", "ben")
    let opened = world.send("ana", #"{"type":"trial","game":"wordle","all":true,"seed":3,"send_boards":false,"id":1}"#)
    #expect(opened.types == ["trial"])
    #expect(opened.last?["puzzles"] == 5)
    #expect(opened.last?["n"] == 1)
    #expect(opened.last?["board"] == nil)
    var words: [String] = []
    var told: [Line] = []
    for _ in 1...5 {
      words.append(try word(world, "ana"))
      told = try solve(world, "ana")
      #expect(told.first?["over"] == true)
    }
    #expect(Set(words) == Set(Self.answers))
    #expect(told.types == ["moved", "finished", "trial_report"])
    let report = try #require(told.last)
    #expect(report["tries"] == [1, 1, 1, 1, 1])
    #expect(report["points"] == [6, 6, 6, 6, 6])
    #expect(report["solved"] == 5)
    #expect(report["average"] == 1.0)
    #expect(report["distribution"] == ["1": 5])
    #expect(report["kept"] == false)
    #expect(world.take("ben") == [])
    #expect(world.faults == [])
  }

  @Test("The same seed gives everybody the same puzzles, and another seed others")
  func seeds() throws {
    let world = try World(answers: Self.answers)
    var series: [String: String] = [:]
    for (name, seed) in [("ana", 3), ("ben", 3), ("eve", 4)] {
      world.connect(name)
      world.send(name, #"{"type":"trial","game":"wordle","puzzles":5,"seed":\#(seed)}"#)
      for _ in 1...5 { series[name] = try solve(world, name).last?["series"]?.stringValue }
    }
    #expect(series["ana"] != nil)
    #expect(series["ana"] == series["ben"])
    #expect(series["ana"] != series["eve"])
  }

  @Test("A trial of more puzzles than there are begins again after all of them")
  func moreThanThereAre() throws {
    let world = try World(answers: ["nymph", "crane"])
    world.connect("ana")
    world.send("ana", #"{"type":"trial","game":"wordle","puzzles":5,"seed":3}"#)
    var words: [String] = []
    for _ in 1...5 {
      words.append(try word(world, "ana"))
      try solve(world, "ana")
    }
    #expect(Set(words[0...1]).count == 2)
    #expect(Set(words[2...3]).count == 2)
  }

  @Test("An unsolved puzzle counts as one try more than allowed; one that is given up reveals its solution")
  func losses() throws {
    let world = try World(answers: ["nymph"])
    world.connect("ana")
    world.send("ana", #"{"type":"trial","game":"wordle","puzzles":3,"seed":1}"#)
    try solve(world, "ana")
    for _ in 1...6 { world.send("ana", #"{"type":"move","text":"crane"}"#) }
    #expect(world.send("ana", #"{"type":"give_up","puzzle":2}"#).last?.code == "other_puzzle")
    world.send("ana", #"{"type":"move","text":"xxxxx"}"#)
    let told = world.send("ana", #"{"type":"give_up","puzzle":3,"id":4}"#)
    #expect(told.first?["re"] == 4)
    #expect(told.first?["outcome"]?["solution"]?.text == #"[{"guess":"nymph"}]"#)
    let report = try #require(told.last("trial_report"))
    #expect(report["tries"] == [1, .null, .null])
    #expect(report["average"] == 5.0)
    #expect(report["gave_up"] == 1)
    #expect(report["moves"] == 7)
    #expect(report["rejections"] == 1)
  }

  @Test("A repeated move_id is answered and not played, across the end of a puzzle and of the trial")
  func repeated() throws {
    let world = try World(answers: Self.answers)
    world.connect("ana")
    world.send("ana", #"{"type":"trial","game":"wordle","puzzles":2,"seed":1}"#)
    for number in 1...2 {
      let move = #"{"type":"move","text":"\#(try word(world, "ana"))","move_id":"m\#(number)","room":"trial"}"#
      let first = world.send("ana", move)
      let again = world.send("ana", move)
      #expect(again.types == ["moved"])
      #expect(again.first == first.first)
    }
    #expect(Self.trial(world, "ana")?.tally.moves == 2)
  }

  @Test("During a trial moves are not read as commands; everything else is")
  func rates() throws {
    let world = try World(answers: Self.answers) {
      $0.burst = 3
      $0.commandsPerSecond = 1
    }
    world.connect("ana")
    world.send("ana", #"{"type":"trial","game":"wordle","puzzles":100,"seed":1}"#)
    for _ in 1...50 { #expect(try solve(world, "ana").first?.type == "moved") }
    let codes = (1...3).map { _ in world.send("ana", #"{"type":"give_up"}"#).last?.code }
    #expect(codes == [nil, nil, "too_fast"])
  }

  @Test("A session gets one puzzle per turn of the loop, and its times are those of the edge's stopwatch")
  func turns() throws {
    let world = try World(answers: Self.answers)
    world.connect("ana")
    world.stopwatch = 1_000_000
    world.send("ana", #"{"type":"trial","game":"wordle","puzzles":2,"seed":1}"#)
    world.stopwatch = 1_000_250
    try solve(world, "ana")
    #expect(try solve(world, "ana").last?.code == "too_fast")
    world.stopwatch = 1_000_300
    let report = try #require(try solve(world, "ana").last("trial_report"))
    // 250 µs to two per cent, and exactly 50.
    #expect(report["median_us"] == 50)
    #expect(report["max_us"] == 250)
    #expect(try #require(report["p99_us"]?.intValue) >= 245)
  }

  @Test("A trial waits for a player who may return, and ends after seat_s seconds")
  func comingBack() throws {
    let world = try World(answers: Self.answers, stores: true)
    let token = world.logIn("ana")
    world.send("ana", #"{"type":"trial","game":"wordle","puzzles":2,"seed":1,"name":"t"}"#)
    try solve(world, "ana")
    world.drop("ana")
    world.wait(seconds: 100)
    world.connect("ana")
    let back = world.send("ana", #"{"type":"login","token":"\#(token)"}"#)
    #expect(back.types == ["login", "trial"])
    #expect(back.last?["n"] == 2)
    #expect(back.last?["solved"] == 1)
    let report = try #require(try solve(world, "ana").last)
    #expect(report["kept"] == true)
    // The report may have been lost with the link.
    world.drop("ana")
    world.connect("ana")
    #expect(world.send("ana", #"{"type":"login","token":"\#(token)"}"#).last?.text == report.text)
    world.send("ana", #"{"type":"trial","game":"wordle","puzzles":2,"seed":1}"#)
    world.drop("ana")
    world.wait(seconds: 121)
    world.connect("ana")
    #expect(world.send("ana", #"{"type":"login","token":"\#(token)"}"#).types == ["login"])
    #expect(world.send("ana", #"{"type":"move","room":"trial","text":"crane"}"#).last?.code == "not_found room")
    #expect(Self.trial(world, "ana") == nil)
  }

  @Test("A report is sent once it is stored; while storage fails it is sent at once, marked as not kept")
  func failedCommit() throws {
    let world = try World(answers: Self.answers, stores: true)
    world.logIn("ana")
    world.send("ana", #"{"type":"trial","game":"wordle","puzzles":1,"seed":1,"name":"t"}"#)
    world.failsNextCommit = true
    let told = try solve(world, "ana")
    #expect(told.last?.type == "trial_report")
    #expect(told.last("trial_report")?["kept"] == true)
    world.wait(seconds: 2)
    world.stallsCommits = true
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
    world.wait(milliseconds: 1001)
    world.send("ana", #"{"type":"trial","game":"wordle","puzzles":1,"seed":1,"name":"t"}"#)
    #expect(try solve(world, "ana").last("trial_report")?["kept"] == false)
    #expect(world.faults == [])
  }

  @Test("A guest's trial ends with the guest, who is told so")
  func leftBehind() throws {
    let world = try World(answers: Self.answers)
    let token = world.logIn("ana")
    world.drop("ana")
    world.connect("ben")
    world.send("ben", #"{"type":"trial","game":"wordle"}"#)
    #expect(world.send("ben", #"{"type":"login","token":"\#(token)"}"#).types == ["left", "login"])
    #expect(Self.trial(world, "ben") == nil)
  }

  @Test("Percentiles are exact to two per cent")
  func percentiles() {
    var times = MoveTimes()
    for time in 1...100_000 { times.add(Int64(time)) }
    for (perMille, exact) in [(500, 50_000), (990, 99_000), (10, 1_000)] {
      let found = times.percentile(perMille)
      #expect(abs(found - exact) * 50 <= exact, "\(perMille): \(found)")
    }
    #expect(times.longest == 100_000)
    times.add(.max)
    times.add(.min)
    #expect(times.percentile(1000) > 0)
    #expect(MoveTimes().percentile(500) == 0)
  }
}
