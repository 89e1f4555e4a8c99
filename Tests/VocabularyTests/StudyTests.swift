import GameKit
import ParlorCore
import TestSeed
import Testing

@testable import Vocabulary

@Suite("Sections")
struct SectionTests {
  private func language(_ count: Int, marked: Set<Int> = []) throws -> Language {
    var learner = Learner()
    _ = try learner.addLanguage("L")
    for number in 0..<count { try learner.add("word\(number + 1)", "meaning\(number + 1)", to: "L") }
    for number in marked.sorted() { learner.words.apply(.marked(number: number, true)) }
    return try learner.words.language(named: "L")
  }

  @Test("All has every word, the oldest first; Repeat All has the marked ones")
  func all() throws {
    let language = try language(30, marked: [3, 7, 29])
    #expect(Section(.all, of: language, seed: 1).numbers == Array(1...30))
    #expect(Section(.repeatAll, of: language, seed: 1).numbers == [3, 7, 29])
  }

  @Test("A random section has twenty different words, the same for the same seed")
  func random() throws {
    let language = try language(100, marked: Set(1...50))
    let section = Section(.random, of: language, seed: 7)
    #expect(section.numbers.count == 20 && Set(section.numbers).count == 20)
    #expect(section.numbers != section.numbers.sorted())
    #expect(Section(.random, of: language, seed: 7) == section)
    #expect(section.regenerated(from: language, seed: 8).numbers != section.numbers)
    let marked = Section(.repeatRandom, of: language, seed: 7)
    #expect(marked.numbers.count == 20 && marked.numbers.allSatisfy { $0 <= 50 })
  }

  @Test("A random section of few words has all of them", arguments: [0, 1, 19, 20])
  func few(count: Int) throws {
    #expect(Set(Section(.random, of: try language(count), seed: 3).numbers) == Set(0..<count).mapSet { $0 + 1 })
  }

  @Test("Every word is about equally frequent in random sections")
  func fair() throws {
    let language = try language(40)
    var counts: [Int: Int] = [:]
    for seed in 0..<2000 {
      for number in Section(.random, of: language, seed: UInt64(seed)).numbers { counts[number, default: 0] += 1 }
    }
    #expect(counts.count == 40)
    for count in counts.values { #expect((850...1150).contains(count)) }
  }

  @Test("A card shows one side until it is turned, and inverting hides all cards again")
  func cards() throws {
    let language = try language(2, marked: [2])
    var section = Section(.all, of: language, seed: 1)
    let (first, second) = (language.words[0], language.words[1])
    #expect(section.card(of: first) == Card(number: 1, front: "word1", back: nil, isMarked: false))
    section.reveal(1)
    #expect(section.card(of: first).back == first)
    #expect(section.card(of: second) == Card(number: 2, front: "word2", back: nil, isMarked: true))
    section.hide(1)
    #expect(section.card(of: first).back == nil)
    section.reveal(2)
    section.invert()
    #expect(section.card(of: second) == Card(number: 2, front: "meaning2", back: nil, isMarked: true))
    #expect(section.regenerated(from: language, seed: 1).isInverted)
  }
}

extension Set<Int> {
  fileprivate func mapSet(_ transform: (Int) -> Int) -> Set<Int> { Set(map(transform)) }
}

@Suite("The study queue")
struct StudyQueueTests {
  @Test("Due words come first, the longest due before others, then words forgotten today, then new ones")
  func order() throws {
    var learner = Learner()
    _ = try learner.addLanguage("L")
    for number in 1...6 { try learner.add("w\(number)", "m", to: "L") }
    func review(_ number: Int, _ rating: Rating, on day: Int) {
      let schedule = Schedule(after: rating, on: Day(number: day), from: nil, by: FSRS())
      learner.words.apply(.reviewed(number: number, rating, schedule))
    }
    review(1, .again, on: 10)
    review(2, .good, on: 5)
    review(3, .easy, on: 9)
    review(4, .again, on: 6)
    func queue() throws -> StudyQueue {
      StudyQueue(of: try learner.words.language(named: "L"), on: Day(number: 10))
    }
    #expect(try queue().dueCount == 3 && queue().newCount == 2)
    #expect(try queue().next(after: 4) == 2)
    for number in [4, 2, 1, 5, 6] {
      #expect(try queue().next(after: nil) == number)
      review(number, .easy, on: 10)
    }
    #expect(try queue().next(after: nil) == nil)
  }

