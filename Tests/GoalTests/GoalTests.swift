import CoreHarness
import GameKit
import ParlorCore
import Testing
import WireProtocol

@testable import Goal

@Suite("The goal of the day")
struct GoalTests {
  @Test("A new player's goal is the first three puzzles; finishing the last one reaches it, once")
  func reached() {
    let world = World.ticking()
    world.logIn("ana")
    #expect(world.goal(of: "ana") == "alpha- beta- gamma- 0/0 0f")
    #expect(world.finish("delta", "beta", by: "ana").isEmpty)
    #expect(world.goal(of: "ana") == "alpha- beta+ gamma- 0/0 0f")
    let sent = world.finish("alpha", "gamma", by: "ana", with: "skip")
    #expect(sent.map(\.goal) == ["alpha+ beta+ gamma+ 1/1 0f!"])
    #expect(
      sent.text
        == #"{"type":"goal","day":"2026-11-20","parts":[{"game":"alpha","title":"Alpha","done":true},"#
        + #"{"game":"beta","title":"Beta","done":true},{"game":"gamma","title":"Gamma","done":true}],"#
        + #""reached":true,"streak":1,"best_streak":1,"freezes":0}"#)
    #expect(world.goal(of: "ana") == "alpha+ beta+ gamma+ 1/1 0f!")
    #expect(world.goal(of: "ana", #"{"type":"goal","games":["delta","alpha","beta"]}"#).hasSuffix("1/1 0f!"))
    #expect(world.faults == [])
  }

  @Test("Without a choice the goal is the puzzles that were finished last before the day, the newest first")
  func lately() {
    let world = World.ticking()
    world.logIn("ana")
    world.finish("delta", by: "ana")
    world.passDays()
    world.finish("gamma", by: "ana")
    // Only days before count.
    #expect(world.goal(of: "ana") == "delta- alpha- beta- 0/0 0f")
    world.passDays()
    #expect(world.goal(of: "ana") == "gamma- delta- alpha- 0/0 0f")
  }

  @Test("A choice applies at once, and reaches the goal if all of it is done")
  func chosen() {
    let world = World.ticking()
    world.logIn("ana")
    world.finish("delta", "beta", by: "ana")
    let choose = #"{"type":"goal","games":["delta","gamma","beta"]}"#
    #expect(world.goal(of: "ana", choose) == "delta+ gamma- beta+ 0/0 0f")
    #expect(world.finish("gamma", by: "ana").map(\.goal) == ["delta+ gamma+ beta+ 1/1 0f!"])
    world.passDays()
    #expect(world.goal(of: "ana") == "delta- gamma- beta- 1/1 0f")
    #expect(world.finish("delta", "beta", "alpha", by: "ana").isEmpty)
    #expect(world.send("ana", #"{"type":"goal","games":["alpha","beta","delta"]}"#).map(\.type) == ["goal", "goal"])
    #expect(world.goal(of: "ana") == "alpha+ beta+ delta+ 2/2 0f!")
  }

