import CoreHarness
import GameKit
import TableGames
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Maintenance")
struct MaintenanceTests {
  /// Two players in a race under way, and the console.
  private func world() throws -> World {
    let world = try World(answers: ["nymph", "crane", "slate"], stores: true)
    for name in ["ana", "ben"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"race","seed":1}"#)
    world.send("ben", #"{"type":"join","room":"lunch"}"#)
    world.send("ana", #"{"type":"start","room":"lunch"}"#)
    world.connectConsole("op")
    world.clear()
    return world
  }

  private func finish(_ world: World) throws {
    let answer = try #require(world.answer(in: "lunch"))
    for name in ["ana", "ben"] {
      #expect(world.send(name, #"{"type":"move","room":"lunch","text":"\#(answer)"}"#).contains { $0.type == "moved" })
    }
  }

  @Test("No new round begins, running ones are finished, and the next begins when maintenance is over")
  func waits() throws {
    let world = try world()
    let done = world.send("op", #"{"type":"maintenance","on":true}"#).last
    #expect(done?["act"]?["act"]?.stringValue == "maintenance" && done?["count"]?.intValue == 1)
    for name in ["ana", "ben"] { #expect(world.take(name).map(\.type) == ["announcement"]) }
    for line in [
      #"{"type":"create","room":"tea","game":"wordle","mode":"race"}"#,
      #"{"type":"create","room":"alone","game":"wordle","mode":"practice"}"#,
    ] {
      #expect(world.send("ana", line).last?.code == "maintenance")
    }
    // A room to talk in, and the daily, are no matches that a restart would interrupt.
    #expect(world.send("ana", #"{"type":"create","room":"talk"}"#).last?.type == "joined")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    #expect(world.send("ana", #"{"type":"move","room":"wordle","text":"slate"}"#).last?.type == "moved")
    try finish(world)
    world.wait(seconds: 60)
    #expect(world.parlor.rooms["lunch"]?.rounds.isRunning == false)
    #expect(world.parlor.rooms.runningMatches == 0)
    #expect(world.send("ana", #"{"type":"start","room":"lunch"}"#).last?.code == "maintenance")
    world.send("op", #"{"type":"maintenance","on":false}"#)
    world.wait(seconds: 10)
    #expect(world.parlor.rooms["lunch"]?.rounds.isRunning == true)
    #expect(world.send("op", #"{"type":"maintenance","on":false}"#).last?.code == "bad_field")
    #expect(world.faults == [])
  }

  @Test("With a duration it ends by itself, and everybody is told")
  func ends() throws {
    let world = try world()
    for words in ["on 5 6", "on 0", "on soon", "off 5", "off now", ""] {
      #expect(world.send("op", "maintenance \(words)").text.hasPrefix("Type it like this"), "\(words)")
    }
    world.send("op", #"{"type":"maintenance","on":true,"minutes":5}"#)
    let refusal = world.send("ana", #"{"type":"create","room":"tea","game":"wordle","mode":"race"}"#).last
    #expect(refusal?["retry_after_ms"]?.intValue == 300_000)
    try finish(world)
    world.wait(seconds: 299)
    #expect(world.parlor.rooms["lunch"]?.rounds.isRunning == false)
    world.clear()
    world.wait(seconds: 10)
    #expect(world.parlor.rooms["lunch"]?.rounds.isRunning == true)
    #expect(world.take("ben").first?["text"]?.stringValue == "Matches begin again")
    #expect(
      world.send("ana", #"{"type":"create","room":"tea","game":"wordle","mode":"race"}"#).contains {
        $0.type == "joined"
      })
  }

  @Test("A table that fills during maintenance begins its match afterwards")
  func tables() throws {
    let world = World(games: [connectFour])
    for name in ["ana", "ben"] { world.logIn(name) }
    world.connectConsole("op")
    world.send("ana", #"{"type":"create","room":"corner","game":"connectfour"}"#)
    world.send("op", #"{"type":"maintenance","on":true}"#)
    world.send("ben", #"{"type":"join","room":"corner"}"#)
    #expect(world.parlor.rooms["corner"]?.rounds.isRunning == false)
    world.send("op", #"{"type":"maintenance","on":false}"#)
    #expect(world.parlor.rooms["corner"]?.rounds.isRunning == true)
  }
}