  @Test("The last studied word is repeated only if there is no other")
  func last() throws {
    var learner = Learner()
    _ = try learner.addLanguage("L")
    #expect(StudyQueue(of: try learner.words.language(named: "L"), on: Day(number: 1)).next(after: nil) == nil)
    try learner.add("a", "b", to: "L")
    #expect(StudyQueue(of: try learner.words.language(named: "L"), on: Day(number: 1)).next(after: 1) == 1)
    try learner.add("c", "d", to: "L")
    #expect(StudyQueue(of: try learner.words.language(named: "L"), on: Day(number: 1)).next(after: 1) == 2)
  }
}

@Suite("Typed answers")
struct TypedAnswerTests {
  @Test(
    "Right, right except for accents, typo and wrong are distinguished",
    arguments: [
      ("casa", "casa", TypedAnswer.right), (" Casa. ", "casa", .right), ("la  casa", "la casa", .right),
      ("¿qué tal?", "qué tal", .right), ("man\u{303}ana", "mañana", .right), ("manana", "mañana", .accents),
      ("strasse", "Straße", .accents), ("arbol", "árbol", .accents), ("casas", "casa", .typo), ("csaa", "casa", .typo),
      ("cas", "casa", .typo), ("cosas", "casa", .wrong), ("sol", "son", .wrong), ("sun", "sol", .wrong),
      ("desarollo", "desarrollo", .typo), ("dessarolo", "desarrollo", .wrong), ("desarolo", "desarrollo", .typo),
      ("", "casa", .wrong), ("...", "casa", .wrong), ("", "", .wrong), ("casa", "", .wrong), ("!", "!", .wrong),
    ])
  func judged(typed: String, expected: String, answer: TypedAnswer) {
    #expect(TypedAnswer(typed, expected: expected) == answer)
  }

  @Test(
    "Each of several meanings is an answer, and parentheses may be omitted",
    arguments: [
      "house", "home", "dwelling", "dwelling (old)", "house, home; dwelling (old)", "abode/dwelling", "HOME",
    ])
  func meanings(typed: String) {
    #expect(TypedAnswer(typed, expected: "house, home; dwelling (old), abode/dwelling") != .wrong)
    #expect(TypedAnswer("castle", expected: "house, home; dwelling (old)") == .wrong)
  }

  @Test(
    "An article may be omitted or added; a wrong one is a typo, and any other word counts",
    arguments: [
      ("table", "the table", TypedAnswer.right), ("the table", "table", .right), ("casa", "la casa", .right),
      ("la casa", "casa", .right), ("Haus", "das Haus", .right), ("go", "to go", .right), ("eau", "l'eau", .right),
      ("l’eau", "eau", .right), ("arbol", "el árbol", .accents), ("el casa", "la casa", .typo),
      ("a house", "the house", .typo), ("house, dwelling", "the house; a dwelling", .right), ("la", "la casa", .wrong),
      ("the", "the", .right), ("nada", "de nada", .wrong), ("mesa", "la casa", .wrong), ("the son", "the sun", .wrong),
      ("teh house", "the house", .typo), ("the tree", "the house", .wrong),
    ])
  func articles(typed: String, expected: String, answer: TypedAnswer) {
    #expect(TypedAnswer(typed, expected: expected) == answer)
  }

  @Test("Hostile texts are judged quickly")
  func hostile() {
    for text in [String(repeating: ",", count: 120), String(repeating: "(", count: 120), "(((a", "a)))b"] {
      #expect(TypedAnswer(text, expected: text) >= .wrong)
      #expect(TypedAnswer("a", expected: text) >= .wrong)
    }
  }

