import GameKit
import TestSeed
import Testing
import WireProtocol

@testable import Wordle

@Suite("Colours of a guess")
struct ColourTests {
  @Test(
    "Greens come first, then yellows from the left while unmatched letters remain",
    arguments: [
      // answer, guess, tiles
      ("nymph", "train", "⬛⬛⬛⬛🟨"),
      ("nymph", "ponds", "🟨⬛🟨⬛⬛"),
      ("nymph", "blume", "⬛⬛⬛🟨⬛"),
      ("nymph", "nymph", "🟩🟩🟩🟩🟩"),
      // The letter once in the answer, twice in the guess: the first is yellow, the second grey.
      ("crane", "eerie", "⬛⬛🟨⬛🟩"),
      ("abide", "speed", "⬛⬛🟨⬛🟨"),
      ("crepe", "speed", "⬛🟨🟩🟨⬛"),
      // A green uses the letter before a yellow on its left.
      ("crane", "range", "🟨🟨🟨⬛🟩"),
      ("tiger", "eerie", "🟨⬛🟨🟨⬛"),
      ("those", "geese", "⬛⬛⬛🟩🟩"),
      ("dread", "added", "🟨🟨⬛🟨🟩"),
      ("llama", "small", "⬛🟨🟩🟨🟨"),
      // Twice in the answer, once in the guess.
      ("speed", "crane", "⬛⬛⬛⬛🟨"),
      ("speed", "abide", "⬛⬛⬛🟨🟨"),
      // Twice in both: one in place, one elsewhere; both elsewhere; both in place.
      ("speed", "erase", "🟨⬛⬛🟨🟨"),
      ("speed", "steal", "🟩⬛🟩⬛⬛"),
      ("allow", "llama", "🟨🟩🟨⬛⬛"),
      ("geese", "eerie", "🟨🟩⬛⬛🟩"),
      // Three times in the guess, twice and once in the answer.
      ("tepee", "eerie", "🟨🟩⬛⬛🟩"),
      ("abbey", "babes", "🟨🟨🟩🟩⬛"),
      ("robot", "mamma", "⬛⬛⬛⬛⬛"),
      ("mommy", "mamma", "🟩⬛🟩🟩⬛"),
      ("amber", "mamma", "🟨🟨⬛⬛⬛"),
    ])
  func table(answer: String, guess: String, tiles: String) throws {
    var play = try Play(answer)
    #expect(try play.guess(guess).open["tiles"] == .string(tiles))
  }

  @Test("For any two words, the colours say exactly which letters the answer shares with the guess")
  func laws() throws {
    let words = try Lists.source().publicLists["guesses"]?.words ?? []
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<4000 {
      let answer = try #require(WordleWord(words[generator.number(below: words.count)]))
      let guess = try #require(WordleWord(words[generator.number(below: words.count)]))
      let marks = Mark.judge(guess, against: answer)
      for place in 0..<5 {
        #expect((marks[place] == .right) == (guess.letters[place] == answer.letters[place]), "seed \(seed)")
      }
      for letter in Set(guess.letters) {
        let shown = (0..<5).count { guess.letters[$0] == letter && marks[$0] != .absent }
        let shared = min(guess.letters.count { $0 == letter }, answer.letters.count { $0 == letter })
        #expect(shown == shared, "seed \(seed): \(guess.text) against \(answer.text)")
        // Among letters out of place, the left ones are coloured.
        let loose = (0..<5).filter { guess.letters[$0] == letter && marks[$0] != .right }.map { marks[$0] }
        #expect(loose == loose.sorted(by: >), "seed \(seed): \(guess.text) against \(answer.text)")
      }
    }
  }
}
