import CoreHarness
import GameKit
import Kernel
import TestSeed
import Testing
import WireProtocol

@testable import ParlorCore
@testable import Vocabulary

@Suite("Documents of players")
struct LoadedDocumentTests {
  /// What somebody does who learns words and tries out a bot.
  private static let script: [String] = [
    #"{"type":"languages"}"#, #"{"type":"add_language","name":"Spanish","original":"casa","translation":"house"}"#,
    #"{"type":"add_word","original":"sol","translation":"sun"}"#,
    #"{"type":"add_word","original":"luna","translation":"moon"}"#, #"{"type":"edit_word","word":2}"#,
    #"{"type":"add_word","original":"mar","translation":"sea"}"#, #"{"type":"delete_word","word":4}"#,
    #"{"type":"add_word","original":"pan","translation":"bread"}"#, #"{"type":"search"}"#, #"{"type":"study"}"#,
    #"{"type":"move","text":"house"}"#, #"{"type":"move","text":"-"}"#, #"{"type":"study","choices":true}"#,
    #"{"type":"cards","section":"all","count":3}"#, #"{"type":"board"}"#, #"{"type":"move","text":"?"}"#,
    #"{"type":"move","text":"good"}"#, #"{"type":"move","text":"*"}"#, #"{"type":"move","text":"~"}"#,
    #"{"type":"join","room":"cards"}"#, #"{"type":"leave","room":"cards"}"#,
    #"{"type":"add_word","original":"","translation":"x"}"#,
    #"{"type":"export","language":"Spanish"}"#,
    #"{"type":"trial","game":"wordle","puzzles":1,"seed":3,"name":"first"}"#,
    #"{"type":"give_up","room":"trial"}"#, #"{"type":"trials"}"#, #"{"type":"trial_report","name":"first"}"#,
    #"{"type":"trial_report","name":"other"}"#, #"{"type":"delete_language","name":"Spanish"}"#,
    #"{"type":"add_language","name":"Irish"}"#, #"{"type":"languages"}"#,
  ]

  @Test("A document that is not in memory is answered with the same bytes as one that is")
  func coldEqualsWarm() throws {
    var answers: [[String]] = []
    for isCold in [false, true] {
      let world = try World(stores: true)
      world.logIn("ana")
      var sent: [String] = []
      for (index, line) in Self.script.enumerated() {
        if isCold { world.parlor.unloadDocuments() }
        sent += world.send("ana", line.replacing("}", with: #","id":\#(index)}"#, maxReplacements: 1)).map(\.text)
      }
      answers.append(sent)
      #expect(world.faults == [])
      #expect(!world.log.contains { $0.event == "late_read" })
      if isCold { #expect(world.parlor.loads > 20) } else { #expect(world.parlor.loads <= 2) }
    }
    #expect(answers[0] == answers[1])
    #expect(answers[0].count >= Self.script.count)
  }

  @Test("A snapshot of a player's words folds to the same words, whatever has happened to them")
  func snapshots() throws {
    let seed = TestSeed.make()
    var generator = SeededGenerator(seed: seed)
    var (live, facts): (WordCollection, [VocabularyChange]) = (WordCollection(), [])
    for step in 0..<600 {
      guard let change = Self.change(of: live, step, &generator) else { continue }
      live.apply(change)
      facts.append(change)
      guard step % 20 == 0 else { continue }
      let form = DocumentForm(NotebookDocument.self)
      let lines = facts.map { Self.line($0) }
      let folded = form.fold(lines, 7).state as? WordCollection
      #expect(folded.map(Self.text) == Self.text(live), "seed \(seed), step \(step)")
      let packed = try #require(form.pack(lines, 7, nil))
      #expect((form.fold(packed, 7).state as? WordCollection).map(Self.text) == Self.text(live), "seed \(seed)")
      #expect(packed.count <= live.wordCount + live.languages.count + 3)
    }
    #expect(live.wordCount > 10)
  }

  private static func line(_ change: VocabularyChange) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    NotebookDocument.write(change, to: &json)
    json.endObject()
    return json.bytes
  }

  private static func text(_ words: WordCollection) -> [String] {
    ["\(String(describing: words.practice)) \(String(describing: words.lastReview)) \(words.remainingCapacity)"]
      + words.languages.flatMap { language in
        ["\(language.number) \(language.name) \(language.fsrs) \(language.newPerDay)"] + language.words.map { "\($0)" }
      }
      + ["\(String(describing: try? words.adding(languageNamed: "next")))"]
      + words.languages.prefix(1).map { language in
        "\(String(describing: try? words.adding(Word.Entry(original: "a", translation: "b"), to: language.number)))"
      }
  }

  private static func change(
    of words: WordCollection, _ step: Int, _ generator: inout SeededGenerator
  ) -> VocabularyChange? {
    let numbers = words.languages.flatMap { $0.words.map(\.number) }
    guard let language = words.languages.first, words.languages.count > 1 else {
      return try? words.adding(languageNamed: "language \(step)")
    }
    let number = numbers.isEmpty ? 0 : numbers[generator.number(below: numbers.count)]
    let schedule = Schedule(
      memory: Memory(stability: 1 + 1 / Double(step + 1), difficulty: 5.5), first: 3, reviewed: step, due: step + 2,
      reviews: step % 4 + 1)
    let rating = Rating.allCases[generator.number(below: Rating.allCases.count)]
    switch generator.number(below: 14) {
    case 0...5:
      return try? words.adding(
        Word.Entry(original: "wörd \(step)", translation: "\"t\"", note: "n"), to: language.number)
    case 6: return number > 0 ? .marked(number: number, step % 2 == 0) : nil
    case 7...8:
      return number > 0 ? .reviewed(number: number, rating, schedule, moveID: step % 3 == 0 ? "m\(step)" : nil) : nil
    case 9: return try? words.undoingReview()
    case 10: return number > 0 ? .wordDeleted(number) : nil
    case 11:
      let left = language.words.prefix(4).map(\.number)
      return left.isEmpty ? nil : .practiceBegun(PracticeRun(language: language.number, left: left, hasChoices: true))
    case 12: return words.practice?.left.first.map { .practised(number: $0, rating) }
    default: return step % 5 == 0 ? .languageDeleted(words.languages[1].number) : nil
    }
  }

  @Test("While a document is loaded its session is not read, and others are")
  func order() throws {
    let world = try World(stores: true)
    world.logIn("ana")
    world.logIn("ben")
    world.parlor.unloadDocuments()
    let before = world.pauses["ana"]?.count ?? 0
    #expect(world.send("ana", #"{"type":"languages","id":1}"#).map { $0["re"]?.intValue } == [1])
    #expect(world.pauses["ana"]?.count == before + 1)
    #expect(world.send("ben", #"{"type":"ping","id":2}"#).types == ["pong"])
  }
}
