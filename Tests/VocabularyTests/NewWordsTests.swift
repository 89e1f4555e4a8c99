import GameKit
import Testing

@testable import Vocabulary

@Suite("New words per day, and undoing the last review")
struct NewWordsTests {
  private let today = Day(number: 324)

  private func learner(_ count: Int) throws -> Learner {
    var learner = Learner()
    _ = try learner.addLanguage("L")
    for number in 1...count { try learner.add("w\(number)", "m\(number)", to: "L") }
    return learner
  }

  private func queue(_ learner: Learner, on day: Day) throws -> StudyQueue {
    StudyQueue(of: try learner.words.language(named: "L"), on: day)
  }

  private func review(_ number: Int, _ rating: Rating, on day: Day, _ learner: inout Learner) throws {
    let (word, language) = try learner.words.word(number)
    let schedule = Schedule(after: rating, on: day, from: word.schedule, by: language.fsrs)
    learner.words.apply(.reviewed(number: number, rating, schedule))
  }

  @Test("Twenty new words come per day, in the order of adding, and the next ones on the next day")
  func limit() throws {
    var learner = try learner(50)
    #expect(try queue(learner, on: today).newCount == 20)
    #expect(try queue(learner, on: today).laterCount == 30)
    for number in 1...20 {
      #expect(try queue(learner, on: today).next(after: 7) == number || number == 7)
      // A word that is forgotten and repeated is new only once.
      try review(number, number == 7 ? .again : .good, on: today, &learner)
    }
    #expect(try queue(learner, on: today).newCount == 0 && queue(learner, on: today).dueCount == 1)
    #expect(try queue(learner, on: today).next(after: nil) == 7)
    try review(7, .good, on: today, &learner)
    #expect(try queue(learner, on: today).next(after: nil) == nil)
    #expect(try queue(learner, on: today).laterCount == 30)
    let tomorrow = Day(number: today.number + 1)
    #expect(try queue(learner, on: tomorrow).newCount == 20 && queue(learner, on: tomorrow).laterCount == 10)
  }

  @Test("A language has its owner's number of new words per day", arguments: [0, 1, 30, 1000])
  func chosen(_ count: Int) throws {
    var learner = try learner(50)
    learner.words.apply(try learner.words.changing(learner.words.language(named: "L"), newPerDay: count))
    #expect(try queue(learner, on: today).newCount == min(count, 50))
    try review(50, .good, on: today, &learner)
    #expect(try queue(learner, on: today).newCount == max(0, min(count - 1, 49)))
  }

  @Test("The last review can be undone once, whether it was a word's first or a later one")
  func undo() throws {
    var learner = try learner(3)
    #expect(throws: VocabularyFault.noReview) { try learner.words.undoingReview() }
    try review(1, .good, on: today, &learner)
    let before = try learner.words.word(1).word
    try review(1, .again, on: Day(number: 330), &learner)
    learner.words.apply(try learner.words.undoingReview())
    #expect(try learner.words.word(1).word == before)
    #expect(throws: VocabularyFault.noReview) { try learner.words.undoingReview() }
    try review(2, .easy, on: today, &learner)
    learner.words.apply(try learner.words.undoingReview())
    #expect(try learner.words.word(2).word.schedule == nil)
    #expect(try queue(learner, on: today).newCount == 2)
    #expect(try queue(learner, on: today).next(after: nil) == 2)
    try review(3, .easy, on: today, &learner)
    learner.words.apply(.wordDeleted(3))
    #expect(throws: VocabularyFault.noReview) { try learner.words.undoingReview() }
  }

  @Test("A run repeats an undone card next; a finished or another run is not changed")
  func run() throws {
    var learner = try learner(3)
    learner.words.apply(.practiceBegun(PracticeRun(language: 1, left: [2, 1], hasChoices: false)))
    let begun = learner.words.practice
    try review(2, .again, on: today, &learner)
    learner.words.apply(.practised(number: 2, .again))
    learner.words.apply(try learner.words.undoingReview())
    #expect(learner.words.practice == begun)
    for number in [2, 1] {
      try review(number, .good, on: today, &learner)
      learner.words.apply(.practised(number: number, .good))
    }
    #expect(try learner.words.undoingReview() == .reviewUndone(number: 1, nil, isInRun: false))
    let other = PracticeRun(language: 1, left: [1, 3], hasChoices: false)
    learner.words.apply(.practiceBegun(other))
    learner.words.apply(try learner.words.undoingReview())
    #expect(learner.words.practice == other)
  }
}
