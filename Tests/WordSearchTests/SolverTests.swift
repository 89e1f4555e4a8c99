import GameKit
import TestSeed
import Testing

@testable import WordSearch

/// Searches a grid for words by brute force: every cell, every direction, letter by letter. Independent of the
/// generator.
private struct BruteForce {
  let grid: [[UInt32]]

  init(_ rows: [String]) { grid = rows.map(Self.plain) }

  /// Letters without their accents, by a table of its own.
  static func plain(_ text: String) -> [UInt32] {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "á", "à", "â", "ã", "ä": 0x61
      case "é", "è", "ê", "ë": 0x65
      case "í", "ì", "î", "ï": 0x69
      case "ó", "ò", "ô", "õ", "ö": 0x6F
      case "ú", "ù", "û", "ü": 0x75
      case "ç": 0x63
      case "ñ": 0x6E
      case "ÿ": 0x79
      default: scalar.value
      }
    }
  }

  /// The positions of a word: the smaller end of each line of cells first, so that a palindrome is found once.
  func places(of word: [UInt32]) -> Set<[Int]> {
    var places: Set<[Int]> = []
    guard let first = word.first else { return places }
    for y in grid.indices {
      for x in grid[y].indices where grid[y][x] == first {
        for dy in -1...1 {
          for dx in -1...1 where dx != 0 || dy != 0 {
            if reads(word, x, y, dx, dy) {
              let (start, end) = ([y, x], [y + dy * (word.count - 1), x + dx * (word.count - 1)])
              places.insert(start.lexicographicallyPrecedes(end) ? start + end : end + start)
            }
          }
        }
      }
    }
    return places
  }

  private func reads(_ word: [UInt32], _ x: Int, _ y: Int, _ dx: Int, _ dy: Int) -> Bool {
    let (lastX, lastY) = (x + dx * (word.count - 1), y + dy * (word.count - 1))
    guard grid.indices.contains(lastY), grid[lastY].indices.contains(lastX) else { return false }
    for step in 1..<word.count where grid[y + dy * step][x + dx * step] != word[step] { return false }
    return true
  }
}

@Suite("Generated grids")
struct SolverTests {
  @Test(
    "Many puzzles of each language hide every word exactly once, and no other word by accident",
    arguments: TargetLanguage.all.map(\.code))
  func many(_ code: String) throws {
    let translations = try WordLists.translations(code)
    let blocked = translations.blocked.map(BruteForce.plain)
    let source = WordSearchSource([translations])
    var generator = SeededGenerator(seed: 42)
    for number in 0..<TestLength.count(short: 250, long: 2000) {
      var settings = WordSearch.Settings()
      settings.to = code
      settings.size = 5 + generator.number(below: 8)
      settings.level = 1 + number % 3
      settings.challenges = 1
      let seed = generator.next()
      let puzzle = try source.puzzle(seed: seed, settings: settings, excluding: [])
      for challenge in puzzle.challenges { try check(challenge, settings, blocked, translations, seed) }
    }
  }

  private func check(
    _ challenge: WordSearch.Challenge, _ settings: WordSearch.Settings, _ blocked: [[UInt32]],
    _ translations: Translations, _ seed: UInt64
  ) throws {
    let comment: Comment = "\(translations.target.code) seed \(seed) \(challenge.word)"
    let entry = try #require(translations.entries.first { $0.word == challenge.word }, comment)
    #expect(challenge.targets.map(\.word) == entry.targets, comment)
    #expect(
      challenge.rows.count >= settings.size && challenge.rows.allSatisfy { $0.count == challenge.rows.count }, comment)
    #expect(challenge.rows.allSatisfy { row in row.allSatisfy(translations.target.letters.contains) }, comment)
    let solver = BruteForce(challenge.rows)
    var lines: [[Int]] = []
    for target in challenge.targets {
      let path = try challenge.path(from: target.from, to: target.to)
      #expect(String(challenge.letters(on: path)) == target.word, comment)
      let step = path.step
      let directions = Level(rawValue: settings.level)?.steps ?? []
      #expect(directions.contains { $0 == step }, comment)
      let places = solver.places(of: BruteForce.plain(target.word))
      #expect(places.count == 1, comment)
      lines += places
    }
    for word in blocked {
      for place in solver.places(of: word) {
        #expect(lines.contains { Self.isPart(place, of: $0) }, "\(comment) \(word)")
      }
    }
  }

  /// Whether one line of cells contains another.
  private static func isPart(_ part: [Int], of line: [Int]) -> Bool {
    func step(_ line: [Int]) -> [Int] { [(line[2] - line[0]).signum(), (line[3] - line[1]).signum()] }
    guard step(part) == step(line) else { return false }
    return [[part[0], part[1]], [part[2], part[3]]].allSatisfy { end in
      let (down, across) = (end[0] - line[0], end[1] - line[1])
      let count = max(abs(line[2] - line[0]), abs(line[3] - line[1]))
      let distance = max(abs(down), abs(across))
      return distance <= count && down == step(line)[0] * distance && across == step(line)[1] * distance
    }
  }

  @Test("The brute-force solver finds a repeated word, and a blocked one")
  func solverSees() {
    let solver = BruteForce(["casa", "axxs", "sxxa", "axxc"])
    #expect(solver.places(of: BruteForce.plain("casa")).count == 3)
    #expect(BruteForce(["óso"]).places(of: BruteForce.plain("oso")).count == 1)
  }
}