  @Test("The rating follows the answer")
  func ratings() { #expect(TypedAnswer.allCases.map(\.rating) == [.again, .hard, .hard, .good]) }

  @Test("An answer within the allowed edits is a typo, whichever they are")
  func distance() {
    var generator = SeededGenerator(seed: TestSeed.make())
    let letters = Array("abcdefgh")
    for _ in 0..<TestLength.count(short: 300, long: 20_000) {
      let word = (0..<4 + generator.number(below: 8)).map { _ in letters[generator.number(below: 8)] }
      var typed = word
      for _ in 0..<1 + generator.number(below: 3) { mutate(&typed, &generator, letters) }
      let distance = slowDistance(word, typed)
      let expected: TypedAnswer =
        distance == 0 ? .right : distance <= TypedAnswer.typos(in: word.count) ? .typo : .wrong
      #expect(TypedAnswer(String(typed), expected: String(word)) == expected, "\(String(word)) \(String(typed))")
    }
  }

  private func mutate(_ word: inout [Character], _ generator: inout SeededGenerator, _ letters: [Character]) {
    let place = generator.number(below: word.count)
    switch generator.number(below: 4) {
    case 0: word[place] = letters[generator.number(below: 8)]
    case 1: word.insert(letters[generator.number(below: 8)], at: place)
    case 2 where word.count > 1: word.remove(at: place)
    default: word.swapAt(place, generator.number(below: word.count))
    }
  }

  /// Optimal string alignment with the whole table.
  private func slowDistance(_ first: [Character], _ second: [Character]) -> Int {
    var table = [[Int]](repeating: [Int](repeating: 0, count: second.count + 1), count: first.count + 1)
    for row in 0...first.count {
      for column in 0...second.count {
        guard row > 0, column > 0 else {
          table[row][column] = max(row, column)
          continue
        }
        var cost = table[row - 1][column - 1] + (first[row - 1] == second[column - 1] ? 0 : 1)
        cost = min(cost, table[row - 1][column] + 1, table[row][column - 1] + 1)
        if row > 1, column > 1, first[row - 1] == second[column - 2], first[row - 2] == second[column - 1] {
          cost = min(cost, table[row - 2][column - 2] + 1)
        }
        table[row][column] = cost
      }
    }
    return table[first.count][second.count]
  }
}

@Suite("Multiple choice")
struct ChoicesTests {
  @Test("There are four different choices, and the right one is at any position")
  func four() throws {
    var learner = Learner()
    _ = try learner.addLanguage("L")
    for number in 0..<200 { try learner.add("w\(number)", number < 100 ? "same" : "m\(number)", to: "L") }
    let language = try learner.words.language(named: "L")
    let word = try #require(language[150])
    var places: Set<Int> = []
    for seed in 0..<200 {
      let choices = Choices(for: word, in: language, seed: UInt64(seed))
      #expect(choices.texts.count == 4 && Set(choices.texts).count == 4)
      #expect(choices.texts[choices.right] == word.entry.translation)
      places.insert(choices.right)
    }
    #expect(places == [0, 1, 2, 3])
    let inverted = Choices(for: word, in: language, isInverted: true, seed: 1)
    #expect(inverted.texts[inverted.right] == word.entry.original)
  }

  @Test("Words with the same part of speech are preferred")
  func parts() throws {
    var learner = Learner()
    _ = try learner.addLanguage("L")
    for number in 1...40 {
      try learner.add("w\(number)", "m\(number)", to: "L", part: number.isMultiple(of: 4) ? "Noun" : "verb")
    }
    let language = try learner.words.language(named: "L")
    for seed in 0..<50 {
      let choices = Choices(for: try #require(language[8]), in: language, seed: UInt64(seed))
      #expect(choices.texts.allSatisfy { (Int($0.dropFirst()) ?? 1).isMultiple(of: 4) })
    }
  }

  @Test("A language with few words has few choices", arguments: 1...3)
  func few(count: Int) throws {
    var learner = Learner()
    _ = try learner.addLanguage("L")
    for number in 1...count { try learner.add("w\(number)", "m\(number)", to: "L") }
    let language = try learner.words.language(named: "L")
    #expect(Choices(for: language.words[0], in: language, seed: 5).texts.count == count)
  }
}

@Suite("The score of a run of cards")
struct CardScoreTests {
  @Test("It is shared with its number and rows of ten")
  func share() {
    var score = CardScore()
    for rating in [Rating](repeating: .good, count: 9) + [.again, .hard, .easy] { score.add(rating) }
    #expect(score.share.text(title: CardScore.game.title, label: "326") == "Parlor Cards 326 11/12\n\n🟩🟩🟩🟩🟩🟩🟩🟩🟩⬛\n🟨🟩")
    #expect(CardScore().share.text(title: CardScore.game.title, label: "1,326") == "Parlor Cards 1,326 0/0")
  }
}
