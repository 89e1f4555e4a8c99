import Foundation
import ServerHarness
import Testing
import WaitingTrait
import WireProtocol

@Suite("Blocks and reports on a server process", .waiting)
struct SafetyProcessTests {
  private func ask(_ client: SocketClient, _ request: String) throws -> JSON {
    client.send(line: #"{"id":"asked",\#(request.dropFirst())"#)
    return try JSON(parsing: try client.line { $0.contains(#""re":"asked""#) })
  }

  private func client(_ server: ServerProcess, _ login: String) throws -> (client: SocketClient, answer: JSON) {
    let client = try SocketClient(port: server.port)
    try client.greeting()
    return (client, try ask(client, login))
  }

  private func admin(_ data: URL, _ words: String...) throws -> ServerProcess.Ending {
    try ServerProcess.run(["admin", "--data", data.path] + words)
  }

  @Test("Blocks, open reports and settled reports survive kill -9")
  func killed() throws {
    let data = FileManager.default.temporaryDirectory.appendingPathComponent("parlor-\(UUID().uuidString.prefix(8))")
    defer { try? FileManager.default.removeItem(at: data) }
    let first = try ServerProcess(["--data", data.path])
    let (ben, _) = try client(first, #"{"type":"login","name":"ben"}"#)
    let (ana, login) = try client(first, #"{"type":"login","name":"ana"}"#)
    let token = try #require(login["token"]?.stringValue)
    for (member, type) in [(ben, "create"), (ana, "join")] {
      _ = try ask(member, #"{"type":"\#(type)","room":"lunch"}"#)
    }
    let said = try ["mustard", "ketchup"].map { text in
      try #require(ask(ben, #"{"type":"say","text":"\#(text)"}"#)["seq"]?.intValue)
    }
    for seq in said {
      #expect(try ask(ana, #"{"type":"report","seq":\#(seq),"reason":"insults"}"#)["type"] == "reported")
    }
    #expect(try admin(data, "settle", "1", "warned").status == 0)
    #expect(try ask(ana, #"{"type":"block","player":"ben"}"#)["players"] == ["ben"])
    first.killNow()
    let second = try ServerProcess(["--data", data.path])
    let (again, _) = try client(second, #"{"type":"login","token":"\#(token)"}"#)
    #expect(try ask(again, #"{"type":"block"}"#)["players"] == ["ben"])
    let (open, settled) = (try admin(data, "reports"), try admin(data, "reports", "settled"))
    #expect(open.output.count == 2 && open.output.last?.hasSuffix("ketchup") == true)
    #expect(settled.output.count == 2 && settled.output.last?.hasSuffix("mustard") == true)
    #expect(try admin(data, "audit").output.first?.hasSuffix("settle_report ben 1: warned") == true)
    // Numbers are not reused: the settled report keeps number 1.
    #expect(try ask(again, #"{"type":"report","player":"ben","reason":"spam"}"#)["report"] == 3)
  }
}
