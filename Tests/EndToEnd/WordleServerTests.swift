import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Wordle", .waiting)
struct WordleServerTests {
  @Test("A JSON client that follows only PROTOCOL.md plays a whole daily Wordle")
  func json() throws {
    let server = try ServerProcess(["--limits", "bench"])
    let client = try SocketClient(port: server.port)
    try client.greeting()
    var words = try Self.allWords(client)
    #expect(words.count > 10_000)
    let joined = try Self.ask(client, #"{"type":"join","room":"wordle"}"#)
    #expect(joined["state"]?.stringValue == "playing")
    var tries = 0
    while let guess = Self.likely(words) {
      let moved = try Self.ask(client, #"{"type":"move","move":{"guess":"\#(guess)"},"move_id":"\#(tries)"}"#)
      tries += 1
      let tiles = try #require(moved["turn"]?["tiles"]?.stringValue)
      #expect(moved["turn"]?["tries"]?.intValue == tries)
      #expect(moved["board"]?["prompt"] == nil || tries < 6)
      if tiles == "🟩🟩🟩🟩🟩" || tries == 6 { break }
      words = words.filter { Self.tiles(of: guess, for: $0) == tiles }
      #expect(!words.isEmpty)
    }
    let finished = try JSON(parsing: try client.line())
    #expect(finished["type"]?.stringValue == "finished")
    let answer = try #require(finished["outcome"]?["answer"]?.stringValue)
    #expect(words.contains(answer))
    let headline = finished["outcome"]?["won"]?.boolValue == true ? "\(tries)/6" : "X/6"
    #expect(finished["share"]?.stringValue?.split(separator: "\n").first?.hasSuffix(headline) == true)
    // The next player has the same daily puzzle, with the answer still hidden.
    let other = try SocketClient(port: server.port)
    try other.greeting()
    _ = try other.ask(#"{"type":"join","room":"wordle"}"#)
    other.send(line: #"{"type":"move","text":"\#(answer)"}"#)
    #expect(try other.line().contains("🟩🟩🟩🟩🟩"))
  }

  @Test("A text client plays a whole daily Wordle and gets no JSON")
  func text() throws {
    let server = try ServerProcess(["--limits", "bench"])
    let library = try SocketClient(port: server.port)
    try library.greeting()
    var words = try Self.allWords(library)
    let client = try SocketClient(port: server.port)
    try client.greeting()
    var seen = [try client.ask("wordle"), try client.line(), try client.line()]
    #expect(seen[0].contains("today's puzzle"))
    var tries = 0
    while let guess = Self.likely(words) {
      client.send(line: guess)
      // A guess that is also a command name is followed by a hint.
      let line = try client.line { $0.contains(guess.uppercased()) }
      seen.append(line)
      tries += 1
      let tiles = String(line.prefix(5))
      if tiles == "🟩🟩🟩🟩🟩" || tries == 6 { break }
      words = words.filter { Self.tiles(of: guess, for: $0) == tiles }
    }
    client.send(line: "/quit")
    let (rest, ended) = client.rest()
    seen += rest
    #expect(ended)
    #expect(rest.contains { $0.hasPrefix("Parlor Wordle ") })
    #expect(rest.last == "Bye!")
    #expect(!seen.contains { $0.contains("{") })
  }

  private static func ask(_ client: SocketClient, _ line: String) throws -> JSON {
    try JSON(parsing: try client.ask(line))
  }

  private static func allWords(_ client: SocketClient) throws -> [String] {
    var (words, after): ([String], String?) = ([], nil)
    while true {
      let place = after.map { #","after":"\#($0)""# } ?? ""
      let page = try ask(client, #"{"type":"words","game":"wordle"\#(place)}"#)
      guard case .array(let more) = page["words"] else { return words }
      words += more.compactMap(\.stringValue)
      after = page["next"]?.stringValue
      if after == nil { return words }
    }
  }

  private static func likely(_ words: [String]) -> String? {
    var counts: [Character: Int] = [:]
    for word in words { for letter in Set(word) { counts[letter, default: 0] += 1 } }
    func worth(_ word: String) -> Int { Set(word).reduce(0) { $0 + (counts[$1] ?? 0) } }
    return words.map { ($0, worth($0)) }.max { ($0.1, $1.0) < ($1.1, $0.0) }?.0
  }

  /// The colours of a guess as PROTOCOL.md describes them, implemented independently of the server.
  private static func tiles(of guess: String, for answer: String) -> String {
    let (guess, answer) = (Array(guess), Array(answer))
    var tiles = guess.indices.map { guess[$0] == answer[$0] ? "🟩" : "⬛" }
    var unmatched = guess.indices.filter { tiles[$0] != "🟩" }.map { answer[$0] }
    for place in guess.indices where tiles[place] == "⬛" {
      if let match = unmatched.firstIndex(of: guess[place]) {
        unmatched.remove(at: match)
        tiles[place] = "🟨"
      }
    }
    return tiles.joined()
  }
}
