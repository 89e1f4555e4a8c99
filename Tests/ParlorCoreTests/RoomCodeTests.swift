import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("The code of a private room cannot be guessed")
struct RoomCodeTests {
  private func world() throws -> World {
    let world = try World(limits: { ($0.codeTries, $0.codeTriesPerAddress, $0.codeTrySeconds) = (3, 5, 10) })
    world.connect("ana", from: "127.0.0.1")
    world.connect("eve", from: "127.0.0.9")
    for room in ["lunch", "dinner"] {
      world.send("ana", #"{"type":"create","room":"\#(room)","game":"wordle","code":"tacos"}"#)
    }
    return world
  }

  private func join(_ room: String, _ code: String?, watching: Bool = false) -> String {
    let code = code.map { #","code":"\#($0)""# } ?? ""
    return #"{"type":"join","watching":\#(watching),"room":"\#(room)"\#(code)}"#
  }

  @Test("Wrong codes delay an address, even with the right one; other addresses are not delayed")
  func tries() throws {
    let world = try world()
    for watching in [false, true, false] {
      #expect(world.send("eve", join("lunch", "nachos", watching: watching)).last?.code == "wrong_code")
    }
    let refusal = try #require(world.send("eve", join("LUNCH", "tacos")).last)
    #expect(refusal.code == "too_fast" && refusal["retry_after_ms"] == 10_000)
    world.connect("mallory", from: "127.0.0.9")
    #expect(world.send("mallory", join("lunch", "tacos")).last?.code == "too_fast")
    world.connect("ben", from: "127.0.0.2")
    #expect(world.send("ben", join("lunch", "tacos")).last?.type == "joined")
    world.wait(seconds: 10)
    #expect(world.send("eve", join("lunch", "tacos")).last?.type == "joined")
  }

  @Test("Who has the right code is let in from an address with somebody in the room, whatever others there try")
  func classroom() throws {
    let world = try world()
    world.connect("ben", from: "127.0.0.9")
    #expect(world.send("ben", join("lunch", "Tacos")).last?.type == "joined", "case does not matter")
    for _ in 0..<3 { world.send("eve", join("lunch", "nachos")) }
    #expect(world.send("eve", join("lunch", "nachos")).last?.code == "too_fast")
    #expect(world.send("eve", join("lunch", "TACOS")).last?.type == "joined")
    world.connect("kim", from: "127.0.0.9")
    #expect(world.send("kim", join("dinner", "nachos")).last?.code == "wrong_code")
  }

  @Test("Right and missing codes, and those of members and owners, are not attempts")
  func free() throws {
    let world = try world()
    for _ in 0..<9 {
      #expect(world.send("eve", join("lunch", nil)).last?.code == "wrong_code")
      #expect(world.send("eve", join("lunch", "tacos")).last?.type == "joined")
      #expect(world.send("eve", join("lunch", "nachos")).last?.type == "joined")
      world.send("eve", #"{"type":"leave","room":"lunch"}"#)
      #expect(world.send("ana", join("lunch", "nachos")).last?.type == "joined")
    }
  }

  @Test("An address has a limited number of attempts over all rooms, and the server log has them")
  func address() throws {
    let world = try world()
    let codes = ["lunch", "lunch", "lunch", "dinner", "dinner", "dinner"].map {
      world.send("eve", join($0, "nachos")).last?.code
    }
    #expect(codes == Array(repeating: "wrong_code", count: 5) + ["too_fast"])
    let logged = world.log.filter { $0.event == "wrong_code" }.map(\.fields)
    #expect(logged.count == 5 && logged.first == ["from": "127.0.0.9", "room": "lunch"])
  }
}
