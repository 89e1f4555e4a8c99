import CoreHarness
import GameKit
import TableGames
import Testing
import WireProtocol

@testable import ParlorCore

/// Who is let into a locked room, and who can lock whom out.
@Suite("Locked rooms")
struct LockTests {
  private let world: World

  /// `ana` owns the race `lunch`, `ben` is in it, and everybody comes from one address, as behind a school's router.
  init() throws {
    world = try World(answers: ["nymph", "crane", "slate", "quick"])
    for name in ["ana", "ben"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"race","round_s":600,"code":"tacos"}"#)
    join("ben")
    world.clear()
  }

  @discardableResult
  private func join(_ name: String, _ fields: String = "") -> String? {
    if !world.isConnected(name) { world.connect(name) }
    return world.send(name, #"{"type":"join","room":"lunch","code":"tacos"\#(fields)}"#).last?.code
  }

  private func lock(_ isLocked: Bool = true, by name: String = "ana") -> Line? {
    world.send(name, #"{"type":"lock","room":"lunch","locked":\#(isLocked)}"#).last
  }

  private func comeBack(_ name: String, token: String) -> String? {
    world.connect(name)
    world.send(name, #"{"type":"login","token":"\#(token)"}"#)
    return join(name)
  }

  @Test("Nobody new comes in, to play or to watch, until it is unlocked; everybody in it is told")
  func newcomers() {
    #expect(lock()?["locked"] == true)
    #expect(world.take("ben").last?.text == #"{"type":"locked","room":"lunch","seq":3,"player":"ana","locked":true}"#)
    for name in ["eve", "tim"] {
      #expect(join(name) == "locked" && join(name, #","watching":true"#) == "locked")
    }
    world.logIn("kim")
    #expect(join("kim") == "locked", "a name does not help")
    #expect(world.send("ana", #"{"type":"start","room":"lunch"}"#).last?.type == "round")
    #expect(join("eve") == "locked")
    #expect(lock()?.code == "not_here")
    #expect(lock(false)?["locked"] == false)
    #expect(lock(false)?.code == "not_here")
    #expect(join("eve") == nil && join("kim") == nil)
    #expect(world.faults == [])
  }

  @Test("A lock refuses before the code is looked at, so that nobody guesses it meanwhile")
  func codes() {
    _ = lock()
    world.connect("eve")
    for code in ["tacos", "wrong"] {
      #expect(world.send("eve", #"{"type":"join","room":"lunch","code":"\#(code)"}"#).last?.code == "locked")
    }
  }

  @Test("Who is in stays, changes seats and comes back after a lost link; who has left comes back to a board or a win")
  func members() throws {
    let token = world.logIn("kim")
    join("kim")
    _ = lock()
    #expect(join("ben", #","watching":true"#) == nil && join("ben") == nil)
    world.drop("kim")
    world.wait(seconds: 60)
    #expect(comeBack("kim", token: token) == nil)
    world.drop("kim")
    world.wait(seconds: 121)
    #expect(comeBack("kim", token: token) == "locked", "nothing of hers is here")
    _ = lock(false)
    join("kim")
    world.send("ana", #"{"type":"start","room":"lunch"}"#)
    _ = lock()
    world.drop("kim")
    world.wait(seconds: 121)
    #expect(comeBack("kim", token: token) == nil, "her board of the round is here")
    world.send("ben", #"{"type":"leave","room":"lunch"}"#)
    #expect(join("ben") == nil)
    #expect(world.faults == [])
  }

  @Test("Who was sent away does not come back, under another name or as somebody else from the class's router")
  func sentAway() {
    join("eve")
    let name = world.player("eve")?.name ?? ""
    _ = lock()
    #expect(world.send("ana", #"{"type":"kick","room":"lunch","player":"\#(name)"}"#).last?["reason"] == "kicked")
    #expect(join("eve") == "kicked")
    #expect(join("eve2") == "locked")
    // Without the lock the address does not keep out who is new, since others from there are in.
    _ = lock(false)
    #expect(join("eve3") == nil)
  }

  @Test("Whom the owner takes back may come in although the room is locked, until it is locked anew")
  func takenBack() throws {
    join("eve")
    let name = world.player("eve")?.name ?? ""
    _ = lock()
    func kick(_ isKicked: Bool) -> Line? {
      world.send("ana", #"{"type":"kick","room":"lunch","player":"\#(name)","kicked":\#(isKicked)}"#).last
    }
    #expect(kick(true)?["reason"] == "kicked" && join("eve") == "kicked")
    #expect(kick(false)?.type == "unkicked" && join("eve") == nil)
    world.send("eve", #"{"type":"leave","room":"lunch"}"#)
    #expect(join("eve") == nil, "she is let in still")
    world.send("eve", #"{"type":"leave","room":"lunch"}"#)
    _ = lock(false)
    _ = lock()
    #expect(join("eve") == "locked")
    #expect(world.faults == [])
  }

  @Test("Who has left a locked room and could come back is sent away by name; a stranger is not")
  func sentAwayFromAfar() {
    join("eve")
    let name = world.player("eve")?.name ?? ""
    world.send("ana", #"{"type":"start","room":"lunch"}"#)
    _ = lock()
    world.send("eve", #"{"type":"leave","room":"lunch"}"#)
    world.clear()
    let kick = #"{"type":"kick","room":"lunch","player":"\#(name)""#
    #expect(world.send("ana", kick + "}").last?["reason"] == "kicked")
    #expect(world.take("ben").last?.type == "left")
    #expect(join("eve") == "kicked")
    #expect(world.send("ana", kick + #","kicked":false}"#).last?.type == "unkicked" && join("eve") == nil)
    world.logIn("kim")
    #expect(world.send("ana", #"{"type":"kick","room":"lunch","player":"kim"}"#).last?.code == "not_found player")
    #expect(world.faults == [])
  }

  @Test(
    "Only the owner locks a room, and none of the server's own; the lock passes on with the room or ends with its owner"
  )
  func owners() {
    #expect(lock(by: "ben")?.code == "not_owner")
    world.send("ben", #"{"type":"join","room":"wordle"}"#)
    #expect(world.send("ben", #"{"type":"lock","room":"wordle"}"#).last?.code == "not_owner")
    _ = lock()
    world.send("ana", #"{"type":"hand_over","room":"lunch","player":"ben"}"#)
    #expect(lock(false)?.code == "not_owner")
    #expect(join("eve") == "locked", "it is locked still")
    world.clear()
    world.send("ben", #"{"type":"leave","room":"lunch"}"#)
    #expect(world.take("ana").last("locked")?["player"] == "ana", "by its new owner, and not by its game")
    #expect(lock(false)?.code == "not_here", "ana owns it again, and it is open")
    #expect(join("eve") == nil && join("ben") == nil)
    world.send("ben", #"{"type":"leave","room":"lunch"}"#)
    _ = lock()
    for name in ["ana", "eve"] { world.send(name, #"{"type":"leave","room":"lunch"}"#) }
    #expect(join("kim") == "not_found room", "it ends with its last member")
    world.send("kim", #"{"type":"create","room":"lunch"}"#)
    #expect(join("ana") == nil)
  }

  @Test("A locked room is listed as before, and the operator is let in no more than others")
  func lists() {
    world.send("ana", #"{"type":"create","room":"open","game":"wordle","mode":"race"}"#)
    world.send("ana", #"{"type":"lock","room":"open"}"#)
    world.connect("eve")
    let listed = world.send("eve", #"{"type":"rooms"}"#).last?["rooms"]?.arrayValue?.first { $0["room"] == "open" }
    #expect(listed?["locked"] == true)
    #expect(world.send("eve", "/rooms").text.contains("locked"))
    _ = world.connectConsole("root")
    #expect(world.send("root", #"{"type":"join","room":"open"}"#).last?.code == "locked")
    #expect(world.send("ana", #"{"type":"join","room":"open"}"#).last?["locked"] == true)
    #expect(world.faults == [])
  }

  @Test("A bot of the house is not asked into a locked room")
  func bots() {
    let world = World(games: [connectFour], houseBots: ["Deepblue"])
    world.logIn("ana")
    world.connect("deepblue", from: "192.0.2.9")
    world.send("deepblue", #"{"type":"login","name":"deepblue","bot":true,"token":"tokens"}"#)
    world.send("deepblue", #"{"type":"house","games":["connectfour"],"tables":1}"#)
    world.send("ana", #"{"type":"create","room":"corner","game":"connectfour"}"#)
    world.send("ana", #"{"type":"lock"}"#)
    #expect(world.send("ana", #"{"type":"invite","bot":true}"#).last?.code == "locked")
    world.send("ana", #"{"type":"lock","locked":false}"#)
    #expect(world.send("ana", #"{"type":"invite","bot":true}"#).last?.type == "invite")
  }

  @Test("It works at a terminal")
  func text() {
    world.connect("tom")
    world.send("tom", "/create hall")
    #expect(world.send("tom", "/lock").text.hasSuffix("locks the room: nobody new may come in"))
    #expect(world.send("tom", "/lock").text == "hall is locked already: /unlock lets others in")
    #expect(world.send("ben", "/join hall").text == "hall is locked: its owner lets nobody new in")
    #expect(world.send("tom", "/unlock").text.hasSuffix("unlocks the room: others may come in"))
    #expect(world.send("tom", "/unlock").text == "hall is not locked")
  }
}
