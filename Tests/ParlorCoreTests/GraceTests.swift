import CoreHarness
import GameKit
import Testing
import WireProtocol

@testable import ParlorCore

/// What was begun before midnight may be finished for an hour. Until then the puzzle is as secret as on its day.
@Suite("Finishing a daily after midnight")
struct GraceTests {
  /// Ten past midnight, where the word of the day before is "nymph": ana has a board of it with one try, ben has solved
  /// it, shared the result and talked about it; kim and the guest eve have not begun it.
  private func world(_ text: String? = nil) throws -> World {
    let world = try World(stores: true, limits: { $0.dailyGraceSeconds = 3600 })
    for name in ["ana", "ben", "kim"] { world.logIn(name) }
    world.connect("eve")
    for name in ["ana", "ben", "kim", "eve"] {
      world.send(name, name == text ? "/join wordle" : #"{"type":"join","room":"wordle"}"#)
    }
    world.send("ana", name("ana", text, "train"))
    world.send("ben", #"{"type":"move","text":"nymph"}"#)
    world.send("ben", #"{"type":"share"}"#)
    world.send("ben", #"{"type":"say","room":"wordle","text":"nymph it was"}"#)
    world.wait(milliseconds: World.millisecondsToMidnight)
    world.send("ben", #"{"type":"say","room":"wordle","text":"so nymph"}"#)
    world.wait(seconds: 600)
    return world
  }

  private func name(_ name: String, _ text: String?, _ guess: String) -> String {
    name == text ? guess : #"{"type":"move","text":"\#(guess)"}"#
  }

  private func join(_ name: String, _ fields: String = "", _ world: World) -> Line? {
    world.send(name, #"{"type":"join","room":"wordle"\#(fields)}"#).first("joined")
  }

  @Test(
    "A board in progress continues after midnight, and its result counts for the day of its puzzle",
    .needs("Statistics"))
  func goesOn() throws {
    let world = try world()
    world.clear()
    let joined = try #require(join("ana", "", world))
    #expect(joined["puzzle"] == 324 && joined["day"] == "2026-11-20" && joined["state"] == "playing")
    #expect(joined["ends_in_s"] == 3000 && joined["board"]?["title"] == "Wordle 324")
    let moved = world.send("ana", #"{"type":"move","text":"nymph","puzzle":324}"#)
    #expect(moved.first("moved")?["board"]?["title"] == "Wordle 324")
    #expect(moved.first("finished")?["outcome"]?["won"] == true && moved.first("finished")?["next_day_in_s"] == nil)
    let result = world.send("ana", #"{"type":"history"}"#).last?["results"]?.arrayValue?.first
    #expect(result?["day"] == "2026-11-20" && result?["puzzle"] == 324)
    #expect(world.send("ana", #"{"type":"stats","game":"wordle"}"#).last?["streak"] == 1)
    let today = try #require(join("ana", "", world))
    #expect(today["puzzle"] == 325 && today["board"]?["title"] == "Wordle 325" && today["ends_in_s"] == nil)
    #expect(world.faults == [])
  }

  @Test(
    "During the grace period nothing reveals the answer to players who have not solved the puzzle",
    .needs("Channel"), .needs("Statistics"))
  func shut() throws {
    let world = try world()
    func everything() -> [String: String] {
      var told: [String: String] = [:]
      for name in ["ana", "kim", "eve"] {
        var lines = world.take(name)
        for request in [
          #"{"type":"opened","day":"2026-11-20"}"#, #"{"type":"create","game":"wordle","mode":"practice","day":"324"}"#,
          #"{"type":"history","player":"ben"}"#, #"{"type":"board","room":"wordle","player":"ben"}"#,
          #"{"type":"shares"}"#, #"{"type":"join","watching":true,"room":"wordle"}"#, #"{"type":"scores"}"#,
          #"{"type":"compare","with":"ben","game":"wordle"}"#, #"{"type":"calendar","game":"wordle"}"#,
          #"{"type":"leaderboard","game":"wordle"}"#, #"{"type":"replay","match":"1"}"#, "/opened 2026-11-20",
          "/history ben", "/practice wordle day=2026-11-20",
        ] + (1...40).map({ #"{"type":"replay","match":"\#($0)"}"# })
          + (1...3).map({ #"{"type":"reveal","share_id":\#($0)}"# })
        { lines += world.send(name, request) }
        told[name] = lines.text
      }
      return told
    }
    let score = #"{"id":700,"date":"2026-11-20","word":"nymph","tries":["nymph"]}"#
    world.send("kim", #"{"type":"add_score","token":"sesame","score":\#(score)}"#)
    for (name, text) in everything() { #expect(!text.lowercased().contains("nymph"), "\(name)") }
    #expect(world.send("kim", #"{"type":"opened","day":"2026-11-20"}"#).last?.code == "not_over")
    #expect(world.faults == [])
    world.wait(seconds: 3000)
    let later = everything()
    #expect(later["kim"]?.contains("nymph") == true && later["ana"]?.contains("nymph") == true)
    #expect(world.send("eve", #"{"type":"opened","day":"2026-11-20"}"#).last?.code == "not_over")
  }

  @Test("An hour after midnight the puzzle is opened to all with a name, and unfinished players get today's")
  func opened() throws {
    let world = try world()
    world.clear()
    world.wait(seconds: 2999)
    #expect(world.take("kim").first("opened") == nil)
    world.wait(seconds: 1)
    let opened = try #require(world.take("kim").first("opened"))
    #expect(opened["day"] == "2026-11-20" && opened["opened"]?["wordle"]?["puzzle_data"]?["answer"] == "nymph")
    #expect(world.take("eve").first("opened") == nil)
    #expect(world.send("ana", #"{"type":"board","room":"wordle"}"#).last?["board"]?["title"] == "Wordle 325")
    let late = world.send("ana", #"{"type":"move","text":"nymph","puzzle":324}"#)
    #expect(late.last?.code == "other_puzzle")
  }

  @Test("Today's puzzle begins instead on request, or by a move that names it, and the old board is given up")
  func today() throws {
    for (request, type) in [
      (#"{"type":"join","room":"wordle","today":true}"#, "joined"),
      (#"{"type":"move","text":"stale","puzzle":325}"#, "moved"),
    ] {
      let world = try world()
      world.clear()
      let answer = try #require(world.send("ana", request).first(type))
      #expect(answer["board"]?["title"] == "Wordle 325")
      #expect(world.send("ana", #"{"type":"move","text":"nymph","puzzle":324}"#).last?.code == "other_puzzle")
      #expect(join("ana", "", world)?["puzzle"] == 325)
    }
  }

  @Test("A player without a move before midnight plays today's puzzle")
  func notBegun() throws {
    let world = try world()
    for name in ["kim", "eve", "ben"] {
      #expect(join(name, "", world)?["puzzle"] == 325)
      #expect(world.send(name, #"{"type":"move","text":"nymph","puzzle":324}"#).last?.code == "other_puzzle")
    }
  }

  @Test("Text mode says at midnight, and on returning, which day's puzzle is on the board")
  func text() throws {
    let world = try world("ana")
    let offer = "You may finish Wordle 324 for 1 h 0 min; /join wordle today begins today's instead."
    #expect(world.take("ana").sentences.contains(offer))
    world.send("ana", "/leave")
    let back = world.send("ana", "wordle").sentences
    #expect(back.hasPrefix("Wordle 324 · the puzzle of 2026-11-20 · 50 min left"))
    #expect(back.contains("This is the puzzle of 2026-11-20, which you may finish for 50 min;"))
    #expect(world.send("ana", "/join wordle today").sentences.hasPrefix("Wordle 325 · today's puzzle"))
  }

  @Test("Without a grace period midnight opens the puzzle, as does a clock that jumps over it", arguments: [0, 3600])
  func jump(seconds: Int) throws {
    let world = try World(limits: { $0.dailyGraceSeconds = seconds })
    world.logIn("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    world.send("ana", #"{"type":"move","text":"train"}"#)
    world.clear()
    world.advance(seconds: Int(World.millisecondsToMidnight / 1000) + seconds)
    let joined = join("ana", "", world)
    #expect(joined?["puzzle"] == 325)
    #expect(world.send("ana", #"{"type":"opened","day":"2026-11-20"}"#).last?.type == "opened")
  }
}
