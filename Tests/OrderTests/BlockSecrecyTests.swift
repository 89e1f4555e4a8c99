import CoreHarness
import GameKit
import TestSeed
import Testing
import WireProtocol

@Suite("Blocks are secret")
struct BlockSecrecyTests {
  /// What may be asked or done where one would like to find out.
  private static let probes = [
    #"{"type":"say","room":"lunch","text":"hola"}"#, "hola", "/who", #"{"type":"who","room":"lunch"}"#, "/rooms",
    "/blocked",
    #"{"type":"block","player":"ana"}"#, #"{"type":"block","player":"ana","blocked":false}"#,
    #"{"type":"block","player":"kim"}"#, #"{"type":"report","room":"lunch","player":"ana","reason":"spam"}"#,
    #"{"type":"join","watching":true,"room":"lunch","since":{"epoch":"e1","seq":2}}"#,
    #"{"type":"join","room":"lunch","since":{"epoch":"e1","seq":2}}"#, #"{"type":"start","room":"lunch"}"#,
    #"{"type":"move","room":"lunch","text":"crane"}"#, #"{"type":"kick","room":"lunch","player":"ana"}"#,
    #"{"type":"mute","room":"lunch","player":"ana"}"#, #"{"type":"stats","player":"ana"}"#, "/history", "/limits",
    #"{"type":"react","share_id":1,"emoji":"🎉"}"#, #"{"type":"shares"}"#, #"{"type":"hand_over","player":"ana"}"#,
  ]

  private func world(isBlocked: Bool) throws -> World {
    let world = try World(stores: true)
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.send("ben", #"{"type":"create","room":"lunch","game":"wordle","mode":"race","round_s":60}"#)
    for name in ["ana", "kim"] { world.send(name, #"{"type":"join","room":"lunch"}"#) }
    for name in ["ana", "ben"] { world.send(name, #"{"type":"join","room":"shares"}"#) }
    // The other has blocked nobody who is here, so that what is stored is as much.
    world.logIn("zoe")
    world.send("ana", #"{"type":"block","player":"\#(isBlocked ? "ben" : "zoe")"}"#)
    world.clear()
    return world
  }

  @Test("Whether one player has blocked another changes no byte of what the blocked player or others see")
  func twins() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    let worlds = [try world(isBlocked: true), try world(isBlocked: false)]
    for world in worlds {
      world.send("kim", #"{"type":"join","room":"wordle"}"#)
      let word = try #require(world.answer(in: "wordle"))
      world.send("kim", #"{"type":"move","room":"wordle","text":"\#(word)"}"#)
      world.send("kim", #"{"type":"share"}"#)
    }
    var (compared, differs) = (0, 0)
    for step in 0..<200 {
      let probe = Self.probes[generator.number(below: Self.probes.count)]
      let who = generator.number(below: 4) == 0 ? "kim" : "ben"
      for world in worlds {
        world.post(who, Array(probe.utf8))
        if step % 7 == 0 { world.post("ana", Array(#"{"type":"say","room":"lunch","text":"hola"}"#.utf8)) }
        if step % 20 == 0 {
          world.wait(seconds: 2)
          // Whatever the probes have done to her, she is there to talk again.
          world.post("ben", Array(#"{"type":"kick","kicked":false,"room":"lunch","player":"ana"}"#.utf8))
          world.post("ben", Array(#"{"type":"mute","room":"lunch","player":"ana","muted":false}"#.utf8))
          world.post("ana", Array(#"{"type":"join","room":"lunch"}"#.utf8))
          world.post("ben", Array("{\"type\":\"say\",\"room\":\"lunch\",\"text\":\"at step \(step)\"}".utf8))
        }
      }
      for name in ["ben", "kim"] {
        let told = worlds.map { $0.takeBytes(name) }
        #expect(told[0] == told[1], "seed \(seed), step \(step): \(probe)")
        compared += told[0].count
      }
      let told = worlds.map { $0.takeBytes("ana") }
      if told[0] != told[1] { differs += 1 }
    }
    #expect(compared > 5000 && differs >= 10, "seed \(seed): \(compared) bytes")
    for world in worlds { #expect(world.faults == [], "seed \(seed)") }
  }
}
