import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("A guest's results are carried into a login")
struct GuestResultTests {
  /// A guest who has solved today's Wordle at the second try, and a player who is not here.
  private func world(guestHasToken: Bool = false) throws -> (World, token: String) {
    let world = try World(stores: true)
    let token = world.logIn("ana")
    world.drop("ana")
    world.connect("visitor")
    if guestHasToken { world.send("visitor", #"{"type":"login"}"#) }
    solve(world, "visitor")
    return (world, token)
  }

  private func solve(_ world: World, _ name: String) {
    world.send(name, #"{"type":"join","room":"wordle"}"#)
    for word in ["crane", "nymph"] { world.send(name, #"{"type":"move","text":"\#(word)"}"#) }
  }

  private func logIn(_ world: World, _ name: String, _ token: String) throws -> Line {
    let lines = world.send(name, #"{"type":"login","token":"\#(token)"}"#)
    #expect(world.faults == [])
    return try #require(lines.first("login"))
  }

  @Test(
    "A daily solved as a guest becomes the player's by a login: board, result, statistics and history",
    .needs("Statistics"))
  func carried() throws {
    let (world, token) = try world()
    world.connect("ben")
    world.send("ben", #"{"type":"join","room":"wordle"}"#)
    let results = try logIn(world, "visitor", token)["guest_results"]?.arrayValue
    #expect(results?.count == 1)
    #expect(results?.first?["game"] == "wordle" && results?.first?["puzzle"] == 324)
    #expect(results?.first?["carried"] == true)
    #expect(results?.first?["message"]?.stringValue?.hasPrefix("Wordle 324, which you have finished as guest-") == true)
    let finished = try #require(world.take("ben").last("finished"))
    #expect(finished["player"] == "ana" && finished["outcome"]?["tries"] == 2)
    let stats = try #require(world.send("visitor", #"{"type":"stats","game":"wordle"}"#).last)
    #expect(stats["player"] == "ana" && stats["played"] == 1 && stats["distribution"]?["2"] == 1)
    let match = world.send("visitor", #"{"type":"history"}"#).last?["results"]?.arrayValue?.first?["match"]?.stringValue
    let replay = world.send("visitor", #"{"type":"replay","match":"\#(match ?? "")"}"#)
    #expect(replay.types == ["replay", "replay_header", "replay_move", "replay_move", "replay_outcome"])
    let joined = try #require(world.send("visitor", #"{"type":"join","room":"wordle"}"#).first("joined"))
    #expect(joined["board"]?["rows"]?.arrayValue?.prefix(2).map { $0["letters"] } == ["crane", "nymph"])
    #expect(world.send("visitor", #"{"type":"move","text":"stale"}"#).last?.code == "game_over")
  }

  @Test(
    "If the player has begun the puzzle, the guest's board stays behind, and the answer says why",
    .needs("Statistics"))
  func begun() throws {
    let (world, token) = try world()
    world.connect("phone")
    world.send("phone", #"{"type":"login","token":"\#(token)"}"#)
    world.send("phone", #"{"type":"join","room":"wordle"}"#)
    world.send("phone", #"{"type":"move","text":"stale"}"#)
    let result = try #require(try logIn(world, "visitor", token)["guest_results"]?.arrayValue?.first)
    #expect(result["carried"] == false)
    #expect(result["message"]?.stringValue?.hasSuffix("ana has begun that puzzle, and what stands there stays") == true)
    #expect(world.send("visitor", #"{"type":"stats","game":"wordle"}"#).last?["played"] == 0)
    let joined = world.send("visitor", #"{"type":"join","room":"wordle"}"#).first("joined")
    #expect(joined?["board"]?["rows"]?.arrayValue?.first?["letters"] == "stale")
  }

  @Test("Of several guests' boards the first is carried over, and the player has then played", .needs("Statistics"))
  func once() throws {
    let (world, token) = try world()
    _ = try logIn(world, "visitor", token)
    world.connect("second")
    world.send("second", #"{"type":"join","room":"wordle"}"#)
    world.send("second", #"{"type":"move","text":"nymph"}"#)
    #expect(try logIn(world, "second", token)["guest_results"]?.arrayValue?.first?["carried"] == false)
    #expect(world.send("second", #"{"type":"stats","game":"wordle"}"#).last?["distribution"]?["2"] == 1)
  }

  @Test("A guest whose board was carried over cannot return to give it to another player")
  func guestToken() throws {
    let world = try World(stores: true)
    let (ana, ben) = (world.logIn("ana"), world.logIn("ben"))
    world.drop("ana")
    world.drop("ben")
    world.connect("visitor")
    let guest = try #require(world.send("visitor", #"{"type":"login"}"#).last?["token"]?.stringValue)
    solve(world, "visitor")
    #expect(try logIn(world, "visitor", ana)["guest_results"]?.arrayValue?.first?["carried"] == true)
    world.connect("again")
    #expect(world.send("again", #"{"type":"login","token":"\#(guest)"}"#).last?.code == "bad_token")
    #expect(try logIn(world, "again", ben)["guest_results"] == nil)
  }

  @Test(
    "An unfinished board stays behind, and the answer says so; a guest who claims a name keeps everything",
    .needs("Statistics"))
  func others() throws {
    let world = try World(stores: true)
    let token = world.logIn("ana")
    world.connect("visitor", "newcomer")
    world.send("visitor", #"{"type":"join","room":"wordle"}"#)
    world.send("visitor", #"{"type":"move","text":"crane"}"#)
    let guest = try #require(world.player("visitor")?.name)
    #expect(
      try logIn(world, "visitor", token)["guest_results"] == [
        [
          "game": "wordle", "puzzle": 324, "carried": false,
          "message": .string("Wordle 324, which you have begun as \(guest), is not finished and stays behind"),
        ]
      ])
    solve(world, "newcomer")
    let answer = world.send("newcomer", #"{"type":"login","name":"eva"}"#).last("login")
    #expect(answer?["you"] == "eva" && answer?["guest_results"] == nil)
    #expect(world.send("newcomer", #"{"type":"stats","game":"wordle"}"#).last?["played"] == 1)
  }

  @Test("At nc the answer to a login says what was carried over")
  func text() throws {
    let (world, token) = try world()
    let answer = world.send("visitor", "/login \(token)").sentences
    #expect(answer.contains("\nYou are ana.\nWordle 324, which you have finished as guest-"))
    #expect(answer.contains(", is yours now"))
  }

  @Test(
    "A board that continues after midnight stays with the guest",
    .needs("Statistics"))
  func afterMidnight() throws {
    let world = try World(stores: true, limits: { $0.dailyGraceSeconds = 3600 })
    let token = world.logIn("ana")
    world.drop("ana")
    world.connect("visitor")
    world.send("visitor", #"{"type":"login"}"#)
    world.send("visitor", #"{"type":"join","room":"wordle"}"#)
    world.send("visitor", #"{"type":"move","text":"crane"}"#)
    world.wait(milliseconds: World.millisecondsToMidnight)
    world.wait(seconds: 600)
    let finished = world.send("visitor", #"{"type":"move","text":"nymph","puzzle":324}"#).first("finished")
    #expect(finished?["outcome"]?["won"] == true)
    let result = try #require(try logIn(world, "visitor", token)["guest_results"]?.arrayValue?.first)
    #expect(result["carried"] == false && result["puzzle"] == 324)
    #expect(result["message"]?.stringValue?.hasSuffix("is of the day before, and stays behind") == true)
    #expect(world.send("visitor", #"{"type":"stats","game":"wordle"}"#).last?["played"] == 0)
  }

  @Test("A guest's board of today stays behind if the player still has yesterday's")
  func besideYesterday() throws {
    let world = try World(stores: true, limits: { $0.dailyGraceSeconds = 3600 })
    let token = world.logIn("ana")
    world.send("ana", #"{"type":"join","room":"wordle"}"#)
    world.send("ana", #"{"type":"move","text":"crane"}"#)
    world.wait(milliseconds: World.millisecondsToMidnight)
    world.wait(seconds: 600)
    world.drop("ana")
    world.connect("visitor")
    world.send("visitor", #"{"type":"join","room":"wordle"}"#)
    let answer = try #require(world.answer(in: "wordle"))
    #expect(world.send("visitor", #"{"type":"move","text":"\#(answer)"}"#).first("finished") != nil)
    let result = try #require(try logIn(world, "visitor", token)["guest_results"]?.arrayValue?.first)
    #expect(result["carried"] == false && result["puzzle"] == 325)
    #expect(result["message"]?.stringValue?.hasSuffix("ana has a board of the day before still") == true)
    world.send("visitor", #"{"type":"join","room":"wordle"}"#)
    #expect(world.send("visitor", #"{"type":"move","text":"brine"}"#).last?.type == "moved")
  }
}
