import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

/// What a client may rely on that has never sent a line of text: `for line in socket: json.loads(line)`.
@Suite("Every line is JSON")
struct NDJSONTests {
  private static let lateRequests: Set = ["bye", "logout", "forget_me"]

  /// The example of every request, those that end a session's name or the session last.
  private static let examples: [String] = {
    let rows = RequestTable.rows.filter { !lateRequests.contains($0.type) }
    return (rows + RequestTable.rows.filter { lateRequests.contains($0.type) && $0.type != "bye" }).map(\.example.text)
      + [#"{"type":"bye"}"#]
  }()

  private func expectJSON(_ lines: [Line], _ cause: String) {
    for line in lines {
      #expect((try? JSON(parsing: line.text))?.objectValue != nil, "\(cause) brought: \(line.text)")
    }
  }

  @Test("A client that sends no text gets one JSON object per line, whatever it and others request")
  func session() throws {
    let world = try World(stores: true)
    expectJSON(world.connect("ana", from: "test"), "connecting")
    expectJSON(world.connectConsole("op"), "connecting to the console")
    for line in [
      #"{"type":"login","name":"ana"}"#, #"{"type":"create","room":"lunch"}"#, #"{"type":"join","room":"shares"}"#,
      #"{"type":"create","room":"table","game":"wordle","mode":"together"}"#, #"{"type":"join","room":"wordle"}"#,
    ] { expectJSON(world.send("ana", line), line) }
    // Somebody at a terminal is answered in text, and what they do is told in JSON.
    world.connect("ben")
    for line in ["/join wordle", "crane", "/join lunch", "hola"] { world.send("ben", line) }
    expectJSON(world.take("ana"), "a player at a terminal")
    for line in Self.examples {
      for name in ["ana", "op"] where world.isConnected(name) {
        expectJSON(world.send(name, line), line)
        expectJSON(world.send(name, ""), "a blank line")
        world.wait(seconds: 2)
        expectJSON(world.take(name), "two seconds after \(line)")
      }
    }
    world.connect("eva")
    for line in ["{", "{}", #"{"type":"no"}"#, #"{"type":7}"#, #"{"type":"command","text":"/import"}"#] {
      expectJSON(world.send("eva", line), line)
    }
    expectJSON(world.refuse("eva", .tooLong), "a line that is too long")
    world.wait(milliseconds: World.millisecondsToMidnight)
    expectJSON(world.take("eva"), "midnight")
    expectJSON(world.refuse("eva", .http), "HTTP")
  }

  @Test(
    "After JSON, a JSON value that is no object is an error, and plain words are text",
    arguments: ["[1,2]", "\"x\"", "12", "-1.5e3", "[]", String(repeating: "[", count: 65)])
  func strayValues(_ line: String) throws {
    let world = try World()
    world.connect("ana", "tom")
    world.send("ana", #"{"type":"ping"}"#)
    let told = world.send("ana", line)
    #expect(told.map(\.code) == ["bad_json"])
    #expect(told.first?["message"] == #"A request is one JSON object a line, such as {"type":"ping"}"#)
    #expect(world.send("ana", #"{"type":"ping"}"#).types == ["pong"])
    for text in ["ping", "true", "[1", "12 apples"] {
      #expect(world.send("ana", text).first?.type == nil, "\(text)")
      world.send("ana", #"{"type":"ping"}"#)
    }
    #expect(world.send("tom", line).first?.type == nil, "who has sent no JSON may be at a terminal")
    world.send("ana", "ping")
    #expect(world.send("ana", line).first?.type == nil)
  }
}
