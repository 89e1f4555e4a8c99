import ClientKit
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("The example bot of the documentation", .waiting)
struct TenLineBotTests {
  @Test("A bot of ten lines plays a round of practice")
  func practice() async throws {
    let server = try ServerProcess()
    let client = try await Client.connect(to: ServerAddress(host: "localhost", port: server.port))
    #expect(try await client.ask(Request.About()).games.map(\.id).contains("wordle"))
    let words = try await client.acceptedWords(of: "wordle")
    #expect(words.count > 10_000)
    let room = try await client.create(game: "wordle", mode: .practice).room
    var seen: [Int] = []
    for word in words.prefix(6) {
      let moved = try await client.move(word, in: room)
      #expect(moved.board?.rows.first?.letters == words.first)
      seen.append(moved.place.seq)
    }
    await #expect(throws: RequestError.self) { try await client.move(words[7], in: room) }
    await client.close()
    var heard: [Int] = []
    var states: [String] = []
    for await event in client.events {
      if case .moved(let moved) = event { heard.append(moved.place.seq) }
      if case .link(let state) = event { states.append(String("\(state)".prefix { $0 != "(" })) }
    }
    #expect(heard == seen)
    #expect(states == ["connecting", "online", "ended"])
  }
}
