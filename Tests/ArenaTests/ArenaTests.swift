import CoreHarness
import GameKit
import ParlorCore
import TableGames
import Testing
import WireProtocol

@Suite("Arenas")
struct ArenaTests {
  static let create = #"{"type":"create_arena","game":"connectfour","minutes":10,"in_minutes":0}"#

  /// A world with an arena that runs, its number, and players who take part.
  static func world(
    _ players: [String] = ["ana", "ben"], create: String = create, limits: (inout Limits) -> Void = { _ in }
  ) throws -> (World, Int) {
    let world = try World(stores: true, others: [connectFour], limits: limits)
    for name in players { world.logIn(name) }
    let code = try #require(world.send(players[0], create).last?["code"]?.intValue)
    for name in players { world.send(name, #"{"type":"join_arena","code":\#(code)}"#) }
    world.clear()
    return (world, code)
  }

  /// The room of a player's game.
  static func room(_ lines: [Line]) -> String? { lines.last("arena_game")?["room"]?.stringValue }

  @discardableResult
  static func move(_ world: World, _ name: String, _ column: Int, in room: String) -> Bool {
    world.send(name, #"{"type":"move","text":"\#(column)","room":"\#(room)"}"#).contains { $0.type == "moved" }
  }

  /// Who moves first has four in a column.
  ///
  /// - Returns: who has won.
  @discardableResult
  static func play(_ world: World, _ one: String, _ other: String, in room: String) -> String {
    let (first, second) = move(world, one, 1, in: room) ? (one, other) : (other, one)
    if first == other { move(world, other, 1, in: room) }
    for _ in 0..<3 {
      move(world, second, 2, in: room)
      move(world, first, 1, in: room)
    }
    return first
  }

  @Test("Two participants are paired, told their opponent, and get points; then they are paired again")
  func game() throws {
    let (world, code) = try Self.world()
    world.wait(seconds: 3)
    let ana = world.take("ana")
    let room = try #require(Self.room(ana))
    #expect(ana.types.contains("joined") && ana.last("arena_game")?["player"] == "ben")
    #expect(world.take("ben").last("arena_game")?["room"]?.stringValue == room)
    let winner = Self.play(world, "ana", "ben", in: room)
    world.wait(seconds: 1)
    let won = world.take(winner).last("arena_score")
    #expect(won?["result"] == "won" && won?["gained"] == 2 && won?["points"] == 2 && won?["place"] == 1)
    let loser = winner == "ana" ? "ben" : "ana"
    #expect(world.take(loser).last("arena_score")?["result"] == "lost")
    // They are alone, so they meet again, after five seconds and before ten.
    world.wait(seconds: 4)
    #expect(Self.room(world.take("ana")) == nil)
    world.wait(seconds: 5)
    #expect(Self.room(world.take("ana")) != nil)
    let shown = world.send("ben", #"{"type":"arena"}"#).last
    #expect(shown?["code"]?.intValue == code && shown?["state"] == "running" && shown?["played"] == 1)
    #expect(shown?["playing"] == 1 && shown?["rows"]?.arrayValue?.first?["player"]?.stringValue == winner)
    #expect(world.faults == [])
  }

  @Test(
    "A game's room holds that game only, and says at its end that the next opponent comes",
    arguments: ["together", "race"])
  func oneRound(mode: String) throws {
    let create = Self.create.replacing("connectfour", with: mode == "race" ? "wordle" : "connectfour")
    let (world, _) = try Self.world(create: create)
    world.wait(seconds: 3)
    let lines = world.take("ana")
    let room = try #require(Self.room(lines))
    #expect(lines.first("joined")?["one_round"] == true)
    if mode == "race" {
      for name in ["ana", "ben"] {
        for word in ["train", "ponds", "blume", "crane", "slate", "brine"] {
          world.send(name, #"{"type":"move","text":"\#(word)","room":"\#(room)"}"#)
        }
      }
    } else {
      Self.play(world, "ana", "ben", in: room)
    }
    let refusal = world.send("ana", #"{"type":"start","room":"\#(room)"}"#)
    #expect(refusal.last?.code == "not_playing")
    world.send("ben", #"{"type":"pause_arena"}"#)
    world.clear()
    world.wait(seconds: 16)
    let closed = world.take("ana")
    #expect(!closed.types.contains("round"))
    #expect(closed.last("announcement")?["text"] == "This game is over: the next opponent comes by itself")
    #expect(closed.last("left")?["reason"] == "closed")
    #expect(world.faults == [])
  }

  @Test("Of three at the start one waits, and plays in the first game after one that has ended")
  func oddNumber() throws {
    let (world, _) = try Self.world(["ana", "ben", "eva"])
    world.wait(seconds: 3)
    let games = ["ana", "ben", "eva"].map { ($0, Self.room(world.take($0))) }
    let waits = try #require(games.first { $0.1 == nil }?.0)
    let players = games.filter { $0.1 != nil }
    world.wait(seconds: 30)
    Self.play(world, players[0].0, players[1].0, in: try #require(players[0].1))
    world.wait(seconds: 3)
    #expect(Self.room(world.take(waits)) != nil)
    #expect(world.faults == [])
  }

  @Test("Arenas without a game displace no kept ones, and are not listed once they are over")
  func unplayed() throws {
    let (world, code) = try Self.world(limits: { ($0.arenasKept, $0.arenasPerDay, $0.arenasPerAddress) = (1, 9, 0) })
    world.wait(seconds: 3)
    Self.play(world, "ana", "ben", in: try #require(Self.room(world.take("ana"))))
    world.wait(seconds: 601)
    for _ in 0..<2 {
      let line = Self.create.replacing("s\":0", with: "s\":5")
      let other = try #require(world.send("ana", line).last?["code"]?.intValue)
      world.send("ana", #"{"type":"end_arena","code":\#(other)}"#)
    }
    let listed = world.send("ana", #"{"type":"arenas"}"#).last?["arenas"]?.arrayValue
    #expect(listed?.map { $0["code"]?.intValue } == [code])
    #expect(world.faults == [])
  }

  @Test("Games for any number of players have no arenas")
  func refused() throws {
    let world = try World(stores: true, others: [countdown])
    world.logIn("ana")
    let refusal = world.send("ana", Self.create.replacing("connectfour", with: "countdown")).last
    #expect(refusal?.code == "not_found mode")
    #expect(refusal?["message"]?.stringValue?.contains("is not played one against one") == true)
  }

  @Test("A pause ends pairing and not the game; joining another arena pauses the first")
  func pausing() throws {
    let (world, code) = try Self.world(["ana", "ben", "eva"])
    world.send("ana", #"{"type":"pause_arena"}"#)
    world.send("ben", #"{"type":"pause_arena"}"#)
    world.wait(seconds: 10)
    #expect(Self.room(world.take("eva")) == nil)
    let other = world.send("eva", Self.create).last?["code"]?.intValue ?? 0
    world.send("eva", #"{"type":"join_arena","code":\#(other)}"#)
    let rows = world.send("eva", #"{"type":"arena","code":\#(code)}"#).last?["rows"]?.arrayValue ?? []
    #expect(rows.count == 3 && rows.allSatisfy { $0["paused"] == true })
    #expect(world.send("eva", #"{"type":"arena"}"#).last?["code"]?.intValue == other)
    #expect(world.faults == [])
  }

  @Test("At the end of its time an arena's games in progress are played to their end and count", .needs("Channel"))
  func ends() throws {
    let (world, code) = try Self.world(create: Self.create.replacing("}", with: #","shared":true}"#))
    world.wait(seconds: 3)
    let room = try #require(Self.room(world.take("ana")))
    world.wait(seconds: 0)
    func state() -> JSON? { world.send("eva", #"{"type":"arena","code":\#(code)}"#).last?["state"] }
    world.connect("eva")
    // Both think for long: their clocks have three minutes each.
    for _ in 0..<3 { world.wait(seconds: 2) }
    Self.play(world, "ana", "ben", in: room)
    world.wait(seconds: 9)
    let last = try #require(Self.room(world.take("ana")))
    #expect(last != room)
    world.wait(seconds: 575)
    #expect(state() == "over" || state() == "ending" || state() == "running")
    world.wait(seconds: 700)
    #expect(state() == "over")
    let over = world.take("ana").last("arena")
    #expect(over?["state"] == "over" && over?["playing"] == 0)
    let csv = world.send("eva", #"{"type":"arena_csv","code":\#(code)}"#).last?["csv"]?.stringValue ?? ""
    #expect(csv.hasPrefix("place,player,bot,points,games,wins,draws,losses,performance,rating\n1,"))
    let shares = world.send("eva", #"{"type":"shares"}"#).last?.text ?? ""
    #expect(shares.contains("Parlor Arena 2026-11-20 · connectfour · first of 2 with") && !shares.contains("🟩"))
    let refused = world.send("ana", #"{"type":"join_arena","code":\#(code)}"#).last
    #expect(refused?.code == "not_playing")
    #expect(world.faults == [])
  }

  @Test("At the end the first three are named, and each shares a result that names nobody else", .needs("Channel"))
  func podium() throws {
    let (world, code) = try Self.world(
      ["ana", "ben", "eva", "kim"], create: Self.create.replacing("}", with: #","shared":true}"#))
    // Until three have points.
    for _ in 0..<6 {
      world.wait(seconds: 10)
      for (name, others) in [("ana", ["ben", "eva", "kim"]), ("ben", ["eva", "kim"]), ("eva", ["kim"])] {
        guard let game = world.take(name).last("arena_game"), let opponent = game["player"]?.stringValue,
          others.contains(opponent), let room = game["room"]?.stringValue
        else { continue }
        Self.play(world, name, opponent, in: room)
      }
    }
    world.wait(seconds: 520)
    for name in ["ana", "ben", "eva", "kim"] { world.send(name, #"{"type":"pause_arena"}"#) }
    let rows = world.send("ana", #"{"type":"arena","code":\#(code)}"#).last?["rows"]?.arrayValue ?? []
    let first = rows.prefix(3).filter { $0["points"]?.intValue ?? 0 > 0 }.compactMap { $0["player"]?.stringValue }
    #expect(first.count > 1)
    world.wait(seconds: 1300)
    let shares = world.send("ana", #"{"type":"shares"}"#).last?["shares"]?.arrayValue ?? []
    #expect(Set(shares.compactMap { $0["player"]?.stringValue }) == Set(first))
    for (name, place) in zip(first, ["first", "second", "third"]) {
      let share = shares.first { $0["player"]?.stringValue == name }?["text"]?.stringValue ?? ""
      #expect(share.contains("\(place) of 4 with"))
      #expect(!first.contains { share.contains($0) })
    }
    #expect(world.faults == [])
  }

  @Test("The last game's room is closed with the names of the first three")
  func closing() throws {
    let (world, code) = try Self.world(create: Self.create.replacing("}", with: #","clock":{"match_s":900}}"#))
    world.wait(seconds: 3)
    Self.play(world, "ana", "ben", in: try #require(Self.room(world.take("ana"))))
    world.wait(seconds: 9)
    let last = try #require(Self.room(world.take("ana")))
    world.wait(seconds: 580)
    Self.play(world, "ana", "ben", in: last)
    world.clear()
    world.wait(seconds: 20)
    let closed = world.take("ana").last("announcement")?["text"]?.stringValue ?? ""
    #expect(closed.hasPrefix("The arena is over: 1. "), "\(closed)")
    #expect(closed.hasSuffix(". /arena \(code) shows the standing"), "\(closed)")
    #expect(world.faults == [])
  }

  @Test("A player who leaves a race and returns finds the same board, and has read no letters meanwhile")
  func comesBack() throws {
    let (world, _) = try Self.world(create: Self.create.replacing("connectfour", with: "wordle"))
    world.wait(seconds: 3)
    let room = try #require(Self.room(world.take("ana")))
    func ask(_ name: String, _ type: String, _ rest: String = "") -> [Line] {
      world.send(name, #"{"type":"\#(type)","room":"\#(room)"\#(rest)}"#)
    }
    #expect(ask("ana", "move", #","text":"train""#).types.contains("moved"))
    #expect(ask("ben", "move", #","text":"ponds""#).types.contains("moved"))
    #expect(ask("ana", "leave").types.contains("left"))
    world.clear()
    var read = ask("ana", "join", #","watching":true"#)
    #expect(ask("ben", "move", #","text":"blume""#).types.contains("moved"))
    read += world.take("ana") + ask("ana", "board")
    #expect(!["ponds", "blume"].contains { read.text.lowercased().contains($0) })
    let back = ask("ana", "join").last("joined")
    #expect(back?["board"]?["notes"] == ["2/6"])
    world.clear()
    // The race is not decided by the one who was away.
    #expect(ask("ana", "move", #","text":"slate""#).last("moved")?["board"]?["notes"] == ["3/6"])
    #expect(world.faults == [])
  }

  @Test("Two players with a block between them are paired only if nobody else is free", .needs("Order"))
  func blocked() throws {
    let (world, _) = try Self.world(["ana", "ben"])
    world.send("ben", #"{"type":"block","player":"ana"}"#)
    world.wait(seconds: 4)
    #expect(Self.room(world.take("ana")) == nil)
    world.wait(seconds: 6)
    #expect(Self.room(world.take("ana")) != nil)
    #expect(world.faults == [])
  }

  @Test("Open arenas are limited by address; one that is over does not count")
  func perAddress() throws {
    let (world, code) = try Self.world(
      create: Self.create.replacing("in_minutes\":0", with: "in_minutes\":5"), limits: { $0.arenasPerAddress = 1 })
    #expect(world.send("ben", Self.create).last?.code == "too_many arena")
    world.send("ana", #"{"type":"end_arena","code":\#(code)}"#)
    #expect(world.send("ben", Self.create).last?.type == "arena")
    #expect(world.faults == [])
  }

  @Test("Arenas are limited to one at a time, by day and in all, and have bots only if allowed")
  func bounds() throws {
    let (world, code) = try Self.world(limits: { ($0.arenas, $0.arenasPerDay) = (2, 1) })
    #expect(world.send("ana", Self.create).last?.code == "too_many arena")
    world.connectConsole("root")
    world.send("root", #"{"type":"end_arena","code":\#(code)}"#)
    #expect(world.send("ana", #"{"type":"end_arena","code":\#(code)}"#).last?.code == "not_playing")
    world.send("root", #"{"type":"end_arena","code":\#(code)}"#)
    #expect(world.send("ana", #"{"type":"arena","code":\#(code)}"#).last?.code == "not_found arena")
    let second = world.send("ana", Self.create.replacing("s\":0", with: "s\":5")).last?["code"]?.intValue ?? 0
    #expect(world.send("ben", #"{"type":"end_arena","code":\#(second)}"#).last?.code == "forbidden")
    #expect(world.send("ana", #"{"type":"end_arena","code":\#(second)}"#).last?["state"] == "over")
    #expect(world.send("ana", Self.create).last?["message"]?.stringValue?.contains("in a day") == true)
    world.connect("robo")
    world.send("robo", #"{"type":"login","name":"robo","bot":true}"#)
    let third = world.send("ben", Self.create).last?["code"]?.intValue ?? 0
    #expect(world.send("robo", #"{"type":"join_arena","code":\#(third)}"#).last?.code == "forbidden")
    world.connect("guest")
    #expect(world.send("guest", Self.create).last?.code == "not_named")
    #expect(world.send("guest", #"{"type":"join_arena","code":\#(third)}"#).last?.code == "not_named")
    #expect(world.send("guest", #"{"type":"arena","code":999999}"#).last?.code == "not_found arena")
    #expect(world.faults == [])
  }

  @Test("A forgotten player is removed from the standing")
  func forgetting() throws {
    let (world, code) = try Self.world()
    world.wait(seconds: 3)
    let room = try #require(Self.room(world.take("ana")))
    Self.play(world, "ana", "ben", in: room)
    world.wait(seconds: 1)
    world.send("ben", #"{"type":"forget_me","name":"ben"}"#)
    world.connect("eva")
    let shown = world.send("eva", #"{"type":"arena","code":\#(code)}"#).last
    #expect(shown?["players"] == 1 && shown?.text.contains("ben") == false)
    #expect(world.faults == [])
  }

  @Test("An arena ends with its creator's account before it begins; afterwards it goes on and counts for the address")
  func creatorForgotten() throws {
    let (world, code) = try Self.world(
      create: Self.create.replacing("0}", with: #"5,"name":"Friday night"}"#), limits: { $0.arenasPerAddress = 1 })
    func forget(_ name: String) {
      world.send(name, #"{"type":"forget_me","name":"\#(name)"}"#)
      world.logIn(name)
    }
    #expect(world.send("ben", Self.create).last?.code == "too_many arena")
    forget("ana")
    #expect(world.take("ben").last("arena")?["state"] == "over")
    #expect(world.send("ben", #"{"type":"arena","code":\#(code)}"#).last?.code == "not_found arena")
    let named = Self.create.replacing("0}", with: #"0,"name":"Friday night"}"#)
    let second = try #require(world.send("ana", named).last?["code"]?.intValue)
    forget("ana")
    let shown = world.send("ben", #"{"type":"arena","code":\#(second)}"#).last
    #expect(shown?["state"] == "running" && shown?["name"] == "connectfour" && shown?["player"] == nil)
    #expect(world.send("ana", Self.create).last?.code == "too_many arena")
    world.wait(seconds: 601)
    #expect(world.send("ana", Self.create).last?.type == "arena")
    #expect(world.faults == [])
  }

  @Test("At a terminal everything is done by text commands, within 40 columns where possible")
  func typed() throws {
    let world = try World(others: [connectFour])
    world.connect("ana")
    world.send("ana", "/name ana")
    #expect(world.send("ana", "/arenas").text.hasPrefix("There is no arena"))
    let made = world.send("ana", "/new-arena connectfour Friday night minutes=10 in=0 clock=1+0")
    #expect(made.text.contains("Friday night · connectfour 1+0 · ends in 10 min"))
    let code = try #require(made.text.split(separator: ":").first?.split(separator: " ").last)
    world.logIn("ben")
    world.send("ben", #"{"type":"join_arena","code":\#(code)}"#)
    #expect(world.send("ana", "/join-arena \(code)").text.contains("opponents come by themselves"))
    world.wait(seconds: 3)
    #expect(world.take("ana").sentences.contains("Arena \(code): you play ben, place"))
    world.send("ana", "/pause-arena")
    #expect(world.send("ana", "/arena").text.contains("(paused)"))
    #expect(world.send("ana", "/arena-csv").text.hasPrefix("place,player"))
    #expect(world.send("ana", "/new-arena connectfour minutes=5").text == "minutes= takes a number from 10 to 180")
    #expect(world.faults == [])
  }
}
