import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@testable import ClientKit

@Suite("Learning words by the library", .waiting)
struct LearningTests {
  private typealias Vocabulary = Request

  private func client(_ server: ServerProcess, name: String? = "ana") async throws -> Client {
    let client = try await Client.connect(to: ServerAddress(host: "127.0.0.1", port: server.port))
    if let name { try await client.login(name: name) }
    return client
  }

  @Test("Languages and words are added, found, changed, marked and deleted")
  func words() async throws {
    let server = try ServerProcess(["--clock", "2026-11-20T08:00:00Z", "--limit", "burst=500"])
    let client = try await client(server)
    let begun = try await client.addLanguage(
      "Spanish", first: Vocabulary.Entry(original: "casa", translation: "house, home"))
    let spanish = LanguagesAnswer.Language(
      name: "Spanish", words: 1, marked: 0, due: 0, new: 1, newPerDay: 20, retention: 90)
    #expect(begun.languages == [spanish])
    let added = try await client.addWord(
      Vocabulary.Entry(original: "mañana", translation: "tomorrow", part: "adverb"), to: "Spanish")
    #expect(
      added.word == LearntWord(number: 2, original: "mañana", translation: "tomorrow", part: "adverb", isMarked: false))
    let twin = try await client.addWord(Vocabulary.Entry(original: "Casa", translation: "home"))
    #expect(twin.duplicate == 1)
    #expect(try await client.deleteWord(twin.word.number).isDeleted)
    let edited = try await client.editWord(2, Vocabulary.Entry(note: "la mañana", part: ""))
    #expect(edited.word.note == "la mañana" && edited.word.part == "" && edited.word.original == "mañana")
    #expect(try await client.mark(2).word.isMarked)
    #expect(try await client.mark(2, false).word.isMarked == false)
    let found = try await client.search(Vocabulary.Search(language: "Spanish", text: "MANANA"))
    #expect(found.words == [edited.word] && found.next == nil && found.text == "MANANA")
    let rest = try await client.search(Vocabulary.Search(after: 1, limit: 1))
    #expect(rest.words.map(\.number) == [2])
    let changed = try await client.changeLanguage("spanish", name: "Español", retention: 85)
    #expect(changed.languages.map(\.retention) == [85] && changed.selected == "Español")
    try await client.addLanguage("Irish")
    #expect(try await client.languages(select: "español").selected == "Español")
    #expect(try await client.deleteLanguage("Irish").languages.map(\.name) == ["Español"])
    let search = Vocabulary.Search(language: "Irish")
    let error = await #expect(throws: RequestError.self) { try await client.search(search) }
    #expect(error?.isCode(.notFound, .language) == true)
    await client.close()
  }

  @Test("Sections and cards: nothing of the other side comes before a card is turned")
  func sections() async throws {
    let server = try ServerProcess(["--limit", "burst=500"])
    let client = try await client(server)
    try await client.addLanguage("Spanish", first: Vocabulary.Entry(original: "casa", translation: "house"))
    try await client.addWord(Vocabulary.Entry(original: "sol", translation: "sun"))
    try await client.mark(2)
    let all = try await client.section(Vocabulary.Section(kind: "all"))
    #expect(all.cards.map(\.front) == ["casa", "sol"] && all.cards.allSatisfy { $0.back == nil } && all.count == 2)
    #expect(try await client.turn(1).card.back?.translation == "house")
    #expect(try await client.section().cards.map { $0.back?.translation } == ["house", nil])
    #expect(try await client.turn(1, false).card.back == nil)
    let inverted = try await client.section(Vocabulary.Section(kind: "repeat", isInverted: true))
    #expect(inverted.cards.map(\.front) == ["sun"] && inverted.isInverted && inverted.section == "repeat")
    #expect(try await client.section(Vocabulary.Section(regenerates: true, after: 2)).cards.isEmpty)
    await client.close()
  }

  @Test("What is studied is turned, rated and answered")
  func study() async throws {
    let server = try ServerProcess(["--clock", "2026-11-20T08:00:00Z", "--limit", "burst=500"])
    let client = try await client(server)
    try await client.addLanguage("Spanish", first: Vocabulary.Entry(original: "casa", translation: "house"))
    for (original, translation) in [("sol", "sun"), ("luna", "moon"), ("mar", "sea")] {
      try await client.addWord(Vocabulary.Entry(original: original, translation: translation))
    }
    let first = try await client.study("Spanish", choices: true)
    #expect(first.card?.front == "casa" && first.new == 4 && first.choices.sorted() == ["house", "moon", "sea", "sun"])
    let turned = try await client.turn()
    #expect(turned.card.back?.translation == "house")
    #expect(turned.intervals == CardAnswer.Intervals(again: 0, hard: 1, good: 2, easy: 8))
    let rated = try await client.rate(Request.Rate(word: 1, rating: "easy"))
    #expect(rated.word.due == "2026-11-28" && rated.rating == "easy" && rated.answer == nil)
    #expect(rated.study.card?.front == "sol" && rated.study.new == 3)
    let typed = try await client.rate(Request.Rate(word: rated.study.card?.number, answer: "sunn"))
    #expect(typed.answer == "wrong" && typed.rating == "again" && typed.study.due == 1)
    await client.close()
  }

  @Test("Over a lost link questions about words are asked again, and reviews are not")
  func lostLink() {
    for kind in ["languages", "search", "section", "turn", "study", "edit_word", "change_language"] {
      #expect(RequestTraits(kind).repetition == .samePlayer, "\(kind)")
    }
    for kind in ["add_language", "add_word", "delete_language", "delete_word", "rate"] {
      #expect(RequestTraits(kind).repetition == .never, "\(kind)")
    }
  }

  @Test("A guest is told to take a name first")
  func guest() async throws {
    let server = try ServerProcess()
    let client = try await client(server, name: nil)
    let error = await #expect(throws: RequestError.self) { try await client.languages() }
    #expect(error?.code == "not_named")
    await client.close()
  }
}
