import GameKit
import TestSeed
import Testing
import WireProtocol

@Suite("Letters of a guess")
struct LetterTests {
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
      ("level", "allee", "⬛🟨🟨🟩🟨"), ("gamma", "mummy", "⬛⬛🟩🟩⬛"),
    ])
  func table(answer: String, guess: String, tiles: String) throws {
    let packed = JudgedGuess(try #require(PackedWord(guess)), at: try #require(PackedWord(answer)))
    #expect(packed.tiles == tiles)
    #expect(String(LetterColours.tiles(of: guess, against: answer).map(\.rawValue)) == tiles)
    #expect((0..<5).map { packed.colours[$0].rawValue } == Array(tiles))
    #expect(PackedColours(tiles: tiles) == packed.colours)
  }

  @Test("For any two words, the colours say exactly which letters the answer shares with the guess")
  func laws() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    // Few letters, so that most words have some of them twice.
    func word() throws -> PackedWord {
      let letters = (0..<5).map { _ in UInt8(ascii: "a") + UInt8(generator.number(below: 6)) }
      return try #require(PackedWord(String(decoding: letters, as: UTF8.self)))
    }
    for _ in 0..<4000 {
      let (answer, guess) = (try word(), try word())
      let colours = PackedColours(of: guess, against: answer)
      let tiles = (0..<5).map { colours[$0] }
      #expect(LetterColours.tiles(of: guess.text, against: answer.text) == tiles, "seed \(seed)")
      for place in 0..<5 { #expect((tiles[place] == .right) == (guess[place] == answer[place]), "seed \(seed)") }
      for letter in Set(guess.text.utf8) {
        let shown = (0..<5).count { guess[$0] == letter && tiles[$0] != .absent }
        let shared = min(guess.count(of: letter), answer.count(of: letter))
        #expect(shown == shared, "seed \(seed): \(guess.text) against \(answer.text)")
        // Among letters out of place, the left ones are coloured.
        let loose = (0..<5).filter { guess[$0] == letter && tiles[$0] != .right }.map { tiles[$0] == .elsewhere }
        #expect(!zip(loose, loose.dropFirst()).contains { !$0 && $1 }, "seed \(seed)")
      }
    }
  }

  @Test("Tiles that are not five colours are refused", arguments: ["", "🟩🟩🟩🟩", "🟩🟩🟩🟩⬜", "🟩🟩🟩🟩🟩🟩", "crane"])
  func tiles(text: String) {
    #expect(PackedColours(tiles: text) == nil)
  }

  @Test("All 243 colours are distinguished, and survive a round trip")
  func codes() throws {
    #expect(Set(PackedColours.all.map(\.tiles)).count == 243)
    for colours in PackedColours.all {
      #expect(PackedColours(tiles: colours.tiles) == colours)
      #expect(try JSON(encoding: colours).decode(PackedColours.self) == colours)
    }
    #expect(PackedColours.solved.tiles == "🟩🟩🟩🟩🟩")
    #expect(throws: JSONBridgeError.self) { try JSON.int(243).decode(PackedColours.self) }
  }

  @Test("A word is five letters a to z", arguments: ["cran", "cranes", "Crane", "cran3", "señor"])
  func words(text: String) {
    #expect(PackedWord(text) == nil)
    #expect(PackedWord("crane")?.text == "crane")
  }

  @Test("A stored word is read back, one that is none is refused, and the blank word shares no letter with a guess")
  func stored() throws {
    let word = try #require(PackedWord("crane"))
    for word in [word, .blank] { #expect(try JSON(encoding: word).decode(PackedWord.self) == word) }
    #expect(throws: JSONBridgeError.self) { try JSON.string("cr4ne").decode(PackedWord.self) }
    #expect(JudgedGuess(word, at: .blank).tiles == "⬛⬛⬛⬛⬛")
  }

  @Test("A list with an answer that cannot be guessed is refused, with the word")
  func stray() {
    #expect(throws: ResourceFault(message: "the answer \"crane\" is not among the accepted guesses")) {
      try GuessLists(answers: Array("crane\n".utf8), guesses: Array("slate\n".utf8))
    }
    #expect(throws: ResourceFault.self) { try GuessLists(answers: [], guesses: Array("slate\n".utf8)) }
  }

  @Test("Some of the guesses that fit are found from any beginning, each once")
  func some() throws {
    let words = ["brine", "crane", "crate", "slate", "trace"]
    let list = Array(words.joined(separator: "\n").utf8)
    let lists = try GuessLists(answers: list, guesses: list)
    for seed in 0..<20 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let found = lists.some(9, using: &generator) { $0.count(of: UInt8(ascii: "c")) == 1 }
      #expect(found.sorted() == ["crane", "crate", "trace"])
      #expect(lists.some(2, using: &generator) { _ in true }.count == 2)
    }
  }
}
