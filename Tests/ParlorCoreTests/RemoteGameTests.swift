import GameKit
import GameProcess
import Testing
import WireProtocol

@testable import ParlorCore

/// Rooms of a game in another process: the core never waits for it.
@Suite("Games in other processes")
struct RemoteGameTests {
  /// A program of this build: it lies in the folder of the test bundle, or of that bundle's executable.
  private static func built(_ name: String) -> String {
    var folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    while folder.last == "MacOS" || folder.last == "Contents" || folder.last?.hasSuffix(".xctest") == true {
      folder.removeLast()
    }
    return folder.joined(separator: "/") + "/" + name
  }

  private static func program(_ words: String...) throws -> GameProgram {
    var limits = ProgramLimits()
    (limits.budget, limits.hello, limits.rest) = (10_000, 30_000, 0)
    return try GameProgram(
      ProgramCommand([built(words[0])] + words.dropFirst()), limits: limits, trusted: true, log: { _ in })
  }

  /// A game in which two count to five, with a fault that a move `bad` brings out.
  private func counting(_ fault: String) throws -> World {
    let world = try World(others: [Self.program("BadGame", fault).hostedModule()])
    world.connect("ana", "bo", "eve")
    #expect(
      world.send("ana", #"{"type":"create","room":"r","game":"count","mode":"together"}"#).types.first == "joined")
    #expect(
      world.send("bo", #"{"type":"join","room":"r"}"#).last?["board"]?["rows"] == [["letters": "0", "tiles": "⬜"]])
    world.clear()
    return world
  }

  private func move(_ text: String) -> String { #"{"type":"move","room":"r","text":"\#(text)"}"# }

  @Test("A move waits for its game, the next one for that, in order; talk, other lines and other rooms go on")
  func order() throws {
    let world = try counting("")
    world.holdsGames = true
    #expect(world.send("ana", move("1")) == [])
    #expect(world.send("bo", move("2")) == [])
    #expect(world.send("eve", #"{"type":"ping","id":1}"#).types == ["pong"])
    #expect(world.send("eve", #"{"type":"create","room":"w","game":"wordle"}"#).types == ["joined"])
    world.askGames()
    #expect(world.take("ana").types == ["moved"] && world.take("bo").types == ["moved"])
    world.askGames()
    let seen = world.take("ana")
    #expect(seen.types == ["moved"] && seen.last?["player"] == world.take("bo").last?["player"])
    #expect(seen.last?["board"]?["rows"] == [["letters": "2", "tiles": "⬜"]])
    #expect(world.faults == [])
  }

  @Test("A typed move is the one that was sent, however many lines came before its answer")
  func typed() throws {
    let world = try counting("")
    world.holdsGames = true
    #expect(world.send("ana", #"{"type":"move","room":"r","move":{"say":"1"},"id":7}"#) == [])
    world.send("eve", #"{"type":"move","room":"nowhere","move":{"say":"other"},"id":8}"#)
    world.askGames()
    #expect(world.take("ana").last?["re"] == 7)
    #expect(world.take("bo").last?["board"]?["rows"] == [["letters": "1", "tiles": "⬜"]])
  }

  @Test("A refusal keeps the game's code and sentence, and costs nothing")
  func refusal() throws {
    let world = try counting("")
    let refused = world.send("ana", move("3"))
    #expect(refused.last?.code == "wrong_number" && refused.last?["message"] == "Type 1")
    #expect(world.send("ana", move("1")).types == ["moved"])
  }

  @Test(
    "A process that dies costs nobody a move; after three times the room is paused, and goes on when its owner says")
  func strikes() throws {
    let world = try counting("dies")
    #expect(world.send("ana", move("1")).types == ["moved"])
    for _ in 1...2 { #expect(world.send("ana", move("bad")).last?.code == "game_down") }
    #expect(world.send("bo", move("2")).last?.type == "moved")
    world.clear()
    for _ in 1...2 { #expect(world.send("bo", move("bad")).last?.code == "game_down") }
    let third = world.send("bo", move("bad"))
    #expect(third.types == ["paused", "error"] && third.last?.code == "paused")
    #expect(world.take("ana").last?["player"] == "Count")
    #expect(world.log.filter { $0.event == "game_failed" }.count == 5 && world.log.last?.event == "game_paused")
    world.send("ana", #"{"type":"pause","room":"r","paused":false}"#)
    for text in ["3", "4"] { #expect(world.send("ana", move(text)).last?.type == "moved") }
    #expect(world.send("bo", move("5")).types.contains("round_over"))
    #expect(world.faults == [])
  }

  @Test("Whoever has gone before the answer came has not moved")
  func gone() throws {
    let world = try counting("")
    world.holdsGames = true
    world.post("bo", move("1"))
    world.drop("bo")
    world.askGames()
    #expect(world.take("ana").types == ["left"])
    world.holdsGames = false
    #expect(world.send("ana", move("1")).types == ["moved"])
  }

  @Test("At a table clocks, resigning and leaving work, and a match begins by itself")
  func table() throws {
    let world = try World(others: [Self.program("GameChild", "connectfour").hostedModule()])
    world.connect("ana", "bo")
    world.send("ana", #"{"type":"create","room":"r","game":"connectfour","clock":{"match_s":60}}"#)
    world.send("bo", #"{"type":"join","room":"r"}"#)
    #expect(world.take("ana").types.contains("round"))
    #expect(world.send("ana", move("4")).types == ["moved"])
    #expect(world.send("ana", move("4")).last?.code == "not_your_turn")
    world.take("bo")
    world.wait(seconds: 70)
    let over = world.take("bo")
    #expect(over.first("moved")?["turn"]?["event"] == "flag", "\(over.text)")
    #expect(over.types.contains("round_over"))
    world.send("ana", #"{"type":"start","room":"r"}"#)
    world.clear()
    #expect(world.send("bo", #"{"type":"resign","room":"r"}"#).types.contains("round_over"))
    #expect(world.faults == [])
  }
}
