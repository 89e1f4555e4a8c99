import CoreHarness
import GameKit
import Kernel
import ParlorCore
import Storage
import Testing
import WireProtocol

/// 2026-11-20 is a Friday.
@Suite("The week's goal in the channel")
struct GoalWeekTests {
  private static let on = #"{"type":"goal","summary":true}"#

  private static func shared(_ lines: [Line]) -> [String] {
    lines.filter { $0.type == "shared" }.compactMap { $0["text"]?.stringValue }
  }

  @Test(
    "At the first midnight of the week, if enabled, a result is shared once: a tile per day, and no letters",
    .needs("Channel"))
  func shared() {
    let world = World.ticking()
    for name in ["ana", "ben", "eve"] { world.logIn(name) }
    world.send("eve", #"{"type":"join","room":"shares"}"#)
    #expect(world.goal(of: "ana", Self.on) == "alpha- beta- gamma- 0/0 0fs")
    for name in ["ana", "ben"] { world.finish("alpha", "beta", "gamma", by: name) }
    world.passDays(2)
    world.finish("alpha", "beta", "gamma", by: "ana")
    world.clear()
    world.passDays()
    #expect(Self.shared(world.take("eve")) == ["Parlor Goal 326 2/3\n\n🟩⬛🟩"])
    world.passDays(6)
    #expect(Self.shared(world.take("eve")).isEmpty)
    world.passDays()
    // A week without a day on which it was reached.
    #expect(Self.shared(world.take("eve")).isEmpty)
    world.finish("alpha", "beta", "gamma", by: "ana")
    world.send("ana", #"{"type":"goal","summary":false}"#)
    world.passDays(7)
    #expect(Self.shared(world.take("eve")).isEmpty)
    #expect(world.faults == [])
  }

  @Test("A week is a result of its Sunday, and never the last finished match", .needs("Channel"))
  func dated() {
    let world = World.ticking()
    for name in ["ana", "eve"] { world.logIn(name) }
    world.send("ana", Self.on)
    world.finish("alpha", "beta", "gamma", by: "ana")
    world.passDays(3)
    let week = world.send("eve", #"{"type":"shares","game":"goal"}"#).last?["shares"]?.arrayValue?.first
    #expect(week?["text"] == "Parlor Goal 326 1/3\n\n🟩⬛⬛" && week?["puzzle"] == 326)
    #expect(world.send("ana", #"{"type":"share"}"#).last?["text"]?.stringValue?.contains("Gamma") == true)
    #expect(world.faults == [])
  }

  @Test(
    "A day covered by a freeze is yellow, and nothing is shared for a muted player", .needs("Channel"),
    .needs("Order"))
  func frozen() {
    let world = World.ticking()
    world.logIn("ana")
    world.logIn("eve")
    world.connectConsole("root")
    world.send("eve", #"{"type":"join","room":"shares"}"#)
    world.passDays(3)
    world.send("ana", Self.on)
    for day in 0..<7 {
      if day != 5 { world.finish("alpha", "beta", "gamma", by: "ana") }
      world.passDays()
    }
    #expect(Self.shared(world.take("eve")) == ["Parlor Goal 333 6/7\n\n🟩🟩🟩🟩🟩🟨🟩"])
    world.send("root", #"{"type":"silence","player":"ana","for":"30d"}"#)
    world.passDays(7)
    #expect(Self.shared(world.take("eve")).isEmpty)
  }

  @Test("A player may withdraw the result, forgetting removes it, and the export has the goal", .needs("Channel"))
  func forgotten() throws {
    let world = World(
      games: [GameModule(NoPuzzleSource<Tick<Alpha>>())],
      storage: try SQLiteStorage(folder: ":memory:", options: World.storageOptions))
    for name in ["ana", "eve"] { world.logIn(name) }
    world.send("ana", Self.on)
    world.finish("alpha", by: "ana")
    world.passDays(3)
    let export = world.send("ana", #"{"type":"export_me"}"#).text
    #expect(export.contains(#""record":"goal""#) && export.contains(#""reached":{"runs":[{"first":324,"last":324}]}"#))
    let shares = world.send("eve", #"{"type":"shares","game":"goal"}"#).last?["shares"]?.arrayValue
    #expect(shares?.count == 1 && shares?.first?["player"] == "ana")
    world.send("ana", #"{"type":"forget_me","name":"ana"}"#)
    #expect(world.send("eve", #"{"type":"shares","game":"goal"}"#).last?["shares"] == [])
    world.passDays(7)
    world.logIn("ana")
    #expect(world.goal(of: "ana").hasPrefix("alpha- 0/0 0f"))
    #expect(world.faults == [])
  }
}
