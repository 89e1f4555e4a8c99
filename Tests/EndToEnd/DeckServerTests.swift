import Foundation
import ServerHarness
import Testing
import WireProtocol

/// A deck of 5,000 notes on a server process: over JSON, in text mode, and with the server killed during an import.
@Suite("Decks on a server process")
struct DeckServerTests {
  private static let count = 5000

  private static let file: String = {
    let head = "#separator:tab\n#html:false\n#deck:Spanish\n#columns:Original\tTranslation\tNote\tPart\tExample\tTags\n"
    let notes = (1...count).map { number in
      "palabra \(number)\tword \(number), \(number)\tmañana\tnoun\tuna frase con la palabra \(number)\t"
        + (number % 7 == 0 ? "marked" : "")
    }
    return head + "#tags column:6\n" + notes.joined(separator: "\n") + "\n"
  }()

  private func client(_ server: ServerProcess, login: String) throws -> SocketClient {
    let client = try SocketClient(port: server.port)
    try client.greeting()
    _ = try client.ask(login)
    return client
  }

  private func ask(_ client: SocketClient, _ object: JSONObject) throws -> JSON {
    try JSON(parsing: try client.ask(JSON.object(object).text))
  }

  private func send(_ client: SocketClient) throws {
    var (offset, rest) = (0, Substring(Self.file))
    while !rest.isEmpty {
      let text = String(rest.prefix(8000))
      let answer = try ask(client, ["type": "import", "text": .string(text), "at": .int(offset)])
      offset = try #require(answer["bytes"]?.intValue, "\(answer.text)")
      rest = rest.dropFirst(8000)
    }
  }

  private func export(_ client: SocketClient) throws -> String {
    var (text, after) = ("", 0)
    while true {
      let page = try ask(client, ["type": "export", "language": "Spanish", "after": .int(after)])
      text += page["text"]?.stringValue ?? ""
      guard let last = page["next"]?.intValue, last > after else { return text }
      after = last
    }
  }

  @Test("An import and its export over JSON are equal byte for byte, also after a kill during the import")
  func json() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("decks-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let flags = ["--data", folder, "--limit", "burst=100000"]
    var server = try ServerProcess(flags)
    var client = try client(server, login: #"{"type":"theme"}"#)
    let token = try #require(
      try ask(client, ["type": "login", "name": "ana"])["token"]?.stringValue)
    try send(client)
    let preview = try ask(client, ["type": "import_preview"])
    #expect(preview["new"]?.intValue == Self.count, "\(preview.text)")
    client.send(line: #"{"type":"import_add"}"#)
    // The server answers another client first; by then part of the words are stored, most likely not all.
    _ = try self.client(server, login: #"{"type":"ping"}"#)
    server.killNow()
    server = try ServerProcess(flags)
    client = try self.client(server, login: #"{"type":"login","token":"\#(token)"}"#)
    try send(client)
    let added = try ask(client, ["type": "import_add"])
    #expect((added["added"]?.intValue ?? 0) + (added["duplicate_count"]?.intValue ?? 0) == Self.count)
    #expect(try export(client) == Self.file)
  }

  @Test("A run of cards continues after the server was killed, up to its result")
  func cards() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cards-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let flags = ["--data", folder, "--clock", "2026-11-20T08:00:00Z"]
    var server = try ServerProcess(flags)
    var client = try client(server, login: #"{"type":"theme"}"#)
    let token = try #require(try ask(client, ["type": "login", "name": "ana"])["token"]?.stringValue)
    _ = try ask(client, ["type": "import", "text": "casa,house\nsol,sun\nmar,sea\n", "at": 0, "language": "Spanish"])
    _ = try ask(client, ["type": "import_add"])
    _ = try ask(client, ["type": "cards", "section": "all"])
    for answer in ["house", "moon"] {
      #expect(try ask(client, ["type": "move", "text": .string(answer)])["type"]?.stringValue == "moved")
    }
    server.killNow()
    server = try ServerProcess(flags)
    client = try self.client(server, login: #"{"type":"login","token":"\#(token)"}"#)
    #expect(try client.line() == #"{"type":"due","words":1}"#)
    let joined = try ask(client, ["type": "cards"])
    #expect(joined["board"]?["data"]?["run"]?["done"]?.intValue == 2)
    #expect(try ask(client, ["type": "move", "text": "sea"])["type"]?.stringValue == "moved")
    let last = try client.line()
    #expect(last.contains(#""share":"Parlor Cards 324 2/3\n\n🟩⬛🟩""#), "\(last)")
    #expect(try ask(client, ["type": "share"])["type"]?.stringValue == "shared")
    #expect(try ask(client, ["type": "stats", "game": "cards"])["streak"]?.intValue == 1)
  }

  @Test("Undo of a rating works after a kill, and survives another one")
  func undo() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("undo-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let flags = ["--data", folder, "--clock", "2026-11-20T08:00:00Z"]
    var server = try ServerProcess(flags)
    var client = try client(server, login: #"{"type":"theme"}"#)
    let token = try #require(try ask(client, ["type": "login", "name": "ana"])["token"]?.stringValue)
    _ = try ask(client, ["type": "add_language", "name": "Spanish", "original": "casa", "translation": "house"])
    _ = try ask(client, ["type": "study"])
    let rated = try ask(client, ["type": "move", "text": "house"])
    #expect(rated["board"]?["data"]?["new"]?.intValue == 0)
    func restart() throws {
      server.killNow()
      server = try ServerProcess(flags)
      client = try self.client(server, login: #"{"type":"login","token":"\#(token)"}"#)
    }
    try restart()
    #expect(try ask(client, ["type": "study"])["board"]?["data"]?["new"]?.intValue == 0)
    #expect(try ask(client, ["type": "move", "text": "-"])["turn"]?["action"]?.stringValue == "undo")
    try restart()
    #expect(try ask(client, ["type": "study"])["board"]?["data"]?["new"]?.intValue == 1)
    #expect(try ask(client, ["type": "move", "text": "-"])["code"]?.stringValue == "not_found")
  }

  @Test("In text mode a pasted deck is exported, and its export is imported again")
  func text() throws {
    let server = try ServerProcess(["--limit", "burst=100000"])
    let client = try client(server, login: "/name ana")
    _ = try client.line { $0.hasPrefix("/login ana") }
    client.send(line: "/import")
    var end = try client.line { $0.hasPrefix("End it with the line: ") }.dropFirst(22)
    client.send(Array((Self.file + "\(end)\n/import-add\n/export\n").utf8))
    _ = try client.line { $0 == "\(Self.count) words added to Spanish" }
    var lines: [String] = []
    while lines.last != "." { lines.append(try client.line()) }
    #expect(lines.dropLast().joined(separator: "\n") + "\n" == Self.file)
    client.send(line: "/import Copy")
    end = try client.line { $0.hasPrefix("End it with the line: ") }.dropFirst(22)
    client.send(Array((lines.joined(separator: "\n") + "\n\(end)\n/import-add\n/bye\n").utf8))
    #expect(client.rest().lines.contains("\(Self.count) words added to Copy"))
  }
}
