import GameKit
import Testing

@testable import WordSearch

/// Properties of the translations that a program can check.
@Suite("WordSearch's word lists")
struct TranslationListTests {
  @Test(
    "Each language has at least 600 words, 250 of them with several translations",
    arguments: TargetLanguage.all.map(\.code))
  func counts(_ code: String) throws {
    let entries = try WordLists.translations(code).entries
    #expect(entries.count >= 600)
    #expect(entries.count { $0.targets.count > 1 } >= 250)
  }

  @Test("No translation equals the word, repeats, or is inside another one", arguments: TargetLanguage.all.map(\.code))
  func translations(_ code: String) throws {
    for entry in try WordLists.translations(code).entries {
      #expect(!entry.targets.contains(entry.word), "\(entry.word)")
      let plain = entry.targets.map { String($0.map(Folding.base)) }
      for (index, word) in plain.enumerated() {
        for other in plain[(index + 1)...] {
          for text in [other, String(other.reversed())] {
            #expect(!text.contains(word) && !word.contains(text), "\(entry.word): \(word), \(other)")
          }
        }
      }
    }
  }

  @Test("Most nouns have their article, and German nouns are capitalised", arguments: TargetLanguage.all.map(\.code))
  func articles(_ code: String) throws {
    let entries = try WordLists.translations(code).entries
    let all = entries.flatMap(\.translations)
    #expect(all.count { $0.written != nil } * 2 > all.count)
    #expect(entries.count { $0.sense != nil } >= 250)
    for translation in all {
      guard let written = translation.written, code == "de" else { continue }
      #expect(written.split(separator: " ").last?.first?.isUppercase == true, "\(written)")
    }
  }

  @Test("Every letter is composed, so that one letter is one scalar", arguments: TargetLanguage.all.map(\.code))
  func composed(_ code: String) throws {
    for entry in try WordLists.translations(code).entries {
      for word in entry.targets { #expect(word.unicodeScalars.count == word.count, "\(word)") }
    }
  }

  @Test(
    "Blocked words are three letters or longer, sorted and in the language's letters",
    arguments: TargetLanguage.all.map(\.code))
  func blocked(_ code: String) throws {
    let translations = try WordLists.translations(code)
    let targets = Set(translations.entries.flatMap(\.targets))
    #expect(translations.blocked.count >= 40)
    for (word, next) in zip(translations.blocked, translations.blocked.dropFirst()) {
      #expect(word.unicodeScalars.lexicographicallyPrecedes(next.unicodeScalars), "\(word)")
    }
    for word in translations.blocked {
      #expect(word.count >= 3 && word.allSatisfy(translations.target.letters.contains), "\(word)")
      #expect(!targets.contains(word), "\(word)")
    }
  }

  @Test(
    "A broken list is refused with its line number",
    arguments: [
      ("house: casa\ndog: perro\n", "line 2"), ("house: casa\nhouse: hogar\n", "line 2"), ("house casa\n", "line 1"),
      ("a: casa\n", "line 1"), ("house: Casa\n", "line 1"), ("house:\n", "line 1"), ("house: ca\n", "line 1"),
      ("house: casa, \n", "line 1"), ("house: größe\n", "line 1"), ("house: casa\n\n", "line 2"),
      ("house: un casa\n", "line 1"), ("house (): casa\n", "line 1"), ("house noun: casa\n", "line 1"),
      ("house: casa\n", "fewer than 5"),
    ])
  func broken(_ text: String, _ part: String) throws {
    let language = try #require(TargetLanguage.all.first)
    let fault = #expect(throws: ResourceFault.self) {
      try Translations(from: "en", to: language, words: Array(text.utf8), blocked: [])
    }
    #expect(fault?.message.contains(part) == true)
  }
}
