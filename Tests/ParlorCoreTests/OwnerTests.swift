import CoreHarness
import GameKit
import TableGames
import Testing
import WireProtocol

@testable import ParlorCore

/// What the owner of a room decides about its rounds, about who comes in, and about who owns it.
@Suite("Room owners")
struct OwnerTests {
  private let world: World

  /// `ana` owns the race `lunch`, `ben` and `kim` are in it.
  init() throws {
    world = try World(answers: ["nymph", "crane", "slate", "quick"])
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"race","round_s":60}"#)
    for name in ["ben", "kim"] { world.send(name, #"{"type":"join","room":"lunch"}"#) }
    world.clear()
  }

  @discardableResult
  private func ask(_ name: String, _ type: String, _ fields: String = "") -> Line {
    let told = world.send(name, #"{"type":"\#(type)","room":"lunch","id":"q"\#(fields)}"#)
    return told.first { $0["re"] == "q" } ?? Line("{}")
  }

  private var answer: String { world.answer(in: "lunch") ?? "" }

  private func start() {
    ask("ana", "start")
    world.clear()
  }

  @discardableResult
  private func move(_ name: String, _ word: String) -> Line { ask(name, "move", #","text":"\#(word)""#) }

  private var miss: String { ["train", "ponds", "blume"].first { $0 != answer } ?? "" }

  @Test(
    "Only the owner decides",
    arguments: [
      ("kick", #","player":"kim","kicked":false"#), ("hand_over", #","player":"ben""#), ("pause", ""),
      ("stop", ""), ("change", #","round_s":30"#), ("lock", ""),
    ])
  func strangers(_ type: String, _ fields: String) {
    start()
    #expect(ask("ben", type, fields).code == "not_owner")
    #expect(world.take("ana") == [])
  }

  // MARK: - The clock

  @Test("A paused round takes no moves and no time, continues with the time left, and no player's clock ends the pause")
  func pause() throws {
    start()
    world.wait(seconds: 10)
    move("ben", miss)
    world.clear()
    let paused = ask("ana", "pause")
    #expect(paused.type == "paused" && paused["paused"] == true && paused["ends_in_s"] == 50)
    #expect(world.take("ben").last?["ends_in_s"] == 50)
    world.wait(seconds: 1000)
    let refusal = move("ben", answer)
    #expect(refusal.code == "paused" && refusal["message"] == "The round is paused: it goes on when ana says so")
    #expect(world.take("kim").types == ["paused"], "no round is over")
    let joined = ask("kim", "join")
    #expect(joined["paused"] == true && joined["ends_in_s"] == 50)
    #expect(ask("ana", "pause").code == "not_here")
    let goesOn = ask("ana", "pause", #","paused":false"#)
    #expect(goesOn["paused"] == false && goesOn["ends_in_s"] == 50)
    #expect(ask("ana", "pause", #","paused":false"#).code == "not_here")
    world.wait(seconds: 5)
    move("ben", answer)
    world.wait(milliseconds: 44_999)
    #expect(!world.take("kim").types.contains("round_over"))
    world.wait(milliseconds: 1)
    let over = try #require(world.take("kim").last("round_over"))
    #expect(over["standings"]?.arrayValue?.first?["elapsed_ms"] == 15_000)
    #expect(world.faults == [])
  }

  @Test("Two pauses count as their sum, and late players are measured as others are")
  func twice() throws {
    world.logIn("dan")
    start()
    for _ in 0..<2 {
      world.wait(seconds: 2)
      ask("ana", "pause")
      world.wait(seconds: 30)
      ask("ana", "pause", #","paused":false"#)
    }
    ask("dan", "join")
    world.wait(seconds: 1)
    let (word, dan) = (answer, world.player("dan")?.id)
    move("dan", word)
    let seat = try #require(dan.flatMap { world.parlor.rooms["lunch"]?.seats[$0] })
    #expect(seat.result?.elapsed.milliseconds == 5000)
  }

  @Test("The seconds before the next round can be paused too, and a round that begins ends a pause")
  func between() throws {
    start()
    let word = answer
    for name in ["ana", "ben", "kim"] { move(name, word) }
    #expect(world.take("ben").last("round_over")?["next_in_s"] == 5)
    world.wait(seconds: 2)
    #expect(ask("ana", "pause")["next_in_s"] == 3)
    world.wait(seconds: 600)
    #expect(world.take("ben").types == ["paused"])
    #expect(ask("ana", "pause", #","paused":false"#)["next_in_s"] == 3)
    world.wait(milliseconds: 2_999)
    #expect(!world.take("ben").types.contains("round"))
    world.wait(milliseconds: 1)
    #expect(world.take("ben").types == ["round"])
    let next = answer
    for name in ["ana", "ben", "kim"] { move(name, next) }
    ask("ana", "pause")
    world.clear()
    ask("ana", "start")
    #expect(world.take("ben").types == ["round"])
    #expect(move("ben", miss).type == "moved")
  }

  @Test("Without a running round, or without clocks, pause and stop are refused")
  func nothing() throws {
    for type in ["pause", "stop"] { #expect(ask("ana", type).code == "not_playing") }
    world.send("ana", #"{"type":"create","room":"alone","game":"wordle","mode":"practice"}"#)
    for type in ["pause", "stop"] {
      #expect(world.send("ana", #"{"type":"\#(type)","room":"alone"}"#).last?.code == "not_here")
    }
    #expect(world.send("ana", #"{"type":"change","room":"alone","round_s":30}"#).last?.code == "not_here")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    for type in ["pause", "stop"] {
      #expect(world.send("ana", #"{"type":"\#(type)","room":"wordle"}"#).last?.code == "not_owner")
    }
  }

  @Test("A shared board can be paused too")
  func together() throws {
    world.send("ana", #"{"type":"create","room":"both","game":"wordle","mode":"together"}"#)
    world.send("ben", #"{"type":"join","room":"both"}"#)
    world.clear()
    let paused = try #require(world.send("ana", #"{"type":"pause","room":"both"}"#).last)
    #expect(paused.type == "paused" && paused["ends_in_s"] == nil)
    let move = #"{"type":"move","room":"both","text":"train"}"#
    #expect(world.send("ben", move).last?.code == "paused")
    world.send("ana", #"{"type":"pause","room":"both","paused":false}"#)
    #expect(world.send("ben", move).last?.type == "moved")
    let stopped = world.send("ana", #"{"type":"stop","room":"both"}"#)
    #expect(stopped.suffix(2).map(\.type) == ["stopped", "round_over"])
    #expect(stopped.last?["standings"]?.arrayValue?.count == 2)
  }

  // MARK: - Stopping

  @Test("Stopping a round gives its results at once, and the next one waits for the owner")
  func stop() throws {
    start()
    world.wait(seconds: 3)
    move("ben", answer)
    world.clear()
    let told = world.send("ana", #"{"type":"stop","room":"lunch","id":1}"#)
    #expect(told.types == ["stopped", "round_over"] && told.first?["re"] == 1)
    let over = try #require(told.last)
    #expect(over["next_in_s"] == nil)
    #expect(over["standings"]?.arrayValue?.map { $0["player"]?.stringValue } == ["ben", "ana", "kim"])
    #expect(over["solution"] != nil)
    world.wait(seconds: 3600)
    #expect(world.take("ben").types == ["stopped", "round_over"])
    #expect(ask("ana", "stop").code == "not_playing")
    #expect(ask("ana", "start").type == "round")
    let next = answer
    for name in ["ana", "ben", "kim"] { move(name, next) }
    #expect(world.take("ben").last("round_over")?["next_in_s"] == 5, "a stop counts for one time")
  }

  @Test("A stop between two rounds keeps the next one from beginning, also while paused")
  func stopBetween() {
    for waits in [false, true] {
      start()
      let word = answer
      for name in ["ana", "ben", "kim"] { move(name, word) }
      if waits { ask("ana", "pause") }
      world.clear()
      #expect(ask("ana", "stop").type == "stopped")
      world.wait(seconds: 60)
      #expect(world.take("ben").types == ["stopped"])
    }
  }

  @Test("A stopped table neither begins when its seats are filled nor continues its series")
  func table() throws {
    let world = World(games: [connectFour])
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"four","game":"connectfour","best_of":3,"rated":false}"#)
    world.send("ben", #"{"type":"join","room":"four"}"#)
    #expect(world.parlor.rooms["four"]?.isPlaying == true)
    world.clear()
    #expect(world.send("ana", #"{"type":"stop"}"#).types == ["stopped", "round_over"])
    #expect(world.take("ben").last?["next_in_s"] == nil)
    world.send("ben", #"{"type":"leave"}"#)
    world.send("kim", #"{"type":"join","room":"four"}"#)
    #expect(world.parlor.rooms["four"]?.isPlaying == false)
    #expect(world.send("ana", #"{"type":"start"}"#).last?.type == "round")
    #expect(world.send("ana", #"{"type":"pause"}"#).last?.code == "not_here", "the game knows of no pause")
    #expect(world.faults == [])
  }

  @Test("A player cannot stop a rated match that is being lost")
  func rated() {
    let world = World(games: [connectFour])
    for name in ["ana", "ben"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"four","game":"connectfour"}"#)
    world.send("ben", #"{"type":"join","room":"four"}"#)
    #expect(world.send("ana", #"{"type":"stop"}"#).last?.code == "already_playing")
    #expect(world.parlor.rooms["four"]?.isPlaying == true)
  }

  // MARK: - Time

  @Test("A new time limit applies to the next round, or at once without ending it")
  func time() throws {
    start()
    world.wait(seconds: 20)
    let changed = ask("ana", "change", #","round_s":120"#)
    #expect(changed.type == "changed" && changed["round_s"] == 120 && changed["ends_in_s"] == nil)
    #expect(world.take("ben").types == ["changed"])
    #expect(ask("kim", "join")["ends_in_s"] == 40)
    #expect(ask("ana", "change", #","round_s":90,"now":true"#)["ends_in_s"] == 70)
    #expect(ask("ana", "change", #","round_s":15,"now":true"#)["ends_in_s"] == 10)
    world.wait(milliseconds: 9_999)
    #expect(!world.take("ben").types.contains("round_over"))
    world.wait(milliseconds: 1)
    #expect(world.take("ben").last?.type == "round_over")
    #expect(ask("ana", "start")["ends_in_s"] == 15)
    #expect(ask("kim", "join")["round_s"] == 15)
    for value in ["9", "86401", #""60""#, "null"] {
      #expect(ask("ana", "change", #","round_s":\#(value)"#).code == "bad_field")
    }
  }

  @Test("The time limit of a paused round can be changed")
  func timeWhilePaused() {
    start()
    world.wait(seconds: 20)
    ask("ana", "pause")
    world.wait(seconds: 500)
    #expect(ask("ana", "change", #","round_s":100,"now":true"#)["ends_in_s"] == 80)
    world.wait(seconds: 500)
    #expect(ask("ana", "pause", #","paused":false"#)["ends_in_s"] == 80)
    world.wait(milliseconds: 79_999)
    #expect(world.parlor.rooms["lunch"]?.isPlaying == true)
    world.wait(milliseconds: 1)
    #expect(world.parlor.rooms["lunch"]?.isPlaying == false)
  }

  // MARK: - Who owns the room

  @Test("Handing a room over makes another member its owner, all are told, and the old owner stays")
  func handOver() {
    let told = ask("ana", "hand_over", #","player":"ben""#)
    #expect(told.type == "owner" && told["player"] == "ben")
    #expect(world.take("kim").last?["player"] == "ben")
    #expect(ask("ana", "start").code == "not_owner")
    #expect(ask("ben", "start").type == "round")
    #expect(world.player("ana")?.ownedRooms == 0 && world.player("ben")?.ownedRooms == 1)
    #expect(ask("ben", "hand_over", #","player":"ben""#).code == "bad_field")
    #expect(ask("ben", "hand_over", #","player":"zoe""#).code == "not_found player")
  }

  @Test("A room cannot be handed over to an absent player, or to one who owns the most allowed")
  func limits() throws {
    let most = world.parlor.hub.limits.roomsPerPlayer
    for number in 0..<most { world.send("ben", #"{"type":"create","room":"r\#(number)"}"#) }
    #expect(ask("ana", "hand_over", #","player":"ben""#).code == "too_many room")
    world.drop("kim")
    #expect(ask("ana", "hand_over", #","player":"kim""#).code == "not_found player")
    #expect(world.parlor.rooms["lunch"]?.owner === world.player("ana"))
  }

  @Test("All members of a large room are told at once who owns it")
  func large() throws {
    let world = try World { $0.digestMembers = 2 }
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"lunch"}"#)
    for name in ["ben", "kim"] { world.send(name, #"{"type":"join","room":"lunch"}"#) }
    world.wait(seconds: 5)
    world.clear()
    world.send("ana", #"{"type":"hand_over","player":"ben"}"#)
    #expect(world.take("kim").last?.type == "owner")
    #expect(world.faults == [])
  }

  // MARK: - In words

  @Test("All of it works at a terminal")
  func text() {
    world.connect("tom")
    world.send("tom", "/name tom")
    world.send("tom", "/create hall wordle race time=60")
    world.send("ben", "/join hall")
    world.send("tom", "/start")
    world.clear()
    #expect(world.send("tom", "/pause").text == "tom pauses the round, with 1 min left")
    world.take("ben")
    #expect(world.send("ben", "train").text == "The round is paused: it goes on when tom says so")
    #expect(world.send("tom", "/unpause").text == "tom goes on with the round, with 1 min left")
    #expect(world.send("tom", "/time 120 now").text == "tom gives each round 2 min; this one has 2 min left")
    #expect(world.send("tom", "/time 90").text == "tom gives each round 90 s from the next one on")
    #expect(world.send("tom", "/time soon").last?.text.hasPrefix("A round takes from 10") == true)
    #expect(world.send("tom", "/stop").first?.text == "tom stops here: /start begins the next round")
    #expect(!world.send("tom", "/who").text.contains("Sent away"))
    world.send("tom", "/kick ben")
    #expect(world.send("tom", "/who").text.contains("Sent away: ben (/unkick NAME lets in again)"))
    #expect(!world.send("kim", "/who hall").text.contains("Sent away"), "for the owner alone")
    #expect(world.send("tom", "/unkick ben").text == "ben may come in again")
    #expect(world.send("tom", "/unkick ben").text == "ben has not been sent away from hall")
    world.send("kim", "/join hall")
    #expect(world.send("tom", "/handover kim").last?.text == "kim owns hall now")
    #expect(world.take("kim").last?.text == "You own hall now")
  }
}
