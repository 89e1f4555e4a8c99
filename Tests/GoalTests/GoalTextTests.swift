import CoreHarness
import Testing
import WireProtocol

@Suite("The goal at a terminal")
struct GoalTextTests {
  @Test("A returning player reads the day's progress, one without any does not, and /goal chooses and shows it")
  func typed() {
    let world = World.ticking()
    world.connect("ana")
    #expect(!world.send("ana", "/name ana").text.contains("Goal"))
    #expect(world.send("ana", "/goal").text == "Goal: Alpha –, Beta –, Gamma – · streak 0")
    #expect(world.send("ana", "/goal delta beta alpha").text == "Goal: Delta –, Beta –, Alpha – · streak 0")
    for game in ["delta", "beta", "alpha"] {
      world.send("ana", "/join \(game)")
      let shown = world.send("ana", "tick").text
      #expect(shown.contains("Goal reached: Delta ✓, Beta ✓, Alpha ✓ · streak 1") == (game == "alpha"), "\(shown)")
    }
    let token = world.logIn("ben")
    world.finish("beta", by: "ben")
    world.drop("ben")
    world.connect("ben")
    let lines = world.send("ben", "/login ben \(token)")
    #expect(lines.text.contains("\nGoal: Alpha –, Beta ✓, Gamma – · streak 0"), "\(lines.text)")
    #expect(world.send("ben", "/goal alpha beta gamma delta").sentences.contains("/goal wordle dailysort wordsearch"))
    #expect(world.send("ben", "/goal sumary=on").sentences.contains("/goal summary=on"))
    #expect(world.faults == [])
  }

  @Test("Words belong to the goal on days when some are due at the login, until none is", .needs("Vocabulary"))
  func words() throws {
    let world = World.ticking()
    let token = world.logIn("ana")
    world.send(
      "ana", #"{"type":"add_language","name":"Spanish","original":"casa","translation":"house"}"#)
    func rate() {
      world.send("ana", #"{"type":"study"}"#)
      for move in ["?", "good"] { world.send("ana", #"{"type":"move","room":"study","text":"\#(move)"}"#) }
    }
    rate()
    #expect(world.goal(of: "ana") == "alpha- beta- gamma- 0/0 0f")
    world.drop("ana")
    world.passDays(30)
    world.connect("ana")
    world.send("ana", #"{"type":"login","token":"\#(token)"}"#)
    #expect(world.goal(of: "ana") == "alpha- beta- gamma- cards- 0/0 0f")
    #expect(world.finish("alpha", "beta", "gamma", by: "ana").isEmpty)
    rate()
    #expect(world.goal(of: "ana") == "alpha+ beta+ gamma+ cards+ 1/1 0f!")
    world.passDays()
    #expect(world.goal(of: "ana") == "alpha- beta- gamma- 1/1 0f")
  }
}
