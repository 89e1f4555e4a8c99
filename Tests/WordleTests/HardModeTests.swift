import GameKit
import TestSeed
import Testing

@testable import Wordle

@Suite("Hard and ultra-hard")
struct HardModeTests {
  @Test(
    "A guess that ignores a hint is refused with a sentence for players",
    arguments: [
      // answer, guesses so far, next guess, the sentence or nil
      ("nymph", ["train"], "ponds", nil),
      ("nymph", ["train"], "blume", "Guess must contain N"),
      ("crane", ["slate"], "blaze", nil),
      ("crane", ["slate"], "blame", nil),
      ("crane", ["slate"], "spite", "3rd letter must be A"),
      ("crane", ["slate"], "chalk", "5th letter must be E"),
      // Positions are checked before letters, whatever their order in the word.
      ("carry", ["radar"], "rigor", "2nd letter must be A"),
      ("carry", ["radar"], "cacao", "Guess must contain R twice"),
      ("carry", ["radar"], "harry", nil),
      // The first faulty position, whichever guess has shown it.
      ("crane", ["brine"], "blimp", "2nd letter must be R"),
      ("crane", ["brine"], "crimp", "4th letter must be N"),
      ("crane", ["slate", "grape"], "blaze", "2nd letter must be R"),
      ("crane", ["grape", "brace"], "chimp", "2nd letter must be R"),
      // Multiplicity counts: both were shown.
      ("speed", ["erase"], "crest", "Guess must contain E twice"),
      ("speed", ["erase"], "geese", nil),
      ("mommy", ["mamma"], "memos", "4th letter must be M"),
      // Hard mode does not forbid what is ruled out.
      ("crane", ["eerie"], "erase", nil),
    ] as [(String, [String], String, String?)])
  func hard(answer: String, before: [String], guess: String, sentence: String?) throws {
    var play = try Play(answer, .hard, after: before)
    #expect(play.refusal(guess) == sentence)
    #expect(play.game.guesses.count == before.count + (sentence == nil ? 1 : 0))
  }

  @Test("A green that was moved is reported before a missing yellow")
  func placeBeforeLetter() throws {
    var play = try Play("carry", .hard, after: ["rally"])
    // rally: r elsewhere, a and y in place.
    #expect(play.refusal("cello") == "2nd letter must be A")
    #expect(play.refusal("canny") == "Guess must contain R")
    #expect(play.refusal("carry") == nil)
  }

  @Test(
    "Ultra-hard forbids what the colours have ruled out",
    arguments: [
      ("nymph", ["train"], "nylon", "5th letter must not be N"),
      ("nymph", ["train"], "nasty", "Guess must not contain T"),
      ("nymph", ["train"], "never", "Guess must not contain R"),
      ("nymph", ["train"], "hymns", nil),
      // One e of two was grey: there is exactly one more.
      ("crane", ["eerie"], "erode", "1st letter must not be E"),
      ("abide", ["speed"], "eagle", "Guess must contain D"),
      ("abide", ["speed"], "decoy", nil),
      ("abide", ["speed"], "deuce", "Guess must contain E only once"),
      ("abide", ["speed"], "creed", "3rd letter must not be E"),
      // Hints are checked before ruled-out letters.
      ("crane", ["slate"], "stale", "1st letter must not be S"),
      ("crane", ["slate"], "stile", "3rd letter must be A"),
    ] as [(String, [String], String, String?)])
  func ultra(answer: String, before: [String], guess: String, sentence: String?) throws {
    var play = try Play(answer, .ultra, after: before)
    #expect(play.refusal(guess) == sentence)
  }

  @Test("Without hard mode any guess is accepted")
  func easy() throws {
    var play = try Play("crane", after: ["slate"])
    #expect(play.refusal("slimy") == nil)
  }

  @Test("Hard mode's refusals share a code, ultra-hard's have another")
  func codes() throws {
    var play = try Play("nymph", .ultra, after: ["train"])
    let hint = #expect(throws: Rejection.self) { try play.guess("blume") }
    #expect(hint?.code == "hint_not_used")
    let ruledOut = #expect(throws: Rejection.self) { try play.guess("nylon") }
    #expect(ruledOut?.code == "ruled_out")
  }

  @Test("The answer is never refused, whatever was guessed before")
  func answerIsAlwaysAllowed() throws {
    let source = try Lists.source()
    let words = source.publicLists["guesses"]?.words ?? []
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<20 {
      let answer = words[generator.number(below: words.count)]
      var play = try Play(answer, .ultra)
      for _ in 0..<5 {
        guard let move = source.candidateMoves(in: play.game, for: .seat(ana), limit: 1, using: &generator).first,
          move.guess != answer
        else { break }
        #expect(play.refusal(move.guess) == nil, "seed \(seed): \(move.guess) for \(answer)")
      }
      #expect(play.refusal(answer) == nil, "seed \(seed): \(answer)")
      #expect(play.game.isWon)
    }
  }
}
