import GameKit
import Testing
import WaitingTrait
import WireProtocol

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

@Suite("Chance in the kits", .waiting)
struct ChanceTests {
  /// Numbers below 52 and 7, and a shuffled deck, drawn by GameKit.
  private static func expected(_ chance: Chance) -> JSON {
    var chance = chance
    let numbers = (0..<20).map { _ in chance.number(below: 52) } + (0..<20).map { _ in chance.number(below: 7) }
    var deck = Array(0..<13)
    chance.shuffle(&deck)
    return .array((numbers + deck).map(JSON.int))
  }

  private func check(_ run: (String) -> String) throws {
    let chance = Chance(seed: 7)
    let puzzle = try JSON(encoding: chance)
    let folder = Programs.Folder()
    let output = folder.write("", to: "output")
    #expect(system("cd '\(Programs.root)/Clients' && \(run(puzzle.text)) > \(output)") == 0)
    #expect(try JSON(parsing: Programs.text(at: output)) == Self.expected(chance))
  }

  @Test("Python draws the same numbers as GameKit", .enabled(if: Programs.python))
  func python() throws {
    try check { puzzle in
      "python3 -B -c 'import sys; sys.path.insert(0, \"Python\"); from parlor_game import Chance; "
        + "c = Chance(\(puzzle)); d = list(range(13)); "
        + "n = [c.number(52) for _ in range(20)] + [c.number(7) for _ in range(20)]; c.shuffle(d); print(n + d)'"
    }
  }

  @Test("JavaScript draws the same numbers as GameKit", .enabled(if: Programs.node))
  func node() throws {
    try check { puzzle in
      "node -e 'const { Chance } = require(\"./Node/parlor-game.js\"); const c = new Chance(\(puzzle)); "
        + "const d = [...Array(13).keys()]; const n = [...Array(40).keys()].map((i) => c.number(i < 20 ? 52 : 7)); "
        + "c.shuffle(d); console.log(JSON.stringify([...n, ...d]))'"
    }
  }
}
