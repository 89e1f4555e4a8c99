import CoreHarness
import Testing
import WireProtocol

@testable import ParlorCore

@Suite("Refusals")
struct RefusalTests {
  /// Right-to-left override, CSI, DEL, ESC, a line separator, a tag.
  private static let bad = "x\u{202E}\u{9B}\u{7F}\u{1B}[31m\u{2028}\u{E0041}y"

  private static func isClean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { !$0.isUnshowable || $0 == "\n" }
  }

  private static func strings(in value: JSON) -> [String] {
    switch value {
    case .string(let text): [text]
    case .array(let members): members.flatMap { strings(in: $0) }
    case .object(let object): object.members.flatMap { [$0.key] + strings(in: $0.value) }
    default: []
    }
  }

  @Test(
    "No answer repeats control characters, wherever they are in the request",
    arguments: RequestTable.rows.map(\.type))
  func requests(_ type: String) throws {
    let row = try #require(RequestTable.row(of: type))
    guard case .object(let example) = row.example else { return }
    let world = try World()
    func check(_ request: JSONObject, _ name: String) {
      if row.isForStaff { world.connectConsole(name) } else { world.connect(name, from: "test") }
      world.send(name, #"{"type":"join","room":"wordle"}"#)
      for line in world.send(name, JSON.object(request).text) {
        #expect(Self.strings(in: line.json).allSatisfy(Self.isClean), "\(line)")
      }
    }
    for (number, field) in (example.members.map(\.key) + ["room", "game", "player", "code"]).enumerated() {
      var request = example
      request[field] = .string(Self.bad)
      check(request, "c\(number)")
      request[field] = .object([Self.bad: .string(Self.bad)])
      check(request, "d\(number)")
      request[field] = example[field]
      request[Self.bad] = .string(Self.bad)
      check(request, "e\(number)")
    }
  }

  @Test(
    "No answer to a typed line repeats control characters",
    arguments: [
      "", "/", "/join ", "/create ", "/name ", "/stats wordle ", "/help ", "/add-score 1 2022-01-01 ", "/words ",
    ])
  func typed(_ start: String) throws {
    let world = try World()
    world.connect("ana")
    #expect(Self.isClean(world.send("ana", start + Self.bad).text))
    world.send("ana", "/join wordle")
    #expect(Self.isClean(world.send("ana", start + Self.bad).text))
  }

  @Test("A token that is sent to another machine comes with a warning, once, and on this machine without")
  func warning() throws {
    let world = try World()
    for (name, address, isWarned) in [
      ("ana", "192.0.2.7", true), ("ben", "2001:db8::/64", true), ("tom", "127.0.0.1", false), ("kim", "::/64", false),
    ] {
      world.connect(name, from: address)
      let answer = try #require(world.send(name, #"{"type":"login","name":"\#(name)"}"#).last)
      #expect((answer["warning"] != nil) == isWarned)
      let token = try #require(answer["token"]?.stringValue)
      #expect(world.send(name, #"{"type":"login","token":"\#(token)"}"#).last?["warning"] == nil)
    }
    world.connect("eva", from: "192.0.2.8")
    #expect(world.send("eva", "/name eva").text.contains("not encrypted"))
  }
}
