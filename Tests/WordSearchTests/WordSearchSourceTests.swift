import GameKit
import Testing
import WireProtocol

@testable import WordSearch

@Suite("Sources of WordSearch puzzles")
struct WordSearchSourceTests {
  private static let season = SeasonKey(hashing: Array("tests".utf8))

  @Test("A daily has five grids of increasing size, the same for everybody", arguments: TargetLanguage.all.map(\.code))
  func daily(_ code: String) throws {
    let source = try WordLists.source.get()
    var settings = WordSearch.Settings()
    settings.to = code
    for number in 300..<310 {
      let puzzle = try source.puzzle(for: Day(number: number), season: Self.season, settings: settings)
      #expect(puzzle.challenges.count == 5)
      let key = try source.key(for: Day(number: number), season: Self.season, settings: settings)
      #expect(key == WordSearch.key(of: puzzle))
      let sizes = puzzle.challenges.map(\.rows.count)
      #expect(sizes.first.map { $0 < sizes.last ?? 0 } == true)
      #expect(puzzle.challenges.map { $0.targets.count > 1 } == [false, false, true, true, true])
      settings.size = 30
      settings.level = 1
      #expect(try source.puzzle(for: Day(number: number), season: Self.season, settings: settings) == puzzle)
    }
  }

  @Test("No word repeats in the dailies before too few are left")
  func noRepeats() throws {
    let translations = try WordLists.translations("it")
    let source = WordSearchSource([translations])
    var settings = WordSearch.Settings()
    settings.to = "it"
    var seen: Set<String> = []
    let several = translations.entries.count { $0.targets.count > 1 }
    for number in 1...several / 3 {
      for challenge in try source.puzzle(for: Day(number: number), season: Self.season, settings: settings).challenges {
        #expect(seen.insert(challenge.word).inserted, "\(challenge.word) on day \(number)")
      }
    }
  }

  @Test("Practice never repeats a word, and reports when none is left")
  func excluding() throws {
    let words = (0..<12).map {
      "w\(Character(UnicodeScalar(UInt8(0x61 + $0)))): abc\(Character(UnicodeScalar(UInt8(0x61 + $0))))d"
    }
    let language = try #require(TargetLanguage.all.first)
    let translations = try Translations(
      from: "en", to: language, words: Array((words.joined(separator: "\n") + "\n").utf8), blocked: [])
    let source = WordSearchSource([translations])
    var had: PuzzleSet = []
    var seen: Set<String> = []
    for seed in 0..<4 as Range<UInt64> {
      let puzzle = try source.puzzle(seed: seed, settings: WordSearch.Settings(), excluding: had)
      for challenge in puzzle.challenges { #expect(seen.insert(challenge.word).inserted) }
      had.insert(WordSearch.key(of: puzzle))
    }
    #expect(throws: Rejection.noPuzzlesLeft) {
      try source.puzzle(seed: 9, settings: WordSearch.Settings(), excluding: had)
    }
  }

  @Test("Languages without a word list are refused by name")
  func unknownLanguage() throws {
    var settings = WordSearch.Settings()
    settings.to = "la"
    let source = try WordLists.source.get()
    let rejection = #expect(throws: Rejection.self) { try source.puzzle(seed: 1, settings: settings, excluding: []) }
    #expect(rejection?.code == "bad_settings")
    #expect(rejection?.message == "There are no words for en→la; there are en→es, en→fr, en→de, en→it, en→pt")
    settings.to = "es"
    settings.set = .file
    #expect(throws: Rejection.self) { try source.puzzle(seed: 1, settings: settings, excluding: []) }
  }

  @Test("The challenges of a loaded file are played with set=file, in practice and as dailies")
  func loaded() throws {
    let source = WordSearchSource([], loaded: [Grids.house, Grids.heart])
    var settings = WordSearch.Settings()
    settings.set = .file
    settings.challenges = 1
    #expect(try source.puzzle(seed: 1, settings: settings, excluding: []).challenges.count == 1)
    settings.challenges = 3
    #expect(try source.puzzle(seed: 1, settings: settings, excluding: []).challenges.count == 2)
    let daily = try source.puzzle(for: Day(number: 3), season: Self.season, settings: settings)
    #expect(daily.challenges == [Grids.house, Grids.heart])
  }

  @Test(
    "Settings out of range are refused by name",
    arguments: [
      (#"{"size":4}"#, "size"), (#"{"size":31}"#, "size"), (#"{"level":0}"#, "level"),
      (#"{"challenges":11}"#, "challenges"),
    ])
  func settings(_ fields: String, _ name: String) throws {
    let module = GameModule(try WordLists.source.get())
    let fields = try #require(try JSON(parsing: fields).objectValue)
    let rejection = #expect(throws: Rejection.self) { try module.settings(from: fields) }
    #expect(rejection?.message.contains("\"\(name)\"") == true)
  }

  @Test("Every candidate move is accepted by the rules")
  func candidates() throws {
    let source = try WordLists.source.get()
    let puzzle = try source.puzzle(seed: 3, settings: WordSearch.Settings(), excluding: [])
    let game = WordSearch(puzzle: puzzle, settings: WordSearch.Settings())
    var generator = SeededGenerator(seed: 1)
    let moves = source.candidateMoves(in: game, for: .seat(ana), limit: 50, using: &generator)
    #expect(moves.count == 50)
    for move in moves {
      var copy = game
      _ = try copy.play(move, by: ana, at: .zero)
    }
  }
}