  @Test("Choices of unknown games, of too few, or of games without a daily are refused")
  func refusals() {
    let world = World.ticking()
    world.connect("eve")
    #expect(world.goal(of: "eve") == "not_named")
    world.logIn("ana")
    func choose(_ games: String) -> String { world.goal(of: "ana", #"{"type":"goal","games":[\#(games)]}"#) }
    #expect(choose(#""alpha","beta","chess""#) == "not_found game")
    #expect(choose(#""alpha","beta","racing""#) == "not_found mode")
    #expect(choose(#""alpha","beta""#) == "bad_field")
    #expect(choose(#""alpha","beta","beta""#) == "bad_field")
    #expect(choose(#""alpha","beta","gamma","delta""#) == "bad_field")
    #expect(world.send("ana", #"{"type":"goal_calendar","month":"November"}"#).last?.code == "bad_field")
    #expect(world.goal(of: "ana") == "alpha- beta- gamma- 0/0 0f")
    let none = World(games: [GameModule(NoPuzzleSource<Tick<Race>>())])
    none.logIn("ana")
    #expect(none.goal(of: "ana") == "not_found mode")
  }

  @Test("A goal that goes on after midnight counts for its day; until then a missed yesterday ends no streak")
  func midnight() {
    let world = World.ticking(graceSeconds: 3600)
    world.logIn("ana")
    world.finish("alpha", "beta", by: "ana")
    world.finish("gamma", by: "ana", with: "wait")
    world.wait(milliseconds: World.millisecondsToMidnight + 600_000)
    #expect(world.goal(of: "ana") == "alpha- beta- gamma- 0/0 0f")
    let sent = world.finish("gamma", by: "ana")
    #expect(sent.map(\.goal) == ["alpha+ beta+ gamma+ 1/1 0f!"] && sent.first?["day"] == "2026-11-20")
    #expect(world.finish("alpha", "beta", "gamma", by: "ana").map(\.goal) == ["alpha+ beta+ gamma+ 2/2 0f!"])
    // Ten past midnight of the day after tomorrow, tomorrow's may still be finished.
    world.wait(seconds: 2 * 86_400)
    #expect(world.goal(of: "ana").hasSuffix(" 2/2 0f"))
    world.wait(seconds: 3600)
    #expect(world.goal(of: "ana").hasSuffix(" 0/2 0f"))
  }

  @Test("Five days of a week earn a freeze, which the calendar shows where it has covered a day")
  func freezes() {
    let world = World.ticking()
    world.logIn("ana")
    // 2026-11-20 is a Friday: three days of this week, and Monday to Friday of the next.
    for day in 0..<8 {
      #expect(world.finish("alpha", "beta", "gamma", by: "ana").last?["streak"] == .int(day + 1))
      world.passDays()
    }
    #expect(world.goal(of: "ana").hasSuffix(" 8/8 1f"))
    world.passDays()
    #expect(world.goal(of: "ana").hasSuffix(" 8/8 0f"))
    world.finish("alpha", "beta", "gamma", by: "ana")
    let month = world.send("ana", #"{"type":"goal_calendar"}"#).last
    #expect(month?["month"] == "2026-11" && month?["today"] == "2026-11-29")
    #expect(month?["reached"]?.arrayValue?.count == 9 && month?["frozen"] == ["2026-11-28"])
    #expect(
      world.send("ana", "/goal-calendar 2026-11").text == """
        Goal · 2026-11
        Mo   Tu   We   Th   Fr   Sa   Su
                                       1·
         2·   3·   4·   5·   6·   7·   8·
         9·  10·  11·  12·  13·  14·  15·
        16·  17·  18·  19·  20🟩 21🟩 22🟩
        23🟩 24🟩 25🟩 26🟩 27🟩 28🟨 29🟩
        30·
        🟩 reached on 9 days, 🟨 frozen, ⬜ missed
        """)
    #expect(world.send("ana", #"{"type":"goal_calendar","month":"2026-10"}"#).last?["reached"] == [])
    #expect(world.faults == [])
  }

  @Test("The calendar shows today and the days before the name was taken as open, and those between as missed")
  func openDays() {
    let world = World.ticking()
    world.logIn("ana")
    world.passDays(2)
    #expect(world.send("ana", #"{"type":"goal_calendar"}"#).last?["since"] == "2026-11-20")
    #expect(world.send("ana", "/goal-calendar").text.contains("\n16·  17·  18·  19·  20⬜ 21⬜ 22·\n"))
  }

  @Test("A guest who has finished all puzzles reaches the goal by taking a name", arguments: [false, true])
  func named(byPassword: Bool) {
    let world = World.ticking()
    world.connect("ana")
    world.finish("alpha", "beta", "gamma", by: "ana")
    let line =
      byPassword
      ? #"{"type":"register","name":"ana","password":"correct horse"}"# : #"{"type":"login","name":"ana"}"#
    let goal = world.send("ana", line).last("goal")
    #expect(goal?.goal == "alpha+ beta+ gamma+ 1/1 0f!")
  }

  @Test("A guest who takes a name keeps what was finished today; one who logs in brings it along")
  func guests() {
    let world = World.ticking()
    world.connect("ana")
    #expect(world.finish("alpha", "beta", by: "ana").isEmpty)
    world.send("ana", #"{"type":"login","name":"ana"}"#)
    #expect(world.finish("gamma", by: "ana").map(\.goal) == ["alpha+ beta+ gamma+ 1/1 0f!"])
    let token = world.logIn("ben")
    world.finish("alpha", "gamma", by: "ben")
    world.drop("ben")
    world.connect("ben")
    world.finish("beta", by: "ben")
    world.send("ben", #"{"type":"login","token":"\#(token)"}"#)
    #expect(world.goal(of: "ben") == "alpha+ beta+ gamma+ 1/1 0f!")
    #expect(world.faults == [])
  }
}
