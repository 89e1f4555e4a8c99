import CoreHarness
import GameKit
import TableGames
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Listed moves of a board")
struct ListedMovesTests {
  private func board(_ name: String, _ type: String, in world: World) -> JSON? { world.take(name).last(type)?["board"] }

  @Test("The player to move gets the list in JSON, and opponents, watchers and text sessions do not")
  func whoGetsThem() {
    let world = World(games: [connectFour])
    for name in ["ana", "ben", "eve"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"corner","game":"connectfour"}"#)
    world.send("eve", #"{"type":"join","watching":true,"room":"corner"}"#)
    world.send("ben", #"{"type":"join","room":"corner"}"#)
    let first = board("ana", "round", in: world)
    #expect(first?["moves"]?.arrayValue?.count == 7 && first?["moves"]?.arrayValue?.first == ["column": 1])
    #expect(world.take("ben").allSatisfy { $0["board"]?["moves"] == nil })
    world.clear()
    let own = world.send("ana", #"{"type":"move","move":{"column":1}}"#).last("moved")
    #expect(own?["board"] != nil && own?["board"]?["moves"] == nil)
    #expect(board("ben", "moved", in: world)?["moves"]?.arrayValue?.count == 7)
    #expect(world.take("eve").allSatisfy { $0["board"]?["moves"] == nil })
    #expect(!world.send("ben", "/board").text.contains("moves"))
    #expect(world.send("ben", #"{"type":"board"}"#).last?["board"]?["moves"]?.arrayValue?.count == 7)
    world.send("ana", #"{"type":"resign"}"#)
    #expect(world.send("ben", #"{"type":"board"}"#).last?["board"]?["moves"] == nil)
    #expect(world.faults == [])
  }

  @Test("Each listed move is accepted, until the match is over", arguments: [connectFour, battleship, highCard])
  func areTaken(_ game: GameModule) {
    let world = World(games: [game])
    for name in ["ana", "ben"] { world.logIn(name) }
    world.send("ana", #"{"type":"create","room":"corner","game":"\#(game.info.id)"}"#)
    world.send("ben", #"{"type":"join","room":"corner"}"#)
    world.send("ana", #"{"type":"start"}"#)
    var generator = SeededGenerator(seed: 3)
    var moves = 0
    for _ in 0..<200 {
      for name in ["ana", "ben"] {
        let listed = world.send(name, #"{"type":"board"}"#).last?["board"]?["moves"]?.arrayValue ?? []
        guard !listed.isEmpty else { continue }
        let move = listed[generator.number(below: listed.count)]
        #expect(world.send(name, #"{"type":"move","move":\#(move.text)}"#).contains { $0.type == "moved" })
        moves += 1
      }
    }
    #expect(moves > 6)
    #expect(world.send("ana", #"{"type":"move","text":"1"}"#).last?.code == "game_over")
  }

  @Test("The list for one player is independent of the other player's ships, byte for byte")
  func twoWorlds() {
    let twins = TwinWorlds(
      World(games: [battleship]), World(games: [battleship]), onlookers: ["ben", "eve"], seed: 1)
    for world in [twins.first, twins.second] { for name in ["ana", "ben", "eve"] { world.logIn(name) } }
    twins.both("ana", #"{"type":"create","room":"sea","game":"battleship","settings":{"size":4}}"#)
    twins.both("eve", #"{"type":"join","watching":true,"room":"sea"}"#)
    twins.both("ben", #"{"type":"join","room":"sea"}"#)
    func ship(_ text: String) -> String { #"{"type":"move","move":\#(text)}"# }
    twins.both("ana", ship(#"{"ship":[[0,0],[1,0]]}"#), ship(#"{"ship":[[2,2],[2,3]]}"#))
    twins.both("ben", ship(#"{"ship":[[0,0],[1,0]]}"#))
    twins.both("ana", ship(#"{"ship":[[3,3],[3,3]]}"#), ship(#"{"ship":[[0,3],[0,3]]}"#))
    twins.both("ben", ship(#"{"ship":[[3,3],[3,3]]}"#))
    // Water in both.
    for cell in ["[0,1]", "[1,1]"] {
      twins.both("ana", ship(#"{"shot":\#(cell)}"#))
      twins.both("ben", ship(#"{"shot":\#(cell)}"#))
    }
    #expect(twins.leaks == [])
    #expect(twins.compared > 1000)
    // The comparison has to have had something to compare.
    twins.first.post("ana", ship(#"{"shot":[2,0]}"#))
    #expect(board("ben", "moved", in: twins.first)?["moves"]?.arrayValue?.count == 14)
  }
}
