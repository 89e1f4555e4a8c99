import CoreHarness
import GameKit
import ParlorCore
import TableGames
import TestSeed
import Testing
import WireProtocol

@Suite("A crowded arena")
struct ArenaCrowdTests {
  /// A game under way: when its players end it, in seconds from the beginning.
  private struct Running {
    let room: String
    let players: [String]
    let endsAt: Int
  }

  @Test("Of 200 players in ten virtual minutes nobody waits ten seconds for a pairing, and every game counts once")
  func tenMinutes() throws {
    var random = SeededGenerator(seed: TestSeed.make())
    let world = try World(others: [connectFour])
    let names = (0..<200).map { "player\($0)" }
    for (index, name) in names.enumerated() {
      world.connect(name, from: "10.0.\(index / 100).\(index % 100)")
      world.send(name, #"{"type":"login","name":"\#(name)"}"#)
    }
    let code = try #require(world.send(names[0], ArenaTests.create).last?["code"]?.intValue)
    for name in names { world.send(name, #"{"type":"join_arena","code":\#(code)}"#) }
    var freeSince = Dictionary(uniqueKeysWithValues: names.map { ($0, 0) })
    var (running, longest, ended): ([Running], Int, Int) = ([], 0, 0)
    var lastOpponent: [String: String] = [:]
    for second in 1...590 {
      world.wait(seconds: 1)
      for name in names {
        for line in world.take(name) where line.text.contains(#""type":"arena_game""#) {
          let (opponent, room) = (line["player"]?.stringValue ?? "", line["room"]?.stringValue ?? "")
          #expect(lastOpponent[name] != opponent)
          lastOpponent[name] = opponent
          longest = max(longest, second - (freeSince.removeValue(forKey: name) ?? second))
          guard name < opponent else { continue }
          running.append(
            Running(room: room, players: [name, opponent], endsAt: second + .random(in: 1...90, using: &random)))
        }
      }
      for game in running where game.endsAt == second {
        ArenaTests.play(world, game.players[0], game.players[1], in: game.room)
        for name in game.players { freeSince[name] = second }
        ended += 1
      }
      running.removeAll { $0.endsAt == second }
    }
    #expect(longest < 10 && ended > 1000)
    world.wait(seconds: 1)
    let arena = world.send(names[0], #"{"type":"arena","limit":500}"#).last
    let rows = arena?["rows"]?.arrayValue ?? []
    func sum(_ member: String) -> Int { rows.reduce(0) { $0 + ($1[member]?.intValue ?? 0) } }
    #expect(rows.count == 200 && arena?["played"]?.intValue == ended)
    #expect(sum("wins") == ended && sum("games") == 2 * ended)
    // Each is near 1500 on average: what one wins another loses, but for what deviations differ by.
    #expect(abs(sum("rating") / 200 - 1500) < 60)
    #expect(world.faults == [])
  }
}
