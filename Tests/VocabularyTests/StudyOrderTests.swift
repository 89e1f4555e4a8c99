import GameKit
import TestSeed
import Testing

@testable import Vocabulary

/// The order of study is kept with each change; here it is compared with sorting all words.
@Suite("The order of study")
struct StudyOrderTests {
  /// All words of a day in the order of study, by looking at each of them.
  private func sorted(_ language: Language, on day: Int) -> (due: [Int], new: [Int]) {
    let reviewed = language.words.compactMap { word in word.schedule.map { (word.number, $0) } }
    let due = reviewed.filter { $0.1.due <= day }
    let waiting = due.filter { $0.1.reviewed < day }.sorted { ($0.1.due, $0.0) < ($1.1.due, $1.0) }
    let lapsed = due.filter { $0.1.reviewed >= day }.map(\.0)
    let begun = reviewed.count { $0.1.first == day }
    let new = language.words.filter { $0.schedule == nil }.map(\.number)
    return (waiting.map(\.0) + lapsed, Array(new.prefix(max(0, language.newPerDay - begun))))
  }

  @Test("It equals sorting all words, whatever is added, changed, reviewed, undone and deleted")
  func sorting() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    var learner = Learner()
    let number = try learner.addLanguage("L").number
    learner.words.apply(.language(number: number, name: "L", retention: 90, newPerDay: 4))
    var last = 0
    for step in 0..<600 {
      let day = 100 + step / 30
      let language = try learner.words.language(named: "L")
      let word = language.words.isEmpty ? nil : language.words[generator.number(below: language.words.count)]
      switch (generator.number(below: 10), word) {
      case (0...2, _), (_, nil): last = try learner.add("w\(step)", "m", to: "L")
      case (3, let word?): learner.words.apply(.wordDeleted(word.number))
      case (4, let word?):
        learner.words.apply(try learner.words.changing(word.number, to: .init(original: "x", translation: "y")))
      case (5, let word?) where step % 2 == 0:
        learner.words.apply(.marked(number: word.number, !word.isMarked))
      case (5, _): if let undone = try? learner.words.undoingReview() { learner.words.apply(undone) }
      case (_, let word?):
        let rating = Rating.allCases[generator.number(below: Rating.allCases.count)]
        let schedule = Schedule(after: rating, on: Day(number: day), from: word.schedule, by: language.fsrs)
        learner.words.apply(.reviewed(number: word.number, rating, schedule))
      }
      let after = try learner.words.language(named: "L")
      let (due, new) = sorted(after, on: day)
      #expect(after.order.first(due.count + new.count + 1, on: day, newCount: new.count) == due + new, "seed \(seed)")
      let queue = StudyQueue(of: after, on: Day(number: day))
      #expect(queue.dueCount == due.count && queue.newCount == new.count)
      #expect(queue.laterCount == after.words.count { $0.schedule == nil } - new.count)
      #expect(learner.words.dueCount(on: day) == due.count)
      #expect(after.markedCount == after.words.count { $0.isMarked })
    }
    #expect(last > 100)
    var restored = WordCollection()
    for change in learner.words.snapshot { restored.apply(change) }
    let (before, after) = (try learner.words.language(named: "L"), try restored.language(named: "L"))
    #expect(after.order.first(1000, on: 120, newCount: 1000) == before.order.first(1000, on: 120, newCount: 1000))
  }
}
