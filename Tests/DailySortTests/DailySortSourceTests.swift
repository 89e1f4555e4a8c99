import GameKit
import Testing
import WireProtocol

@testable import DailySort

@Suite("Sources of DailySort puzzles")
struct DailySortSourceTests {
  private static let season = SeasonKey(hashing: "test".utf8)

  @Test("Three thousand days have three thousand words, each with a solvable scramble")
  func threeThousandDays() throws {
    let source = try WordsFile.source.get()
    var seen: Set<String> = []
    for number in 1...3000 {
      let puzzle = try source.puzzle(for: Day(number: number), season: Self.season, settings: NoSettings())
      #expect(seen.insert(puzzle.word).inserted, "\(puzzle.word) comes twice")
      check(puzzle)
      #expect(puzzle.beginsNewOrder == false)
    }
  }

  private func check(_ puzzle: DailySort.Puzzle) {
    #expect(puzzle.scramble.sorted() == puzzle.word.sorted(), "\(puzzle.word) as \(puzzle.scramble)")
    let inPlace = zip(puzzle.scramble, puzzle.word).count { $0 == $1 }
    #expect(inPlace <= 1, "\(puzzle.word) as \(puzzle.scramble)")
  }

  @Test("When every word has been used, a new order begins, and its first puzzle says so")
  func newOrder() throws {
    let words = ["apple", "bread", "crane", "delay", "enjoy", "fruit", "grape"]
    let source = try DailySortSource(words: WordsFile.small(words))
    var orders: [[String]] = []
    for cycle in 0..<4 {
      let puzzles = try (1...7).map {
        try source.puzzle(for: Day(number: cycle * 7 + $0), season: Self.season, settings: NoSettings())
      }
      #expect(puzzles.map(\.word).sorted() == words)
      #expect(puzzles.map(\.beginsNewOrder) == [cycle > 0] + Array(repeating: false, count: 6))
      orders.append(puzzles.map(\.word))
    }
    #expect(Set(orders).count == 4)
  }

  @Test("Days before the first have words too", arguments: [0, -1, -8, -1_000_000])
  func earlyDays(number: Int) throws {
    let source = try DailySortSource(words: WordsFile.small(["apple", "bread", "crane"]))
    check(try source.puzzle(for: Day(number: number), season: Self.season, settings: NoSettings()))
  }

  @Test("A day's puzzle is always the same, and another season has another order")
  func seasons() throws {
    let source = try WordsFile.source.get()
    let days = (320..<330).map { Day(number: $0) }
    let puzzles: (SeasonKey) throws -> [DailySort.Puzzle] = { season in
      try days.map { try source.puzzle(for: $0, season: season, settings: NoSettings()) }
    }
    #expect(try puzzles(Self.season) == puzzles(Self.season))
    #expect(try puzzles(Self.season).map(\.word) != puzzles(SeasonKey(hashing: "other".utf8)).map(\.word))
  }

  @Test("A seed gives everyone the same puzzle, including the scramble")
  func seeds() throws {
    let source = try WordsFile.source.get()
    var found: Set<DailySort.Puzzle> = []
    for seed in 0..<200 as Range<UInt64> {
      let puzzle = try source.puzzle(seed: seed, settings: NoSettings(), excluding: [])
      #expect(try puzzle == source.puzzle(seed: seed, settings: NoSettings(), excluding: []))
      check(puzzle)
      found.insert(puzzle)
    }
    #expect(found.count > 180)
  }

  @Test("Used words are not dealt again, and the exhausted source has an error code")
  func excluding() throws {
    let words = ["apple", "bread", "crane"]
    let source = try DailySortSource(words: WordsFile.small(words))
    var had: PuzzleSet = []
    for seed in 0..<3 as Range<UInt64> {
      let puzzle = try source.puzzle(seed: seed, settings: NoSettings(), excluding: had)
      #expect(!had.contains(DailySort.key(of: puzzle)))
      had.insert(DailySort.key(of: puzzle))
    }
    let rejection = #expect(throws: Rejection.self) {
      try source.puzzle(seed: 9, settings: NoSettings(), excluding: had)
    }
    #expect(rejection?.code == "no_words_left")
  }

  @Test(
    "A word with a very frequent letter is scrambled as well as possible",
    arguments: ["banana", "mammal", "cocoa", "eerie", "assess", "kayak"])
  func repeatedLetters(word: String) throws {
    for seed in 0..<50 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let scramble = Scramble.of(word, using: &generator)
      #expect(scramble.sorted() == word.sorted())
      let most = Set(word).map { letter in word.count { $0 == letter } }.max() ?? 0
      // Some occurrences of a letter that fills more than half of the word must stay in place.
      #expect(zip(scramble, word).count { $0 == $1 } <= max(1, 2 * most - word.count), "\(scramble)")
    }
  }

  @Test("Candidate moves are untried arrangements of the letters")
  func candidates() throws {
    let source = try WordsFile.source.get()
    let play = try Play()
    var generator = SeededGenerator(seed: 5)
    let moves = source.candidateMoves(in: play.game, for: .seat(ana), limit: 10, using: &generator)
    #expect(moves.count == 10)
    for case .arrange(let letters) in moves { #expect(letters.sorted() == "aelst".sorted()) }
    let tired = try Play(after: DailySortTests.permutations(of: "aelst").filter { $0 != "tales" && $0 != "stale" })
    for move in source.candidateMoves(in: tired.game, for: .seat(ana), limit: 50, using: &generator) {
      #expect(move == .arrange("tales") || move == .arrange("stale"))
    }
    let solved = try Play(after: ["tales"])
    #expect(source.candidateMoves(in: solved.game, for: .seat(ana), limit: 10, using: &generator).isEmpty)
  }

  @Test(
    "A broken file is refused at the start, with the reason",
    arguments: [
      ("[]", "holds no words"), ("{}", "holds no words"), ("[", "words.json of DailySort"),
      (#"[{"word":"apple"}]"#, "entry 1 of"), (#"[{"word":"pear","part":"","definition":"","example":""}]"#, "entry 1"),
      (#"[{"word":"Apple","part":"","definition":"","example":""}]"#, "entry 1"),
    ])
  func brokenFiles(text: String, part: String) {
    let fault = #expect(throws: ResourceFault.self) { try DailySortSource(words: Array(text.utf8)) }
    #expect(fault?.message.contains(part) == true, "\(fault?.message ?? "")")
  }

  @Test("Unsorted or repeated words are refused", arguments: [["bread", "apple"], ["apple", "apple"]])
  func order(words: [String]) {
    let fault = #expect(throws: ResourceFault.self) { try DailySortSource(words: WordsFile.small(words)) }
    #expect(fault?.message.contains("out of order or a duplicate") == true)
  }
}
