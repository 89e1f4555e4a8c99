import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@testable import ClientKit

@Suite("The vocabulary requests of the library", .waiting)
struct ClientLearningTests {
  private func client(_ server: ServerProcess, name: String? = "ana") async throws -> Client {
    let client = try await Client.connect(to: ServerAddress(host: "127.0.0.1", port: server.port))
    if let name { try await client.login(name: name) }
    return client
  }

  @Test("Words are added, found, turned and rated by requests with typed answers")
  func words() async throws {
    let server = try ServerProcess(["--clock", "2026-11-20T08:00:00Z", "--limit", "burst=500"])
    let client = try await client(server)
    let first = Request.Entry(original: "casa", translation: "house, home")
    let spanish = LanguagesAnswer.Language(
      name: "Spanish", words: 1, marked: 0, due: 0, new: 1, newPerDay: 20, retention: 90)
    #expect(try await client.ask(Request.AddLanguage(name: "Spanish", entry: first)).languages == [spanish])
    let entry = Request.Entry(original: "mañana", translation: "tomorrow", part: "adverb")
    let added = try await client.ask(Request.AddWord(entry, to: "Spanish"))
    #expect(
      added.word == LearntWord(number: 2, original: "mañana", translation: "tomorrow", part: "adverb", isMarked: false))
    #expect(try await client.ask(Request.EditWord(word: 2, marked: true)).word.isMarked)
    let found = try await client.ask(Request.Search(language: "Spanish", text: "MANANA"))
    #expect(found.words.map(\.number) == [2] && found.next == nil && found.text == "MANANA")
    #expect(try await client.ask(Request.Turn(word: 1)).card.back?.translation == "house, home")
    let joined = try await client.ask(Request.Study(language: "Spanish"))
    #expect(joined.isSolo && joined.board?.prompt == "What does casa mean?")
    #expect(try await client.move("?", in: joined.room).board?.choices.count == 4)
    let rated = try await client.move("easy", in: joined.room)
    #expect(rated.turn["due"] == "2026-11-28" && rated.turn["rating"] == "easy" && rated.turn["answer"] == nil)
    let error = await #expect(throws: RequestError.self) { try await client.ask(Request.Search(language: "Irish")) }
    #expect(error?.isCode(.notFound, .language) == true)
    await client.close()
  }

  @Test("After a lost link queries about words are repeated, and additions are not")
  func lostLink() {
    for kind in ["languages", "search", "section", "turn", "study", "edit_word", "change_language"] {
      #expect(RequestTraits(kind).repetition == .samePlayer, "\(kind)")
    }
    for kind in ["add_language", "add_word", "delete_language", "delete_word"] {
      #expect(RequestTraits(kind).repetition == .never, "\(kind)")
    }
  }

  @Test("A guest is told to claim a name first")
  func guest() async throws {
    let server = try ServerProcess()
    let client = try await client(server, name: nil)
    let error = await #expect(throws: RequestError.self) { try await client.ask(Request.Languages()) }
    #expect(error?.code == "not_named")
    await client.close()
  }
}
