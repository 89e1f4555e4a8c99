import CoreHarness
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
    (limits.budget, limits.hello, limits.backoff) = (10_000, 30_000, 0)
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

  @Test("Moves wait for the game and for each other, in order; talk, other lines and other rooms do not")
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

  @Test("A typed move stays what was typed, however many lines come before its answer")
  func typed() throws {
    let world = try counting("")
    world.holdsGames = true
    #expect(world.send("ana", #"{"type":"move","room":"r","move":{"say":"1"},"id":7}"#) == [])
    world.send("eve", #"{"type":"move","room":"nowhere","move":{"say":"other"},"id":8}"#)
    world.askGames()
    #expect(world.take("ana").last?["re"] == 7)
    #expect(world.take("bo").last?["board"]?["rows"] == [["letters": "1", "tiles": "⬜"]])
  }

  @Test("A refusal keeps the game's code and text, and costs nothing")
  func refusal() throws {
    let world = try counting("")
    let refused = world.send("ana", move("3"))
    #expect(refused.last?.code == "wrong_number" && refused.last?["message"] == "Type 1")
    #expect(world.send("ana", move("1")).types == ["moved"])
  }

  @Test(
    "A crashed program loses no move; after three crashes the room is paused until its owner resumes it")
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

  @Test("A room for one is paused too, until its player resumes it")
  func strikesAlone() throws {
    let world = try counting("dies")
    world.send("eve", #"{"type":"create","room":"p","game":"count","mode":"practice"}"#)
    world.clear()
    func move(_ text: String) -> String { #"{"type":"move","room":"p","text":"\#(text)"}"# }
    for _ in 1...2 { #expect(world.send("eve", move("bad")).last?.code == "game_down") }
    let third = world.send("eve", move("bad"))
    #expect(third.types == ["paused", "error"])
    #expect(third.last?["message"] == "The round is paused: it goes on with /unpause")
    #expect(world.log.last?.event == "game_paused")
    #expect(world.send("eve", #"{"type":"pause","room":"p","paused":true}"#).last?.code == "not_here")
    #expect(world.send("eve", #"{"type":"pause","room":"p","paused":false}"#).types == ["paused"])
    #expect(world.send("eve", move("1")).types == ["moved"])
    #expect(world.send("eve", #"{"type":"pause","room":"p"}"#).last?.code == "not_here")
    #expect(world.faults == [])
  }

  @Test(
    "In a room whose round begins by itself the answer does not suggest /start",
    arguments: [
      "practice", "together",
    ])
  func beginsByItself(_ mode: String) throws {
    let world = try counting("")
    world.holdsGames = true
    let opened = world.send("eve", #"{"type":"create","room":"p","game":"count","mode":"\#(mode)"}"#)
    #expect(opened.types == ["joined"] && opened.last?["next_in_s"] == 0)
    world.send("eve", #"{"type":"leave","room":"p"}"#)
    #expect(world.send("eve", "/create q count \(mode)").text.contains("The round begins in a moment."))
    world.askGames()
    #expect(world.take("eve").text.contains("Type a number"))
  }

  @Test("A player who leaves before the game answers has not moved")
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

  @Test("Leaving during a match loses it, also if the game answers later", arguments: [false, true])
  func leavesTable(isSlow: Bool) throws {
    let world = try World(others: [Self.program("GameChild", "connectfour").hostedModule()])
    for name in ["ana", "ben"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"t","game":"connectfour","rated":true}"#)
    world.send("ben", #"{"type":"join","room":"t"}"#)
    for name in ["ana", "ben"] { world.send(name, #"{"type":"move","room":"t","text":"4"}"#) }
    world.clear()
    world.holdsGames = isSlow
    world.send("ben", #"{"type":"leave","room":"t"}"#)
    if isSlow {
      #expect(world.take("ana").types == ["left"])
      world.askGames()
    }
    let seen = world.take("ana")
    #expect(seen.first("round_over")?["standings"]?.arrayValue?.compactMap { $0["rating"]?.intValue }.count == 2)
    #expect(seen.filter { $0.type == "finished" }.map { $0["outcome"]?["result"]?.stringValue } == ["won", "lost"])
    #expect(world.faults == [])
  }

  @Test("A move with unprintable characters is refused without asking the game")
  func controlCharacters() throws {
    let world = try counting("prints")
    let moves = [
      #"{"say":"1\n"}"#, #"{"say":"\u001b[2J"}"#, #"{"say":["\u202e"]}"#, #"{"\u0007":1}"#, #"{"say":"\#u{85}"}"#,
    ]
    for line in moves {
      let refused = world.send("ana", #"{"type":"move","room":"r","move":\#(line)}"#)
      #expect(refused.last?.code == "bad_text", "\(line)")
    }
    #expect(world.send("ana", #"{"type":"move","room":"r","move":{"say":"\u0031"}}"#).types == ["moved"])
    #expect(world.log.allSatisfy { $0.event != "game_failed" })
  }

  @Test("If no round can begin everybody in the room is told a code, and the request is answered")
  func noRound() throws {
    let world = try World(others: [Self.program("BadGame", "dies at the start").hostedModule()])
    world.connect("ana", "bo")
    let opened = world.send("ana", #"{"type":"create","room":"r","game":"count","mode":"together"}"#)
    #expect(opened.types == ["joined", "error"])
    #expect(opened.last?.code == "game_down" && opened.last?["re"] == nil)
    #expect(
      opened.last?["message"]
        == "No round can begin in r: The game does not answer at the moment; nothing was lost")
    world.send("bo", #"{"type":"join","room":"r"}"#)
    world.clear()
    let asked = world.send("ana", #"{"type":"start","room":"r","id":4}"#)
    #expect(asked.types == ["error"] && asked.last?["re"] == 4 && asked.last?.code == "game_down")
    #expect(world.take("bo").last?.code == "game_down")
  }

  @Test("A table's clocks stop while its game does not answer, and until a paused room is resumed")
  func clocks() throws {
    let world = try World(others: [Self.program("BadGame", "dies", "table").hostedModule()])
    world.connect("ana", "bo")
    world.send("ana", #"{"type":"create","room":"r","game":"count","clock":{"match_s":60}}"#)
    world.send("bo", #"{"type":"join","room":"r"}"#)
    world.clear()
    func left() -> Int? {
      world.send("ana", #"{"type":"board","room":"r"}"#).last?["board"]?["clocks"]?.arrayValue?.compactMap {
        $0["runs"] == true ? $0["ms"]?.intValue : nil
      }.first
    }
    /// A move to which there is no answer for five seconds, and then none.
    func fail() -> [Line] {
      world.holdsGames = true
      world.post("ana", move("bad"))
      world.wait(seconds: 5)
      world.askGames()
      world.holdsGames = false
      return world.take("ana")
    }
    world.wait(seconds: 10)
    #expect(left() == 50_000)
    #expect(fail().types == ["paused", "paused", "error"])
    #expect(left() == 50_000)
    world.wait(seconds: 1)
    #expect(fail().last?.code == "game_down")
    #expect(left() == 49_000)
    #expect(fail().types == ["paused", "error"])
    world.wait(seconds: 600)
    #expect(left() == 49_000)
    world.send("ana", #"{"type":"pause","room":"r","paused":false}"#)
    world.wait(seconds: 40)
    #expect(left() == 9_000)
    world.clear()
    world.wait(seconds: 8)
    #expect(!world.take("bo").types.contains("round_over"))
    world.wait(seconds: 2)
    #expect(world.take("bo").types.contains("round_over"))
    #expect(world.faults == [])
  }

  @Test("A game that is added while the server runs is listed and can be played")
  func comesLater() throws {
    let world = try World()
    world.connect("ana", "eve")
    let create = #"{"type":"create","room":"r","game":"count","mode":"together"}"#
    #expect(world.send("ana", create).last?.code == "not_found game")
    let game = try Self.program("BadGame", "").hostedModule()
    for _ in 1...2 { world.parlor.add(game, of: "count.py", at: world.now) }
    #expect(world.send("ana", create).types.contains("round"))
    #expect(world.send("ana", move("1")).types == ["moved"])
    let about = world.send("eve", #"{"type":"about"}"#).last
    #expect(about?["games"]?.arrayValue?.filter { $0["id"] == "count" }.count == 1)
    #expect(world.log.map(\.event).filter { $0.hasPrefix("game_") } == ["game_added", "game_missing"])
    #expect(world.faults == [])
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
