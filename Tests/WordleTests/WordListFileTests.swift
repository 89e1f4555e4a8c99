import GameKit
import Testing

@testable import Wordle

@Suite("Wordle's word lists")
struct WordListFileTests {
  @Test("There are about 2,300 answers and at least 10,000 accepted guesses")
  func sizes() throws {
    let source = try Lists.source()
    #expect((2_200...2_400).contains(try #require(source.puzzleCount(settings: Wordle.Settings()))))
    #expect(source.publicLists["guesses"].map { $0.count >= 10_000 } == true)
  }

  @Test("Both files have one word of five letters per line, sorted and unique", arguments: ["answers", "guesses"])
  func format(name: String) throws {
    let text = String(decoding: try Lists.bytes("\(name).txt"), as: UTF8.self)
    #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
    let words = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    for word in words {
      #expect(word.utf8.count == 5 && word.utf8.allSatisfy { (0x61...0x7A).contains($0) }, "\(word)")
    }
    for (word, next) in zip(words, words.dropFirst()) where word >= next { Issue.record("\(word) before \(next)") }
  }

  @Test("Every answer may be guessed, and the list of answers is not public")
  func subset() throws {
    let source = try Lists.source()
    let guesses = try #require(source.publicLists["guesses"])
    let answers = try WordList(file: Lists.bytes("answers.txt"), length: 5)
    for word in answers.words { #expect(guesses.contains(word), "\(word)") }
    #expect(source.publicLists.keys.sorted() == ["guesses"])
  }

  @Test("No answer is a plural or a past tense that a shorter word makes")
  func inflections() throws {
    let answers = try WordList(file: Lists.bytes("answers.txt"), length: 5).words
    // Words in -s that are not plurals (-ss, -us and the like) are fine; nouns with a plural s are not.
    let plurals = ["words", "trees", "cards", "lamps", "books", "hands", "games", "times", "roads", "birds"]
    let pasts = ["asked", "aided", "ended", "acted", "added", "liked", "moved", "named", "tried", "baked"]
    for word in plurals + pasts { #expect(!answers.contains(word), "\(word)") }
  }

  @Test("The dailies do not repeat until the list is used up")
  func noRepeats() throws {
    let source = try WordleSource(
      GuessLists(answers: Array("apple\nbread\ncrane\n".utf8), guesses: Array("apple\nbread\ncrane\n".utf8)))
    let season = SeasonKey(hashing: "test".utf8)
    for cycle in [-2, 0, 5] {
      let days = (1...3).map { Day(number: cycle * 3 + $0) }
      let found = try days.map { try source.puzzle(for: $0, season: season, settings: .init()).answer }
      #expect(Set(found).count == 3)
    }
  }

  @Test("A seed gives everyone the same word; excluded words are never dealt, and in the end none is left")
  func seeds() throws {
    let source = try Lists.source()
    #expect(
      try source.puzzle(seed: 7, settings: .init(), excluding: [])
        == source.puzzle(seed: 7, settings: .hard, excluding: []))
    let small = try WordleSource(
      GuessLists(answers: Array("apple\nbread\n".utf8), guesses: Array("apple\nbread\n".utf8)))
    var had: PuzzleSet = []
    for seed in 0..<2 as Range<UInt64> {
      let puzzle = try small.puzzle(seed: seed, settings: .init(), excluding: had)
      #expect(!had.contains(Wordle.key(of: puzzle)))
      had.insert(Wordle.key(of: puzzle))
    }
    #expect(throws: Rejection.noPuzzlesLeft) { try small.puzzle(seed: 9, settings: .init(), excluding: had) }
  }

  @Test("Candidate moves are consistent with the player's knowledge, and an outsider's reveal no letters")
  func candidates() throws {
    let source = try Lists.source()
    var generator = SeededGenerator(seed: 5)
    let play = try Play("nymph", after: ["train", "ponds"])
    let moves = source.candidateMoves(in: play.game, for: .seat(ana), limit: 20, using: &generator)
    #expect(!moves.isEmpty && moves.count <= 20)
    for move in moves {
      var next = try Play("nymph", .ultra, after: ["train", "ponds"])
      #expect(next.refusal(move.guess) == nil, "\(move.guess)")
    }
    var (one, other) = (SeededGenerator(seed: 1), SeededGenerator(seed: 1))
    let elsewhere = try Play("crane", after: ["slate", "brine"])
    #expect(
      source.candidateMoves(in: play.game, for: .outsider, limit: 5, using: &one)
        == source.candidateMoves(in: elsewhere.game, for: .outsider, limit: 5, using: &other))
  }
}
