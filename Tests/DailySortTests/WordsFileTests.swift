import Foundation
import GameKit
import Testing
import WireProtocol

@testable import DailySort

/// Properties of the words and meanings that a program can check.
@Suite("DailySort's words.json")
struct WordsFileTests {
  private struct Entry: Decodable {
    let word: String
    let part: String
    let definition: String
    let example: String
  }

  private static let entries = Result { try JSONDecoder().decode([Entry].self, from: Data(WordsFile.bytes())) }
  private static let parts: Set = [
    "noun", "verb", "adjective", "adverb", "preposition", "conjunction", "pronoun", "determiner", "interjection",
  ]

  @Test("There are at least 3,000 words of five to seven letters, most of them of five")
  func counts() throws {
    let words = try Self.entries.get().map(\.word)
    #expect(words.count >= 3000)
    #expect(try WordsFile.source.get().puzzleCount(settings: NoSettings()) == words.count)
    #expect(words.allSatisfy { (5...7).contains($0.utf8.count) })
    #expect(words.count { $0.utf8.count == 5 } * 2 > words.count)
  }

  @Test("Words have letters a to z only, and are sorted and unique")
  func order() throws {
    let words = try Self.entries.get().map(\.word)
    for word in words where !word.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { Issue.record("\(word)") }
    for (word, next) in zip(words, words.dropFirst()) where word >= next { Issue.record("\(word) before \(next)") }
  }

  @Test("No word is an anagram of another")
  func anagrams() throws {
    let groups = Dictionary(grouping: try Self.entries.get().map(\.word)) { String($0.sorted()) }
    #expect(groups.values.filter { $0.count > 1 } == [])
  }

  /// The longer list of guesses contains rare words, of which some words here are deliberately anagrams: nobody would
  /// mistake them for the day's word. Answers count as common.
  @Test("No word is an anagram of a common word, that is of one of Wordle's answers")
  func anagramsOfAnswers() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Sources/Games/Wordle/Resources/answers.txt")
    let answers = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    let groups = Dictionary(grouping: answers) { String($0.sorted()) }
    for word in try Self.entries.get().map(\.word) {
      let others = groups[String(word.sorted()), default: []].filter { $0 != word }
      if !others.isEmpty { Issue.record("\(word) is an anagram of \(others)") }
    }
  }

  @Test("Every word has a known part of speech")
  func partsOfSpeech() throws {
    for entry in try Self.entries.get() where !Self.parts.contains(entry.part) {
      Issue.record("\(entry.word): \(entry.part)")
    }
  }

  @Test("Definitions and examples are one sentence each, of 20 to 140 characters")
  func sentences() throws {
    let plain = #/[A-Z"'][\x20-\x7e]*[.!?]"?/#
    for entry in try Self.entries.get() {
      for text in [entry.definition, entry.example]
      where !(20...140).contains(text.utf8.count) || text.wholeMatch(of: plain) == nil {
        Issue.record("\(entry.word): \(text)")
      }
      // An example may consist of a question and its answer.
      if entry.definition.contains(#/[.!?] +[A-Z]/#) { Issue.record("\(entry.word): \(entry.definition)") }
    }
  }

  @Test("No definition contains its word or a form of it")
  func circles() throws {
    for entry in try Self.entries.get() {
      let used = Self.words(in: entry.definition).first { Self.isForm($0, of: entry.word) }
      if let used { Issue.record("\(entry.word) is explained by \(used)") }
    }
  }

  @Test("Every example uses its word")
  func examples() throws {
    for entry in try Self.entries.get() {
      let words = Self.words(in: entry.example)
      let stem = entry.word.prefix(max(4, entry.word.count - 1))
      if !words.contains(where: { Self.forms(of: entry.word).contains($0) || $0.hasPrefix(stem) }) {
        Issue.record("\(entry.word): \(entry.example)")
      }
    }
  }

  @Test("No definition and no example repeats")
  func duplicates() throws {
    let entries = try Self.entries.get()
    #expect(Set(entries.map { $0.definition.lowercased() }).count == entries.count)
    #expect(Set(entries.map { $0.example.lowercased() }).count == entries.count)
  }

  @Test("No two opening words begin more than 2 % of the definitions")
  func openings() throws {
    let entries = try Self.entries.get()
    let openings = Dictionary(grouping: entries) { Self.words(in: $0.definition).prefix(2).joined(separator: " ") }
    for (opening, those) in openings where those.count * 50 > entries.count {
      Issue.record("\"\(opening)\" opens \(those.count) definitions")
    }
  }

  @Test(
    "The check recognises forms of a word, and no other words",
    arguments: [
      ("bake", "baking", true), ("carry", "carries", true), ("happy", "happily", true), ("begin", "beginner", true),
      ("walker", "walk", true), ("stone", "stones", true), ("stone", "stove", false), ("early", "ear", false),
    ])
  func formsOfWords(word: String, other: String, isForm: Bool) {
    #expect(Self.isForm(other, of: word) == isForm)
  }

  private static func words(in text: String) -> [String] {
    text.lowercased().split { !("a"..."z").contains($0) }.map(String.init)
  }

  private static func isForm(_ other: String, of word: String) -> Bool {
    forms(of: word).contains(other) || (other.count > 4 && other.hasPrefix(word))
      || (other.count >= 4 && word.hasPrefix(other))
  }

  private static func forms(of word: String) -> Set<String> {
    var forms = Set(["", "s", "es", "ed", "d", "ing", "er", "ers", "ly", "ness", "r"].map { word + $0 })
    let stem = String(word.dropLast())
    if word.hasSuffix("e") { forms.formUnion(["ing", "ed", "er", "ly"].map { stem + $0 }) }
    if word.hasSuffix("y") { forms.formUnion(["ies", "ied", "ier", "ily", "iness"].map { stem + $0 }) }
    if let last = word.last { forms.formUnion(["ing", "ed", "er"].map { "\(word)\(last)\($0)" }) }
    return forms
  }
}
