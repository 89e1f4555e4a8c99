import ClientKit
import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("A client with a server", .waiting)
struct ServerTests {
  private func connect(
    _ port: UInt16, host: String = "127.0.0.1", _ change: (inout ClientOptions) -> Void = { _ in }
  ) async throws(ConnectionError) -> Client {
    var options = ClientOptions()
    options.backoff = Backoff(first: .milliseconds(5), greatest: .milliseconds(50))
    change(&options)
    return try await Client.connect(to: ServerAddress(host: host, port: port), options: options)
  }

  @Test("Each failure of the first attempt has its own case")
  func faults() async throws {
    let closed = try Proxy(target: 1, seed: 1)
    await #expect(throws: ConnectionError.closedByServer) { try await connect(closed.port) }
    let server = try ServerProcess(["--limit", "connections_per_address=1"])
    let first = try await connect(server.port)
    let error = await #expect(throws: ConnectionError.self) { try await connect(server.port) }
    guard case .serverFull(_, retryAfter: .seconds(10))? = error else {
      Issue.record("a full server was \(String(describing: error))")
      return
    }
    await first.close()
    server.terminate()
    _ = server.exitStatus()
    let address = ServerAddress(host: "127.0.0.1", port: server.port)
    await #expect(throws: ConnectionError.refused(address)) { try await connect(server.port) }
    await #expect(throws: ConnectionError.unknownHost("no such host")) {
      try await connect(server.port, host: "no such host")
    }
  }

  @Test("A server that does not greet in time is given up")
  func silence() async throws {
    let mute = try MuteListener()
    let address = ServerAddress(host: "127.0.0.1", port: mute.port)
    let limit = Duration.milliseconds(50)
    await #expect(throws: ConnectionError.timedOut(address, limit)) {
      try await connect(mute.port) { $0.connectLimit = limit }
    }
  }

  @Test("A client that starts before its server waits for it, and so do its requests")
  func startsFirst() async throws {
    let proxy = try Proxy(target: 1, seed: 1)
    var options = ClientOptions()
    options.backoff = Backoff(first: .milliseconds(5), greatest: .milliseconds(50))
    let client = try Client.start(to: ServerAddress(host: "127.0.0.1", port: proxy.port), options: options)
    async let limits = client.ask(Request.Limits())
    for await event in client.events {
      if case .link(.lost(let error)) = event {
        #expect(error == .closedByServer)
        break
      }
    }
    let server = try ServerProcess()
    proxy.redirect(to: server.port)
    #expect(try await limits.limits.contains { $0.name == "line_bytes" })
    #expect(try await client.ask(Request.About()).games.count > 1)
    await client.close()
  }

  @Test("A saved token returns the same player")
  func savedPlayer() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-back-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let saved = SavedPlayers(configurationFolder: folder.path)
    let server = try ServerProcess()
    let first = try await connect(server.port)
    #expect(try await first.login(keptIn: saved) == nil)
    #expect(try await first.login(name: "ana", keptIn: saved)?.you == "ana")
    try await first.ask(Request.Rename(name: "eva"))
    #expect(first.name == "eva")
    let second = try await connect(server.port)
    #expect(try await second.login(keptIn: saved)?.you == "eva")
    #expect(try saved.list().map(\.name) == ["eva"])
    // The first one was taken over, and does not reconnect.
    var last: Event?
    for await event in first.events { last = event }
    guard case .link(.ended(.takenOver))? = last else {
      Issue.record("the first client ended with \(String(describing: last))")
      return
    }
    await #expect(throws: RequestError.closed) { try await first.ask(Request.Ping()) }
    await second.close()
  }

  @Test("The token of an account that was deleted elsewhere is removed when the server rejects it")
  func deletedElsewhere() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-gone-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let saved = SavedPlayers(configurationFolder: folder.path)
    let server = try ServerProcess()
    let first = try await connect(server.port)
    try await first.login(name: "ana", keptIn: saved)
    try await first.ask(Request.ForgetMe(name: "ana"))
    #expect(try saved.list().map(\.name) == ["ana"])
    let error = await #expect(throws: RequestError.self) { try await first.login(keptIn: saved) }
    #expect(error?.code == "bad_token")
    #expect(try saved.list() == [])
    await first.close()
  }

  @Test("A finished match is available as a replay, and in the history")
  func lookingBack() async throws {
    let server = try ServerProcess()
    let client = try await connect(server.port)
    try await client.login(name: "ana")
    try await client.join("wordle")
    let words = try await client.ask(Request.Words(game: "wordle", limit: 6)).words
    for word in words { try await client.move(word, in: "wordle") }
    let history = try await client.ask(Request.History())
    let match = try #require(history.results.first?.match)
    #expect(try await client.send(Request.Replay(match: match)).attached.count == 8)
    #expect(try await client.ask(Request.Stats(game: "wordle")).played == 1)
    #expect(try await client.ask(Request.Leaderboard()).lines.map(\.player) == ["ana"])
    #expect(try await client.ask(Request.Who(room: "wordle")).players == ["ana"])
    #expect(try await client.ask(Request.Rooms()).rooms.contains { $0.room == "wordle" && $0.playerCount == 1 })
    #expect(try await client.ask(Request.Schema(of: "move", game: "wordle")).schema["type"] == "object")
    let again = try await client.join("wordle")
    #expect(again.state == .finished && again.outcome?["won"] == false)
    try await client.leave("wordle")
    #expect(client.rooms == [])
    await client.close()
  }

  @Test("A thousand concurrent requests all get their own answers")
  func manyAtOnce() async throws {
    let server = try ServerProcess(["--limits", "bench"])
    let client = try await connect(server.port)
    let words = try await client.ask(Request.Words(game: "wordle")).words
    let answered = try await withThrowingTaskGroup(of: Bool.self) { group in
      for word in words {
        group.addTask {
          let page = try await client.ask(Request.Words(game: "wordle", after: word, limit: 1))
          return (page.words.first ?? "zzzzz") > word
        }
      }
      return try await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
    }
    #expect(answered == words.count)
    await client.close()
  }

  @Test("A cancelled task stops waiting, and the client continues")
  func cancelled() async throws {
    let proxy = try Proxy(target: 1, seed: 1)
    let client = try Client.start(to: ServerAddress(host: "127.0.0.1", port: proxy.port))
    let asking = Task { try await client.ask(Request.Ping()) }
    asking.cancel()
    await #expect(throws: RequestError.cancelled) { try await asking.value }
    let server = try ServerProcess()
    proxy.redirect(to: server.port)
    client.retryNow()
    try await client.ask(Request.Ping())
    await client.close()
  }

  @Test("A slow consumer gets all events, or the present state of the room")
  func slowConsumer() async throws {
    let server = try ServerProcess(["--limits", "bench"])
    let client = try await connect(server.port) { $0.eventBound = 16 }
    try await client.create(room: "talk")
    for number in 1...100 { try await client.ask(Request.Say(room: "talk", text: "line \(number)")) }
    var heard: [Int] = []
    for await case .said(let said) in client.events {
      heard.append(said.place.seq)
      if said.text == "line 100" { break }
    }
    #expect(heard == Array(2...101))
    await client.close()
  }
}
