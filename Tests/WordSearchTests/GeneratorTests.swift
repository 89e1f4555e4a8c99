import GameKit
import Testing

@testable import WordSearch

@Suite("The grid generator")
struct GeneratorTests {
  private static let letters = "abcdefghijklmnopqrstuvwxyzáéíóúñ"
  private static let words = [
    "perro", "gato", "caballo", "ratón", "elefante", "vaca", "oveja", "cerdo", "gallina", "pato", "tortuga", "mono",
    "tigre", "jirafa", "conejo", "lobo", "zorro", "burro", "cabra", "pez",
  ]

  private func grid(
    _ words: [String], size: Int, level: Level = .every, seed: UInt64 = 1, blocked: [String] = []
  ) throws(GridGenerator.Failure) -> GridGenerator.Grid {
    var generator = SeededGenerator(seed: seed)
    return try GridGenerator(letters: Self.letters, blocked: blocked)
      .grid(hiding: words, size: size, level: level, using: &generator)
  }

  @Test("A seed gives the same grid in every process and every later version")
  func golden() throws {
    let grid = try grid(["gato", "ratón"], size: 6, seed: 7)
    #expect(grid.rows.joined(separator: " ") == Self.goldenRows)
    #expect(try self.grid(["gato", "ratón"], size: 6, seed: 7) == grid)
    #expect(try self.grid(["gato", "ratón"], size: 6, seed: 8) != grid)
  }

  private static let goldenRows = "iofefo unvitx ebóasf pcgteá ñónlaw óñígrr"

  @Test("A repair of the largest grid searches only the cells near the new letter again")
  func searches() {
    let alphabet = Alphabet(Self.letters)
    let words = ["sol", "mar", "luz", "ana", "oro", "uno", "dos", "mil", "pan", "rey", "voz", "pie", "ojo", "ala"]
    let blocked = words.map { $0.map(alphabet.plainCode) }
    let patterns = Patterns(blocked: blocked, letterCount: alphabet.letters.count)
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      var layout = Layout(size: 30, alphabet)
      guard layout.fill(avoiding: patterns, using: &generator) else { continue }
      // 900 cells, and at most 100 repairs, each with its cell and two cells in each of eight directions.
      #expect((900...900 + 100 * 18).contains(layout.searches))
    }
  }

  @Test("Twenty words fit into fifteen by fifteen, and none is dropped", arguments: Level.allCases)
  func twenty(_ level: Level) throws {
    for seed in 0..<20 as Range<UInt64> {
      let grid = try grid(Self.words, size: 15, level: level, seed: seed)
      #expect(grid.targets.map(\.word) == Self.words)
      #expect(grid.rows.count == 15)
    }
  }

  @Test("A grid grows until its words fit")
  func grows() throws {
    #expect(try grid(["extraordinario"], size: 5).rows.count == 14)
    let grown = try grid(Self.words, size: 5)
    #expect(grown.rows.count > 9 && grown.targets.count == 20)
    #expect(try grid(["gato"], size: 2).rows.count == 5)
    #expect(try grid(["gato"], size: 900).rows.count == 30)
  }

  @Test(
    "Words that cannot be hidden are refused by name",
    arguments: [
      ([String(repeating: "a", count: 31)], String(repeating: "a", count: 31)), (["gato", ""], ""),
      (["casa", "casas"], "casas"), (["casa", "asac"], "asac"), (["mamá", "mama"], "mama"), (["a b"], "a b"),
    ])
  func fails(_ words: [String], _ name: String) {
    let failure = #expect(throws: GridGenerator.Failure.self) { try grid(words, size: 10) }
    #expect(failure?.word == name)
  }

  @Test("Words that do not fit together are refused by name instead of being dropped")
  func tooMany() {
    var generator = SeededGenerator(seed: 3)
    let letters = Array(Self.letters)
    let words = (0..<90).map { _ in String((0..<12).map { _ in letters[generator.number(below: letters.count)] }) }
    let failure = #expect(throws: GridGenerator.Failure.self) { try grid(words, size: 30, level: .straight) }
    #expect(failure?.message.isEmpty == false)
  }

  @Test("A blocked word occurs only inside a hidden word that contains it")
  func blocked() throws {
    for seed in 0..<50 as Range<UInt64> {
      let grid = try grid(["computadora"], size: 11, seed: seed, blocked: ["puta", "aaa", "eb", "éba"])
      let columns = (0..<11).map { x in String(grid.rows.map { Array($0)[x] }) }
      for line in grid.rows + columns {
        for text in [line, String(line.reversed())].map({ String($0.map(Folding.base)) }) {
          #expect(!text.contains("aaa") && !text.contains("eba"))
          #expect(!text.contains("puta") || text.contains("computadora"))
        }
      }
    }
  }
}
