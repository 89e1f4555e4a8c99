import CoreHarness
import GameKit
import Storage
import TableGames
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Table games")
struct TableTests {
  /// Ana has opened a table, and the others have come one after the other.
  func table(
    _ game: GameModule, _ names: String..., clock: String = "", storage: SQLiteStorage? = nil
  ) -> World {
    let world = World(games: [game], storage: storage)
    for name in names { world.logIn(name) }
    let fields = clock.isEmpty ? "" : #","clock":\#(clock)"#
    world.send("ana", #"{"type":"create","room":"corner","game":"\#(game.info.id)"\#(fields)}"#)
    for name in names.dropFirst() { world.send(name, #"{"type":"join","room":"corner"}"#) }
    return world
  }

  @discardableResult
  func move(_ name: String, _ text: String, in world: World) -> [Line] {
    world.send(name, #"{"type":"move","room":"corner","text":"\#(text)"}"#)
  }

  func names(_ list: JSON?) -> [String] { (list?.arrayValue ?? []).compactMap(\.stringValue) }

  func board(_ name: String, in world: World) -> JSON? {
    world.clear()
    return world.send(name, #"{"type":"board","room":"corner"}"#).first?["board"]
  }

  // MARK: - Seats

  @Test("A match for two begins when both have joined, announces the turn, and shows both names")
  func begins() {
    let world = World(games: [connectFour])
    world.logIn("ana")
    world.logIn("ben")
    let created = world.send("ana", #"{"type":"create","room":"corner","game":"connectfour"}"#).first("joined")
    #expect(created?["state"]?.stringValue == "waiting" && created?["mode"]?.stringValue == "together")
    let joined = world.send("ben", #"{"type":"join","room":"corner"}"#)
    #expect(joined.last?["state"]?.stringValue == "playing")
    let board = world.take("ana").first("round")?["board"]
    #expect(names(board?["to_move"]) == ["ana"])
    #expect(board?["seats"] == [["player": "ana", "mark": "🟥"], ["player": "ben", "mark": "🟦"]])
    #expect(world.faults == [])
  }

  @Test("A start with too few players says how many it needs")
  func tooFew() {
    let world = table(connectFour, "ana")
    let refused = world.send("ana", #"{"type":"start"}"#).first
    #expect(refused?.code == "not_playing" && refused?["message"]?.stringValue?.contains("2 players, and 1 is") == true)
  }

  @Test("A move out of turn is refused and changes nothing")
  func outOfTurn() {
    let world = table(connectFour, "ana", "ben")
    #expect(move("ben", "4", in: world).last?.code == "not_your_turn")
    #expect(move("ana", "4", in: world).last?.type == "moved")
    #expect(names(world.take("ben").last("moved")?["board"]?["to_move"]) == ["ben"])
  }

  @Test("A player who joins when all seats are taken watches, is told so, and has no result")
  func thirdLooksOn() {
    let world = table(connectFour, "ana", "ben", "eve")
    #expect(world.take("eve") == [])
    #expect(world.send("eve", #"{"type":"join","room":"corner"}"#).first("joined")?["state"]?.stringValue == "watching")
    #expect(move("eve", "4", in: world).last?.code == "watching")
    for _ in 0..<3 {
      move("ana", "1", in: world)
      move("ben", "2", in: world)
    }
    world.take("eve")
    move("ana", "1", in: world)
    let told = world.take("eve")
    #expect(told.types == ["moved", "finished", "finished", "round_over"])
    #expect(
      told.filter { $0.type == "finished" }.compactMap { $0["outcome"]?["result"]?.stringValue } == ["won", "lost"])
    #expect(told.last?["standings"]?.arrayValue?.count == 2)
  }

  @Test("Leaving a match loses it to the other, and the next match is played with the next to join")
  func leaving() {
    let world = table(connectFour, "ana", "ben", "eve")
    move("ana", "4", in: world)
    world.clear()
    world.send("ben", #"{"type":"leave","room":"corner"}"#)
    let told = world.take("ana")
    #expect(told.types == ["left", "moved", "finished", "finished", "round_over"])
    #expect(told[1]["turn"]?["event"]?.stringValue == "leave")
    #expect(told.filter { $0.type == "finished" }.map { $0["outcome"]?["result"]?.stringValue } == ["won", "lost"])
    world.send("eve", #"{"type":"leave","room":"corner"}"#)
    world.clear()
    world.send("eve", #"{"type":"join","room":"corner"}"#)
    let next = world.take("ana").first("round")
    #expect(next?["n"]?.intValue == 2)
    // Sides change from match to match.
    #expect(names(next?["board"]?["to_move"]) == ["eve"])
    #expect(move("eve", "4", in: world).last?.type == "moved")
    #expect(world.faults == [])
  }

  @Test("A disconnected player's seat is reserved for a while, and the match is lost when that ends")
  func connectionLost() {
    let world = table(connectFour, "ana", "ben")
    world.drop("ben")
    #expect(world.take("ana").last?.type == "away")
    world.wait(seconds: Limits().seatSeconds + 1)
    #expect(world.take("ana").types == ["left", "moved", "finished", "finished", "round_over"])
  }

  @Test("A resignation ends a match for two, and only its players can resign")
  func resigning() {
    let world = table(connectFour, "ana", "ben", "eve")
    #expect(world.send("eve", #"{"type":"resign"}"#).last?.code == "watching")
    move("ana", "4", in: world)
    world.clear()
    let told = world.send("ana", #"{"type":"resign","id":7}"#)
    #expect(told.first?.type == "moved" && told.first?["re"]?.intValue == 7)
    #expect(told.first?["turn"]?["event"]?.stringValue == "resign")
    #expect(world.take("ben").first("finished")?["outcome"]?["result"]?.stringValue == "lost")
    #expect(world.send("ana", #"{"type":"resign"}"#).last?.code == "game_over")
  }

  @Test("A draw is agreed by both, announced as drawn, and nobody has won; a move declines the offer")
  func drawing() {
    let world = table(connectFour, "ana", "ben")
    world.send("ana", #"{"type":"draw"}"#)
    #expect(world.send("ana", #"{"type":"draw"}"#).last?.code == "already_offered")
    move("ana", "4", in: world)
    world.send("ben", #"{"type":"draw"}"#)
    world.clear()
    let told = world.send("ana", #"{"type":"draw"}"#)
    #expect(told.types == ["moved", "finished", "finished", "round_over"])
    #expect(told.filter { $0.type == "finished" }.allSatisfy { $0["outcome"]?["result"]?.stringValue == "drawn" })
    #expect(told.last?["standings"]?.arrayValue?.compactMap { $0["place"]?.intValue } == [1, 1])
    #expect(told.last?["standings"]?.arrayValue?.compactMap { $0["wins"]?.intValue } == [0, 0])
  }

  @Test("In a puzzle resignations, draw offers and clocks are refused")
  func puzzles() throws {
    let world = try World()
    world.connect("ana")
    let refused = world.send(
      "ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"together","clock":{"move_s":5}}"#)
    #expect(refused.first?.code == "bad_field")
    world.send("ana", #"{"type":"create","room":"lunch","game":"wordle","mode":"together"}"#)
    #expect(world.send("ana", #"{"type":"resign"}"#).last?.code == "not_here")
    #expect(world.send("ana", #"{"type":"draw"}"#).last?.code == "not_here")
  }

  @Test("With three players one who resigns is skipped, and the match goes on")
  func threePlayers() {
    let world = table(highCard, "ana", "ben", "eve")
    world.send("ana", #"{"type":"start"}"#)
    #expect(names(board("ana", in: world)?["to_move"]) == ["ana"])
    world.send("ana", #"{"type":"resign"}"#)
    #expect(world.take("ben").first("finished")?["player"]?.stringValue == "ana")
    #expect(names(board("ben", in: world)?["to_move"]) == ["ben"])
  }

  @Test("A client's move marked as a table event is not one")
  func forgedEvent() {
    let world = table(connectFour, "ana", "ben")
    let forged = world.send("ana", #"{"type":"move","move":{"$":"resign"}}"#).last
    #expect(forged?.code == "bad_move")
    #expect(names(board("ana", in: world)?["to_move"]) == ["ana"])
  }

  // MARK: - Time

  @Test("A clock runs for the player to move, and loses the match when it ends, without any input")
  func flag() {
    let world = table(connectFour, "ana", "ben", clock: #"{"match_s":60,"increment_s":5}"#)
    world.wait(seconds: 20)
    move("ana", "4", in: world)
    let clocks = world.take("ben").last("moved")?["board"]?["clocks"]
    #expect(clocks == [["player": "ana", "ms": 45_000], ["player": "ben", "ms": 60_000, "runs": true]])
    world.wait(milliseconds: 59_999)
    #expect(world.take("ana") == [])
    world.wait(milliseconds: 1)
    let told = world.take("ana")
    #expect(told.types == ["moved", "finished", "finished", "round_over"])
    #expect(told[0]["turn"]?["event"]?.stringValue == "flag" && told[0]["player"]?.stringValue == "ben")
    #expect(told.first("finished")?["outcome"]?["result"]?.stringValue == "won")
  }

  @Test("A clock per move restarts with each move, and does not run for the other player")
  func perMove() {
    let world = table(connectFour, "ana", "ben", clock: #"{"move_s":10}"#)
    for _ in 0..<3 {
      world.wait(seconds: 9)
      move("ana", "1", in: world)
      world.wait(seconds: 9)
      move("ben", "2", in: world)
    }
    world.clear()
    world.wait(seconds: 10)
    #expect(world.take("ben").first?["turn"]?["event"]?.stringValue == "flag")
  }

  @Test("A move at the very moment when time is up, or later, does not count")
  func tooLate() {
    let world = table(connectFour, "ana", "ben", clock: #"{"move_s":10}"#)
    // Nothing wakes the server: the move is what it hears first.
    world.clear()
    world.advance(seconds: 10)
    let answer = move("ana", "4", in: world)
    #expect(answer.last?.code == "game_over")
    #expect(answer.first?["turn"]?["event"]?.stringValue == "flag")
  }

  @Test("A game is called at its deadlines, players may join late, and boards have the time left")
  func deadlines() {
    let world = table(countdown, "ana", "ben")
    world.send("ana", #"{"type":"start"}"#)
    world.wait(seconds: 4)
    #expect(board("ana", in: world)?["ends_in_ms"]?.intValue == 6_000)
    move("ana", "1", in: world)
    #expect(names(board("ana", in: world)?["to_move"]) == ["ben"])
    world.logIn("eve")
    world.send("eve", #"{"type":"join","room":"corner"}"#)
    world.clear()
    world.wait(seconds: 6)
    let told = world.take("eve")
    #expect(told.types == ["moved"] && told[0]["player"] == nil)
    #expect(told[0]["turn"]?["round"]?.intValue == 2 && told[0]["board"]?["prompt"]?.stringValue?.contains("2") == true)
    move("eve", "2", in: world)
    world.wait(seconds: 21)
    let over = world.take("eve").last("round_over")?["standings"]?.arrayValue
    #expect(over?.map { $0["place"]?.intValue } == [1, 1, 3])
    #expect(world.faults == [])
  }

  @Test("At a large table quiet moves are sent to others in a digest, and timed events at once")
  func largeTable() {
    let world = World(games: [countdown]) { $0.digestMembers = 3 }
    for name in ["ana", "ben", "cleo", "dan", "eve"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"corner","game":"countdown"}"#)
    for name in ["ben", "cleo", "dan", "eve"] { world.send(name, #"{"type":"join","room":"corner"}"#) }
    world.send("ana", #"{"type":"start"}"#)
    world.wait(seconds: 2)
    world.clear()
    #expect(move("ana", "1", in: world).types == ["moved"])
    #expect(world.take("ben") == [])
    world.wait(seconds: 2)
    #expect(world.take("ben").types == ["digest"])
    world.clear()
    world.wait(seconds: 6)
    let told = world.take("eve")
    #expect(told.first("moved")?["turn"]?["event"]?.stringValue == "time")
    #expect(told.first("digest") == nil)
    #expect(world.faults == [])
  }

  @Test("A room with running clocks does no work until one of them ends")
  func idleClocks() {
    let world = World(games: [connectFour]) { limits in
      limits.roomsPerPlayer = 1000
      limits.roomsPerAddress = 0
      limits.roomsPerSession = 1000
    }
    world.logIn("ana")
    world.logIn("ben")
    for number in 1...100 {
      world.send(
        "ana", #"{"type":"create","room":"r\#(number)","game":"connectfour","clock":{"match_s":600}}"#)
      world.send("ben", #"{"type":"join","room":"r\#(number)"}"#)
    }
    #expect(world.parlor.nextDeadline.milliseconds - world.now.milliseconds == 600_000)
  }
}
